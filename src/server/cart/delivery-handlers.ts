import type { cartCalls } from '#contracts/cart/calls.ts'
import { storePostalCode } from '#domain/address/other-country.ts'
import { stateOfPostalCode } from '#domain/address/postal-prefixes.ts'
import type { Cart } from '#domain/cart/cart.ts'
import { applyZip } from '#domain/cart/cart-rules.ts'
import { piecesWantedAt } from '#domain/cart/lines/line-list.ts'
import { changeDelivery, type Delivery } from '#domain/cart/lines/line-rules.ts'
import { placeChanges } from '#domain/pricing/place-changes.ts'
import type { Problem } from '#domain/problems.ts'
import { pickupProblem, shippingProblem } from '#domain/shipping/delivery-problem.ts'
import { calculatedShipMethod, canBeSentTo, type ServiceLevel } from '#domain/shipping/methods.ts'
import { applyRule, lockCart, lockOrCreateCart, saveChange } from '#server/cart/cart-service.ts'
import type { CartServices } from '#server/cart/cart-services.ts'
import { cartView } from '#server/cart/cart-view.ts'
import { answerMissing, answerRule, ownerOf, refusal } from '#server/cart/change-command.ts'
import { withRestrictions } from '#server/cart/line-restriction-view.ts'
import { receiptOfChange } from '#server/cart/receipt-view.ts'
import { storeNumber } from '#server/cart/store-number.ts'
import { WrongFields } from '#server/http/calls/wrong-fields.ts'
import type { CallContext, Handlers } from '#server/http/context.ts'
import { problemText } from '#server/http/problem-text.ts'
import { destinationOfCart, type KnownLine, shippingDestination } from '#server/pricing/cart-facts.ts'
import type { PickupStore } from '#server/pricing/pickup-stock-store.ts'
import { priceAhead } from '#server/pricing/price-ahead.ts'
import {
  knownLine,
  loadPricingFacts,
  loadRatedFacts,
  priceLoaded,
  unitPrices,
} from '#server/pricing/pricing-service.ts'
import { promiseLines } from '#server/pricing/promises.ts'

type DeliveryCalls = Pick<typeof cartCalls, 'updateShipMethod' | 'applyZipCode'>

/** How and where lines go: ship or pick up (OPEN-32), the ZIP of the cart page (OPEN-37). */
export function deliveryHandlers(
  services: Pick<CartServices, 'newId' | 'signIn' | 'pfasStates'>,
): Handlers<DeliveryCalls> {
  const { newId, signIn, pfasStates } = services
  return {
    updateShipMethod: {
      kind: 'change',
      ahead: (tx, reader, { isPickup, locationId }) =>
        priceAhead(tx, reader, { locationIds: isPickup ? [storeNumber(locationId) ?? 0] : [] }),
      async run(context, { lineItemId, shipMethod, isPickup, locationId }, tx) {
        const cart = await lockCart(tx, ownerOf(context))
        if (cart === undefined) return answerMissing(context, tx, { code: 'unknownLine' })
        const line = cart.lines.find((one) => one.lineId === lineItemId)
        if (line === undefined) return refusal(context, { code: 'unknownLine' }, cart.version)
        const store = storeNumber(locationId) ?? 0
        const alone = { ...cart, lines: [line], savedLines: [], discountCode: '' }
        const found = await loadPricingFacts(tx, alone, context, { locationIds: isPickup ? [store] : [] })
        const known = knownLine(line, found.facts)
        if (!canBeSentTo(shippingDestination(cart, line), known.facts.shipKind, shipMethod)) {
          throw new WrongFields(`Line ${lineItemId} cannot be sent by method ${shipMethod}`)
        }
        const delivery: Delivery = isPickup ? { isPickup, locationId: store } : { isPickup: false, shipMethod }
        const problem = deliveryProblem(context, cart, known, { delivery, stores: found.stores })
        if (problem !== null) return refusal(context, problem, cart.version)
        return answerRule(context, tx, newId, cart, changeDelivery(lineItemId, delivery))
      },
    },
    applyZipCode: {
      kind: 'change',
      ahead: (tx, reader) => priceAhead(tx, reader),
      async run(context, { zip, country }, tx) {
        const checked = storePostalCode({ country, postalCode: zip }, context.variant.country)
        const cart = await lockOrCreateCart(tx, ownerOf(context), newId)
        const refused = (problem: Problem) => {
          const { basketVersion, changes } = refusal(context, problem, cart.version)
          return { isSuccess: false, cartData: null, message: problemText(context, problem), basketVersion, changes }
        }
        if (!checked.ok) return refused(checked.problem)
        if (stateOfPostalCode(checked.value, country) === null) {
          return refused({ code: 'unknownPostalCode', '0': checked.value })
        }
        const outcome = applyRule(cart, applyZip(checked.value), newId)
        if (!outcome.ok) return refused(outcome.problem)
        const { cart: moved, event } = outcome.value
        const known = await loadRatedFacts(tx, moved, context, { also: cart })
        const priced = priceLoaded(moved, known, context)
        const changes = placeChanges(priceLoaded(cart, known, context), priced)
        const change = { cart: moved, event: { ...event, changes: [...event.changes, ...changes] } }
        const saved = saveChange(tx, cart, change, unitPrices(priced.lines))
        const told = { ...saved, noted: [...saved.noted, ...changes] }
        const receipt = await receiptOfChange(tx, context, told, priced)
        const view = cartView({ ...priced, cart: saved.cart }, context, receipt, signIn)
        const cartData = await withRestrictions(tx, context, view, { priced, pfasStates })
        return { isSuccess: true, cartData, message: '', ...receipt }
      },
    },
  }
}

/** Why a line cannot be had in another way: at that store, or shipped in place of picked up (OPEN-32). Null when it can. */
function deliveryProblem(
  { now, variant: { country }, rates: { restrictedStates } }: CallContext,
  cart: Cart,
  known: KnownLine,
  to: { readonly delivery: Delivery; readonly stores: ReadonlyMap<number, PickupStore> },
): Problem | null {
  const { line, facts } = known
  const { delivery, stores } = to
  if (delivery.isPickup) {
    const store = stores.get(delivery.locationId)
    const { locationId } = delivery
    const wanted = piecesWantedAt(cart.lines, line, locationId)
    return pickupProblem(
      facts,
      store && { locationId, state: store.destination.state, free: store.free.get(line.sku) ?? 0 },
      { wanted, restrictedStates },
    )
  }
  if (!line.isPickup) return null
  const quantity = piecesWantedAt(cart.lines, line, null)
  const shipped = { ...line, isPickup: false, locationId: null, recipientId: null, quantity }
  const method = calculatedShipMethod(facts.shipKind, delivery.shipMethod as ServiceLevel, null)
  const destination = destinationOfCart(cart)
  return shippingProblem(
    promiseLines([{ ...known, line: shipped, method, destination }], stores, { now, country, restrictedStates })[0]!,
  )
}
