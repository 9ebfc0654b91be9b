import type { Cart } from '#domain/cart/cart.ts'
import type { CartChange } from '#domain/cart/events.ts'
import type { PromoFacts } from '#domain/promo/promo.ts'
import { type CartRow, cartOf, cartSelect } from '#server/cart/cart-rows.ts'
import { type CartOwner, isLiveCart } from '#server/cart/cart-store.ts'
import { cartMonth } from '#server/cart/event-row.ts'
import { type Sql, statement } from '#server/db/database.ts'
import { type PickupStore, pickupStoresOf, type StoreRow, storeSelect } from '#server/pricing/pickup-stock-store.ts'
import { type PromoRow, promoSelect, readablePromo } from '#server/promo/promo-store.ts'

/** A cart with all that its answer depends on besides the facts of its skus. */
export type CartToPrice = {
  readonly cart: Cart
  /** Of the cart's code: null when it has none or one that is unknown. */
  readonly promo: PromoFacts | null
  /** Where its lines are picked up. */
  readonly stores: ReadonlyMap<number, PickupStore>
  /** What changed since the version that the shopper saw. */
  readonly changes: readonly CartChange[]
}

export type CartToPriceRow = CartRow & {
  readonly promo: PromoRow | null
  readonly stores: readonly StoreRow[] | null
  readonly changes: readonly (readonly CartChange[])[] | null
}

const ofCart = 'shopper_id = c.shopper_id and cart_id = c.cart_id'
const pickups = storeSelect({
  ...{ brand: 'c.brand', country: 'c.country' },
  locationIds: `array(select location_id from shop.cart_line where ${ofCart} and location_id is not null)`,
  skus: `array(select sku from shop.cart_line where ${ofCart})`,
})
/** The live cart of $1 in store front $2, $3 as one JSON, for who saw version $4 of it last; `more` is further columns of cart `c`. */
export function cartToPriceSelect(more = ''): string {
  return cartSelect(
    isLiveCart,
    `, (select row_to_json(d) from (${promoSelect('c.discount_code', 'c.shopper_id')}) d) as promo,
    (select json_agg(w) from (${pickups}) w) as stores,
    case when c.version > $4 then shop.cart_changes(c.shopper_id, c.cart_id, ${cartMonth('c')}, $4, c.version) end as changes${more}`,
  )
}

const loadToPrice = statement<{ cart: CartToPriceRow }>('cart.load-to-price', cartToPriceSelect())

/** The live cart with what its answer depends on beside the facts of its skus, in one statement; `seenVersion` is null where unsaid. */
export async function readCartToPrice(
  sql: Sql,
  { shopperId, variant }: CartOwner,
  seenVersion: number | null,
): Promise<CartToPrice | undefined> {
  const row = await sql.row(loadToPrice, [shopperId, variant.brand, variant.country, seenVersion])
  return row && cartToPriceOf(row.cart)
}

/** The cart of a row of that text. */
export function cartToPriceOf({ promo, stores, changes, ...row }: CartToPriceRow): CartToPrice {
  const cart = cartOf(row)
  return {
    cart,
    promo: readablePromo(promo),
    stores: pickupStoresOf(stores ?? [], cart),
    changes: (changes ?? []).flat(),
  }
}
