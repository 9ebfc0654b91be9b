import { isShippedTo } from '#domain/address/other-country.ts'
import type { Recipient } from '#domain/cart/cart.ts'
import { isCovered, needsCode } from '#domain/cart/payment/payment-rules.ts'
import { type CheckoutFacts, highestReachable, type Step } from '#domain/checkout/steps.ts'
import { paysAgainstRewards } from '#domain/payment/store-card-rules.ts'
import type { Country } from '#domain/variant.ts'
import { lacksCrewPhone } from '#server/checkout/crew.ts'
import { boxesOfFreight } from '#server/checkout/freight-address.ts'
import type { Shopper } from '#server/http/context.ts'
import type { CartQuote } from '#server/pricing/pricing-service.ts'

type FactsQuote = Pick<CartQuote, 'cart' | 'lines' | 'summary'>

/** What the cart has by now: every step that can be opened follows from it (OPEN-20, STEP-20). */
export function checkoutFacts(priced: FactsQuote, shopper: Pick<Shopper, 'auth'>): CheckoutFacts {
  const { cart, summary } = priced
  return {
    hasLines: cart.lines.length > 0,
    isSignedIn: shopper.auth === 'member',
    isGuestCheckout: cart.isGuestCheckout,
    hasAddresses: hasAddresses(priced),
    // service levels are calculated anew wherever a line goes, so what is chosen is always offered
    hasShippingAndGiftOptions: !lacksCrewPhone(priced),
    hasPayment: summary.amountDue === 0 || (isCovered(cart, summary.amountDue) && isReady(cart)),
    highestStep: cart.highestStep as Step,
  }
}

/** Every saved card has its code checked (PAY-45), and no other card pays beside a certificate (CERT-10). */
function isReady(cart: CartQuote['cart']): boolean {
  return !cart.payments.some(needsCode) && !paysAgainstRewards(cart)
}

/** Each line has a recipient with a store or an address where it can be handed over. */
function hasAddresses(priced: FactsQuote): boolean {
  const { lines, recipients, country } = priced.cart
  const isAddressed = lines.every((line) => {
    const recipient = recipients.find((one) => one.recipientId === line.recipientId)
    return recipient !== undefined && (recipient.isPickup || hasAddress(recipient, country))
  })
  return isAddressed && boxesOfFreight(priced).size === 0
}

/** Whether a recipient has an address that the store ships to (SAFE-17). */
export function hasAddress({ address }: Pick<Recipient, 'address'>, country: Country): boolean {
  return address !== null && isShippedTo(address, country)
}

/** The step the shopper has reached, 0 to 4, never above what a move call has opened. */
export function reachedStep(priced: FactsQuote, shopper: Pick<Shopper, 'auth'>): Step {
  return highestReachable(checkoutFacts(priced, shopper))
}
