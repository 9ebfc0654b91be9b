import type { GiftWrap } from './gift-options.ts'

/** The gift options of a recipient, exact names (OPEN-77). */
export type GiftOptionsPayload = {
  readonly isGift: boolean
  readonly giftWrap: GiftWrap
  readonly giftMessage: string
  readonly hasGiftReceipt: boolean
}

/** The gift option call carries the service level chosen for the recipient, so that its answer's charge fits (GIFT-01, GIFT-06, DATA-15). */
export function giftOptionPayload(choice: {
  readonly recipientId: string
  readonly giftOptions: GiftOptionsPayload
  readonly rewardsOrderSummaryMessage: string
  readonly selectedServiceLevel: number
}) {
  const { recipientId, giftOptions, rewardsOrderSummaryMessage, selectedServiceLevel } = choice
  return { recipientId, giftOptions, rewardsOrderSummaryMessage, serviceLevel: selectedServiceLevel }
}

/** The gift message call; isInitialTrigger is true for the first one after the gift option was switched on (GIFT-02, GIFT-03, DATA-15). */
export function giftMessagePayload(recipientId: string, message: string, isInitialTrigger: boolean) {
  return { recipientId, message, isInitialTrigger }
}
