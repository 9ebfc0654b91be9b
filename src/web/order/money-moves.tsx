import type { ReactNode } from 'react'
import type { ConfirmationReply } from '#contracts/pages.ts'
import { HelpLine } from '#web/shell/help-line.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useMoney, useVariant } from '#web/variants/context.tsx'
import styles from './order-payments.module.css'

type Move = ConfirmationReply['moneyMoves'][number]

const texts: { readonly [Kind in Move['kind']]: string } = {
  cancelled: 'No longer held',
  refunded: 'Refunded',
  refundFailed: 'A refund did not reach you',
  refundReversed: 'A refund was sent back to us',
  chargeback: 'Given back by your bank',
  chargebackReversed: 'Charged again after a dispute',
}

/** Money that should be with the shopper and is not. */
const missing: readonly Move['kind'][] = ['refundFailed', 'refundReversed']

/** What became of an order's payments after it was placed: refunds, disputes, holds that ended (SAFE-22). */
export function MoneyMoves({ moves }: { readonly moves: readonly Move[] }): ReactNode {
  const money = useMoney()
  const { locale } = useVariant()
  if (moves.length === 0) return null
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'America/Chicago' })
  return (
    <>
      <table className={`${styles.payments} ${styles.moves}`}>
        <caption>Since then</caption>
        <tbody>
          {moves.map(({ kind, name, amount, at }) => (
            <tr key={`${kind} ${at} ${amount}`} data-bad={missing.includes(kind) || undefined}>
              <th scope="row">
                <span className={styles.move}>
                  {missing.includes(kind) && <Icon name="alert" size={16} />}
                  {texts[kind]}
                </span>
                <span className={styles.about}>
                  {name}, <time dateTime={at}>{day.format(new Date(at))}</time>
                </span>
              </th>
              <td>{money(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {moves.some(({ kind }) => missing.includes(kind)) && (
        <p className={styles.help}>
          Please call us, and we find another way to pay you back: <HelpLine />
        </p>
      )}
    </>
  )
}
