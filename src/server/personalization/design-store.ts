import { limits } from '#domain/limits.ts'
import type { MadeLine } from '#domain/personalization/check-lines.ts'
import type { DesignRequest } from '#domain/personalization/design.ts'
import type { Variant } from '#domain/variant.ts'
import { type Sql, statement, type Tx } from '#server/db/database.ts'
import { readableRows } from '#server/db/stored-json.ts'
import { savedDesignOf } from './stored-design.ts'

/** A design as it was saved, before it is in a cart. */
export type SavedDesign = {
  readonly designId: string
  readonly sku: number
  /** PERS-01. */
  readonly type: number
  readonly lines: readonly MadeLine[]
  /** Of the picture and production file; '' for one saved before there were any. */
  readonly designHash: string
}

/** Whose designs: a shopper's, in one storefront. */
export type DesignOwner = { readonly shopperId: string; readonly variant: Variant }

const insertDesign = statement(
  'personalization.insert-design',
  `insert into shop.saved_design (shopper_id, design_id, brand, country, sku, quantity, order_type, profile_guid,
     personalization_type, template_name, location_name, lines, design_hash)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
)

const forgetOldest = statement(
  'personalization.forget-oldest-unused',
  `delete from shop.saved_design where shopper_id = $1 and in_cart_at is null and gr_id is null and design_id in (
     select design_id from shop.saved_design where shopper_id = $1 and in_cart_at is null and gr_id is null
     order by created_at desc, design_id offset $2)`,
)

/** Keeps a design under a fresh id (OPEN-46); of those in no cart and no registry the oldest make room. */
export async function storeDesign(
  tx: Tx,
  { shopperId, variant }: DesignOwner,
  design: SavedDesign,
  { quantity, orderType, profileGuid, design: { templateName, locationName } }: DesignRequest,
): Promise<void> {
  await tx.count(insertDesign, [
    shopperId,
    design.designId,
    variant.brand,
    variant.country,
    design.sku,
    quantity,
    orderType,
    profileGuid,
    design.type,
    templateName,
    locationName,
    JSON.stringify(design.lines),
    design.designHash,
  ])
  await tx.count(forgetOldest, [shopperId, limits.unusedDesigns])
}

const freshDesigns = statement<Omit<SavedDesign, 'lines'> & { readonly lines: unknown }>(
  'personalization.lock-designs',
  `select design_id as "designId", sku, personalization_type as type, lines, design_hash as "designHash" from shop.saved_design
   where shopper_id = $1 and brand = $2 and country = $3 and design_id = any($4::uuid[]) and in_cart_at is null
   for update`,
)

/** Those of these designs that are the shopper's own and in no cart yet, by id, locked until the transaction ends. */
export async function lockDesigns(
  tx: Tx,
  { shopperId, variant }: DesignOwner,
  designIds: readonly string[],
): Promise<ReadonlyMap<string, SavedDesign>> {
  const validIds = designIds.filter((designId) => uuid.test(designId))
  if (validIds.length === 0) return new Map()
  const rows = await tx.rows(freshDesigns, [shopperId, variant.brand, variant.country, validIds])
  return new Map(readableRows(rows, savedDesignOf).map((row) => [row.designId, row]))
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const markInCart = statement(
  'personalization.mark-in-cart',
  'update shop.saved_design set in_cart_at = now() where shopper_id = $1 and design_id = any($2::uuid[])',
)

/** From now on these designs are in a cart: their ids work there no more (OPEN-46). */
export function noteInCart(tx: Tx, shopperId: string, designIds: readonly string[]): void {
  if (designIds.length > 0) tx.write(markInCart, [shopperId, designIds])
}

const oldDesigns = statement(
  'personalization.sweep-designs',
  `delete from shop.saved_design where ctid = any(array(
     select ctid from shop.saved_design where created_at < now() - interval '30 days' and gr_id is null order by created_at limit $1 for update skip locked))`,
)

/**
 * Designs older than a session can be, so many at most; answers how many. What is in a cart or an order has its own copy, what
 * is in a registry stays.
 */
export function sweepDesigns(sql: Sql, max: number): Promise<number> {
  return sql.count(oldDesigns, [max])
}
