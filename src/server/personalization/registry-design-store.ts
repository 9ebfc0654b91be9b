import { type Sql, statement, type Tx } from '#server/db/database.ts'
import { readableRows } from '#server/db/stored-json.ts'
import type { DesignOwner, SavedDesign } from '#server/personalization/design-store.ts'
import { savedDesignOf } from './stored-design.ts'

/** A saved design that a registry holds, with how many pieces of it are wanted. */
export type RegistryDesign = SavedDesign & { readonly grId: number; readonly wanted: number }

const columns =
  'design_id as "designId", sku, personalization_type as type, lines, design_hash as "designHash", gr_id as "grId", wanted'

const free = statement<Omit<SavedDesign, 'lines'> & { readonly lines: unknown }>(
  'personalization.lock-for-registry',
  `select design_id as "designId", sku, personalization_type as type, lines, design_hash as "designHash"
   from shop.saved_design
   where shopper_id = $1 and brand = $2 and country = $3 and design_id = any($4::uuid[]) and in_registry_at is null
   for update`,
)
const held = statement<Omit<RegistryDesign, 'lines'> & { readonly lines: unknown }>(
  'personalization.in-registries',
  `select ${columns} from shop.saved_design where shopper_id = $1 and gr_id = any($2::bigint[])
   order by in_registry_at, design_id`,
)
const put = statement(
  'personalization.into-registry',
  `update shop.saved_design set gr_id = $3, wanted = $4, in_registry_at = now()
   where shopper_id = $1 and design_id = $2 and in_registry_at is null`,
)
const change = statement(
  'personalization.change-in-registry',
  'update shop.saved_design set wanted = $4 where shopper_id = $1 and design_id = $2 and gr_id = $3',
)
const takeOut = statement(
  'personalization.out-of-registry',
  `update shop.saved_design set gr_id = null, wanted = null, in_registry_at = null
   where shopper_id = $1 and design_id = $2 and gr_id = $3`,
)

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Those of these designs that are the shopper's own and in no registry yet, by id, locked until the transaction ends (OPEN-46). */
export async function lockDesignsForRegistry(
  tx: Tx,
  { shopperId, variant }: DesignOwner,
  designIds: readonly string[],
): Promise<ReadonlyMap<string, SavedDesign>> {
  const validIds = designIds.filter((designId) => uuid.test(designId))
  if (validIds.length === 0) return new Map()
  const rows = await tx.rows(free, [shopperId, variant.brand, variant.country, validIds])
  return new Map(readableRows(rows, savedDesignOf).map((row) => [row.designId, row]))
}

/** The designs that some registries of a shopper hold, in the order they were added. */
export async function readRegistryDesigns(
  sql: Sql,
  shopperId: string,
  grIds: readonly number[],
): Promise<RegistryDesign[]> {
  return grIds.length === 0 ? [] : readableRows(await sql.rows(held, [shopperId, grIds]), savedDesignOf)
}

/** From now on a registry holds this design: its id works there no more. */
export async function putInRegistry(
  tx: Tx,
  shopperId: string,
  { designId, grId, wanted }: Pick<RegistryDesign, 'designId' | 'grId' | 'wanted'>,
): Promise<void> {
  await tx.count(put, [shopperId, designId, grId, wanted])
}

/** Sets how many are wanted, 0 takes it out; false when the shopper's registry does not hold it. */
export async function changeRegistryDesign(
  tx: Tx,
  shopperId: string,
  { designId, grId, wanted }: Pick<RegistryDesign, 'designId' | 'grId' | 'wanted'>,
): Promise<boolean> {
  if (!uuid.test(designId)) return false
  if (wanted === 0) return (await tx.count(takeOut, [shopperId, designId, grId])) === 1
  return (await tx.count(change, [shopperId, designId, grId, wanted])) === 1
}
