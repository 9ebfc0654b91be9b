import type { Cart, CartPayment } from '#domain/cart/cart.ts'
import type { CartRule } from '#domain/cart/change.ts'
import { changed, unchanged } from '#domain/cart/lines/line-rules.ts'
import { isStoreCard } from '#domain/cart/payment/payment-rules.ts'
import { storeCardBrand } from '#domain/cart/payment/store-card-brands.ts'
import { refused } from '#domain/outcome.ts'
import type { PlccOption } from './limits.ts'

/** Whether a certificate is applied and something pays that is neither a store nor a co-brand card (CERT-10). */
export function paysAgainstRewards({ tenders, payments }: Pick<Cart, 'tenders' | 'payments'>): boolean {
  const hasCertificate = tenders.some(({ kind }) => kind === 'certificate')
  return hasCertificate && payments.some((one) => !isStoreCard(one))
}

/** PROMO-11: keeps the offer chosen with the store card; `storeCardNeeded` when no such card is applied. */
export function choosePlccOffer(option: PlccOption): CartRule {
  return (cart) => {
    const isMeant = ({ brand }: CartPayment) => brand === storeCardBrand
    if (!cart.payments.some(isMeant)) return refused({ code: 'storeCardNeeded' })
    if (cart.payments.every((one) => !isMeant(one) || one.plccOption === option)) return unchanged(cart)
    const payments = cart.payments.map((one) => (isMeant(one) ? { ...one, plccOption: option } : one))
    return changed({ ...cart, payments }, 'plccOfferChosen', { option }, [])
  }
}
