import { type FeeTable, shipmentFee, shipmentSurcharge } from '#domain/shipping/fees.ts'
import { calculatedShipMethod, type Destination, type ShipMethod } from '#domain/shipping/methods.ts'
import type { CartFacts, LineFacts, PricedShipment } from './cart-facts.ts'

/** Where a line goes: its recipient's destination, else the cart's. */
export function destinationOf(line: LineFacts, facts: CartFacts): Destination | null {
  const recipient = facts.recipients.find((one) => one.recipientId === line.recipientId)
  return recipient?.destination === undefined ? facts.destination : recipient.destination
}

/** The ship method of a line (OPEN-80); null for pickup and donations, which are not shipped. */
export function shipMethodOf(line: LineFacts, facts: CartFacts): ShipMethod | null {
  if (line.isPickup) return null
  return calculatedShipMethod(line.shipKind, line.serviceLevel, destinationOf(line, facts))
}

/** A line that is merchandise: what promos and the fee table count; not gift cards, not donations. */
export function isMerchandise(line: LineFacts): boolean {
  return line.shipKind !== 'giftCard' && line.shipKind !== 'donation'
}

/**
 * The shipments of a cart: one per recipient and ship method, in the order of the lines. Each is charged by the
 * merchandise in it before the discount (OPEN-79); with free shipping its standard part is 0, extras and flat
 * charges stay.
 */
export function priceShipments(facts: CartFacts, isFreeShipping: boolean, table: FeeTable): PricedShipment[] {
  const groups = new Map<string, { method: ShipMethod; lines: LineFacts[] }>()
  for (const line of facts.lines) {
    const method = shipMethodOf(line, facts)
    if (method === null) continue
    const key = `${method}|${line.recipientId ?? ''}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { method, lines: [line] })
    else group.lines.push(line)
  }
  return [...groups.values()].map(({ method, lines }) => {
    const first = lines[0]!
    const destination = destinationOf(first, facts)
    const merchandiseCents = lines
      .filter(isMerchandise)
      .reduce((total, line) => total + line.unitCents * line.quantity, 0)
    const fee = shipmentFee(method, merchandiseCents, table)
    return {
      recipientId: first.recipientId,
      shipMethod: method,
      lineIds: lines.map((line) => line.lineId),
      merchandiseCents,
      shippingCents: (isFreeShipping ? 0 : fee.standardCents) + fee.extraCents,
      surchargeCents: shipmentSurcharge(method, destination, table),
      destination,
    }
  })
}
