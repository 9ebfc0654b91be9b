import type { z } from 'zod'
import type { recipient as recipientShape, shipment as shipmentShape } from '#contracts/checkout/shapes.ts'
import type { Recipient } from '#domain/cart/cart.ts'
import { availabilityStatus } from '#domain/catalog/availability.ts'
import { dayText } from '#domain/days.ts'
import type { PricedShipment } from '#domain/pricing/cart-facts.ts'
import { type DeliveryPromise, firstDay, promiseDelivery } from '#domain/shipping/delivery-promise.ts'
import { shipmentFee, shipmentSurcharge } from '#domain/shipping/fees.ts'
import { availableServiceLevels, type ServiceLevel, shipMethodNames } from '#domain/shipping/methods.ts'
import { addressView } from '#server/address/address-view.ts'
import type { BasketLine, PricedBasket } from '#server/pricing/pricing-service.ts'

export type RecipientView = z.output<typeof recipientShape>
type ShipmentView = z.output<typeof shipmentShape>

/** Who gets what, how and when (DATA-06, DATA-07); recipients without a line are not shown. */
export function recipientList(priced: PricedBasket): RecipientView[] {
  const used = new Set(priced.lines.map(({ line }) => line.recipientId))
  return priced.cart.recipients
    .filter((recipient) => used.has(recipient.recipientId))
    .map((recipient) => recipientView(priced, recipient))
}

function recipientView(priced: PricedBasket, recipient: Recipient): RecipientView {
  const { recipientId, isPickup, locationId, address, giftOptions, bopsOptions } = recipient
  return {
    id: recipientId,
    isPickup,
    storeNumber: locationId === null ? '' : String(locationId),
    storeName: (locationId === null ? undefined : priced.stores.get(locationId)?.name) ?? '',
    address: address === null ? null : addressView(address, { recipientId }),
    shipments: priced.shipments
      .filter((shipment) => shipment.recipientId === recipientId)
      .map((shipment) => shipmentView(priced, recipient, shipment)),
    bopsOptions: isPickup ? (bopsOptions ?? { giftReceiptOption: 0, baggingOption: 0, pickupContact: null }) : null,
    giftOptions: { ...giftOptions },
  }
}

/** A shipment has no row of its own: it is the lines of one recipient that travel by one method. */
export function shipmentId({ recipientId, shipMethod }: Pick<PricedShipment, 'recipientId' | 'shipMethod'>): string {
  return `${recipientId}.${shipMethod}`
}

function shipmentView(priced: PricedBasket, recipient: Recipient, shipment: PricedShipment): ShipmentView {
  const lines = linesOf(priced, shipment)
  const statuses = new Set(lines.map(({ promise }) => promise.status))
  // only what can leave on different days can be asked to leave together
  const isShipCompleteVisible = lines.length > 1 && statuses.has(availabilityStatus.futureAvailability)
  return {
    id: shipmentId(shipment),
    holidayHold: recipient.holidayHold === null ? null : { ...recipient.holidayHold },
    holidayHoldRanges: [],
    tripBooking: null,
    availableServiceLevels: offeredLevels(lines, shipment).map((level) => ({
      level,
      name: shipMethodNames[level],
      charge: level === shipment.shipMethod ? chargeOf(shipment) : chargeAt(level, shipment, priced),
      edd: { message: latest(lines.map((line) => promiseAt(level, line, priced))) },
    })),
    selectedServiceLevel: shipment.shipMethod,
    isShipCompleteVisible,
    isShipCompleteSelected: isShipCompleteVisible && recipient.isShipComplete,
    items: lines.map(({ line, facts, promise }) => ({
      basketItemId: line.lineId,
      sku: line.sku,
      quantity: line.quantity,
      edd: { message: promise.message },
      isParcelShipping: facts.shipKind === 'parcel',
    })),
  }
}

export function linesOf(priced: PricedBasket, shipment: PricedShipment): BasketLine[] {
  return priced.lines.filter(({ line }) => shipment.lineIds.includes(line.lineId))
}

/** What can be chosen for a shipment (SHIP-14); nothing for freight and gift cards. */
export function offeredLevels(lines: readonly BasketLine[], shipment: PricedShipment): readonly ServiceLevel[] {
  const first = lines[0]
  return first === undefined ? [] : availableServiceLevels(first.facts.shipKind, shipment.destination)
}

function chargeOf({ shippingCents, surchargeCents }: PricedShipment): number {
  return shippingCents + surchargeCents
}

function chargeAt(level: ServiceLevel, shipment: PricedShipment, { promo, promoProblem }: PricedBasket): number {
  const fee = shipmentFee(level, shipment.merchandiseCents)
  const isFree = promo?.benefit.kind === 'freeShipping' && promoProblem === null
  return (isFree ? 0 : fee.standardCents) + fee.extraCents + shipmentSurcharge(level, shipment.destination)
}

function promiseAt(method: ServiceLevel, { line, facts }: BasketLine, { now, cart }: PricedBasket): DeliveryPromise {
  const asked = { sku: facts, wanted: line.quantity, method, storeFree: null }
  return promiseDelivery(asked, firstDay(now, cart.country), cart.country)
}

/** The promise of a shipment is the one of its last item. */
function latest(promises: readonly DeliveryPromise[]): string {
  const days = promises.flatMap(({ day }) => day ?? []).sort()
  const last = days.at(-1)
  return promises.find(({ day }) => day === last)?.message ?? (last === undefined ? '' : dayText(last))
}
