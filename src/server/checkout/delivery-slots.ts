import { addBusinessDays } from '#domain/business-days.ts'
import type { Recipient } from '#domain/cart/cart.ts'
import { availabilityStatus } from '#domain/catalog/availability.ts'
import type { Day } from '#domain/days.ts'
import type { PricedShipment } from '#domain/pricing/cart-facts.ts'
import { carrierDays } from '#domain/shipping/carrier-days.ts'
import { firstDay } from '#domain/shipping/delivery-promise.ts'
import { type DeliveryWindow, deliveryWindows } from '#domain/shipping/delivery-windows.ts'
import { type HoldRange, holdRanges } from '#domain/shipping/holiday-hold.ts'
import { type ShipMethod, shipMethod } from '#domain/shipping/methods.ts'
import { comesTogether } from '#domain/shipping/ship-complete.ts'
import type { CartQuote, QuotedLine } from '#server/pricing/pricing-service.ts'

/** The lines that travel in a shipment. */
export function linesOf(priced: CartQuote, shipment: PricedShipment): QuotedLine[] {
  return priced.lines.filter(({ line }) => shipment.lineIds.includes(line.lineId))
}

/** Whether the lines of a shipment come together, with the last of them (CALM-16). */
export function isShipComplete(recipient: Recipient, lines: readonly QuotedLine[], method: ShipMethod): boolean {
  return lines.some(({ facts }) => comesTogether(recipient, facts.shipKind, method))
}

/** SHIP-15: the weeks a parcel can be held for; none for what is not a parcel, or cannot be had yet. */
export function offeredHolds(priced: CartQuote, shipment: PricedShipment): readonly HoldRange[] {
  const isParcel = linesOf(priced, shipment).every(
    ({ facts, promise }) => facts.shipKind === 'parcel' && promise.status === availabilityStatus.available,
  )
  return isParcel ? holdRanges(firstDay(priced.now, priced.cart.country)) : []
}

/** SHIP-19: the windows in which furniture can be brought in; none for what comes otherwise, or to an unknown place. */
export function offeredWindows(priced: CartQuote, shipment: PricedShipment): readonly DeliveryWindow[] {
  const { shipMethod: method, destination } = shipment
  if (!isInHome(method) || destination === null) return []
  const { country } = priced.cart
  const days = linesOf(priced, shipment).flatMap(({ promise }): Day[] => {
    if (promise.day === null) return []
    const isToCome = promise.status === availabilityStatus.futureAvailability
    return [isToCome ? addBusinessDays(promise.day, carrierDays[method].max, country) : promise.day]
  })
  const from = days.sort().at(-1)
  return from === undefined ? [] : deliveryWindows(from, destination)
}

/** Whether a shipment is brought into the home. */
export function isInHome(method: ShipMethod): method is 6 | 7 {
  return method === shipMethod.localInHome || method === shipMethod.longDistanceInHome
}

/** The in-home shipment of a recipient; undefined when none is. */
export function inHomeShipment(priced: CartQuote, { recipientId }: Recipient): PricedShipment | undefined {
  return priced.shipments.find((one) => one.recipientId === recipientId && isInHome(one.shipMethod))
}

/** The windows chosen for what is really brought in; `isOffered` is false once a window is past or of another place. */
export function chosenWindows(
  priced: CartQuote,
): readonly { readonly id: number; readonly recipientId: string; readonly isOffered: boolean }[] {
  return priced.cart.recipients.flatMap((recipient) => {
    const { recipientId, tripWindowId: id } = recipient
    const shipment = inHomeShipment(priced, recipient)
    if (id === null || shipment === undefined) return []
    return [{ id, recipientId, isOffered: offeredWindows(priced, shipment).some((window) => window.id === id) }]
  })
}
