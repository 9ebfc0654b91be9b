import { registryPictureRules } from '#domain/registry/registry-picture.ts'
import { type Sql, statement } from '#server/db/database.ts'
import type { DrawnPicture } from '#server/registry/registry-picture.ts'
import type { RegistryOwner } from '#server/registry/registry-store.ts'

const ofOwner = 'shopper_id = $1 and brand = $2 and country = $3 and gr_id = $4'

const put = statement(
  'registry.put-picture',
  `insert into registry_picture (gr_id, file, width, height)
   select gr_id, $5, $6, $7 from registry where ${ofOwner} and closed_at is null
   on conflict (gr_id) do update set picture_id = gen_random_uuid(), file = excluded.file, width = excluded.width,
     height = excluded.height, added_at = now()`,
)
const remove = statement(
  'registry.remove-picture',
  `delete from registry_picture where gr_id = (select gr_id from registry where ${ofOwner})`,
)
const file = statement<{ file: Buffer }>(
  'registry.picture-file',
  `select p.file from registry_picture p join registry r using (gr_id) where p.picture_id = $1 and r.closed_at is null`,
)

// the registry is locked too: one that is opened again keeps its picture
const sweep = statement(
  'registry.sweep-closed-pictures',
  `delete from registry_picture where ctid = any(array(
     select p.ctid from registry_picture p join registry r using (gr_id)
     where r.closed_at < now() - make_interval(days => $2) order by r.closed_at limit $1 for update of p, r skip locked))`,
)

/** Puts a picture on an owner's open registry, in the place of another; false when it is not hers, or closed. */
export async function putRegistryPicture(
  sql: Sql,
  { shopperId, variant }: RegistryOwner,
  grId: number,
  picture: DrawnPicture,
): Promise<boolean> {
  const owner = [shopperId, variant.brand, variant.country, grId]
  return (await sql.count(put, [...owner, picture.file, picture.width, picture.height])) === 1
}

/** Takes the picture off an owner's registry; false when there is none. */
export async function removeRegistryPicture(
  sql: Sql,
  { shopperId, variant }: RegistryOwner,
  grId: number,
): Promise<boolean> {
  return (await sql.count(remove, [shopperId, variant.brand, variant.country, grId])) === 1
}

/** The file of a picture whose registry is open; undefined for none. */
export async function readRegistryPicture(sql: Sql, pictureId: string): Promise<Buffer | undefined> {
  return (await sql.row(file, [pictureId]))?.file
}

/** Removes pictures of registries that were closed long ago, so many at most; answers how many. */
export function sweepClosedPictures(sql: Sql, max: number): Promise<number> {
  return sql.count(sweep, [max, registryPictureRules.daysOfClosed])
}
