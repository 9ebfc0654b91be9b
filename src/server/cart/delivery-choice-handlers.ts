import type { ReplyOf } from '#contracts/call.ts'
import type { cartCalls } from '#contracts/cart/calls.ts'
import type { Cart, CartLine } from '#domain/cart/cart.ts'
import type { Changed } from '#domain/cart/change.ts'
import { piecesWantedAt } from '#domain/cart/lines/line-list.ts'
import { changeDelivery, type Delivery } from '#domain/cart/lines/line-rules.ts'
import { pickupProblem, shippingProblem } from '#domain/shipping/delivery-problem.ts'
import { availableServiceLevels, shipMethod, shipMethodNames } from '#domain/shipping/methods.ts'
import { nearestFirst } from '#domain/shipping/nearest-stores.ts'
import { loadCart } from '#server/cart/cart-service.ts'
import { ownerOf } from '#server/cart/change-command.ts'
import type { CallContext, Handlers } from '#server/http/context.ts'
import { type NearStore, readStoresWith } from '#server/pricing/pickup-stock-store.ts'
import {
  type CartQuote,
  loadRatedFacts,
  priceLoaded,
  type QuotedLine,
  type RatedFacts,
} from '#server/pricing/pricing-service.ts'

type Way = ReplyOf<typeof cartCalls.getDeliveryChoices>['ways'][number]

/** More than these nobody compares; the nearest come first. */
const storesOffered = 6

/** The ways in which a line of the cart can come, each with its date and what it does to the charge (CART-10). */
export function deliveryChoiceHandlers(): Handlers<Pick<typeof cartCalls, 'getDeliveryChoices'>> {
  return {
    getDeliveryChoices: {
      kind: 'read',
      async run(context, { lineItemId }, sql) {
        const cart = await loadCart(sql, ownerOf(context))
        const line = cart?.lines.find((one) => one.lineId === lineItemId)
        if (cart === undefined || line === undefined || line.donationCents !== null) return { lineItemId, ways: [] }
        const [known, stores] = await Promise.all([
          loadRatedFacts(sql, cart, context),
          readStoresWith(sql, context.variant, line.sku),
        ])
        return { lineItemId, ways: waysOf(context, { cart, line, known, stores }) }
      },
    },
  }
}

type Requested = {
  readonly cart: Cart
  readonly line: CartLine
  readonly known: RatedFacts
  readonly stores: readonly NearStore[]
}

function waysOf(context: CallContext, { cart, line, known, stores }: Requested): Way[] {
  const all = { ...known, stores: new Map([...known.stores, ...stores.map((one) => [one.locationId, one] as const)]) }
  const before = priceLoaded(cart, all, context)
  const own = before.lines.find((one) => one.line === line)
  if (own === undefined) return []
  const { shipKind } = own.facts
  const after = (delivery: Delivery) => {
    const outcome = changeDelivery(line.lineId, delivery)(cart)
    return outcome.ok
      ? wayThen(line.lineId, outcome.value, before, priceLoaded(outcome.value.cart, all, context))
      : null
  }
  const levels = shipKind === 'parcel' ? availableServiceLevels(shipKind, null) : [shipMethod.standard]
  const shipped = levels.flatMap((level): Way[] => {
    const then = after({ isPickup: false, shipMethod: level })
    // what is shipped already may be sent another way, whatever stands in its own
    if (then === null || (line.isPickup && shippingProblem(then.promise) !== null)) return []
    const name = shipMethodNames[then.method ?? shipMethod.standard]
    return [{ ...then.way, shipMethod: level, isPickup: false, locationId: '', name, place: '', free: 0 }]
  })
  const pickedUp = storesFor(own, before, stores).flatMap((store): Way[] => {
    const { locationId, name, city, destination } = store
    const then = after({ isPickup: true, locationId })
    if (then === null) return []
    const at = { name, place: `${city}, ${destination.state}`, free: store.free.get(line.sku) ?? 0 }
    return [{ ...then.way, ...at, shipMethod: line.shipMethod, isPickup: true, locationId: String(locationId) }]
  })
  return [...shipped, ...pickedUp]
}

/** The nearest stores that have all the pieces wanted there, and may hand them out. */
function storesFor(
  { line, facts }: QuotedLine,
  { cart, destination, restrictedStates }: CartQuote,
  stores: readonly NearStore[],
) {
  const canBePickedUp = ({ locationId, destination: { state }, free }: NearStore) => {
    const wanted = piecesWantedAt(cart.lines, line, locationId)
    const store = { locationId, state, free: free.get(line.sku) ?? 0 }
    return pickupProblem(facts, store, { wanted, restrictedStates }) === null
  }
  return nearestFirst(stores.filter(canBePickedUp), destination).slice(0, storesOffered)
}

/** What the line and the charge for shipping would be after a change. */
function wayThen(lineId: string, { event }: Changed, before: CartQuote, after: CartQuote) {
  const id = event.kind === 'deliveryChanged' ? event.facts.becameLineId : lineId
  const line = after.lines.find((one) => one.line.lineId === id)
  if (line === undefined) return null
  const { promise, priced } = line
  return {
    promise,
    method: priced.shipMethod,
    way: {
      message: promise.message,
      isChosen: event.kind === 'nothing',
      shippingDifference: shippingOf(after) - shippingOf(before),
    },
  }
}

function shippingOf({ summary }: CartQuote): number {
  return summary.shipping + summary.surcharge
}
