import type { Call, InputOf, ReplyOf } from '#contracts/call.ts'
import type { cartCalls } from '#contracts/cart/calls.ts'
import type { checkoutCalls } from '#contracts/checkout/calls.ts'
import type { orderCalls } from '#contracts/order/calls.ts'
import type { Variant } from '#domain/variant.ts'
import type { BrowseService } from '#server/catalog/browse/browse-service.ts'
import type { CatalogService } from '#server/catalog/catalog-service.ts'
import type { Database, Sql, Tx } from '#server/db/database.ts'
import { runHandler } from '#server/http/calls/run-handler.ts'
import type { CallContext, Handler, Handlers, Shopper } from '#server/http/context.ts'
import type { WalletGateway } from '#server/providers/wallet-gateway/port.ts'

type CartHandlers = Handlers<typeof cartCalls>

/** Where pages and their native forms get what they show and do: the catalogue, and the very handlers of the calls. */
export type PageSources = {
  readonly catalog: CatalogService
  readonly browse: BrowseService
  readonly cart: Pick<
    CartHandlers,
    | 'getCartJsx'
    | 'donationAddToCart'
    | 'getHeaderCounts'
    | 'getCustomOrderConfirmation'
    | 'addItems'
    | 'updateItem'
    | 'updateShipMethod'
    | 'getDeliveryChoices'
    | 'removeItem'
    | 'saveForLater'
    | 'moveToCart'
    | 'removeItemFromSaveForLater'
    | 'removeInstallationService'
    | 'addInstallationService'
    | 'getItemChoices'
    | 'changeItem'
    | 'applyZipCode'
    | 'applyPromoCode'
    | 'removePromoCode'
    | 'checkout'
  >
  readonly checkout: Pick<Handlers<typeof checkoutCalls>, 'refreshCheckout'>
  readonly order: Pick<Handlers<typeof orderCalls>, 'getOrderConfirmation'>
  /** Marks the live cart as guest checkout (LOGIN-06); nothing when there is none. */
  readonly chooseGuestCheckout: (tx: Tx, shopper: Shopper, variant: Variant) => Promise<void>
  readonly database: Database
  /** Where what everybody may see is read. */
  readonly shared: Sql
  /** Null where none is offered. */
  readonly wallets: WalletGateway | null
}

/** Asks a call's handler as the call itself would be asked, without a request key; null where the call answers IsReset. */
export async function ask<C extends Call>(
  handler: Handler<C>,
  context: CallContext,
  input: InputOf<C>,
): Promise<ReplyOf<C> | null> {
  const answer = await runHandler(handler as unknown as Handler<Call>, context, input, null)
  return answer.kind === 'reset' ? null : (answer.body as ReplyOf<C>)
}
