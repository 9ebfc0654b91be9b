import type { ReactNode } from 'react'
import type { ConfirmationReply } from '#contracts/pages.ts'
import { walletNames } from '#web/payment/applied-wallet.ts'
import { brandNames, cardName } from '#web/payment/brand-names.ts'
import { useMoney } from '#web/variants/context.tsx'
import styles from './order-payments.module.css'

const methodNames: { readonly [method: string]: string } = {
  ...walletNames,
  giftCard: 'Gift card',
  tenderCode: 'Code',
  certificate: 'Reward certificate',
}

/** How the order was paid: every card, gift card, code, certificate and wallet in one table that adds up (BEYOND-03). */
export function OrderPayments({ payments }: { readonly payments: ConfirmationReply['payments'] }): ReactNode {
  const money = useMoney()
  if (payments.length === 0) return null
  const paid = payments.reduce((total, { amount }) => total + amount, 0)
  return (
    <table className={styles.payments}>
      <caption>Paid with</caption>
      <tbody>
        {payments.map((payment) => (
          <tr key={`${payment.method} ${payment.lastFour} ${payment.amount}`}>
            <th scope="row">{nameOf(payment)}</th>
            <td>{money(payment.amount)}</td>
          </tr>
        ))}
      </tbody>
      {payments.length > 1 && (
        <tfoot>
          <tr>
            <th scope="row">Paid in all</th>
            <td>{money(paid)}</td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}

function nameOf({ method, type, lastFour, holder }: ConfirmationReply['payments'][number]): string {
  const known = methodNames[method]
  if (known !== undefined && lastFour === '') return holder === '' ? known : `${known} (${holder})`
  const brand = Object.entries(brandNames).find(([name]) => name === type)?.[1] ?? known ?? cardName(type)
  return lastFour === '' ? brand : `${brand} ending in ${lastFour}`
}
