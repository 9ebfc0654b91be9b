import { faultOf, isAbort } from '#web/calls/errors.ts'
import { type ErrorContext, logError } from '#web/calls/log.ts'
import { openLayer } from '#web/layers/open-layer.ts'

/** A cart call that could not be completed: the generic popup, and a log unless it was an IsReset (OPEN-22, CART-27, CART-28). */
export function handleCartFault(error: unknown, context: ErrorContext): void {
  // told already, and let be
  if (isAbort(error)) return
  if (faultOf(error) !== 'reset') logError(error, context)
  openLayer('genericError', { errorMessage: error instanceof Error ? error.message : String(error) })
}

/** The server refused an action: logged with action and call, its message in the cart error popup (CART-06, CART-27). */
export async function showCartError(message: string, context: ErrorContext): Promise<void> {
  logError(new Error(message), context)
  await openLayer('cartError', { message })
}
