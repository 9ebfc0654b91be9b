// The books of a drill, as the judge reads them.
import { type Database, statement } from '#server/db/database.ts'
import { sku } from '#test/builders/catalog.ts'
import type { DrillShop } from '#test/drill/drill-world.ts'
import type { BookedOrder, Books, Line } from '#test/drill/judge.ts'
import { wishedFor } from '#test/drill/seed-cart.ts'

const orders = statement<BookedOrder>(
  'drill.orders',
  `select order_number as "orderNumber", cart_id as cart, state, total_cents as "totalCents",
     (select coalesce(json_agg(json_build_object('sku', l.sku, 'quantity', l.quantity)), '[]') from shop.order_line l
       where l.shopper_id = o.shopper_id and l.order_id = o.order_id) as lines
   from shop.orders o`,
)
const carts = statement<{ cart: string; lines: readonly Line[] }>(
  'drill.carts',
  `select cart_id as cart,
     (select coalesce(json_agg(json_build_object('sku', l.sku, 'quantity', l.quantity)), '[]') from shop.cart_line l
       where l.shopper_id = c.shopper_id and l.cart_id = c.cart_id) as lines
   from shop.cart c where state in ('open', 'placing')`,
)
const wishes = statement<{ what: string; taken: number }>(
  'drill.wishes',
  `select 'registry ' || g.gr_id as what, sum(g.quantity)::int as taken
   from shop.registry_gift g join shop.orders o using (shopper_id, order_id) where o.state in ('pending', 'placed')
   group by g.gr_id`,
)
const trips = statement<{ what: string; there: number; taken: number }>(
  'drill.trips',
  `select 'delivery window ' || t.trip_id as what, t.capacity as there, count(o.order_id)::int as taken
   from shop.trip t join shop.trip_hold h using (trip_id)
     join shop.orders o on o.order_id = h.order_id and o.state in ('pending', 'placed')
   where h.state <> 'released' group by t.trip_id`,
)
const sold = statement<{ taken: number }>(
  'drill.last-piece',
  `select coalesce(sum(l.quantity), 0)::int as taken from shop.order_line l join shop.orders o using (shopper_id, order_id)
   where l.sku = $1 and o.state in ('pending', 'placed')`,
)

/** `lastPieces`: how many there were of the piece that is the last of its kind. */
export async function readBooks({ database, mails }: DrillShop, lastPieces: number): Promise<Books> {
  const wished = (await database.rows(wishes)).map((one) => ({ ...one, there: wishedFor }))
  const last = (await database.row(sold, [sku.lastVase]))?.taken ?? 0
  return {
    orders: await database.rows(orders),
    carts: await database.rows(carts),
    mails: mails(),
    scarce: [...wished, ...(await database.rows(trips)), { what: 'the last vase', there: lastPieces, taken: last }],
  }
}

const onHand = statement<{ pieces: number }>(
  'drill.on-hand',
  'select coalesce(sum(on_hand), 0)::int as pieces from shop.stock where sku = $1',
)

export async function piecesOf(database: Database, one: number): Promise<number> {
  return (await database.row(onHand, [one]))?.pieces ?? 0
}
