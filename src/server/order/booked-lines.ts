import type { Day } from '#domain/days.ts'
import { windowPromise } from '#domain/shipping/delivery-windows.ts'
import type { OrderSnapshot } from '#server/order/stored-order.ts'

/**
 * An order whose lines say the booked day and window of their delivery, each of them, instead of what was promised before
 * anything was booked (CALM-05): nobody reads two dates.
 */
export function withBookedWindows(order: OrderSnapshot, placedOn: Day): OrderSnapshot {
  const shipments = order.recipients.flatMap((recipient) => recipient.shipments)
  const booked = new Map(shipments.flatMap((shipment) => bookedLines(shipment, placedOn)))
  return {
    ...order,
    items: order.items.map((item) => {
      const message = booked.get(item.id)
      return message === undefined ? item : { ...item, edd: { message } }
    }),
  }
}

type Shipment = OrderSnapshot['recipients'][number]['shipments'][number]

function bookedLines({ tripBooking, items }: Shipment, today: Day): [lineId: string, promise: string][] {
  const window = tripBooking?.windows.find(({ id }) => id === tripBooking.selectedWindowId)
  return window === undefined ? [] : items.map(({ basketItemId }) => [basketItemId, windowPromise(window, today)])
}
