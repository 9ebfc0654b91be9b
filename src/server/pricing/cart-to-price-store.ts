import type { Cart } from '#domain/cart/cart.ts'
import type { PromoFacts } from '#domain/promo/promo.ts'
import { type CartRow, cartOf, cartSelect } from '#server/cart/cart-rows.ts'
import { type CartOwner, isLiveCart } from '#server/cart/cart-store.ts'
import { type Sql, statement } from '#server/db/database.ts'
import { type PromoRow, promoSelect, readablePromo } from '#server/promo/promo-store.ts'

/** A cart with the promotion of its code: null when it has none or one that is unknown. */
export type CartToPrice = { readonly cart: Cart; readonly promo: PromoFacts | null }

const promoOfCart = `, (select row_to_json(d) from (${promoSelect('c.discount_code', 'c.shopper_id')}) d) as promo`

const loadToPrice = statement<{ cart: CartRow & { readonly promo: PromoRow | null } }>(
  'cart.load-to-price',
  cartSelect(isLiveCart, promoOfCart),
)

/** The live cart with what its price depends on beside the facts of its skus, in one statement. */
export async function readCartToPrice(sql: Sql, { shopperId, variant }: CartOwner): Promise<CartToPrice | undefined> {
  const row = await sql.row(loadToPrice, [shopperId, variant.brand, variant.country])
  if (row === undefined) return undefined
  const { promo, ...cart } = row.cart
  return { cart: cartOf(cart), promo: readablePromo(promo) }
}
