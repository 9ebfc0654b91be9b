import { statement, type Tx } from '#server/db/database.ts'
import { isCancelled } from '#server/order/cancel/cancel-store.ts'
import type { OrderKey } from '#server/order/order-store.ts'

/**
 * One statement for all lines: pieces are summed by sku and location first (two lines of one sku must not each pass the
 * check), rows are locked in that order (no deadlock between carts), and the condition is judged again on the row as it
 * is once its lock is ours. Fewer rows back than wanted: not enough of something, roll back.
 */
const holding = `with wanted as (
     select sku, location_id, sum(quantity)::int as quantity from shop.order_line
     where shopper_id = $1 and order_id = $2 and location_id is not null group by sku, location_id
   ), locked as (
     select s.sku, s.location_id from shop.stock s join wanted w on w.sku = s.sku and w.location_id = s.location_id
     order by s.sku, s.location_id for no key update of s
   ), taken as (
     update shop.stock s set held = s.held + w.quantity from wanted w join locked k using (sku, location_id)
     where s.sku = w.sku and s.location_id = w.location_id and s.on_hand - s.held >= w.quantity
     returning s.sku, s.location_id, w.quantity
   ), noted as (
     insert into shop.stock_hold (sku, location_id, order_id, shopper_id, quantity)
     select sku, location_id, $2, $1, quantity from taken
   )`

const hold = statement<{ sku: number; isHeld: boolean }>(
  'order.hold-stock',
  `${holding} select w.sku, t.sku is not null as "isHeld" from wanted w left join taken t using (sku, location_id)`,
)

const mustHold = statement(
  'order.must-hold-stock',
  `${holding} select shop.must(t.sku is not null) from wanted w left join taken t using (sku, location_id)`,
)

/** Holds the pieces of the order's lines, all or none; answers the skus there was not enough of. */
export async function holdStock(tx: Tx, order: OrderKey): Promise<number[]> {
  const rows = await tx.rows(hold, [order.shopperId, order.orderId])
  return rows.filter((row) => !row.isHeld).map((row) => row.sku)
}

/** The same with what a transaction writes: where one is missing nothing of it is kept. */
export function writeStockHolds(tx: Tx, order: OrderKey): void {
  tx.write(mustHold, [order.shopperId, order.orderId])
}

const pieces = (those: string) => `mine as (
     select sku, location_id, quantity from shop.stock_hold where order_id = $1 and ${those}
   ), locked as (
     select s.sku, s.location_id, m.quantity from shop.stock s
     join mine m on m.sku = s.sku and m.location_id = s.location_id
     order by s.sku, s.location_id for no key update of s
   )`

const held = pieces("state = 'held'")

const sell = statement(
  'order.sell-stock',
  `with ${held}, sold as (
     update shop.stock s set on_hand = s.on_hand - k.quantity, held = s.held - k.quantity from locked k
     where s.sku = k.sku and s.location_id = k.location_id returning s.sku, s.location_id
   )
   update shop.stock_hold h set state = 'sold' from sold
   where h.order_id = $1 and h.state = 'held' and h.sku = sold.sku and h.location_id = sold.location_id`,
)

const release = statement(
  'order.release-stock',
  `with ${held}, freed as (
     update shop.stock s set held = s.held - k.quantity from locked k
     where s.sku = k.sku and s.location_id = k.location_id returning s.sku, s.location_id
   )
   update shop.stock_hold h set state = 'released' from freed
   where h.order_id = $1 and h.state = 'held' and h.sku = freed.sku and h.location_id = freed.location_id`,
)

const putBack = statement(
  'order.put-stock-back',
  `with ${pieces(`state = 'sold' and ${isCancelled}`)}, back as (
     update shop.stock s set on_hand = s.on_hand + k.quantity from locked k
     where s.sku = k.sku and s.location_id = k.location_id returning s.sku, s.location_id
   )
   update shop.stock_hold h set state = 'released' from back
   where h.order_id = $1 and h.state = 'sold' and h.sku = back.sku and h.location_id = back.location_id`,
)

/** The held pieces leave the stock: the order is placed. */
export function sellStock(tx: Tx, order: OrderKey): void {
  tx.write(sell, [order.orderId])
}

/** The held pieces are free again: the order is refused. */
export async function releaseStock(tx: Tx, order: OrderKey): Promise<void> {
  await tx.count(release, [order.orderId])
}

/** The pieces of a cancelled order are on the shelf again. */
export async function putStockBack(tx: Tx, order: OrderKey): Promise<void> {
  await tx.count(putBack, [order.orderId, order.shopperId])
}
