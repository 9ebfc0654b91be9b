import { useState } from 'react'
import type { RefusalAsk } from '#domain/order/card-refusal.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import type { AppliedCard } from '#web/payment/card/card-errors.ts'

export type Refused = { readonly card: AppliedCard; readonly ask: RefusalAsk }

/** The card of the cart that was refused just now, and what that asks of the shopper; null once another is in its place. */
export function useRefusedCard(): Refused | null {
  const { cardRefusal, checkout } = useCheckout()
  const { cardOneInfo, cardTwoInfo } = checkout.paymentData.creditCardData
  const card = cardRefusal === null ? null : cardRefusal.slot === 1 ? cardOneInfo : cardTwoInfo
  const [refusedId] = useState(card?.id)
  if (cardRefusal === null || card === null || card.id !== refusedId) return null
  return { card, ask: cardRefusal.ask }
}
