import { cartPaths } from '#contracts/cart/paths.ts'
import type { CartReply } from '#contracts/pages.ts'
import type { Country } from '#domain/variant.ts'
import { track } from '#web/analytics/data-layer.ts'
import { calls } from '#web/calls/client.ts'
import { refusedField } from '#web/calls/errors.ts'
import { whileLoading } from '#web/calls/loading.ts'
import { type ErrorPlace, logError, placeOfRoute } from '#web/calls/log.ts'
import { handleCartFault, handleCartRefusal } from '#web/cart/cart-faults.ts'
import type { CartStore } from '#web/cart/cart-store.ts'
import { loadCart } from '#web/cart/load-cart.ts'
import { openLayer } from '#web/layers/open-layer.ts'

type CartLine = CartReply['lineItems'][number]
type Changed = { readonly isSuccess: boolean; readonly errorMessage: string }

/** Everything a shopper can do to the cart but quantities and removals; each success loads the cart again (CART-03). */
export type CartActions = {
  saveForLater(lineItemId: string): Promise<void>
  moveToCart(lineItemId: string): Promise<void>
  removeSaved(lineItemId: string): Promise<void>
  /** Undoes the removal of a saved line (UX-10). */
  restoreSaved(lineItemId: string): Promise<void>
  removeInstallation(lineItemId: string): Promise<void>
  /** Has a line of a store shipped instead. */
  shipInstead(line: CartLine): Promise<void>
  /** The whole cart again, after a change that was made elsewhere. */
  reload(): Promise<void>
  /** Gives the message for the promo field, '' when all went well. */
  applyPromo(promoCode: string): Promise<string>
  removePromo(): Promise<string>
  /** Gives the message for the ZIP field, '' when all went well; `failureText` when the call itself fails (CART-17). */
  applyZip(zip: string, country: Country, failureText: string): Promise<string>
}

/** The actions of one cart page on its store. */
export function createCartActions(store: CartStore): CartActions {
  const change = (place: ErrorPlace, call: () => Promise<Changed>) =>
    whileLoading(async () => {
      try {
        const reply = await call()
        if (!reply.isSuccess) {
          // not waited for: the loader is off while its popup is open (CART-39)
          handleCartRefusal(reply.errorMessage, place)
          return
        }
      } catch (error) {
        return handleCartFault(error, place)
      }
      await loadCart(store)
    })

  const changePromo = (place: ErrorPlace, call: () => ReturnType<typeof calls.cart.removePromoCode>) =>
    whileLoading(async () => {
      try {
        const reply = await call()
        if (!reply.isSuccess) {
          if (reply.cartErrorMessage !== '') handleCartRefusal(reply.cartErrorMessage, place)
          return reply.promoErrorMessage
        }
      } catch (error) {
        const refused = refusedField(error)
        if (refused === null) handleCartFault(error, place)
        return refused?.message ?? ''
      }
      await loadCart(store)
      track({ happening: 'summaryUpdated', totals: store.read().cart.orderSummary })
      return ''
    })

  return {
    saveForLater: (lineItemId) =>
      change(placeOfRoute(cartPaths.saveForLater), () => calls.cart.saveForLater({ lineItemId })),
    moveToCart: (lineItemId) => change(placeOfRoute(cartPaths.moveToCart), () => calls.cart.moveToCart({ lineItemId })),
    removeSaved: (lineItemId) =>
      change(placeOfRoute(cartPaths.removeItemFromSaveForLater), () =>
        calls.cart.removeItemFromSaveForLater({ lineItemId }),
      ),
    restoreSaved: (lineItemId) =>
      change(placeOfRoute(cartPaths.restoreItem), () => calls.cart.restoreItem({ lineItemId })),
    removeInstallation: (lineItemId) =>
      change(placeOfRoute(cartPaths.removeInstallationService), () =>
        calls.cart.removeInstallationService({ lineItemId }),
      ),
    shipInstead: (line) =>
      change(placeOfRoute(cartPaths.updateShipMethod), () =>
        calls.cart.updateShipMethod({
          lineItemId: line.id,
          shipMethod: line.shipMethod,
          isPickup: false,
          locationId: '',
        }),
      ),
    reload: () => loadCart(store),
    applyPromo: (promoCode) =>
      changePromo(placeOfRoute(cartPaths.applyPromoCode), () => calls.cart.applyPromoCode({ promoCode })),
    removePromo: () => changePromo(placeOfRoute(cartPaths.removePromoCode), () => calls.cart.removePromoCode()),
    applyZip: (zip, country, failureText) =>
      whileLoading(async () => {
        try {
          const reply = await calls.cart.applyZipCode({ zip, country })
          if (!reply.isSuccess) return reply.message
          if (reply.cartData !== null) store.replace(reply.cartData)
          return ''
        } catch (error) {
          logError(error, placeOfRoute(cartPaths.applyZipCode))
          if (error instanceof Error && error.name === 'IsReset') openLayer('genericError', { errorMessage: '' })
          return failureText
        }
      }),
  }
}
