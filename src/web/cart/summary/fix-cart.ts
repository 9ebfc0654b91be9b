import { pathTable } from '#contracts/paths.ts'
import type { FixCall } from '#domain/cart/error-popup.ts'
import { calls } from '#web/calls/client.ts'

/** Makes the call that takes out of the cart what stands in the way (UNAVAIL-11 to UNAVAIL-15). */
export function fixCart(call: FixCall): Promise<{ readonly isSuccess: boolean; readonly errorMessage: string }> {
  return calls.checkout[call]()
}

/** The path of that call, for the log. */
export function fixCartPath(call: FixCall): string {
  return pathTable.checkout[call].path
}
