import type { Cart, CartPayment } from '#domain/cart/cart.ts'
import type { CartRule } from '#domain/cart/change.ts'
import { changed, unchanged } from '#domain/cart/lines/line-rules.ts'
import { isStoreCard } from '#domain/cart/payment/payment-rules.ts'
import { storeCardBrand } from '#domain/cart/payment/store-card-brands.ts'
import { refused } from '#domain/outcome.ts'
import { type PlccOption, plccOption } from './limits.ts'

/** Whether a certificate is applied and something pays that is neither a store nor a co-brand card (CERT-10). */
export function paysAgainstRewards({ tenders, payments }: Pick<Cart, 'tenders' | 'payments'>): boolean {
  const hasCertificate = tenders.some(({ kind }) => kind === 'certificate')
  return hasCertificate && payments.some((one) => !isStoreCard(one))
}

/** Below this total no financing terms are offered (OPEN-69). */
const leastFinancedCents = 50_000

/** Whether financing of this total has terms to accept. */
export function hasFinancingTerms(totalCents: number): boolean {
  return totalCents >= leastFinancedCents
}

/** Whether the financing was chosen while the total was too low for its terms, and is not any more: then they are asked for. */
export function lacksTerms(payments: readonly CartPayment[], totalCents: number): boolean {
  const isFinanced = payments.some((one) => one.plccOption === plccOption.financing && one.hasAcceptedTerms !== true)
  return isFinanced && hasFinancingTerms(totalCents)
}

/**
 * PROMO-11: keeps the offer chosen with the store card, and whether the terms of financing were accepted with it;
 * `storeCardNeeded` when no such card is applied.
 */
export function choosePlccOffer(option: PlccOption, hasTerms: boolean): CartRule {
  return (cart) => {
    const isMeant = ({ brand }: CartPayment) => brand === storeCardBrand
    if (!cart.payments.some(isMeant)) return refused({ code: 'storeCardNeeded' })
    const chosen = { plccOption: option, hasAcceptedTerms: hasTerms && option === plccOption.financing }
    const isChosen = (one: CartPayment) =>
      one.plccOption === option && (one.hasAcceptedTerms ?? false) === chosen.hasAcceptedTerms
    if (cart.payments.every((one) => !isMeant(one) || isChosen(one))) return unchanged(cart)
    const payments = cart.payments.map((one) => (isMeant(one) ? { ...one, ...chosen } : one))
    return changed({ ...cart, payments }, 'plccOfferChosen', { option }, [])
  }
}
