import { windowCapacity, windowOfId } from '#domain/shipping/delivery-windows.ts'
import { statement, type Tx } from '#server/db/database.ts'
import { isCancelled } from '#server/order/cancel/cancel-store.ts'
import type { OrderKey } from '#server/order/order-store.ts'

const hold = statement(
  'order.hold-trips',
  `with locked as (
     select trip_id from shop.trip where trip_id = any($3::bigint[]) order by trip_id for no key update
   ), taken as (
     update shop.trip t set held = t.held + 1 from locked k
     where t.trip_id = k.trip_id and t.held + t.booked < t.capacity returning t.trip_id
   )
   insert into shop.trip_hold (trip_id, order_id, shopper_id) select trip_id, $1, $2 from taken`,
)

const open = statement(
  'order.open-trips',
  `insert into shop.trip (trip_id, day, region, from_time, to_time, capacity) overriding system value
   select id, date::date, region, "from", "to", $2
   from json_to_recordset($1) as row(id bigint, date text, region text, "from" text, "to" text)
   on conflict (trip_id) do nothing`,
)

/**
 * Holds a place on every trip (OPEN-83); false when one is full. `tripIds` holds each trip once. A window nobody has booked
 * before gets its row here, in a statement of its own so that the one that takes the place sees it.
 */
export async function holdTrips(tx: Tx, order: OrderKey, tripIds: readonly number[]): Promise<boolean> {
  const windows = tripIds.flatMap((tripId) => windowOfId(tripId) ?? [])
  const [, held] = await Promise.all([
    tx.count(open, [JSON.stringify(windows), windowCapacity]),
    tx.count(hold, [order.orderId, order.shopperId, tripIds]),
  ])
  return held === tripIds.length
}

const ended = (
  state: 'booked' | 'released',
  change: string,
  mine = "order_id = $1 and state = 'held'",
) => `with mine as (
     select trip_id from shop.trip_hold where ${mine}
   ), locked as (
     select t.trip_id from shop.trip t join mine using (trip_id) order by t.trip_id for no key update of t
   ), changed as (
     update shop.trip t set ${change} from locked k where t.trip_id = k.trip_id returning t.trip_id
   )
   update shop.trip_hold h set state = '${state}' from changed where h.order_id = $1 and h.trip_id = changed.trip_id`

const book = statement('order.book-trips', `${ended('booked', 'held = t.held - 1, booked = t.booked + 1')}`)
const release = statement('order.release-trips', `${ended('released', 'held = t.held - 1')}`)

const rollBack = statement(
  'order.give-trips-back',
  ended('released', 'booked = t.booked - 1', `order_id = $1 and state = 'booked' and ${isCancelled}`),
)

export function bookTrips(tx: Tx, order: OrderKey): void {
  tx.write(book, [order.orderId])
}

export async function releaseTrips(tx: Tx, order: OrderKey): Promise<void> {
  await tx.count(release, [order.orderId])
}

/** The places of a cancelled order are free again. */
export async function giveTripsBack(tx: Tx, order: OrderKey): Promise<void> {
  await tx.count(rollBack, [order.orderId, order.shopperId])
}
