import type { Variant } from '#domain/variant.ts'
import { type Sql, statement } from '#server/db/database.ts'

const held = statement<{ productId: string }>(
  'recommendation.held',
  `select distinct k.product_id as "productId" from shop.sku k where k.brand = $3 and k.sku in (
     select l.sku from shop.cart c
     join shop.cart_line l on l.shopper_id = c.shopper_id and l.cart_id = c.cart_id and l.list = 'cart'
     where c.shopper_id = $1 and c.brand = $3 and c.country = $4 and c.state in ('open', 'placing')
     union all
     select l.sku from shop.orders o
     join shop.order_line l on l.shopper_id = o.shopper_id and l.order_id = o.order_id
     where o.shopper_id = any($2) and o.brand = $3 and o.country = $4 and o.state in ('placed', 'pending')
       and o.created_at > $5::timestamptz - interval '1 day')`,
)

/** The products in a shopper's live cart and in her orders of the last day, placed under any of her ids: she is offered none of them (CALM-37). */
export async function readHeldProducts(
  sql: Sql,
  variant: Variant,
  shopper: { readonly shopperId: string; readonly ids: readonly string[]; readonly now: Date },
): Promise<readonly string[]> {
  const { brand, country } = variant
  const rows = await sql.rows(held, [shopper.shopperId, shopper.ids, brand, country, shopper.now])
  return rows.map(({ productId }) => productId)
}
