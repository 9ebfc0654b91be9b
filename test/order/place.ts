import { type Variant, variants } from '#domain/variant.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'
import type { WalletApproval } from '#server/order/place/order-draft.ts'
import { placeOrder } from '#server/order/place/place-order.ts'
import type { PlaceOutcome } from '#server/order/place/place-outcome.ts'

/** Place Order as the handler calls it, without a request key. */
export function order(
  orders: OrderDeps,
  shopperId: string,
  wish: {
    readonly wallet?: WalletApproval
    readonly totalCents?: number
    readonly now?: Date
    readonly clientAddress?: string
    readonly variant?: Variant
  } = {},
): Promise<PlaceOutcome> {
  const request = {
    shopperId,
    variant: wish.variant ?? variants.cb,
    now: wish.now ?? new Date('2026-03-02T15:00:00Z'),
    guestBefore: null,
    seen: { basketId: null, basketVersion: null, totalCents: wish.totalCents ?? null, tenders: null },
    wallet: wish.wallet,
    isInternational: false,
    clientAddress: wish.clientAddress ?? '127.0.0.1',
    partnerTransactionId: '',
  }
  return placeOrder(orders, request)
}
