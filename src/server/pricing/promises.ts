import { isPostOfficeBox } from '#domain/address/po-box.ts'
import { addBusinessDays } from '#domain/business-days.ts'
import type { CartLine, Recipient } from '#domain/cart/cart.ts'
import { type Day, dayText, storeDay } from '#domain/days.ts'
import { type DeliveryPromise, firstDay, promiseDelivery } from '#domain/shipping/delivery-promise.ts'
import { type Destination, type ShipMethod, shipMethod } from '#domain/shipping/methods.ts'
import { type DeliveryPlace, promiseTo } from '#domain/shipping/no-delivery.ts'
import { comesTogether } from '#domain/shipping/ship-complete.ts'
import type { Country } from '#domain/variant.ts'
import type { KnownLine } from '#server/pricing/cart-facts.ts'
import type { PickupStore } from '#server/pricing/pickup-stock-store.ts'

/** A line that wants to be sent, by a method, to a place; without the place it is judged as if it could go anywhere. */
type Wanted = KnownLine & { readonly method: ShipMethod | null; readonly destination?: Destination | null }

/**
 * The promise of each line, in order: lines that want the same pieces of the same place are judged by all they want.
 * What is held for the holidays leaves in its week (SHIP-15); what is shipped complete comes with the last of its
 * shipment (SHIP-17, CALM-16). No date is promised to a place that a line does not go to (OPEN-48).
 */
export function promiseLines(
  lines: readonly Wanted[],
  stores: ReadonlyMap<number, PickupStore>,
  at: {
    readonly now: Date
    readonly country: Country
    readonly recipients?: readonly Recipient[]
    readonly restrictedStates?: readonly string[]
  },
): DeliveryPromise[] {
  const { now, country, recipients = [], restrictedStates = [] } = at
  const start = firstDay(now, country)
  const today = storeDay(now)
  const wanted = new Map<string, number>()
  for (const { line } of lines) wanted.set(stockKeyOf(line), (wanted.get(stockKeyOf(line)) ?? 0) + line.quantity)
  const recipientOf = ({ line }: Wanted) => recipients.find((one) => one.recipientId === line.recipientId)
  const promises = lines.map((each) => {
    const { line, facts, method } = each
    const store = line.isPickup ? stores.get(line.locationId ?? 0) : undefined
    const storeFree = line.isPickup ? (store?.free.get(line.sku) ?? 0) : null
    const leaves = method === shipMethod.standard ? heldUntil(recipientOf(each), start, country) : start
    const promise = promiseDelivery(
      { sku: facts, wanted: wanted.get(stockKeyOf(line)) ?? line.quantity, method, storeFree },
      { start: leaves, today, country },
    )
    return promiseTo(deliveryPlace(each, recipients), promise, { sku: facts, country, restrictedStates })
  })
  const shared = shareLeft(lines, promises)
  return shared.map((promise, index) => {
    const { line, facts, method } = lines[index]!
    const recipient = recipientOf(lines[index]!)
    if (recipient === undefined || !comesTogether(recipient, facts.shipKind, method)) return promise
    const isBeside = (other: Wanted) => other.line.recipientId === line.recipientId && other.method === method
    const ofShipment = promises.filter((_, other) => isBeside(lines[other]!))
    return together(promise, ofShipment, today)
  })
}

/** What is left of a sku goes to its lines in order: a later one may keep none of it (CALM-10). */
function shareLeft(lines: readonly Wanted[], promises: readonly DeliveryPromise[]): DeliveryPromise[] {
  const allotted = new Map<string, number>()
  return promises.map((promise, index) => {
    if (promise.left === undefined) return promise
    const { line } = lines[index]!
    const before = allotted.get(stockKeyOf(line)) ?? 0
    const left = Math.max(0, Math.min(line.quantity, promise.left - before))
    allotted.set(stockKeyOf(line), before + left)
    return { ...promise, left }
  })
}

/** Furniture is not brought to a post office box, whatever its ZIP. */
function deliveryPlace({ line, facts, destination = null }: Wanted, recipients: readonly Recipient[]): DeliveryPlace {
  const address = recipients.find((one) => one.recipientId === line.recipientId)?.address
  const isBox =
    facts.shipKind === 'furniture' &&
    !line.isPickup &&
    [address?.address1, address?.address2].some((text) => isPostOfficeBox(text ?? ''))
  return isBox ? 'unserved' : destination
}

function heldUntil(recipient: Recipient | undefined, start: Day, country: Country): Day {
  const held = recipient?.holidayHold?.startDate
  return held === undefined || held <= start ? start : addBusinessDays(held, 0, country)
}

/** The same promise on the day of the last of its shipment. */
function together(promise: DeliveryPromise, all: readonly DeliveryPromise[], today: Day): DeliveryPromise {
  const day = all
    .flatMap((one) => one.day ?? [])
    .sort()
    .at(-1)
  if (day === undefined || promise.day === null || day === promise.day) return promise
  return { ...promise, day, ownDay: promise.day, message: `All together by ${dayText(day, today)}` }
}

function stockKeyOf(line: CartLine): string {
  return line.isPickup ? `${line.sku} at ${line.locationId}` : `${line.sku}`
}
