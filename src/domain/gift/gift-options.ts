import { good, type Outcome, refused } from '#domain/outcome.ts'

/** How a recipient's gift is packed (OPEN-77). */
export type GiftWrap = 'none' | 'box' | 'wrap'

/** Fee per recipient, whole cents (OPEN-77). */
export const giftWrapFees: { readonly [Wrap in GiftWrap]: number } = { none: 0, box: 595, wrap: 895 }

export const allGiftWraps: readonly GiftWrap[] = ['none', 'box', 'wrap']

/** A gift message has at most 240 characters (OPEN-77). */
export const giftMessageLimit = 240

/** A gift message as a shopper counts it (an emoji is one character), at most 240; else `giftMessageTooLong`. */
export function checkGiftMessage(message: string): Outcome<string> {
  // UTF-16 length first: counting what people see is not needed for a text that is short either way.
  const length = message.length <= giftMessageLimit ? message.length : [...message].length
  if (length > giftMessageLimit) return refused({ code: 'giftMessageTooLong', limit: giftMessageLimit, length })
  return good(message)
}
