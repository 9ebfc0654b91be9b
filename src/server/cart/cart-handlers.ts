import type { cartCalls } from '#contracts/cart/calls.ts'
import { emptyCart } from '#domain/cart/cart.ts'
import {
  changeQuantity,
  removeInstallations,
  removeLine,
  removeSavedLine,
  saveForLater,
} from '#domain/cart/lines/line-rules.ts'
import { addItemsHandlers } from '#server/cart/add-items-handlers.ts'
import { availabilityHandlers } from '#server/cart/availability-handlers.ts'
import { countHeader, readRemovedLine } from '#server/cart/cart-store.ts'
import { cartView } from '#server/cart/cart-view.ts'
import { answerChange, answerRestore, lockAhead, ownerOf } from '#server/cart/change-command.ts'
import { checkoutCallHandlers } from '#server/cart/checkout-call-handlers.ts'
import { deliveryChoiceHandlers } from '#server/cart/delivery-choice-handlers.ts'
import { deliveryHandlers } from '#server/cart/delivery-handlers.ts'
import { estimateHandlers } from '#server/cart/estimate-handlers.ts'
import { explanationHandlers } from '#server/cart/explanation-handlers.ts'
import { itemChoiceHandlers } from '#server/cart/line-change/item-choice-handlers.ts'
import { lineChangeHandlers } from '#server/cart/line-change/line-change-handlers.ts'
import { withRestrictions } from '#server/cart/line-restriction-view.ts'
import { promoHandlers } from '#server/cart/promo-handlers.ts'
import { receiptOfRead } from '#server/cart/receipt-view.ts'
import { beginChanges } from '#server/http/begin-changes.ts'
import type { Handlers } from '#server/http/context.ts'
import { eagerRead } from '#server/http/eager-handler.ts'
import { readCartToPrice } from '#server/pricing/cart-to-price-store.ts'
import { quoteCart } from '#server/pricing/pricing-service.ts'
import type { DeliveryEngine } from '#server/shipping/delivery-engine.ts'
import type { CartServices } from './cart-services.ts'

// delivery windows are chosen in the checkout: the cart page shows none
const noWindowsShown: ReadonlySet<number> = new Set()

/** The server behind the cart calls. */
export function cartHandlers(
  services: CartServices & { readonly deliveryEngine: DeliveryEngine },
): Handlers<typeof cartCalls> {
  const { newId } = services
  return beginChanges<Handlers<typeof cartCalls>>(lockAhead, {
    getCartJsx: eagerRead(
      (sql, reader) => readCartToPrice(sql, ownerOf(reader), reader.seenVersion),
      async (context, sql, read) => {
        const cart = read?.cart ?? emptyCart(context.shopper.shopperId, context.variant)
        const priced = await quoteCart(sql, cart, context, { ...read, fullTrips: noWindowsShown })
        const receipt = await receiptOfRead(sql, context, priced, read?.changes)
        const view = cartView(priced, context, receipt, services.signIn)
        return withRestrictions(sql, context, view, { priced, pfasStates: services.pfasStates })
      },
    ),
    getHeaderCounts: eagerRead(
      (sql, reader) => countHeader(sql, ownerOf(reader)),
      async (_context, _sql, counts) => counts,
    ),
    removeItem: {
      kind: 'change',
      run: (context, { lineItemId }, tx) => answerChange(context, tx, newId, removeLine(lineItemId)),
    },
    restoreItem: {
      kind: 'change',
      async ahead(tx, reader, { lineItemId }) {
        const [read] = await Promise.all([lockAhead(tx, reader), readRemovedLine(tx, ownerOf(reader), lineItemId)])
        return read
      },
      run: (context, { lineItemId }, tx) => answerRestore(context, tx, newId, lineItemId),
    },
    saveForLater: {
      kind: 'change',
      run: (context, { lineItemId }, tx) => answerChange(context, tx, newId, saveForLater(lineItemId)),
    },
    updateItem: {
      kind: 'change',
      run: (context, { lineItemId, quantity }, tx) =>
        answerChange(context, tx, newId, changeQuantity(lineItemId, quantity)),
    },
    removeInstallationService: {
      kind: 'change',
      run: (context, { lineItemId }, tx) => answerChange(context, tx, newId, removeInstallations([lineItemId])),
    },
    removeItemFromSaveForLater: {
      kind: 'change',
      run: (context, { lineItemId }, tx) => answerChange(context, tx, newId, removeSavedLine(lineItemId)),
    },
    ...addItemsHandlers(services),
    ...deliveryHandlers(services),
    ...itemChoiceHandlers(),
    ...lineChangeHandlers(services),
    ...deliveryChoiceHandlers(),
    ...promoHandlers(newId),
    ...estimateHandlers(services.deliveryEngine),
    ...explanationHandlers(),
    ...availabilityHandlers(),
    ...checkoutCallHandlers(services),
  })
}
