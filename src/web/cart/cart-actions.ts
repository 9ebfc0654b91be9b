import type { DeliveryChoices } from '#contracts/cart/calls.ts'
import { cartPaths } from '#contracts/cart/paths.ts'
import type { CartReply } from '#contracts/pages.ts'
import type { DeliveryWay } from '#domain/shipping/delivery-way.ts'
import type { Country } from '#domain/variant.ts'
import { track } from '#web/analytics/data-layer.ts'
import { calls as plain } from '#web/calls/client.ts'
import { refusedField } from '#web/calls/errors.ts'
import { whileLoading } from '#web/calls/loading.ts'
import { type ErrorContext, logError, routeErrorContext } from '#web/calls/log.ts'
import { calls } from '#web/cart/cart-calls.ts'
import { handleCartFault, showCartError } from '#web/cart/cart-faults.ts'
import type { CartStore } from '#web/cart/cart-store.ts'
import { type Changed, changeCart } from '#web/cart/change-cart.ts'
import { loadCart } from '#web/cart/load-cart.ts'
import { openLayer } from '#web/layers/open-layer.ts'

type CartLine = CartReply['lineItems'][number]

/** Everything a shopper can do to the cart but quantities and removals; each success loads the cart again (CART-03). */
export type CartActions = {
  saveForLater(lineItemId: string): Promise<void>
  moveToCart(lineItemId: string): Promise<void>
  removeSaved(lineItemId: string): Promise<void>
  /** Undoes the removal of a saved line (UX-10). */
  restoreSaved(lineItemId: string): Promise<void>
  /** True when it was done. */
  removeInstallation(lineItemId: string): Promise<boolean>
  /** Has a line of a store shipped instead. */
  shipInstead(line: CartLine): Promise<void>
  /** Another amount for the donation of this sku, in cents. */
  changeDonation(sku: number, cents: number): Promise<void>
  /** The ways in which a line can come; null when no answer came, which the shopper has been told. */
  deliveryChoices(lineItemId: string): Promise<DeliveryChoices | null>
  /** Has a line come another way (CART-10); true when it was done. */
  changeDelivery(line: CartLine, way: DeliveryWay): Promise<boolean>
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
  const changed = (context: ErrorContext, call: () => Promise<Changed>) => changeCart(store, context, call)
  const change = async (context: ErrorContext, call: () => Promise<Changed>) => {
    await changed(context, call)
  }

  const changePromo = (context: ErrorContext, call: () => ReturnType<typeof calls.cart.removePromoCode>) =>
    whileLoading(async () => {
      try {
        const reply = await call()
        if (!reply.isSuccess) {
          if (reply.cartErrorMessage !== '') showCartError(reply.cartErrorMessage, context)
          return reply.promoErrorMessage
        }
      } catch (error) {
        const refused = refusedField(error)
        if (refused === null) handleCartFault(error, context)
        return refused?.message ?? ''
      }
      await loadCart(store)
      track({ kind: 'summaryUpdated', totals: store.read().cart.orderSummary })
      return ''
    })

  return {
    saveForLater: (lineItemId) =>
      change(routeErrorContext(cartPaths.saveForLater), () => calls.cart.saveForLater({ lineItemId })),
    moveToCart: (lineItemId) =>
      change(routeErrorContext(cartPaths.moveToCart), () => calls.cart.moveToCart({ lineItemId })),
    removeSaved: (lineItemId) =>
      change(routeErrorContext(cartPaths.removeItemFromSaveForLater), () =>
        calls.cart.removeItemFromSaveForLater({ lineItemId }),
      ),
    restoreSaved: (lineItemId) =>
      change(routeErrorContext(cartPaths.restoreItem), () => calls.cart.restoreItem({ lineItemId })),
    removeInstallation: (lineItemId) =>
      changed(routeErrorContext(cartPaths.removeInstallationService), () =>
        calls.cart.removeInstallationService({ lineItemId }),
      ),
    shipInstead: (line) =>
      change(routeErrorContext(cartPaths.updateShipMethod), () =>
        calls.cart.updateShipMethod({
          lineItemId: line.id,
          shipMethod: line.shipMethod,
          isPickup: false,
          locationId: '',
        }),
      ),
    changeDonation: (sku, amount) =>
      change(routeErrorContext(cartPaths.donationAddToCart), () => calls.cart.donationAddToCart({ sku, amount })),
    deliveryChoices: (lineItemId) =>
      whileLoading(async () => {
        try {
          return await calls.cart.getDeliveryChoices({ lineItemId })
        } catch (error) {
          handleCartFault(error, routeErrorContext(cartPaths.getDeliveryChoices))
          return null
        }
      }),
    changeDelivery: (line, way) =>
      changed(routeErrorContext(cartPaths.updateShipMethod), () =>
        calls.cart.updateShipMethod({ lineItemId: line.id, ...way }),
      ),
    reload: () => loadCart(store),
    applyPromo: (promoCode) =>
      changePromo(routeErrorContext(cartPaths.applyPromoCode), () => calls.cart.applyPromoCode({ promoCode })),
    removePromo: () => changePromo(routeErrorContext(cartPaths.removePromoCode), () => calls.cart.removePromoCode()),
    applyZip: (zip, country, failureText) =>
      whileLoading(async () => {
        try {
          // a failure is told at its field (CART-17)
          const reply = await plain.cart.applyZipCode({ zip, country })
          if (!reply.isSuccess) return reply.message
          if (reply.cartData !== null) store.replace(reply.cartData)
          return ''
        } catch (error) {
          logError(error, routeErrorContext(cartPaths.applyZipCode))
          if (error instanceof Error && error.name === 'IsReset') openLayer('genericError', { errorMessage: '' })
          return failureText
        }
      }),
  }
}
