import type { CartChange } from '#domain/cart/events.ts'
import type { DeliveryPromise } from '#domain/shipping/delivery-promise.ts'
import type { Destination } from '#domain/shipping/methods.ts'
import type { OrderSummary } from './cart-facts.ts'
import type { TaxState } from './tax.ts'

/** What of a priced cart depends on where it goes. */
export type PlacedCart = {
  readonly shipments: readonly { readonly destination: Destination | null }[]
  readonly summary: Pick<OrderSummary, 'shipping' | 'surcharge' | 'tax'>
  readonly taxState: TaxState
  readonly lines: readonly {
    readonly line: { readonly lineId: string; readonly sku: number }
    readonly promise: Pick<DeliveryPromise, 'day' | 'message'>
  }[]
}

/**
 * What another place, or the first one that is known, does to shipping, tax and dates, in cents and as they are promised
 * (CALM-02). An `estimate` of the whole cart is shipping that was only estimated before. Nothing when it goes where it went.
 */
export function placeChanges(before: PlacedCart, after: PlacedCart): CartChange[] {
  const places = placesOf(after)
  if (places === null || places === placesOf(before)) return []
  return [...shippingChange(before, after), ...taxChange(before, after), ...dateChanges(before, after)]
}

/** Every postal code that something is shipped to; null while one is not known, and where nothing is shipped. */
function placesOf({ shipments }: PlacedCart): string | null {
  const codes = shipments.map(({ destination }) => destination?.postalCode ?? '')
  if (codes.length === 0 || codes.includes('')) return null
  return [...new Set(codes)].sort().join(' ')
}

function shippingChange(before: PlacedCart, after: PlacedCart): CartChange[] {
  const [was, is] = [before, after].map(({ summary }) => summary.shipping + summary.surcharge)
  // what was not shipped before had no price
  if (was === is || before.shipments.length === 0) return []
  const kind = placesOf(before) === null ? 'estimate' : 'shipping'
  return [{ kind, lineId: '', sku: 0, before: was!, after: is! }]
}

function taxChange(before: PlacedCart, after: PlacedCart): CartChange[] {
  if (after.taxState !== 'known') return []
  const was = before.taxState === 'known' ? before.summary.tax : null
  const is = after.summary.tax
  return is === (was ?? 0) ? [] : [{ kind: 'tax', lineId: '', sku: 0, before: was, after: is }]
}

function dateChanges(before: PlacedCart, after: PlacedCart): CartChange[] {
  return after.lines.flatMap(({ line: { lineId, sku }, promise }): CartChange[] => {
    const old = before.lines.find(({ line }) => line.lineId === lineId)?.promise
    if (!old?.day || !promise.day || old.day === promise.day) return []
    return [{ kind: 'estimate', lineId, sku, before: old.message, after: promise.message }]
  })
}
