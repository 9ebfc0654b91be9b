import { faultOf, isAbort } from '#web/calls/errors.ts'
import { type ErrorContext, logError } from '#web/calls/log.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import type { Browser } from '#web/navigation/browser.tsx'

/** Where a step-rule call that cannot be completed ends (STEP-15, ROUTE-06). */
export const cartAddress = '/checkout/cart'

/**
 * A step-rule call failed on a checkout step (OPEN-22): an HTTP error is logged and leads to the cart at once; a network
 * failure and an IsReset tell the shopper first, the latter without a log. Not waited for: loading goes off at once (ERR-19).
 */
export async function handleStepFault(error: unknown, context: ErrorContext, browser: Browser): Promise<void> {
  if (isAbort(error)) return
  switch (faultOf(error)) {
    case 'network':
      await openLayer('networkError', { isRepeatable: false })
      return
    case 'reset':
      await openLayer('genericError', { errorMessage: messageOf(error) })
      browser.assign(cartAddress)
      return
    default:
      logError(error, context, () => browser.assign(cartAddress))
  }
}

/**
 * Any other checkout call failed (address, payment, gift, promo, order; OPEN-22, ERR-18): an HTTP error is logged with
 * action, call and cart, and the refresh popup shows with the title 'Error'; nobody is sent away.
 */
export async function handleCheckoutFault(error: unknown, context: ErrorContext): Promise<void> {
  if (isAbort(error)) return
  switch (faultOf(error)) {
    case 'network':
      await openLayer('networkError', { isRepeatable: false })
      return
    case 'reset':
      await openLayer('genericError', { errorMessage: messageOf(error) })
      return
    default:
      logError(error, context)
      await openLayer('refresh', { title: 'Error' })
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
