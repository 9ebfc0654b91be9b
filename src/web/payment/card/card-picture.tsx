import type { ReactNode } from 'react'
import type { SelectionType } from '#domain/payment/brands.ts'
import styles from './card-picture.module.css'

/** A small drawing of a card's brand (UX-17); a plain card while there is none. Silent: the words beside it say the brand. */
export function CardPicture({ type }: { readonly type: SelectionType }): ReactNode {
  return (
    <svg viewBox="0 0 48 32" width="42" height="28" className={styles.card} data-type={type} aria-hidden="true">
      <rect className={styles.paper} x="0.5" y="0.5" width="47" height="31" rx="3" />
      {pictures[type]}
    </svg>
  )
}

const plain = (
  <>
    <rect className={styles.band} x="1" y="7" width="46" height="6" />
    <rect className={styles.line} x="6" y="20" width="16" height="3" rx="1" />
  </>
)

const circles = (
  <>
    <circle className={styles.red} cx="20" cy="16" r="8" />
    <circle className={styles.amber} cx="28" cy="16" r="8" />
  </>
)

const words = (text: string, size: number) => (
  <text className={styles.words} x="24" y="20.5" textAnchor="middle" fontSize={size}>
    {text}
  </text>
)

const pictures: { readonly [Type in SelectionType]: ReactNode } = {
  Visa: words('VISA', 14),
  MasterCard: circles,
  Amex: words('AMEX', 12),
  Discover: (
    <>
      {words('DISC', 11)}
      <circle className={styles.orange} cx="40" cy="25" r="4" />
    </>
  ),
  DinersClub: words('DINERS', 9),
  CoBrandMasterCard: circles,
  StoreCreditCard: words('STORE', 10),
  Unspecified: plain,
}
