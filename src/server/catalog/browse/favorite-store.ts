import type { Variant } from '#domain/variant.ts'
import { type Sql, statement, type Tx } from '#server/db/database.ts'

/** More than this nobody finds again. */
export const maxFavorites = 500

const favorites = statement<{ sku: number; productId: string }>(
  'catalog.favorites',
  `select f.sku, k.product_id as "productId" from shop.favorite f
   join shop.sku k on k.sku = f.sku
   join shop.price r on r.sku = k.sku and r.country = $3
   where f.shopper_id = $1 and k.brand = $2 order by f.added_at desc, f.sku limit ${maxFavorites}`,
)

/** The shopper's favorites that are sold in the variant, the latest first, each with its product. */
export function readFavorites(
  sql: Sql,
  shopperId: string,
  variant: Variant,
): Promise<{ readonly sku: number; readonly productId: string }[]> {
  return sql.rows(favorites, [shopperId, variant.brand, variant.country])
}

const add = statement<unknown>(
  'catalog.favorite-add',
  `insert into shop.favorite (shopper_id, sku)
   select $1, k.sku from shop.sku k join shop.price r on r.sku = k.sku and r.country = $4
   where k.sku = $2 and k.brand = $3 and (select count(*) from shop.favorite where shopper_id = $1) < ${maxFavorites}
   on conflict (shopper_id, sku) do nothing`,
)

const remove = statement<unknown>(
  'catalog.favorite-remove',
  'delete from shop.favorite where shopper_id = $1 and sku = $2',
)

/** Puts a sku that is sold in the variant on the shopper's list, or takes it off; again changes nothing. */
export async function writeFavorite(
  sql: Sql,
  { shopperId, variant }: { readonly shopperId: string; readonly variant: Variant },
  sku: number,
  isFavorite: boolean,
): Promise<void> {
  if (isFavorite) await sql.count(add, [shopperId, sku, variant.brand, variant.country])
  else await sql.count(remove, [shopperId, sku])
}

const merge = statement<unknown>(
  'catalog.favorites-merge',
  `with moved as (delete from shop.favorite where shopper_id = $1 returning sku, added_at)
   insert into shop.favorite (shopper_id, sku, added_at) select $2, sku, added_at from moved
   on conflict (shopper_id, sku) do nothing`,
)

/** A guest's favorites become the member's at sign-in. */
export async function mergeFavorites(tx: Tx, guestId: string, memberId: string): Promise<void> {
  if (guestId !== memberId) await tx.count(merge, [guestId, memberId])
}
