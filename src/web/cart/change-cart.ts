import { isAbort } from '#web/calls/errors.ts'
import { whileLoading } from '#web/calls/loading.ts'
import type { ErrorContext } from '#web/calls/log.ts'
import { handleCartFault, showCartError } from '#web/cart/cart-faults.ts'
import type { CartStore } from '#web/cart/cart-store.ts'
import { loadCart, loadIfUnsure, noteUnsure } from '#web/cart/load-cart.ts'

export type Changed = { readonly isSuccess: boolean; readonly errorMessage: string }

/** Changes the cart by a call and loads it again; false, told and logged, when nothing was changed (CART-03). */
export function changeCart(store: CartStore, context: ErrorContext, call: () => Promise<Changed>): Promise<boolean> {
  return whileLoading(async () => {
    try {
      const reply = await call()
      if (!reply.isSuccess) {
        // not waited for: the loader is off while its popup is open (CART-39)
        showCartError(reply.errorMessage, context)
        await loadIfUnsure(store)
        return false
      }
    } catch (error) {
      if (isAbort(error)) noteUnsure(store)
      handleCartFault(error, context)
      return false
    }
    await loadCart(store)
    return true
  })
}
