import type { checkoutCalls } from '#contracts/checkout/calls.ts'
import { emptyCart } from '#domain/cart/cart.ts'
import { readAccountAddresses } from '#server/address/account-address-store.ts'
import { isFromBeforeOrder, ownerOf } from '#server/cart/change-command.ts'
import { receiptOfRead } from '#server/cart/receipt-view.ts'
import { addressHandlers } from '#server/checkout/address-handlers.ts'
import { availableItemsHandlers } from '#server/checkout/available-items-handlers.ts'
import { checkoutPromoHandlers } from '#server/checkout/checkout-promo-handlers.ts'
import { type AccountHoldings, checkoutView } from '#server/checkout/checkout-view.ts'
import { optionsHandlers } from '#server/checkout/options-handlers.ts'
import { preferenceHandlers } from '#server/checkout/preference-handlers.ts'
import { recipientHandlers } from '#server/checkout/recipient-handlers.ts'
import { removalHandlers } from '#server/checkout/removal-handlers.ts'
import type { CheckoutServices } from '#server/checkout/step-command.ts'
import { stepHandlers } from '#server/checkout/step-handlers.ts'
import { readTaxExempt } from '#server/checkout/tax-exemption-store.ts'
import type { Sql } from '#server/db/database.ts'
import { type Handlers, isReset } from '#server/http/context.ts'
import { readAccountCards } from '#server/payment/account-card-store.ts'
import { readCartToPrice } from '#server/pricing/cart-to-price-store.ts'
import { quoteCart } from '#server/pricing/pricing-service.ts'

export type { CheckoutServices } from '#server/checkout/step-command.ts'

/** The server behind the checkout calls. */
export function checkoutHandlers(services: CheckoutServices): Handlers<typeof checkoutCalls> {
  return {
    refreshCheckout: {
      kind: 'read',
      isEager: true,
      async run(context, _input, sql) {
        const { shopper, variant } = context
        const read = await readCartToPrice(sql, ownerOf(context))
        if (read === undefined && (await isFromBeforeOrder(sql, context))) return isReset
        const priced = await quoteCart(sql, read?.cart ?? emptyCart(shopper.shopperId, variant), context, read)
        const holdings = shopper.auth === 'member' ? await readHoldings(sql, shopper.shopperId) : nothingHeld
        return checkoutView(priced, context, await receiptOfRead(sql, context, priced), holdings, services.wallets)
      },
    },
    ...stepHandlers(services),
    ...addressHandlers(services),
    ...optionsHandlers(services),
    ...recipientHandlers(services),
    ...preferenceHandlers(services),
    ...removalHandlers(services),
    ...availableItemsHandlers(services),
    ...checkoutPromoHandlers(services.newId),
  }
}

const nothingHeld: AccountHoldings = { addresses: [], cards: [], isTaxExempt: false }

async function readHoldings(sql: Sql, shopperId: string): Promise<AccountHoldings> {
  const [addresses, cards, isTaxExempt] = await Promise.all([
    readAccountAddresses(sql, shopperId),
    readAccountCards(sql, shopperId),
    readTaxExempt(sql, shopperId),
  ])
  return { addresses, cards, isTaxExempt }
}
