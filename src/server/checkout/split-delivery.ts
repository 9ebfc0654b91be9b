import { isUndelivered } from '#domain/catalog/availability.ts'
import type { PricedShipment } from '#domain/pricing/cart-facts.ts'
import type { DeliveryPromise } from '#domain/shipping/delivery-promise.ts'
import { shipmentFee, shipmentSurcharge } from '#domain/shipping/fees.ts'
import { lateLines } from '#domain/shipping/split-delivery.ts'
import { isInHome, linesOf } from '#server/checkout/delivery-slots.ts'
import type { CartQuote } from '#server/pricing/pricing-service.ts'

/** What of an in-home shipment may come as a delivery of its own, later, and what it costs more (CALM-15); null for nothing. */
export function splitOf(priced: CartQuote, shipment: PricedShipment) {
  if (!isInHome(shipment.shipMethod)) return null
  const lines = linesOf(priced, shipment)
  const late = new Set(
    lateLines(lines.map(({ line, promise }) => ({ lineId: line.lineId, day: promise.ownDay ?? promise.day }))),
  )
  if (late.size === 0) return null
  const later = lines.filter(({ line }) => late.has(line.lineId))
  const laterCents = later.reduce((total, { line, unitCents }) => total + unitCents * line.quantity, 0)
  const charge =
    chargeOf(priced, shipment, laterCents) + chargeOf(priced, shipment, shipment.merchandiseCents - laterCents)
  return {
    lineIds: [...late],
    charge: charge - shipment.shippingCents - shipment.surchargeCents,
    edd: { message: latest(later.map(({ promise }) => promise)) },
  }
}

function chargeOf(
  { promo, promoProblem, fees }: CartQuote,
  shipment: PricedShipment,
  merchandiseCents: number,
): number {
  const fee = shipmentFee(shipment.shipMethod, merchandiseCents, fees)
  const isFree = promo?.benefit.kind === 'freeShipping' && promoProblem === null
  const surcharge = shipmentSurcharge(shipment.shipMethod, shipment.destination, fees)
  return (isFree ? 0 : fee.standardCents) + fee.extraCents + surcharge
}

/** The promise of a shipment is the one of its last item; where none goes there, that. */
export function latest(promises: readonly DeliveryPromise[]): string {
  const days = promises.flatMap(({ day }) => day ?? []).sort()
  const last = days.at(-1)
  if (last === undefined) return promises.find(({ status }) => isUndelivered(status))?.message ?? ''
  return promises.find(({ day }) => day === last)?.message ?? ''
}
