import type { Day } from '#domain/days.ts'
import type { Brand, Country } from '#domain/variant.ts'
import { type Sql, statement, type Tx } from '#server/db/database.ts'
import { type RegistryRow, registryColumns, registryOf, type StoredRegistry } from '#server/registry/registry-store.ts'

/** A registry as its mails tell of it. */
export type MailedRegistry = RegistryRow & {
  readonly shopperId: string
  readonly brand: Brand
  readonly country: Country
}

/** A gift as a mail tells of it; `giverNames` '' when there are none. */
export type MailedGift = { readonly sku: number; readonly quantity: number; readonly giverNames: string }

// an order that is not settled yet waits; one that was refused or cancelled is told by nobody
const waiting = `g.told_on is null and o.state <> 'pending'
  and (coalesce(o.settled_at, o.created_at) at time zone 'America/Chicago')::date < $1::date`

const due = statement<{ grId: number }>(
  'registry.gift-mails-due',
  `select r.gr_id as "grId" from shop.registry r
   where r.gr_id in (
       select g.gr_id from shop.registry_gift g
       join shop.orders o on o.shopper_id = g.shopper_id and o.order_id = g.order_id
       where ${waiting})
     and not exists (select from shop.registry_gift t where t.gr_id = r.gr_id and t.told_on = $1::date)
   order by r.gr_id limit $2 for no key update of r skip locked`,
)

const note = statement<{ grId: number }>(
  'registry.note-told',
  `update shop.registry_gift g set told_on = $1::date
   from shop.orders o, shop.registry r
   where o.shopper_id = g.shopper_id and o.order_id = g.order_id and r.gr_id = g.gr_id
     and g.gr_id = any($2::bigint[]) and ${waiting}
   returning case when o.state = 'placed' and r.shopper_id <> g.shopper_id then g.gr_id end as "grId"`,
)

const columns = `shopper_id as "shopperId", brand, country, ${registryColumns}`

const mailed = statement<StoredRegistry<MailedRegistry>>(
  'registry.mailed',
  `select ${columns} from registry where gr_id = $1`,
)

const toldOn = statement<MailedGift>(
  'registry.gifts-of-mail',
  `select g.sku, g.quantity, g.giver_names as "giverNames" from shop.registry_gift g
   join shop.registry r on r.gr_id = g.gr_id
   join shop.orders o on o.shopper_id = g.shopper_id and o.order_id = g.order_id
   where g.gr_id = $1 and g.told_on = $2::date and o.state = 'placed' and g.shopper_id <> r.shopper_id
   order by o.settled_at, g.line_no`,
)

/**
 * Takes so many registries at most of which something was bought before this day and not told, one mail a day each, and notes all
 * of it as told by the day's mail. Answers those that have a gift to tell of: what an owner bought from her own is none.
 */
export async function takeUntoldGifts(
  tx: Tx,
  day: Day,
  max: number,
): Promise<{ readonly taken: number; readonly grIds: readonly number[] }> {
  const registries = await tx.rows(due, [day, max])
  if (registries.length === 0) return { taken: 0, grIds: [] }
  const told = await tx.rows(note, [day, registries.map(({ grId }) => grId)])
  const grIds = new Set(told.flatMap(({ grId }) => grId ?? []))
  return { taken: registries.length, grIds: [...grIds] }
}

/** The registry that a mail is about. */
export async function readMailedRegistry(sql: Sql, grId: number): Promise<MailedRegistry | undefined> {
  const row = await sql.row(mailed, [grId])
  return row && registryOf(row)
}

/** What the mail of a day tells of a registry; what was cancelled since is left out. */
export function readMailedGifts(sql: Sql, grId: number, day: Day): Promise<MailedGift[]> {
  return sql.rows(toldOn, [grId, day])
}

const stop = statement(
  'registry.stop-mails',
  'insert into registry_mail_stop (email_mac) values ($1) on conflict do nothing',
)
const stopped = statement<{ emailMac: Buffer }>(
  'registry.stopped-mails',
  'select email_mac as "emailMac" from registry_mail_stop where email_mac = any($1::bytea[])',
)
const silence = statement(
  'registry.silence',
  "update registry set gift_mail = 'none' where gr_id = $1 and gift_mail <> 'none'",
)

/** An address without an account gets no mail of gifts any more, of whatever registry. */
export async function stopGiftMails(sql: Sql, emailMac: Buffer): Promise<void> {
  await sql.count(stop, [emailMac])
}

/**
 * Whether an address wants no mail of gifts. It said so by the newest of these hashes or an older one: then it is noted by the newest,
 * as the older key is not kept for good.
 */
export async function hasStoppedGiftMails(sql: Sql, emailMacs: readonly Buffer[]): Promise<boolean> {
  const [newest] = emailMacs
  const found = await sql.rows(stopped, [emailMacs])
  const isStopped = found.length > 0
  if (isStopped && newest !== undefined && !found.some(({ emailMac }) => emailMac.equals(newest)))
    await stopGiftMails(sql, newest)
  return isStopped
}

/** Nobody is mailed of the gifts of a registry any more. */
export async function silenceRegistry(sql: Sql, grId: number): Promise<void> {
  await sql.count(silence, [grId])
}
