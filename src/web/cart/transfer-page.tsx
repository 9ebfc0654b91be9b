import type { ReactNode } from 'react'
import type { PageOf } from '#web/navigation/page-view.ts'
import { TokenField } from '#web/shell/token-field.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { SmallPicture } from '#web/ui/picture.tsx'
import styles from './transfer.module.css'

/** Where a scanned code leads on a phone: what comes, and one button that takes it; works without scripts (BEYOND-15). */
export function CartTransferPage({ page }: { readonly page: PageOf<'handOver'> }): ReactNode {
  if (page.token === '') {
    return (
      <div className={styles.page}>
        <h1 className={styles.title}>This code no longer works</h1>
        <p className={styles.quiet}>
          A code works once, for ten minutes, in the store it was made in. You can have a new one where you scanned it.
        </p>
        <ButtonLink to="/checkout/cart" isWide>
          View your cart
        </ButtonLink>
      </div>
    )
  }
  const pieces = page.items.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>Take your basket with you</h1>
      <p className={styles.quiet}>
        {pieces} {pieces === 1 ? 'item' : 'items'} from the store. What is in your cart on this phone stays there.
      </p>
      <ul className={styles.items} aria-label="Items of the basket">
        {page.items.map((item) => (
          <li key={item.lineId} className={styles.item}>
            <span className={styles.picture}>
              <SmallPicture path={item.imagePath} width={72} />
            </span>
            <span>
              {item.title}
              <span className={styles.quiet}>Qty {item.quantity}</span>
            </span>
          </li>
        ))}
      </ul>
      <form method="post" action="/cart/hand-over">
        <TokenField />
        <input type="hidden" name="token" value={page.token} />
        <Button type="submit" isWide>
          Add to my cart
        </Button>
      </form>
    </div>
  )
}
