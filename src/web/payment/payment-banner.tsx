import type { ReactNode } from 'react'
import type { CheckoutReply } from '#contracts/pages.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useMessages } from '#web/variants/context.tsx'
import styles from './payment-banner.module.css'

/** What the shopper should know of who reads the card: only with the legacy processor or the store-card issuer (PAY-48, PAY-49). */
export function PaymentBanner({
  checkout,
}: {
  readonly checkout: Pick<CheckoutReply, 'hasTns' | 'hasSynchrony' | 'messages'>
}): ReactNode {
  const message = useMessages()
  const own = (key: 'tnsPaymentMessage' | 'tnsDeprecationMessage' | 'synchronyPaymentMessage') =>
    checkout.messages[key] ?? message(key)
  const texts = [
    ...(checkout.hasTns ? [own('tnsPaymentMessage'), own('tnsDeprecationMessage')] : []),
    ...(checkout.hasSynchrony ? [own('synchronyPaymentMessage')] : []),
  ].filter((text) => text !== '')
  if (texts.length === 0) return null
  return (
    <div className={styles.banner}>
      <Icon name="lock" size={20} />
      <div>
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </div>
  )
}
