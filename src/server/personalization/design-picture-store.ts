import type { NormalDesign } from '#domain/personalization/normal-design.ts'
import { type Sql, statement } from '#server/db/database.ts'
import { normalDesignOf } from './stored-design.ts'

const insert = statement(
  'personalization.note-design',
  'insert into shop.design (hash, design) values ($1, $2) on conflict (hash) do nothing',
)
const store = statement(
  'personalization.keep-design',
  `insert into shop.design (hash, design, kept_at) values ($1, $2, now())
   on conflict (hash) do update set kept_at = now()
   where design.kept_at is null or design.kept_at < now() - interval '1 day'`,
)
const byHash = statement<{ readonly design: unknown }>(
  'personalization.design-by-hash',
  'select design from shop.design where hash = $1',
)
const sweep = statement(
  'personalization.sweep-seen',
  `delete from shop.design where ctid = any(array(
     select ctid from shop.design where kept_at is null and created_at < now() - interval '2 days' limit $1 for update skip locked))`,
)

// saved ones, lines of carts and saved for later, lines that were taken out and may be put back, lines of orders: whoever
// comes to name a design has it from one of these, so that none that is seen to be unnamed here gets a name meanwhile
const sweepOld = statement<{ count: number }>(
  'personalization.sweep-unnamed',
  `with old as materialized (
     select hash from shop.design where kept_at < now() - interval '30 days' order by kept_at limit $1 for update skip locked
   ), named as (
     select hash from old where exists (select from shop.saved_design where design_hash = old.hash)
       or exists (select from shop.cart_line where personalization->>'designHash' = old.hash)
       or exists (select from shop.cart_event where event->'removed'->'personalization'->>'designHash' = old.hash)
       or exists (select from shop.order_line where item->'personalization'->>'designHash' = old.hash)
     union all select hash from old join shop.order_archive a on a.designs @> array[old.hash]
   ), known as (
     update shop.design d set kept_at = now() from named where d.hash = named.hash
   ), forgotten as (
     delete from shop.design d using old where d.hash = old.hash and not exists (select from named where hash = old.hash)
   )
   select count(*)::int as count from old`,
)

/** Notes a design that was looked at: its picture can be asked for, by any process. */
export async function noteDesign(sql: Sql, hash: string, design: NormalDesign): Promise<void> {
  await sql.count(insert, [hash, JSON.stringify(design)])
}

/** Keeps a design: it may be in a cart, an order or a registry from now on. */
export async function storeDesignPicture(sql: Sql, hash: string, design: NormalDesign): Promise<void> {
  await sql.count(store, [hash, JSON.stringify(design)])
}

/** The design of a hash, or undefined. */
export async function readDesign(sql: Sql, hash: string): Promise<NormalDesign | undefined> {
  const row = await sql.row(byHash, [hash])
  return row && normalDesignOf(row.design, hash)
}

/** Designs that were only looked at, two days later: so many at most; answers how many. */
export function sweepSeenDesigns(sql: Sql, max: number): Promise<number> {
  return sql.count(sweep, [max])
}

/**
 * Designs that for 30 days were known to nobody: no saved design, line, registry or order names them. Looks at so many at most
 * and answers at how many; those that have a name are not looked at again for 30 days.
 */
export async function sweepUnnamedDesigns(sql: Sql, max: number): Promise<number> {
  return (await sql.row(sweepOld, [max]))?.count ?? 0
}
