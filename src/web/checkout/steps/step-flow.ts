import { pathTable } from '#contracts/paths.ts'
import { errorType } from '#domain/cart/error-types.ts'
import { callsOfNext, type MoveCall, moveCalls, type NextCall, stepRow } from '#domain/checkout/steps.ts'
import { track } from '#web/analytics/data-layer.ts'
import { faultOf, ResetError } from '#web/calls/errors.ts'
import { whileLoading } from '#web/calls/loading.ts'
import type { ErrorContext } from '#web/calls/log.ts'
import { calls } from '#web/checkout/calls.ts'
import type { CheckoutStore } from '#web/checkout/checkout-store.ts'
import { noteEndedSession } from '#web/checkout/ended-session.ts'
import { cartAddress, handleCheckoutFault, handleStepFault } from '#web/checkout/faults.ts'
import { noteWayRefused } from '#web/checkout/way-refused.ts'
import type { Browser } from '#web/navigation/browser.tsx'

/** What ValidateCart found wrong, for the popup of its error type. */
export type CartVerdict = Awaited<ReturnType<typeof calls.checkout.validateCart>>

type CheckoutStep = 1 | 2 | 3 | 4

export type StepFlow = {
  readonly step: 1 | 2 | 3
  readonly store: CheckoutStore
  readonly browser: Browser
  /** Goes to another step without a page load. */
  readonly navigate: (path: string) => Promise<void>
  /** Saves what this step asks for; false stops the move, with its message already shown (STEP-17). */
  readonly save: () => Promise<boolean>
  /** Opens the popup of the error type; true when what stood in the way is gone and the move may be tried again (UNAVAIL-18). */
  readonly resolve: (verdict: CartVerdict) => Promise<boolean>
  readonly emptyBasketMessage: string
  readonly scrollToTop: () => void
}

/** What a call of a step ends in; a verdict is shown once loading is off (STEP-12). */
export type StepResult = 'goOn' | 'stop' | { readonly verdict: CartVerdict }

/**
 * The button that leaves a step: verify the promotion code when one is applied, validate the cart, save, move, refresh,
 * navigate, in this order (STEP-08, STEP-10, STEP-17 to STEP-19, OPEN-21); the first that says no ends it.
 */
export async function leaveStep(flow: StepFlow): Promise<void> {
  flow.store.showNotice('')
  flow.store.dropPlaceChanges()
  const { checkout } = flow.store.read()
  const hasPromo = checkout.promo.discountCode !== ''
  const order = callsOfNext(flow.step, { hasPromo, isProviderEnabled: checkout.paymentProvider_EnableAdyen })
  const result = await whileLoading(() => runCalls(order, flow))
  if (typeof result === 'object' && (await flow.resolve(result.verdict))) await leaveStep(flow)
}

async function runCalls(order: readonly NextCall[], flow: StepFlow): Promise<StepResult> {
  for (const call of order) {
    const result = await runCall(call, flow)
    if (result !== 'goOn') return result
  }
  const moved = order.find((call): call is MoveCall => call in moveCalls)
  if (moved === undefined) return 'stop'
  track({ kind: 'stepLeft', step: flow.step, checkout: flow.store.read().checkout })
  await flow.navigate(stepRow(moveCalls[moved]).path)
  return 'stop'
}

function runCall(call: NextCall, flow: StepFlow): Promise<StepResult> {
  switch (call) {
    case 'verifyPromoCode':
      return verifyPromo(flow)
    case 'validateCart':
      return validate(flow)
    case 'moveToShippingAndGiftOptions':
    case 'moveToPaymentPage':
    case 'moveToReviewPage':
      return step(call, flow)
    case 'refreshCheckout':
      return refresh(flow)
    case 'placeOrder':
      throw new Error('the review step places the order itself')
    default:
      return flow.save().then((isSaved) => (isSaved ? 'goOn' : 'stop'))
  }
}

/** What an IsReset means before the order: to be told, or not yet, because PlaceOrder knows an ordered cart (OPEN-06). */
export type ResetRule = 'tell' | 'goOn'

/** Asks whether the applied code still holds; a code that was taken off resets the promo state and ends the move (PROMO-13). */
export async function verifyPromo(
  flow: Pick<StepFlow, 'store' | 'scrollToTop'>,
  onReset: ResetRule = 'tell',
): Promise<StepResult> {
  const { checkout } = flow.store.read()
  try {
    const reply = await calls.checkout.verifyPromoCode({ promoCode: checkout.promo.discountCode })
    if (!reply.isPromoCodeRemoved) return 'goOn'
    flow.store.patch({ orderSummary: reply.orderSummary })
    flow.store.resetPromo(reply.promoErrorMessage)
    flow.scrollToTop()
  } catch (error) {
    if (onReset === 'goOn' && faultOf(error) === 'reset') return 'goOn'
    handleCheckoutFault(error, errorContext('verifyPromoCode', flow.store))
  }
  return 'stop'
}

/**
 * Cart validation before every next step (STEP-10); type 8 has a state in place of a popup (STEP-13). 'ended', before an
 * order only: no cart is left, and PlaceOrder knows whether another tab ordered it.
 */
export async function validate(flow: Validated, onReset: 'goOn'): Promise<StepResult | 'ended'>
export async function validate(flow: Validated): Promise<StepResult>
export async function validate(flow: Validated, onReset: ResetRule = 'tell'): Promise<StepResult | 'ended'> {
  let verdict: CartVerdict
  try {
    verdict = await calls.checkout.validateCart()
  } catch (error) {
    if (onReset === 'goOn' && faultOf(error) === 'reset') return 'goOn'
    handleStepFault(error, errorContext('validateCart', flow.store), flow.browser)
    return 'stop'
  }
  // of another cart than the page's only PlaceOrder can tell what became of that one (SAFE-12)
  const isOther = verdict.basketId !== flow.store.read().checkout.basketId
  const isEnded = verdict.basketId === '' && isOther
  if (isEnded && onReset === 'goOn') return 'ended'
  if (verdict.isSuccess || (onReset === 'goOn' && isOther)) return 'goOn'
  if (isEnded) {
    tellEnded('validateCart', flow)
    return 'stop'
  }
  if (verdict.errorType === errorType.emptyBasket) {
    flow.store.showEmptyCart(verdict.errorMessage || flow.emptyBasketMessage)
    return 'stop'
  }
  return { verdict }
}

type Validated = Pick<StepFlow, 'store' | 'browser' | 'emptyBasketMessage'> & { readonly step: CheckoutStep }

/** The session of this cart is over, and a new one has none: told as every IsReset is, and the cart says how to go on (CALM-21). */
export function tellEnded(call: LoggedCall, { store, browser, step: at }: Omit<Validated, 'emptyBasketMessage'>): void {
  noteEndedSession(store.read().checkout, at)
  handleStepFault(new ResetError(loggedPaths[call].path), errorContext(call, store), browser)
}

/** The calls under the step rule, ValidateCart aside, which has a rule of its own (CALL-37, STEP-16). */
export type StepRuleCall =
  | MoveCall
  | 'removeNlaItems'
  | 'removePfasItems'
  | 'removePersonalizedItems'
  | 'removeAllNlaItems'
  | 'keepAvailableItems'
  | 'removeInHousePersonalizedNlaItems'
  | 'removeInstallationService'
  | 'removeCertificates'
  | 'removePromoCode'

/** One call under the step rule: the checkout is refreshed after success, the cart is next after failure (STEP-14, STEP-15). */
export async function runStepCall(call: StepRuleCall, flow: Pick<StepFlow, 'store' | 'browser'>): Promise<boolean> {
  return (await step(call, flow)) === 'goOn' && (await refresh(flow)) === 'goOn'
}

async function step(call: StepRuleCall, { store, browser }: Pick<StepFlow, 'store' | 'browser'>): Promise<StepResult> {
  try {
    const reply = await calls.checkout[call]()
    if (reply.isSuccess) return 'goOn'
    if ('errorMessage' in reply) noteWayRefused(reply.errorMessage)
    browser.assign(cartAddress)
  } catch (error) {
    handleStepFault(error, errorContext(call, store), browser)
  }
  return 'stop'
}

/** Fetches the whole truth after a step call (STEP-14). */
export async function refresh(flow: Pick<StepFlow, 'store' | 'browser'>): Promise<StepResult> {
  try {
    flow.store.replace(await calls.checkout.refreshCheckout())
    return 'goOn'
  } catch (error) {
    handleStepFault(error, errorContext('refreshCheckout', flow.store), flow.browser)
    return 'stop'
  }
}

/** Action, call and cart of a failure, for the log (ERR-18, ERR-19). */
export function errorContext(call: LoggedCall, store: CheckoutStore): ErrorContext {
  return { action: call, api: loggedPaths[call].path, basketId: store.read().checkout.basketId }
}

const loggedPaths = { ...pathTable.checkout, ...pathTable.payment, ...pathTable.tender, ...pathTable.order }
export type LoggedCall = keyof typeof loggedPaths
