import type { CartState } from '#domain/cart/cart.ts'
import type { Brand, Country, Currency } from '#domain/variant.ts'
import { cartMonth, type EventRow, isOfMonth, readEventRow } from '#server/cart/event-row.ts'
import { type Sql, statement } from '#server/db/database.ts'
import { shownOf } from './stored-facts.ts'

/** A cart as an operator finds it, without who it is. */
export type FoundCart = {
  readonly cartId: string
  readonly shopperId: string
  readonly isMember: boolean
  readonly brand: Brand
  readonly country: Country
  readonly currency: Currency
  readonly state: CartState
  readonly createdAt: Date
}

const columns = `c.cart_id as "cartId", c.shopper_id as "shopperId", c.brand, c.country, c.currency, c.state,
  c.created_at as "createdAt", exists (select from shop.account a where a.shopper_id = c.shopper_id) as "isMember"`
const byId = statement<FoundCart>('cart.replayed', `select ${columns} from shop.cart c where c.cart_id = $1`)
const byOrder = statement<FoundCart>(
  'cart.replayed-of-order',
  `select ${columns} from shop.orders o join shop.cart c using (shopper_id, cart_id) where o.order_number = $1
   union all select ${columns} from shop.order_archive o join shop.cart c using (shopper_id, cart_id) where o.order_number = $1`,
)

/** The cart of an id, or of an order's number; undefined when there is none. */
export async function findCart(sql: Sql, name: { readonly cartId: string } | { readonly orderNumber: string }) {
  return 'cartId' in name ? sql.row(byId, [name.cartId]) : sql.row(byOrder, [name.orderNumber])
}

const everyEvent = statement<EventRow & { readonly at: Date; readonly changes: unknown }>(
  'cart.every-event-told',
  `select e.version, e.at, e.kind, e.facts_version as "factsVersion", e.event, e.changes from shop.cart_event e
   where e.shopper_id = $1 and e.cart_id = $2
     and ${isOfMonth('e', `(select ${cartMonth('c')} from shop.cart c where c.shopper_id = $1 and c.cart_id = $2)`)}
   order by e.version`,
)

/** All events of a cart with the facts that an operator is told. @throws StoredJsonFault when one cannot be read */
export async function readToldEvents(sql: Sql, { shopperId, cartId }: FoundCart) {
  const rows = await sql.rows(everyEvent, [shopperId, cartId])
  return rows.map((row) => ({
    ...readEventRow(row, cartId),
    at: row.at,
    ...shownOf(row, `${row.version} of cart ${cartId}`),
  }))
}

/** An event of a cart as an operator is told of it. */
export type ToldEvent = Awaited<ReturnType<typeof readToldEvents>>[number]

const names = statement<{ sku: number; name: string }>(
  'cart.replayed-names',
  'select sku, name from shop.sku where sku = any($1::bigint[])',
)

/** What pieces are called today. */
export async function readSkuNames(sql: Sql, skus: readonly number[]): Promise<ReadonlyMap<number, string>> {
  return new Map((await sql.rows(names, [skus])).map(({ sku, name }) => [sku, name]))
}
