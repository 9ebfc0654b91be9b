import { type Sql, statement } from '#server/db/database.ts'
import { readableRows } from '#server/db/stored-json.ts'
import type { DesignOwner, SavedDesign } from './design-store.ts'
import { savedDesignOf } from './stored-design.ts'

/** A design of a shopper's own, on the piece that it was made for. */
export type OwnDesign = Pick<SavedDesign, 'sku' | 'lines' | 'designHash'>

// a saved one is there for a month; what was ordered, for good
const ownDesigns = statement<{ designId: string; sku: number; designHash: string; lines: unknown }>(
  'personalization.own-designs',
  `with own as (
     select sku, design_hash as hash, lines, created_at as at from shop.saved_design
     where shopper_id = $1 and brand = $2 and country = $3 and design_hash <> ''
     union all
     select l.sku, l.item->'personalization'->>'designHash', l.item->'personalization'->'lines', o.created_at
     from shop.orders o join shop.order_line l on l.shopper_id = o.shopper_id and l.order_id = o.order_id
     where o.shopper_id = $1 and o.brand = $2 and o.country = $3 and o.state in ('pending', 'placed', 'cancelled')
       and l.item->'personalization'->>'designHash' is not null
     union all
     select (l->>'sku')::bigint, l->'item'->'personalization'->>'designHash', l->'item'->'personalization'->'lines', o.created_at
     from shop.order_archive o, jsonb_array_elements(o.document->'lines') l
     where o.shopper_id = $1 and o.brand = $2 and o.country = $3 and o.state in ('placed', 'cancelled')
       and l->'item'->'personalization'->>'designHash' is not null
   ), each as (select distinct on (sku, hash) sku, hash, lines, at from own order by sku, hash, at desc)
   select hash as "designId", sku, hash as "designHash", lines from each order by at desc, hash limit $4`,
)

/** The designs that a shopper has saved or ordered, each once for a piece, the last first. */
export async function readOwnDesigns(
  sql: Sql,
  { shopperId, variant: { brand, country } }: DesignOwner,
  max: number,
): Promise<OwnDesign[]> {
  const rows = await sql.rows(ownDesigns, [shopperId, brand, country, max])
  return readableRows(rows, savedDesignOf).map(({ sku, lines, designHash }) => ({ sku, lines, designHash }))
}
