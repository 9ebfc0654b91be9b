import type { ReactNode } from 'react'
import type { CheckoutReply } from '#contracts/pages.ts'
import { giftWrapNames } from '#web/gift/gift-words.ts'
import styles from './gift-summary.module.css'

export type GiftOptions = CheckoutReply['recipientList'][number]['giftOptions']

/** What makes a delivery a gift, in words; nothing when it is none. */
export function GiftSummary({ options }: { readonly options: GiftOptions }): ReactNode {
  if (!options.isGift) return null
  const extras = [
    options.giftWrap === 'none' ? '' : giftWrapNames[options.giftWrap].toLowerCase(),
    options.hasGiftReceipt ? 'gift receipt' : '',
  ].filter((extra) => extra !== '')
  return (
    <div>
      <p>{['A gift', ...extras].join(', with ')}</p>
      {options.giftMessage !== '' && <blockquote className={styles.message}>{options.giftMessage}</blockquote>}
    </div>
  )
}
