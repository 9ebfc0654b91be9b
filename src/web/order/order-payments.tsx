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

/** How the order was paid. */
export function OrderPayments({ payments }: { readonly payments: ConfirmationReply['payments'] }): ReactNode {
  const money = useMoney()
  if (payments.length === 0) return null
  return (
    <dl className={styles.payments}>
      {payments.map((payment) => (
        <div key={`${payment.method} ${payment.lastFour} ${payment.amount}`}>
          <dt>{nameOf(payment)}</dt>
          <dd>{money(payment.amount)}</dd>
        </div>
      ))}
    </dl>
  )
}

function nameOf({ method, type, lastFour, holder }: ConfirmationReply['payments'][number]): string {
  const known = methodNames[method]
  if (known !== undefined && lastFour === '') return holder === '' ? known : `${known} (${holder})`
  const brand = Object.entries(brandNames).find(([name]) => name === type)?.[1] ?? known ?? cardName(type)
  return lastFour === '' ? brand : `${brand} ending in ${lastFour}`
}
