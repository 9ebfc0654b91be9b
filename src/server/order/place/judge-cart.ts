import { isOwnAddress } from '#domain/address/address.ts'
import type { Cart } from '#domain/cart/cart.ts'
import type { CartChange } from '#domain/cart/events.ts'
import { needsCode } from '#domain/cart/payment/payment-rules.ts'
import { stepRow } from '#domain/checkout/steps.ts'
import { type PayingTender, type ShortTender, shortTenders } from '#domain/order/shown-tenders.ts'
import { lacksTerms, paysAgainstRewards } from '#domain/payment/store-card-rules.ts'
import type { Problem } from '#domain/problems.ts'
import { hasAddress } from '#server/checkout/checkout-facts.ts'
import { lacksCrewPhone } from '#server/checkout/crew.ts'
import { chosenWindows } from '#server/checkout/delivery-slots.ts'
import { boxesOfFreight } from '#server/checkout/freight-address.ts'
import { type BadVerdict, validateQuote } from '#server/checkout/validation.ts'
import { paymentIdOf } from '#server/payment/payment-view.ts'
import type { CartQuote } from '#server/pricing/pricing-service.ts'
import type { OrderDraft } from './order-draft.ts'
import type { PlaceOutcome } from './place-outcome.ts'

/** What the shopper saw when she pressed the button (BEYOND-01); null: not said. */
export type SeenCart = {
  /** Which cart it was (SAFE-12). */
  readonly basketId: string | null
  readonly basketVersion: number | null
  readonly totalCents: number | null
  /** What each tender was to pay (SAFE-10). */
  readonly tenders: readonly PayingTender[] | null
}

/** Error types 1 to 9 (UNAVAIL-23), the same that ValidateCart answers; null when the cart may go on. */
export function verdictOf(priced: CartQuote, restrictedStates: readonly string[]): PlaceOutcome | null {
  const { errorMessageKey, ...verdict } = validateQuote(priced, restrictedStates)
  return errorMessageKey === '' ? null : invalidOutcome({ ...verdict, errorMessageKey }, priced.cart)
}

/** What placing answers when it got as far as the cart and no further. */
export function invalidOutcome(
  { errorType, errorMessageKey: messageKey, items }: BadVerdict,
  { cartId: basketId, version: basketVersion }: Cart,
): PlaceOutcome {
  return { kind: 'invalid', errorType, messageKey, items, basketId, basketVersion }
}

/** Whether the cart is another than the one shown: another total, or changes since the version she saw. */
export function isOtherCart(priced: CartQuote, seen: SeenCart, changes: readonly CartChange[]): boolean {
  if (seen.totalCents !== null && seen.totalCents !== priced.summary.total) return true
  return seen.basketVersion !== null && seen.basketVersion !== priced.cart.version && changes.length > 0
}

/** What each tender of the drafted order is to pay, by the ids of the tender table. */
export function payingTenders({ cart }: CartQuote, { tenders, payments }: OrderDraft): PayingTender[] {
  const guidOf = (slot: 1 | 2) => cart.payments.find((payment) => payment.slot === slot)?.basketPaymentGuid ?? ''
  return [
    ...tenders.map(({ tenderId: id, cents: amount }) => ({ id, amount })),
    ...payments.map(({ slot, method, amountCents: amount }) => {
      return { id: paymentIdOf({ method, basketPaymentGuid: guidOf(slot) }), amount }
    }),
  ]
}

/** Stored value that cannot pay what it was shown to pay. */
export function shortTendersOf({ cart, tenderAmounts }: CartQuote, shown: readonly PayingTender[]): ShortTender[] {
  const stored = tenderAmounts.map(({ id, appliedCents }) => {
    const availableCents = cart.tenders.find(({ tenderId }) => tenderId === id)?.availableCents ?? 0
    return { id, availableCents, appliedCents }
  })
  return shortTenders(stored, shown)
}

/**
 * Why the drafted order cannot be sent: a recipient without an address or with a post office
 * box for furniture, no e-mail, no payment, or payments that are not
 * what is due; a gift card that has lost its balance since it was applied is what the shopper is told then (ORDER-09).
 */
export function draftProblemOf(priced: CartQuote, draft: OrderDraft): Problem | null {
  const used = new Set(priced.lines.map(({ line }) => line.recipientId))
  const unaddressed = priced.cart.recipients.some(
    (one) => !one.isPickup && !hasAddress(one, priced.cart.country) && used.has(one.recipientId),
  )
  const unassigned = priced.lines.some(({ line }) => line.recipientId === null)
  const isAddressKnown = !unaddressed && !unassigned && boxesOfFreight(priced).size === 0
  // who sends all of it to a registrant writes her own address where she pays
  const isAllGifts = priced.cart.recipients.every(({ isPickup, address }) => !isPickup && !isOwnAddress(address))
  if (isAddressKnown && isAllGifts && draft.email === '') {
    return { code: 'stepNotReached', step: 'payment', path: '/checkout/paymentandbilling' }
  }
  if (!isAddressKnown || draft.email === '') {
    return { code: 'stepNotReached', step: 'shipping', path: '/checkout/shipping' }
  }
  if (lacksCrewPhone(priced)) return { code: 'stepNotReached', step: 'shippingAndGiftOptions', path: stepRow(2).path }
  // an order with less tax than is owed would be made good by the retailer, one with more by the shopper
  if (priced.taxState !== 'known') return { code: 'taxNotKnown' }
  const isByWallet = draft.payments.some(({ method }) => method !== 'card')
  if (isByWallet && priced.cart.tenders.some(({ kind }) => kind === 'certificate')) {
    return { code: 'walletWithCertificates' }
  }
  // never more than what the shopper approved at the wallet (SCENE-18)
  const isOver = draft.payments.some(({ wallet, amountCents }) => amountCents > (wallet?.approvedCents ?? amountCents))
  if (isOver) return { code: 'walletAmountChanged', dueCents: draft.cardDueCents }
  // a window of a day that is over, or of another place, is as good as taken (ORDER-10)
  if (chosenWindows(priced).some(({ isOffered }) => !isOffered)) return { code: 'tripTaken' }
  const paid = draft.payments.reduce((total, payment) => total + payment.amountCents, 0)
  if (paid === draft.cardDueCents) {
    if (lacksTerms(priced.cart.payments, draft.totalCents)) return { code: 'financingTermsMissing' }
    if (draft.cardDueCents > 0 && paysAgainstRewards(priced.cart)) return { code: 'cardNotForRewards' }
    const isByCard = draft.payments.some(({ method }) => method === 'card')
    return isByCard && priced.cart.payments.some(needsCode) ? { code: 'cardNotVerified' } : null
  }
  const empty = priced.cart.tenders.filter(({ kind, availableCents }) => kind === 'giftCard' && availableCents === 0)
  if (empty.length > 0) return { code: 'giftCardRefused', displayNumbers: empty.map(({ label }) => label) }
  // what is left are gift cards, which stored value may not buy (SAFE-18)
  if (priced.cart.tenders.length > 0 && draft.payments.length === 0 && priced.giftCardCents === draft.cardDueCents) {
    return { code: 'storedValueForGiftCards' }
  }
  return draft.payments.length === 0
    ? { code: 'noPayment' }
    : { code: 'paymentSumMismatch', dueCents: draft.cardDueCents }
}
