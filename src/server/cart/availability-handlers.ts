import type { cartCalls } from '#contracts/cart/calls.ts'
import { checkPostalCode } from '#domain/address/postal-code.ts'
import { availabilityStatus, isUndelivered } from '#domain/catalog/availability.ts'
import { customOrderOf } from '#domain/catalog/making.ts'
import { pictureAddress, type SkuFacts } from '#domain/catalog/sku.ts'
import { formatCents } from '#domain/price-format.ts'
import { pickupProblem } from '#domain/shipping/delivery-problem.ts'
import { pickupStatus, promiseDelivery, promiseMoment } from '#domain/shipping/delivery-promise.ts'
import { calculatedShipMethod } from '#domain/shipping/methods.ts'
import { nearestFirst } from '#domain/shipping/nearest-stores.ts'
import { promiseTo } from '#domain/shipping/no-delivery.ts'
import { promiseParts } from '#domain/shipping/promise-parts.ts'
import { storeNumber } from '#server/cart/store-number.ts'
import { skuFacts } from '#server/catalog/catalog-store.ts'
import type { Sql } from '#server/db/database.ts'
import type { CallContext, Handlers } from '#server/http/context.ts'
import { placeOfZip, zipDestination } from '#server/pricing/cart-facts.ts'
import { type NearStore, readPickupStores, readStoresWith } from '#server/pricing/pickup-stock-store.ts'

type AvailabilityCalls = Pick<typeof cartCalls, 'getAvailability' | 'getCustomOrderConfirmation'>

/** What is asked of an item before it is in a cart: whether it can be had (OPEN-109), and its terms (OPEN-45). */
export function availabilityHandlers(): Handlers<AvailabilityCalls> {
  return {
    getAvailability: {
      kind: 'read',
      async run(context, { sku, zipCode, locationId }, sql) {
        const number = storeNumber(locationId)
        const [found, pickup, stores] = await Promise.all([
          skuFacts(sql, context.variant, [sku]),
          freeAtStore(sql, context, sku, number),
          number === null ? [] : readStoresWith(sql, context.variant, sku),
        ])
        const facts = found.get(sku)
        if (facts === undefined) {
          const nothing = { shipStatus: availabilityStatus.notFound, pickupStatus: availabilityStatus.notRequested }
          return { sku, ...nothing, message: '', pickupMessage: '', pickupStores: [], parts: [] }
        }
        const pickupStores = storesFor(facts, stores, zipCode, context)
        const there = pickedUp(facts, pickup, pickupStores.length > 0, context)
        return { sku, ...shipped(facts, zipCode, context), ...there, pickupStores }
      },
    },
    getCustomOrderConfirmation: {
      kind: 'read',
      async run(context, { sku, optionChoiceParameter }, sql) {
        const { variant } = context
        const facts = (await skuFacts(sql, variant, [sku])).get(sku)
        const custom = facts?.isSold && isChoiceOf(optionChoiceParameter, facts) ? customOrderOf(facts) : null
        if (facts === undefined || custom === null) return noConfirmation
        return {
          hasCustomOrderConfirmation: true,
          title: custom.title,
          message: custom.message,
          terms: custom.terms,
          sku,
          name: facts.title,
          imagePath: pictureAddress(facts.picture),
          formattedPrice: formatCents(facts.currentCents, variant.currency),
        }
      },
    },
  }
}

/** With hasCustomOrderConfirmation false the other fields are empty (OPEN-45). */
const noConfirmation = {
  hasCustomOrderConfirmation: false,
  title: '',
  message: '',
  terms: [],
  sku: 0,
  name: '',
  imagePath: '',
  formattedPrice: '',
}

/** Choices in another order are the same (OPEN-47); none leaves them to the sku. */
function isChoiceOf(given: string, { optionChoice }: SkuFacts): boolean {
  return given === '' || given.split('|').sort().join('|') === optionChoice
}

function shipped(facts: SkuFacts, zipCode: string, { now, variant: { country }, rates }: CallContext) {
  const checked = checkPostalCode(zipCode, country)
  const place = checked.ok ? placeOfZip(checked.value) : null
  const method = calculatedShipMethod(facts.shipKind, 1, place === 'unserved' ? null : place)
  const moment = promiseMoment(now, country)
  const anywhere = promiseDelivery({ sku: facts, wanted: 1, method, storeFree: null }, moment)
  const { restrictedStates } = rates
  const promise = promiseTo(place, anywhere, { sku: facts, country, restrictedStates })
  const parts = promiseParts(promise, { sku: facts, method, ...moment })
  return { shipStatus: promise.status, message: promise.message, parts }
}

function pickedUp(
  facts: SkuFacts,
  at: { readonly name: string; readonly free: number; readonly state: string } | null,
  isElsewhere: boolean,
  { now, variant: { country }, rates }: CallContext,
) {
  if (at === null) return { pickupStatus: pickupStatus(facts, null), pickupMessage: '' }
  const requested = { sku: facts, wanted: 1, method: null, storeFree: at.free }
  const inStock = promiseDelivery(requested, promiseMoment(now, country))
  const { restrictedStates } = rates
  const promise = promiseTo(at, inStock, { sku: facts, country, restrictedStates })
  const status = pickupStatus(facts, promise)
  if (status === availabilityStatus.available) {
    return { pickupStatus: status, pickupMessage: `${promise.message} at ${at.name}` }
  }
  const why = isUndelivered(promise.status)
    ? `Not sold at ${at.name}: its state does not allow it.`
    : `Not in stock at ${at.name}.`
  const next = isElsewhere ? 'Choose another store.' : 'No other store has it right now.'
  return { pickupStatus: status, pickupMessage: `${why} ${next}` }
}

/** The numbers of the stores that can hand it out now, the nearest to the ZIP first. */
function storesFor(
  facts: SkuFacts,
  stores: readonly NearStore[],
  zipCode: string,
  { variant: { country }, rates: { restrictedStates } }: CallContext,
): string[] {
  const checked = checkPostalCode(zipCode, country)
  const canHandOut = ({ locationId, destination: { state }, free }: NearStore) => {
    const store = { locationId, state, free: free.get(facts.sku) ?? 0 }
    return pickupProblem(facts, store, { wanted: 1, restrictedStates }) === null
  }
  const near = nearestFirst(stores.filter(canHandOut), checked.ok ? zipDestination(checked.value) : null)
  return near.map(({ locationId }) => String(locationId))
}

async function freeAtStore(sql: Sql, { variant }: CallContext, sku: number, locationId: number | null) {
  if (locationId === null) return null
  const store = (await readPickupStores(sql, variant, [locationId], [sku])).get(locationId)
  if (store === undefined) return null
  return { name: store.name, free: store.free.get(sku) ?? 0, state: store.destination.state }
}
