import type { Cart, CartLine } from '#domain/cart/cart.ts'
import { type Loss, lossesOf } from '#domain/cart/lines/carry-over.ts'
import { piecesWantedAt } from '#domain/cart/lines/line-list.ts'
import { availabilityStatus } from '#domain/catalog/availability.ts'
import type { SkuFacts } from '#domain/catalog/sku.ts'
import type { Problem } from '#domain/problems.ts'
import { pickupProblem, shippingProblem } from '#domain/shipping/delivery-problem.ts'
import type { DeliveryPromise } from '#domain/shipping/delivery-promise.ts'
import { calculatedShipMethod, type ServiceLevel } from '#domain/shipping/methods.ts'
import type { CallContext } from '#server/http/context.ts'
import { shippingDestination, unitCentsOf } from '#server/pricing/cart-facts.ts'
import type { PickupStore } from '#server/pricing/pickup-stock-store.ts'
import { promiseLines } from '#server/pricing/promises.ts'

/** A line of a cart, and what has to be known to see it as another piece of its product. */
export type LineInCart = {
  readonly cart: Cart
  readonly line: CartLine
  readonly stores: ReadonlyMap<number, PickupStore>
  /** Those pieces that the registry asks for which the line is a gift for. */
  readonly requested: ReadonlySet<number>
}

/** A line as another piece: when it comes, how many there can be of it, what goes, and why it cannot be that one. */
export type AsPiece = {
  readonly promise: DeliveryPromise
  readonly quantity: number
  readonly unitCents: number
  readonly losses: readonly Loss[]
  readonly problem: Problem | null
}

/** The line as this piece of its product, going the same way (CALM-12). */
export function lineAsPiece(known: LineInCart, facts: SkuFacts, context: CallContext): AsPiece {
  const { line, requested } = known
  const losses = lossesOf(line, facts, requested.has(facts.sku) && line.personalization === null)
  const becoming = { ...line, sku: facts.sku, personalization: losses.includes('words') ? null : line.personalization }
  const wanted = piecesWantedAt(known.cart.lines, becoming, line.locationId)
  const promise = promiseOf(known, { ...becoming, quantity: wanted }, facts, context)
  const ofOthers = wanted - line.quantity
  const quantity = promise.left === undefined ? line.quantity : Math.max(0, promise.left - ofOthers)
  const problem = problemOf(known, facts, { promise, quantity, wanted: ofOthers + 1 }, context)
  return { promise, quantity, unitCents: unitCentsOf(becoming, facts), losses, problem }
}

function promiseOf({ cart, stores }: LineInCart, line: CartLine, facts: SkuFacts, context: CallContext) {
  const { now, variant, rates } = context
  const home = shippingDestination(cart, line)
  const destination = line.isPickup ? (stores.get(line.locationId ?? 0)?.destination ?? null) : home
  const method = line.isPickup ? null : calculatedShipMethod(facts.shipKind, line.shipMethod as ServiceLevel, home)
  const each = { line, facts, unitCents: 0, method, destination }
  const at = { now, country: variant.country, restrictedStates: rates.restrictedStates, recipients: cart.recipients }
  return promiseLines([each], stores, at)[0]!
}

function problemOf(
  { line, stores }: LineInCart,
  facts: SkuFacts,
  { promise, quantity, wanted }: { promise: DeliveryPromise; quantity: number; wanted: number },
  { rates: { restrictedStates } }: CallContext,
): Problem | null {
  const { sku } = facts
  if (facts.status === 'nla' || !facts.isSold) return { code: 'notAvailable', sku }
  if (line.isPickup) {
    const store = stores.get(line.locationId ?? 0)
    const { locationId, destination, free } = store ?? {}
    const place = locationId === undefined ? undefined : { locationId, state: destination?.state ?? '' }
    const there = place && { ...place, free: free?.get(sku) ?? 0 }
    return pickupProblem(facts, there, { wanted, restrictedStates })
  }
  const isNone = promise.status === availabilityStatus.noLongerAvailable && quantity < 1
  return isNone ? { code: 'notAvailable', sku } : shippedProblem(promise)
}

/** What is left of it can be shipped, even where it is not as much as is wanted. */
function shippedProblem(promise: DeliveryPromise): Problem | null {
  return promise.status === availabilityStatus.noLongerAvailable ? null : shippingProblem(promise)
}
