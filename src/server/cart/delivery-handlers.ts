import type { cartCalls } from '#contracts/cart/calls.ts'
import { checkPostalCode } from '#domain/address/postal-code.ts'
import { stateOfPostalCode } from '#domain/address/postal-prefixes.ts'
import { applyZip } from '#domain/cart/cart-rules.ts'
import { changeDelivery, type Delivery } from '#domain/cart/lines/line-rules.ts'
import type { Problem } from '#domain/problems.ts'
import { canBeSentBy } from '#domain/shipping/methods.ts'
import { applyRule, lockCart, lockOrCreateCart, saveChange } from '#server/cart/cart-service.ts'
import type { CartServices } from '#server/cart/cart-services.ts'
import { cartView } from '#server/cart/cart-view.ts'
import { answerMissing, answerRule, ownerOf, refusal } from '#server/cart/change-command.ts'
import { withRestrictions } from '#server/cart/line-restriction-view.ts'
import { receiptOfChange } from '#server/cart/receipt-view.ts'
import { storeNumber } from '#server/cart/store-number.ts'
import { skuFacts } from '#server/catalog/catalog-store.ts'
import type { Tx } from '#server/db/database.ts'
import { WrongFields } from '#server/http/calls/wrong-fields.ts'
import type { CallContext, Handlers } from '#server/http/context.ts'
import { problemText } from '#server/http/problem-text.ts'
import { readPickupStores } from '#server/pricing/pickup-stock-store.ts'
import { loadRatedFacts, priceLoaded, unitPrices } from '#server/pricing/pricing-service.ts'

type DeliveryCalls = Pick<typeof cartCalls, 'updateShipMethod' | 'applyZipCode'>

/** How and where lines go: ship or pick up (OPEN-32), the ZIP of the cart page (OPEN-37). */
export function deliveryHandlers(
  services: Pick<CartServices, 'newId' | 'signIn' | 'pfasStates'>,
): Handlers<DeliveryCalls> {
  const { newId, signIn, pfasStates } = services
  return {
    updateShipMethod: {
      kind: 'change',
      async run(context, { lineItemId, shipMethod, isPickup, locationId }, tx) {
        const cart = await lockCart(tx, ownerOf(context))
        if (cart === undefined) return answerMissing(context, tx, { code: 'unknownLine' })
        const line = cart.lines.find((one) => one.lineId === lineItemId)
        if (line === undefined) return refusal(context, { code: 'unknownLine' }, cart.version)
        const facts = (await skuFacts(tx, context.variant, [line.sku])).get(line.sku)
        if (!isPickup && facts !== undefined && !canBeSentBy(facts.shipKind, shipMethod)) {
          throw new WrongFields(`A line cannot be sent by method ${shipMethod}`)
        }
        const delivery = isPickup
          ? await pickupAt(context, tx, { sku: line.sku, quantity: line.quantity, locationId })
          : ({ isPickup: false, shipMethod } as const)
        if (delivery === undefined) return refusal(context, { code: 'unknownStore' }, cart.version)
        return answerRule(context, tx, newId, cart, changeDelivery(lineItemId, delivery))
      },
    },
    applyZipCode: {
      kind: 'change',
      async run(context, { zip, country }, tx) {
        const checked = checkPostalCode(zip, country)
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
        const known = await loadRatedFacts(tx, outcome.value.cart, context)
        const priced = priceLoaded(outcome.value.cart, known, context)
        const saved = await saveChange(tx, cart, outcome.value, unitPrices(priced.lines))
        const receipt = await receiptOfChange(tx, context, saved, priced)
        const view = cartView({ ...priced, cart: saved.cart }, context, receipt, signIn)
        const cartData = await withRestrictions(tx, context, view, { priced, pfasStates })
        return { isSuccess: true, cartData, message: '', ...receipt }
      },
    },
  }
}

/** Pickup at a store of the variant; undefined when there is no such store. */
async function pickupAt(
  { variant }: CallContext,
  tx: Tx,
  requested: { readonly sku: number; readonly quantity: number; readonly locationId: string },
): Promise<Delivery | undefined> {
  const locationId = storeNumber(requested.locationId) ?? 0
  const store = (await readPickupStores(tx, variant, [locationId], [requested.sku])).get(locationId)
  if (store === undefined) return undefined
  return { isPickup: true, locationId, isStocked: (store.free.get(requested.sku) ?? 0) >= requested.quantity }
}
