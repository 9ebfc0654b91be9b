import type { ReactNode } from 'react'
import { cartPopups } from '#web/drill/cart-popups.ts'
import type { PageOf } from '#web/navigation/page-view.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useFrame, useVariant } from '#web/variants/context.tsx'
import styles from './fire-drill-page.module.css'

/** Opens every popup of the cart, for the retailer (BEYOND-12). */
export function FireDrillPage({ page }: { readonly page: PageOf<'fireDrill'> }): ReactNode {
  const { messages } = useFrame()
  const { country } = useVariant()
  const isEmpty = page.cart.lineItems.length === 0
  return (
    <article className={styles.page}>
      <h1 className={styles.title}>Popups of the cart</h1>
      <p>
        Each popup that a shopper can meet around the cart, as this store shows it. Looking at one changes nothing;
        buttons inside do what they do in the cart.
      </p>
      {isEmpty && (
        <Notice kind="plain">Your cart is empty. With an item in it, popups that list items show one.</Notice>
      )}
      <ul className={styles.popups}>
        {cartPopups(page.cart, country, (key) => messages[key] ?? '').map(({ name, when, open }) => (
          <li key={when}>
            <span>{when}</span>
            <Button kind="plain" onClick={open}>
              {name} <span className="visually-hidden">{when}</span>
            </Button>
          </li>
        ))}
      </ul>
      <ButtonLink to="/checkout/cart" kind="quiet">
        Go to the cart
      </ButtonLink>
    </article>
  )
}
