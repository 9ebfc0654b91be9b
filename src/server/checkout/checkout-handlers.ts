import type { checkoutCalls } from '#contracts/checkout/calls.ts'
import { emptyCart } from '#domain/cart/cart.ts'
import { isFromBeforeOrder } from '#server/cart/change-command.ts'
import { receiptOfRead } from '#server/cart/receipt-view.ts'
import { addressHandlers } from '#server/checkout/address-handlers.ts'
import { availableItemsHandlers } from '#server/checkout/available-items-handlers.ts'
import { checkoutPromoHandlers } from '#server/checkout/checkout-promo-handlers.ts'
import { readCheckout } from '#server/checkout/checkout-read-store.ts'
import { checkoutView } from '#server/checkout/checkout-view.ts'
import { optionsHandlers } from '#server/checkout/options-handlers.ts'
import { preferenceHandlers } from '#server/checkout/preference-handlers.ts'
import { recipientHandlers } from '#server/checkout/recipient-handlers.ts'
import { removalHandlers } from '#server/checkout/removal-handlers.ts'
import type { CheckoutServices } from '#server/checkout/step-command.ts'
import { stepHandlers } from '#server/checkout/step-handlers.ts'
import { beginChanges } from '#server/http/begin-changes.ts'
import { type Handlers, isReset } from '#server/http/context.ts'
import { eagerRead } from '#server/http/eager-handler.ts'
import { priceAhead } from '#server/pricing/price-ahead.ts'
import { quoteCart } from '#server/pricing/pricing-service.ts'

export type { CheckoutServices } from '#server/checkout/step-command.ts'

/** The server behind the checkout calls. */
export function checkoutHandlers(services: CheckoutServices): Handlers<typeof checkoutCalls> {
  return beginChanges<Handlers<typeof checkoutCalls>>(priceAhead, {
    refreshCheckout: eagerRead(
      (sql, reader) => readCheckout(sql, { ...reader, ...reader.shopper }),
      async (context, sql, { read, holdings }) => {
        const { shopper, variant } = context
        if (read === undefined && (await isFromBeforeOrder(sql, context))) return isReset
        const priced = await quoteCart(sql, read?.cart ?? emptyCart(shopper.shopperId, variant), context, read)
        const receipt = await receiptOfRead(sql, context, priced, read?.changes)
        return checkoutView(priced, context, receipt, holdings, services.wallets)
      },
    ),
    ...stepHandlers(services),
    ...addressHandlers(services),
    ...optionsHandlers(services),
    ...recipientHandlers(services),
    ...preferenceHandlers(services),
    ...removalHandlers(services),
    ...availableItemsHandlers(services),
    ...checkoutPromoHandlers(services.newId),
  })
}
