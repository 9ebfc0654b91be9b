import type { z } from 'zod'
import type { recipient as recipientShape, shipment as shipmentShape } from '#contracts/checkout/shapes.ts'
import { noBops, type Recipient } from '#domain/cart/cart.ts'
import { giftOptionsOf } from '#domain/cart/recipients/recipient-rules.ts'
import { isUndelivered } from '#domain/catalog/availability.ts'
import { type Day, storeDay } from '#domain/days.ts'
import type { PricedShipment } from '#domain/pricing/cart-facts.ts'
import { type DeliveryPromise, promiseDelivery, promiseMoment } from '#domain/shipping/delivery-promise.ts'
import { windowPromise } from '#domain/shipping/delivery-windows.ts'
import { shipmentFee, shipmentSurcharge } from '#domain/shipping/fees.ts'
import { availableServiceLevels, type ServiceLevel, shipMethod, shipMethodNames } from '#domain/shipping/methods.ts'
import { haveDifferentDays } from '#domain/shipping/ship-complete.ts'
import { addressView } from '#server/address/address-view.ts'
import { crewView } from '#server/checkout/crew.ts'
import { isShipComplete, linesOf, offeredHolds, offeredWindows } from '#server/checkout/delivery-slots.ts'
import { boxesOfFreight } from '#server/checkout/freight-address.ts'
import { latest, splitOf } from '#server/checkout/split-delivery.ts'
import type { CartQuote, QuotedLine } from '#server/pricing/pricing-service.ts'

export type RecipientView = z.output<typeof recipientShape>
type ShipmentView = z.output<typeof shipmentShape>

/**
 * Who gets what, how and when (DATA-06, DATA-07). A home that no line goes to yet is shown, without shipments, while there
 * are lines that could be sent there.
 */
export function recipientList(priced: CartQuote): RecipientView[] {
  const used = new Set(priced.lines.map(({ line }) => line.recipientId))
  const isAnyShipped = priced.shipments.length > 0
  return priced.cart.recipients
    .filter((recipient) => used.has(recipient.recipientId) || (isAnyShipped && recipient.address !== null))
    .map((recipient) => recipientView(priced, recipient))
}

function recipientView(priced: CartQuote, recipient: Recipient): RecipientView {
  const { recipientId, isPickup, locationId, address, bopsOptions } = recipient
  return {
    id: recipientId,
    isPickup,
    storeNumber: locationId === null ? '' : String(locationId),
    storeName: (locationId === null ? undefined : priced.stores.get(locationId)?.name) ?? '',
    address: address === null ? null : addressView(address, { recipientId }),
    shipments: priced.shipments
      .filter((shipment) => shipment.recipientId === recipientId)
      .map((shipment) => shipmentView(priced, recipient, shipment)),
    bopsOptions: isPickup ? { ...(bopsOptions ?? noBops) } : null,
    giftOptions: { ...giftOptionsOf(recipient, priced.cart.lines) },
    isMailWelcome: recipient.isMailWelcome,
    crew: crewView(priced, recipient),
    isBoxForFreight: boxesOfFreight(priced).has(recipientId),
    totals: totalsOf(priced, recipientId),
  }
}

/** A recipient's part of the order in cents; all 0 while nothing goes there. */
export function totalsOf(priced: CartQuote, recipientId: string): RecipientView['totals'] {
  const found = priced.recipients.find((one) => one.recipientId === recipientId)
  const { recipientId: _, ...totals } = found ?? { ...noTotals, recipientId }
  return totals
}

const noTotals: RecipientView['totals'] = {
  ...{ subtotal: 0, discount: 0, shipping: 0, surcharge: 0, installation: 0 },
  ...{ giftOptions: 0, donation: 0, tax: 0, total: 0 },
}

/** A shipment has no row of its own: it is the lines of one recipient that travel by one method. */
export function shipmentId({ recipientId, shipMethod }: Pick<PricedShipment, 'recipientId' | 'shipMethod'>): string {
  return `${recipientId}.${shipMethod}`
}

function shipmentView(priced: CartQuote, recipient: Recipient, shipment: PricedShipment): ShipmentView {
  const lines = linesOf(priced, shipment)
  const tripBooking = tripBookingOf(priced, recipient, shipment)
  const arranged = arrangedText(tripBooking, storeDay(priced.now))
  const split = splitOf(priced, shipment)
  // what has its hours comes all at once
  const isShipCompleteVisible = arranged === '' && haveDifferentDays(lines.map(({ promise }) => promise))
  return {
    id: shipmentId(shipment),
    holidayHold: holdOf(recipient, shipment),
    holidayHoldRanges: offeredHolds(priced, shipment).map((range) => ({ ...range })),
    tripBooking,
    availableServiceLevels: offeredLevels(lines, shipment).map((level) => ({
      level,
      name: shipMethodNames[level],
      charge: level === shipment.shipMethod ? chargeOf(shipment) : chargeAt(level, shipment, priced),
      edd: {
        message:
          level === shipment.shipMethod
            ? arranged || latest(lines.map(({ promise }) => promise))
            : latest(lines.map((line) => promiseAt(level, line, priced))),
      },
    })),
    selectedServiceLevel: shipment.shipMethod,
    isShipCompleteVisible,
    isShipCompleteSelected: isShipCompleteVisible && isShipComplete(recipient, lines, shipment.shipMethod),
    ...(split === null ? {} : { split }),
    items: lines.map(({ line, facts, promise }) => ({
      basketItemId: line.lineId,
      sku: line.sku,
      quantity: line.quantity,
      edd: { message: arranged || promise.message },
      isParcelShipping: facts.shipKind === 'parcel',
    })),
  }
}

/** Only a parcel that goes by the standard way is held (SHIP-15). */
function holdOf({ holidayHold }: Recipient, shipment: PricedShipment): ShipmentView['holidayHold'] {
  return holidayHold !== null && shipment.shipMethod === shipMethod.standard ? { ...holidayHold } : null
}

/** The hours the shopper has chosen, which count in place of the first day that can be promised; '' when none are. */
function arrangedText(booking: ShipmentView['tripBooking'], today: Day): string {
  const window = booking?.windows.find(({ id }) => id === booking.selectedWindowId)
  return window === undefined ? '' : windowPromise(window, today)
}

/** The windows to choose from, and the chosen one while it still can be had (SHIP-19, OPEN-83). */
function tripBookingOf(
  priced: CartQuote,
  { tripWindowId }: Recipient,
  shipment: PricedShipment,
): ShipmentView['tripBooking'] {
  const windows = offeredWindows(priced, shipment)
  if (windows.length === 0) return null
  const isFree = (id: number) => !priced.fullTrips.has(id)
  const selected = windows.find(({ id }) => id === tripWindowId && isFree(id))
  return {
    windows: windows.map(({ id, date, from, to }) => ({ id, date, from, to, isFree: isFree(id) })),
    selectedWindowId: selected?.id ?? null,
  }
}

/** What can be chosen for a shipment (SHIP-14); nothing for freight and gift cards. */
export function offeredLevels(lines: readonly QuotedLine[], shipment: PricedShipment): readonly ServiceLevel[] {
  const first = lines[0]
  return first === undefined ? [] : availableServiceLevels(first.facts.shipKind, shipment.destination)
}

function chargeOf({ shippingCents, surchargeCents }: PricedShipment): number {
  return shippingCents + surchargeCents
}

function chargeAt(level: ServiceLevel, shipment: PricedShipment, { promo, promoProblem, fees }: CartQuote): number {
  const fee = shipmentFee(level, shipment.merchandiseCents, fees)
  const isFree = promo?.benefit.kind === 'freeShipping' && promoProblem === null
  return (isFree ? 0 : fee.standardCents) + fee.extraCents + shipmentSurcharge(level, shipment.destination, fees)
}

function promiseAt(method: ServiceLevel, known: QuotedLine, { now, cart }: CartQuote): DeliveryPromise {
  const { line, facts, promise } = known
  // no way of sending it goes there
  if (isUndelivered(promise.status)) return promise
  const requested = { sku: facts, wanted: line.quantity, method, storeFree: null }
  return promiseDelivery(requested, promiseMoment(now, cart.country))
}
