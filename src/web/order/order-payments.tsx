import type { ReactNode } from 'react'
import { useMoney } from '#web/variants/context.tsx'
import styles from './order-payments.module.css'

type Tender = {
  readonly name: string
  readonly amount: number
  /** What was chosen with the store card. */
  readonly offer?: string
}

/** What an order is paid with: every card, gift card, code, certificate and wallet in one table that adds up (BEYOND-03). */
export function OrderPayments({
  payments,
  caption = 'Paid with',
}: {
  readonly payments: readonly Tender[]
  readonly caption?: string
}): ReactNode {
  const money = useMoney()
  if (payments.length === 0) return null
  const paid = payments.reduce((total, { amount }) => total + amount, 0)
  return (
    <table className={styles.payments}>
      <caption>{caption}</caption>
      <tbody>
        {payments.map(({ name, amount, offer }) => (
          <tr key={`${name} ${amount}`}>
            <th scope="row">
              {name}
              {offer && <span className={styles.offer}>{offer}</span>}
            </th>
            <td>{money(amount)}</td>
          </tr>
        ))}
      </tbody>
      {payments.length > 1 && (
        <tfoot>
          <tr>
            <th scope="row">In all</th>
            <td>{money(paid)}</td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}
