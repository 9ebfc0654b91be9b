import type { ReactNode } from 'react'
import type { ConfirmationReply } from '#contracts/pages.ts'
import { useMoney, useVariant } from '#web/variants/context.tsx'
import styles from './order-payments.module.css'

type Move = ConfirmationReply['moneyMoves'][number]

const texts: { readonly [Kind in Move['kind']]: (name: string) => string } = {
  cancelled: (name) => `No longer held: ${name}`,
  refunded: (name) => `Refunded: ${name}`,
  refundFailed: (name) => `A refund did not arrive: ${name}`,
  refundReversed: (name) => `A refund came back: ${name}`,
  chargeback: (name) => `Taken back by the bank: ${name}`,
  chargebackReversed: (name) => `Charged again after a dispute: ${name}`,
}

/** What became of an order's payments after it was placed: refunds, disputes, holds that ended (SAFE-22). */
export function MoneyMoves({ moves }: { readonly moves: readonly Move[] }): ReactNode {
  const money = useMoney()
  const { locale } = useVariant()
  if (moves.length === 0) return null
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'America/Chicago' })
  return (
    <table className={styles.payments}>
      <caption>Since then</caption>
      <tbody>
        {moves.map(({ kind, name, amount, at }) => (
          <tr key={`${kind} ${at} ${amount}`}>
            <th scope="row">
              {texts[kind](name)}
              <br />
              <time dateTime={at}>{day.format(new Date(at))}</time>
            </th>
            <td>{money(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
