import { faultOf } from '#web/calls/errors.ts'
import { type ErrorPlace, logError } from '#web/calls/log.ts'
import { openLayer } from '#web/layers/open-layer.ts'

/** A cart call that could not be completed: the generic popup, and a log unless it was an IsReset (OPEN-22, CART-27, CART-28). */
export function handleCartFault(error: unknown, place: ErrorPlace): void {
  if (faultOf(error) !== 'reset') logError(error, place)
  openLayer('genericError', { errorMessage: error instanceof Error ? error.message : String(error) })
}

/** The server refused an action: logged with action and call, its message in the cart error popup (CART-06, CART-27). */
export async function handleCartRefusal(message: string, place: ErrorPlace): Promise<void> {
  logError(new Error(message), place)
  await openLayer('cartError', { message })
}
