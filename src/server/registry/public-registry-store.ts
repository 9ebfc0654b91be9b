import type { Variant } from '#domain/variant.ts'
import { type Sql, statement } from '#server/db/database.ts'
import { readableRows } from '#server/db/stored-json.ts'
import { type RegistryRow, registryColumns, registryOf, type StoredRegistry } from '#server/registry/registry-store.ts'

/** A registry as somebody else may find it. `shopperId` is its owner, and never leaves the server. */
export type FoundRegistry = RegistryRow & { readonly shopperId: string }

const columns = `shopper_id as "shopperId", ${registryColumns}`

const byShare = statement<StoredRegistry<FoundRegistry>>(
  'registry.by-share',
  `select ${columns} from registry where share_id = $1 and brand = $2 and country = $3`,
)
const publicByIds = statement<StoredRegistry<FoundRegistry>>(
  'registry.public-by-ids',
  `select ${columns} from registry where gr_id = any($1::bigint[]) and is_public and closed_at is null and brand = $2 and country = $3`,
)
const byNames = statement<StoredRegistry<FoundRegistry>>(
  'registry.by-names',
  `select ${columns} from registry
   where is_public and closed_at is null and brand = $2 and country = $3
     and to_tsvector('simple', owner_names) @@ to_tsquery('simple', $1)
   order by (event_date < current_date), event_date, gr_id limit 50`,
)

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The registry of a shared link, public or not, closed or not; undefined when there is none in this storefront. */
export async function findShared(sql: Sql, shareId: string, { brand, country }: Variant) {
  const row = uuid.test(shareId) ? await sql.row(byShare, [shareId, brand, country]) : undefined
  return row && registryOf(row)
}

/** Those of these registries that everybody may find; a closed one nobody does. */
export async function findPublic(sql: Sql, grIds: readonly number[], { brand, country }: Variant) {
  return grIds.length === 0 ? [] : readableRows(await sql.rows(publicByIds, [grIds, brand, country]), registryOf)
}

/** Open public registries whose owners' names begin with all of these words, the next event first, past ones last; at most 50. */
export async function searchRegistries(sql: Sql, name: string, { brand, country }: Variant): Promise<FoundRegistry[]> {
  const words = name.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.join('').length < 2) return []
  const query = words.slice(0, 6).map((word) => `${word}:*`)
  return readableRows(await sql.rows(byNames, [query.join(' & '), brand, country]), registryOf)
}

const requested = statement<{ sku: number }>(
  'registry.asks-for',
  `select i.sku from registry r join registry_item i on i.shopper_id = r.shopper_id and i.gr_id = r.gr_id
   where r.gr_id = $1 and r.closed_at is null and r.brand = $3 and r.country = $4 and i.sku = any($2::bigint[])`,
)

/** Which of these pieces a registry asks for, whoever may see it: of one that a gift in the cart is for. */
export async function piecesAskedFor(
  sql: Sql,
  grId: number,
  skus: readonly number[],
  { brand, country }: Variant,
): Promise<ReadonlySet<number>> {
  if (grId === 0) return new Set()
  return new Set((await sql.rows(requested, [grId, skus, brand, country])).map(({ sku }) => sku))
}
