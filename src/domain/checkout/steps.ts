import { good, type Outcome, refused } from '#domain/outcome.ts'

/** The steps of the checkout, in order (STEP-01); the number is the index. */
export const steps = [
  { step: 0, name: 'cart', path: '/checkout/cart', title: 'Cart' },
  { step: 1, name: 'shipping', path: '/checkout/shipping', title: 'Shipping' },
  {
    step: 2,
    name: 'shippingAndGiftOptions',
    path: '/checkout/shippingandgiftoptions',
    title: 'Shipping & Gift Options',
  },
  { step: 3, name: 'payment', path: '/checkout/paymentandbilling', title: 'Payment' },
  { step: 4, name: 'review', path: '/checkout/review', title: 'Review' },
  { step: 5, name: 'confirmation', path: '/checkout/confirmation', title: 'Confirmation' },
] as const

export type StepRow = (typeof steps)[number]
export type Step = StepRow['step']

/** The full address after a card authorization error; query name, value and anchor are exact (ROUTE-10). */
export const authorizationErrorAddress = '/checkout/paymentandbilling?paymentErrorId=authorizationError#header_payment'

/** What the cart has by now; every step that can be opened follows from it. */
export type CheckoutFacts = {
  readonly hasLines: boolean
  readonly isSignedIn: boolean
  /** The guest pressed 'Guest Checkout' (LOGIN-06). */
  readonly isGuestCheckout: boolean
  /** Each recipient has an address or a store. */
  readonly hasAddresses: boolean
  /** Each shipment has a service level that is still offered; whoever gets furniture or freight can be called, or has booked. */
  readonly hasShippingAndGiftOptions: boolean
  /** The applied payments cover the amount due, or nothing is due (PAY-02). */
  readonly hasPayment: boolean
  /** Highest step that a move call has opened (OPEN-20); 0 before the checkout call. */
  readonly highestStep: Step
  /** This session or account has a placed order to show (ORDER-23). */
}

/** The row of a step. */
export function stepRow(step: Step): StepRow {
  return steps[step]
}

/** The row of an address (query, anchor and a last slash aside), or null when it is no step's. */
export function stepOfPath(address: string): StepRow | null {
  const path = pathOf(address)
  return steps.find((row) => row.path === path) ?? null
}

/** Whether a redirect address continues inside the checkout without a page load (ORDER-11). */
export function isCheckoutAddress(address: string): boolean {
  return address.startsWith('/') && stepOfPath(address) !== null
}

/**
 * The highest step, 0 to 4, that the facts allow: the earliest one not complete, never beyond the highest step that a
 * move call has opened (ROUTE-25, OPEN-20). Confirmation (5) is never reached by steps, only by an order.
 */
export function highestReachable(facts: CheckoutFacts): Step {
  return lower(facts.highestStep, completedTo(facts))
}

/** The move calls and the steps they open (STEP-09). */
export const moveCalls = {
  moveToShippingAndGiftOptions: 2,
  moveToPaymentPage: 3,
  moveToReviewPage: 4,
} as const

export type MoveCall = keyof typeof moveCalls

/** The step a move call opens, or `stepNotReached` with the step that is not complete (STEP-20). */
export function move(call: MoveCall, facts: CheckoutFacts): Outcome<StepRow> {
  const requested = moveCalls[call]
  const complete = completedTo(facts)
  if (facts.highestStep === 0 || complete < requested) {
    const reached = stepRow(highestReachable(facts))
    return refused({ code: 'stepNotReached', step: reached.name, path: reached.path })
  }
  return good(stepRow(requested))
}

/** One call of a 'Next' button, by its name in the call table (OPEN-21, STEP-10, STEP-17 to STEP-19). */
export type NextCall =
  | 'verifyPromoCode'
  | 'validateCart'
  | 'validateAndSaveAddress'
  | 'saveShippingAndGiftOptions'
  | 'savePayment'
  | 'providerSaveCard'
  | MoveCall
  | 'refreshCheckout'
  | 'placeOrder'

/**
 * The calls of the button that leaves a step (1 to 4), in order; navigation follows the last. Steps 0 and 5 have none
 * (STEP-11). `isProviderEnabled` is the flag paymentProvider_EnableAdyen (STEP-19).
 */
export function callsOfNext(step: Step, facts: { hasPromo: boolean; isProviderEnabled: boolean }): NextCall[] {
  const first: NextCall[] = facts.hasPromo ? ['verifyPromoCode', 'validateCart'] : ['validateCart']
  switch (step) {
    case 1:
      return [...first, 'validateAndSaveAddress', 'moveToShippingAndGiftOptions', 'refreshCheckout']
    case 2:
      return [...first, 'saveShippingAndGiftOptions', 'moveToPaymentPage', 'refreshCheckout']
    case 3: {
      const save = facts.isProviderEnabled ? 'providerSaveCard' : 'savePayment'
      return [...first, save, 'moveToReviewPage', 'refreshCheckout']
    }
    case 4:
      return [...first, 'placeOrder']
    default:
      return []
  }
}

function completedTo(facts: CheckoutFacts): Step {
  if (!facts.hasLines || !(facts.isSignedIn || facts.isGuestCheckout)) return 0
  if (!facts.hasAddresses) return 1
  if (!facts.hasShippingAndGiftOptions) return 2
  return facts.hasPayment ? 4 : 3
}

function lower(one: Step, other: Step): Step {
  return one < other ? one : other
}

function pathOf(address: string): string {
  const end = address.search(/[?#]/)
  const path = end === -1 ? address : address.slice(0, end)
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}
