import type { RegistryDetails } from '#domain/registry/registry-details.ts'
import { type Sql, statement } from '#server/db/database.ts'
import type { RegistryOwner } from '#server/registry/registry-store.ts'

const isOwn = 'shopper_id = $1 and brand = $2 and country = $3 and gr_id = $4'

const change = statement(
  'registry.change',
  `update registry set registry_type = $5, event_type = $6, list_type = $7, event_date = $8, owner_names = $9,
     first_name = $10, last_name = $11, partner_name = $12, partner_email = $13, greeting = $14, gift_mail = $15,
     is_public = $16, address = $17
   where ${isOwn}`,
)

const close = statement(
  'registry.close',
  `update registry set closed_at = case when $5 then coalesce(closed_at, now()) end where ${isOwn}`,
)

const of = ({ shopperId, variant }: RegistryOwner, grId: number) => [
  ...[shopperId, variant.brand, variant.country],
  grId,
]

/** Changes all that an owner may change of a registry; false when it is not hers. */
export async function changeRegistry(
  sql: Sql,
  owner: RegistryOwner,
  grId: number,
  details: RegistryDetails,
): Promise<boolean> {
  const { registryType, eventType, listType, eventDate, ownerNames, isPublic, address } = details
  const { firstName, lastName, partnerName, partnerEmail, greeting, giftMail } = details
  const values = [
    ...[registryType, eventType, listType, eventDate, ownerNames, firstName, lastName, partnerName, partnerEmail],
    ...[greeting, giftMail, isPublic, address && JSON.stringify(address)],
  ]
  return (await sql.count(change, [...of(owner, grId), ...values])) === 1
}

/** Closes an owner's registry, or opens it again; false when it is not hers. What was bought from it stays. */
export async function closeRegistry(sql: Sql, owner: RegistryOwner, grId: number, isClosed: boolean): Promise<boolean> {
  return (await sql.count(close, [...of(owner, grId), isClosed])) === 1
}
