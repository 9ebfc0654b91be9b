import type { Recipient } from '#domain/cart/cart.ts'
import { giftOptionsOf } from '#domain/cart/recipients/recipient-rules.ts'
import { productAddress } from '#domain/catalog/sku.ts'
import { storeDay } from '#domain/days.ts'
import { windowOfId, windowPromise } from '#domain/shipping/delivery-windows.ts'
import { type ShipMethod, shipMethodNames, shipMethod as shipMethodNumbers } from '#domain/shipping/methods.ts'
import { lineAnalyticsView, linePicture, makingTimeOf } from '#server/cart/line-view.ts'
import { crewView } from '#server/checkout/crew.ts'
import { isShipComplete } from '#server/checkout/delivery-slots.ts'
import { totalsOf } from '#server/checkout/recipient-view.ts'
import type { CartQuote, QuotedLine } from '#server/pricing/pricing-service.ts'

/** A line as it was when it was ordered, in the shape the confirmation shows (DATA-04); kept with the order for ever. */
export type OrderItem = ReturnType<typeof orderItem>
/** A recipient as it was when the order was placed (DATA-06). */
export type OrderRecipient = ReturnType<typeof orderRecipient>

/** The items of an order in the order of its lines. */
export function orderItems(priced: CartQuote): OrderItem[] {
  return priced.lines.map(orderItem)
}

function orderItem(known: QuotedLine) {
  const { line, facts, priced, unitCents, promise } = known
  const recipientId = line.recipientId ?? ''
  const service = facts.services.find((one) => one.type === line.installationType)
  return {
    id: line.lineId,
    sku: line.sku,
    title: facts.title,
    imagePath: linePicture(line, facts),
    navigateUrl: productAddress(line.sku),
    quantity: line.quantity,
    currentPrice: unitCents,
    totalPrice: priced.totalCents,
    recipientId,
    grId: line.giftRegistryId,
    recipients: [{ recipientId, quantity: line.quantity, basketItemId: line.lineId }],
    personalization: line.personalization,
    optionChoices: facts.optionChoices,
    isPickup: line.isPickup,
    isRemoved: false,
    isDonation: line.donationCents !== null,
    isInstallationServiceRequired: service !== undefined,
    installationServiceFee: service?.feeCents ?? 0,
    availability: promise.status,
    edd: { message: promise.message },
    makingTime: makingTimeOf(known),
    dimensions: facts.dimensions,
    boxes: facts.boxes.map(({ boxNumber, quantity, width, depth, height }) => {
      return { boxNumber, quantity, width, depth, height }
    }),
    priceQuantityTotals: { quantity: line.quantity },
    ...lineAnalyticsView(known),
  }
}

/** The recipients that have a line, in their order. */
export function orderRecipients(priced: CartQuote): OrderRecipient[] {
  return priced.cart.recipients
    .filter(({ recipientId }) => priced.lines.some(({ line }) => line.recipientId === recipientId))
    .map((recipient) => orderRecipient(recipient, priced))
}

function orderRecipient(recipient: Recipient, priced: CartQuote) {
  const { recipientId, isPickup, locationId, address } = recipient
  const store = isPickup ? priced.stores.get(locationId ?? 0) : undefined
  return {
    id: recipientId,
    isPickup,
    storeNumber: store === undefined ? '' : String(store.locationId),
    storeName: store?.name ?? '',
    address: address === null ? null : { addressId: '', recipientId, ...address, saveToAccount: false },
    shipments: priced.shipments
      .filter((shipment) => shipment.recipientId === recipientId)
      .map((shipment) => orderShipment(recipient, shipment, priced)),
    bopsOptions: recipient.bopsOptions,
    giftOptions: giftOptionsOf(recipient, priced.cart.lines),
    crew: crewOf(recipient, priced),
    isMailWelcome: recipient.isMailWelcome,
    totals: totalsOf(priced, recipientId),
  }
}

/** What the crew are told (CALM-17); null where none comes. */
function crewOf(recipient: Recipient, priced: CartQuote) {
  const crew = crewView(priced, recipient)
  return crew === null ? null : { phone: crew.phone, accessNotes: crew.accessNotes }
}

/** The window that furniture comes in, as it was booked; null for what comes otherwise. */
function bookedTrip({ tripWindowId }: Recipient, method: ShipMethod) {
  const window = tripWindowId === null ? null : windowOfId(tripWindowId)
  const isInHome = method === shipMethodNumbers.localInHome || method === shipMethodNumbers.longDistanceInHome
  if (window === null || !isInHome) return null
  const { id, date, from, to } = window
  return { windows: [{ id, date, from, to, isFree: false }], selectedWindowId: id }
}

function orderShipment(recipient: Recipient, shipment: CartQuote['shipments'][number], priced: CartQuote) {
  const { shipMethod, lineIds, shippingCents, surchargeCents } = shipment
  const lines = priced.lines.filter(({ line }) => lineIds.includes(line.lineId))
  const tripBooking = bookedTrip(recipient, shipMethod)
  const today = storeDay(priced.now)
  const booked = tripBooking?.windows.map((window) => windowPromise(window, today))[0] ?? ''
  const message = booked || (lines[0]?.promise.message ?? '')
  return {
    id: `${recipient.recipientId}:${shipMethod}`,
    holidayHold: shipMethod === shipMethodNumbers.standard ? recipient.holidayHold : null,
    holidayHoldRanges: [],
    tripBooking,
    availableServiceLevels: [
      {
        level: shipMethod,
        name: shipMethodNames[shipMethod],
        charge: shippingCents + surchargeCents,
        edd: { message },
      },
    ],
    selectedServiceLevel: shipMethod,
    isShipCompleteVisible: false,
    isShipCompleteSelected: isShipComplete(recipient, lines, shipMethod),
    items: lines.map(({ line, facts, promise }) => ({
      basketItemId: line.lineId,
      sku: line.sku,
      quantity: line.quantity,
      edd: { message: booked || promise.message },
      isParcelShipping: facts.shipKind === 'parcel',
    })),
  }
}
