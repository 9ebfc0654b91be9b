import type { Cart, CartPayment } from '#domain/cart/cart.ts'
import { openStep } from '#domain/cart/cart-rules.ts'
import type { CartRule } from '#domain/cart/change.ts'
import type { PaymentFacts } from '#domain/cart/events.ts'
import { changed, unchanged } from '#domain/cart/lines/line-rules.ts'
import { storeCardBrands } from './store-card-brands.ts'

/**
 * PAY-52: these payments and no others; a card takes the place of a wallet and the other way round (OPEN-90). They were
 * checked before. The event names brand and last four only.
 */
export function setPayments(payments: readonly CartPayment[]): CartRule {
  return (cart) => {
    const isSame =
      payments.length === cart.payments.length &&
      payments.every((one, index) => isSamePayment(one, cart.payments[index]))
    if (isSame) return unchanged(cart)
    return changed({ ...cart, payments }, 'paymentsSaved', { payments: payments.map(factsOf) }, [])
  }
}

function factsOf({ slot, method, brand, lastFour, amountCents }: CartPayment): PaymentFacts {
  return { slot, method, brand, lastFour, amountCents }
}

function isSamePayment(one: CartPayment, other: CartPayment | undefined): boolean {
  return (
    other !== undefined &&
    one.slot === other.slot &&
    one.token === other.token &&
    one.expMonth === other.expMonth &&
    one.expYear === other.expYear &&
    one.amountCents === other.amountCents &&
    one.saveToAccount === other.saveToAccount &&
    one.accountCardId === other.accountCardId &&
    one.isVerified === other.isVerified &&
    one.isAutoApplied === other.isAutoApplied
  )
}

const storeCards: readonly string[] = storeCardBrands

/** Whether a payment is a store or co-brand card: what reward certificates and codes for store cards ask for (CERT-10, SAFE-14). */
export function isStoreCard({ method, brand }: Pick<CartPayment, 'method' | 'brand'>): boolean {
  return method === 'card' && storeCards.includes(brand)
}

/** What each payment takes of what is due, cents, in order: a fixed amount, or all that the others leave. */
export function paymentAmounts(payments: readonly CartPayment[], dueCents: number): number[] {
  const fixed = payments.reduce((total, payment) => total + (payment.amountCents ?? 0), 0)
  return payments.map((payment) => payment.amountCents ?? Math.max(0, dueCents - fixed))
}

/** Whether the payments cover what is due, to the cent (PAY-02, PAY-36); nothing due needs none. */
export function isCovered(cart: Cart, dueCents: number): boolean {
  if (dueCents === 0) return true
  const amounts = paymentAmounts(cart.payments, dueCents)
  return amounts.length > 0 && amounts.reduce((total, cents) => total + cents, 0) === dueCents
}

/** Whether a payment is a saved card whose security code was not checked for this cart (PAY-45): it cannot be used yet. */
export function needsCode(payment: Pick<CartPayment, 'accountCardId' | 'isVerified'>): boolean {
  return payment.accountCardId !== null && !payment.isVerified
}

/** PAY-45: notes that the security code of a saved card was right; nothing to note when the cart has not that card. */
export function verifyCard(accountCardId: string): CartRule {
  return (cart) => {
    const isMeant = (payment: CartPayment) => payment.accountCardId === accountCardId && needsCode(payment)
    if (!cart.payments.some(isMeant)) return unchanged(cart)
    const payments = cart.payments.map((payment) =>
      isMeant(payment) ? { ...payment, isVerified: true, hasVerifyData: true } : payment,
    )
    return changed(
      { ...cart, payments },
      'cardVerified',
      { slots: cart.payments.filter(isMeant).map((one) => one.slot) },
      [],
    )
  }
}

/** PAY-50: opens a step, and with it applies a card by itself; one change, one event. */
export function openStepWithCard(step: number, payment: CartPayment): CartRule {
  return (cart) => {
    const opened = openStep(step)(cart)
    if (!opened.ok) return opened
    const paid = setPayments([payment])(opened.value.cart)
    if (!paid.ok || opened.value.cart === cart) return paid
    return changed(paid.value.cart, 'stepOpened', { step, payments: [factsOf(payment)] }, [])
  }
}
