import type { ReactNode } from 'react'
import type { PageOf } from '#web/navigation/page-view.ts'
import { TokenField } from '#web/shell/token-field.tsx'
import buttons from '#web/ui/button.module.css'
import { Button } from '#web/ui/button.tsx'
import { useFrame } from '#web/variants/context.tsx'
import styles from './abroad.module.css'
import { CountrySelect } from './country-select.tsx'

/** Where do things go? Both stores of the brand, and the countries that are shipped to by request (OPEN-42). */
export function ShipToPage({ page }: { readonly page: PageOf<'shipTo'> }): ReactNode {
  const { shipTo } = useFrame()
  const { returnUrl, chosen, stores, countries } = page
  const here = stores.find(({ address }) => address === '')
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>Where do we ship?</h1>
      <p className={styles.lead}>Now shipping to: {shipTo || here?.name}.</p>
      <section className={styles.part}>
        <h2>From our stores to your door</h2>
        <ul className={styles.stores}>
          {stores.map(({ country, name, address }) => (
            <li key={country}>
              {address === '' ? (
                <form method="post" action="/customer-service/ship-to">
                  <TokenField />
                  <input type="hidden" name="returnUrl" value={returnUrl} />
                  <input type="hidden" name="country" value={country} />
                  <Button type="submit" kind="quiet" isWide>
                    <bdi>{name}</bdi>
                  </Button>
                </form>
              ) : (
                <a href={address} className={`${buttons.button} ${buttons.quiet} ${buttons.wide}`}>
                  <bdi>{name}</bdi>
                </a>
              )}
            </li>
          ))}
        </ul>
        <p className={styles.note}>Each store has prices, stock and delivery of its own, and a cart of its own.</p>
      </section>
      <section className={styles.part}>
        <h2>To another country</h2>
        <p>Orders to other countries are placed by request: you hear delivery, duties and taxes before you decide.</p>
        <form method="post" action="/customer-service/ship-to" className={styles.form}>
          <TokenField />
          <input type="hidden" name="returnUrl" value={returnUrl} />
          <CountrySelect countries={countries} known={chosen} />
          <Button type="submit" isWide>
            Ship there
          </Button>
        </form>
      </section>
    </div>
  )
}
