import type { cartCalls } from '#contracts/cart/calls.ts'
import { checkPostalCode } from '#domain/address/postal-code.ts'
import { emptyCart } from '#domain/cart/cart.ts'
import { pickupStatus, promiseMoment } from '#domain/shipping/delivery-promise.ts'
import { calculatedShipMethod, type ServiceLevel } from '#domain/shipping/methods.ts'
import { promiseTo } from '#domain/shipping/no-delivery.ts'
import type { Variant } from '#domain/variant.ts'
import { loadCart } from '#server/cart/cart-service.ts'
import { ownerOf } from '#server/cart/change-command.ts'
import { storeNumber } from '#server/cart/store-number.ts'
import { type Handlers, isReset } from '#server/http/context.ts'
import { destinationOfCart, placeOfZip } from '#server/pricing/cart-facts.ts'
import { knownLine, loadPricingFacts } from '#server/pricing/pricing-service.ts'
import type { DeliveryEngine, EngineQuestion } from '#server/shipping/delivery-engine.ts'

type EstimateCalls = Pick<typeof cartCalls, 'getEdd'>

/** When the lines of the cart arrive (OPEN-39). */
export function estimateHandlers(engine: DeliveryEngine): Handlers<EstimateCalls> {
  return {
    getEdd: {
      kind: 'read',
      async run(context, input, sql) {
        const { variant, now, rates } = context
        const owner = ownerOf(context)
        const cart = (await loadCart(sql, owner)) ?? emptyCart(owner.shopperId, variant)
        const store = storeNumber(input.locationId)
        const known = await loadPricingFacts(sql, { ...cart, discountCode: '' }, context, {
          locationIds: store === null ? [] : [store],
        })
        const lines = cart.lines.map((line) => knownLine(line, known.facts))
        const place = deliveryPlace(input.zipCode, variant) ?? destinationOfCart(cart)
        const stock = store === null ? undefined : known.stores.get(store)
        const questions = lines.map(({ line, facts }): EngineQuestion => {
          const wanted = lines.reduce((sum, one) => sum + (one.line.sku === line.sku ? one.line.quantity : 0), 0)
          const method = calculatedShipMethod(
            facts.shipKind,
            line.shipMethod as ServiceLevel,
            place === 'unserved' ? null : place,
          )
          const requested = { sku: facts, wanted, method }
          return {
            shipped: { ...requested, storeFree: null },
            pickedUp: stock === undefined ? null : { ...requested, storeFree: stock.free.get(line.sku) ?? 0 },
          }
        })
        const answers = await engine.estimate(questions, promiseMoment(now, variant.country))
        if (answers === 'down') {
          context.log.warn({ event: 'delivery-engine-down' }, 'no delivery estimate')
          return isReset
        }
        if (answers === 'withoutLines') {
          context.log.warn({ event: 'delivery-engine-without-lines' }, 'no delivery estimate')
          return { IsReset: false }
        }
        return {
          IsReset: false,
          lineItems: lines.map(({ line, facts }, index) => {
            const answer = answers[index]!
            const item = { sku: facts, country: variant.country, restrictedStates: rates.restrictedStates }
            const shipped = promiseTo(place, answer.shipped, item)
            const pickedUp = answer.pickedUp && promiseTo(stock?.destination ?? null, answer.pickedUp, item)
            const { message } = line.isPickup ? (pickedUp ?? shipped) : shipped
            const edd = { message, shipStatus: shipped.status, pickupStatus: pickupStatus(facts, pickedUp) }
            return { id: line.lineId, sku: line.sku, edd }
          }),
        }
      },
    },
  }
}

function deliveryPlace(zip: string, { country }: Variant): ReturnType<typeof placeOfZip> {
  const checked = checkPostalCode(zip, country)
  return checked.ok ? placeOfZip(checked.value) : null
}
