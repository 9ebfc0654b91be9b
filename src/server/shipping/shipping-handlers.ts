import type { shippingCalls } from '#contracts/shipping/calls.ts'
import { shareOut } from '#domain/money.ts'
import { loadCart } from '#server/cart/cart-service.ts'
import { ownerOf } from '#server/cart/change-command.ts'
import { type Handlers, nobody } from '#server/http/context.ts'
import { type CartQuote, quoteCart } from '#server/pricing/pricing-service.ts'
import type { DeliveryMap } from '#server/shipping/delivery-map.ts'

export type ShippingServices = {
  readonly mapOf: () => DeliveryMap
}

/** What the shipping and delivery popups are made of. */
export function shippingHandlers({ mapOf }: ShippingServices): Handlers<typeof shippingCalls> {
  return {
    getShippingCharges: {
      kind: 'read',
      async run(context, { lineItemId }, sql) {
        const isRequested = lineItemId !== '' && context.shopper.shopperId !== nobody.shopperId
        const cart = isRequested ? await loadCart(sql, ownerOf(context)) : undefined
        const charge = cart === undefined ? null : chargeOf(await quoteCart(sql, cart, context), lineItemId)
        const fees = context.rates.feesOf(context.variant)
        return {
          fees: { ...fees, bands: fees.bands.map((band) => ({ ...band })) },
          charge,
          map: context.variant.hasDeliveryMap ? mapView(mapOf()) : null,
        }
      },
    },
  }
}

/** A line's share of what its shipment costs, by what its pieces are worth; null for what is not shipped. */
function chargeOf(quote: CartQuote, lineId: string) {
  const shipment = quote.shipments.find(({ lineIds }) => lineIds.includes(lineId))
  if (shipment === undefined) return null
  const worth = shipment.lineIds.map((id) => quote.lines.find(({ line }) => line.lineId === id)?.priced.totalCents ?? 0)
  const recipient = quote.cart.recipients.find(({ recipientId }) => recipientId === shipment.recipientId)?.address
  const isHidden = recipient?.giftRegistryId !== undefined
  const shares = shareOut(shipment.shippingCents + shipment.surchargeCents, worth)
  return {
    shipMethod: shipment.shipMethod as number,
    // of a registrant's home nobody is told more than the place (BEYOND-05)
    postalCode: isHidden ? '' : (shipment.destination?.postalCode ?? ''),
    cents: shares[shipment.lineIds.indexOf(lineId)] ?? 0,
  }
}

function mapView({ path, width, height, labels, points }: DeliveryMap) {
  return {
    path,
    width,
    height,
    labels: labels.map((label) => ({ ...label })),
    points: points.map((one) => ({ ...one })),
  }
}
