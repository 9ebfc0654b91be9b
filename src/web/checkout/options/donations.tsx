import type { ReactNode } from 'react'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { donations } from '#web/checkout/receivers.ts'
import { SmallPicture } from '#web/ui/picture.tsx'
import { useMoney } from '#web/variants/context.tsx'
import styles from './shipment-choice.module.css'

/** What is given with the order: no delivery has it. */
export function Donations(): ReactNode {
  const { checkout } = useCheckout()
  const money = useMoney()
  const given = donations(checkout)
  if (given.length === 0) return null
  return (
    <ul className={styles.items} aria-label="Donations">
      {given.map(({ id, title, imagePath, totalPrice }) => (
        <li key={id} className={styles.item}>
          <span className={styles.picture}>
            <SmallPicture path={imagePath} width={56} />
          </span>
          <span>
            <span className={styles.name}>{title}</span>
            <span className={styles.fact}>{money(totalPrice)}, nothing is shipped</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
