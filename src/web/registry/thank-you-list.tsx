import type { ReactNode } from 'react'
import type { GiftView } from '#contracts/registry/pages.ts'
import { TokenField } from '#web/shell/token-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { SmallPicture } from '#web/ui/picture.tsx'
import { useVariant } from '#web/variants/context.tsx'
import styles from './registry-page.module.css'

type Props = { readonly grId: number; readonly gifts: readonly GiftView[] }

/** Who gave what, and whom the registrant has thanked. */
export function ThankYouList({ grId, gifts }: Props): ReactNode {
  const { locale } = useVariant()
  // One zone for server and browser, or the two would write different days.
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'America/Chicago' })
  if (gifts.length === 0) return null
  const open = gifts.filter(({ isThanked }) => !isThanked).length
  return (
    <section className={styles.registry} aria-labelledby="thanks">
      <h2 id="thanks" className={styles.name}>
        Thank-you list
      </h2>
      <p className={styles.fact}>{open === 0 ? 'Everybody is thanked.' : `${open} still to thank`}</p>
      <ul className={styles.items}>
        {gifts.map((gift) => (
          <li key={`${gift.orderId} ${gift.lineNo}`} className={styles.item}>
            <span className={styles.picture}>
              <SmallPicture path={gift.imagePath} width={96} />
            </span>
            <div className={styles.facts}>
              <h3 className={styles.name}>{gift.giverNames ? <bdi>{gift.giverNames}</bdi> : 'A friend'}</h3>
              <p>
                {gift.quantity} × {gift.name}
                {gift.words !== '' && `, personalized: ${gift.words}`}
              </p>
              {gift.message !== '' && <p className={styles.message}>“{gift.message}”</p>}
              <p className={styles.fact}>{day.format(new Date(gift.placedAt))}</p>
            </div>
            <form method="post" action="/gift-registry/thank" className={styles.changes}>
              <TokenField />
              <input type="hidden" name="grId" value={grId} />
              <input type="hidden" name="orderId" value={gift.orderId} />
              <input type="hidden" name="lineNo" value={gift.lineNo} />
              <input type="hidden" name="isThanked" value={String(!gift.isThanked)} />
              {gift.isThanked && <span className={styles.given}>Thanked</span>}
              <Button
                type="submit"
                kind="plain"
                aria-label={`${gift.isThanked ? 'Not thanked yet' : 'I have thanked them'}: ${gift.giverNames || 'a friend'} for ${gift.name}`}
              >
                {gift.isThanked ? 'Not yet' : 'I have thanked them'}
              </Button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  )
}
