import type { NormalDesign } from '#domain/personalization/normal-design.ts'
import { type Sql, statement } from '#server/db/database.ts'

const insert = statement(
  'personalization.note-design',
  'insert into shop.design (hash, design) values ($1, $2) on conflict (hash) do nothing',
)
const keep = statement(
  'personalization.keep-design',
  `insert into shop.design (hash, design, kept_at) values ($1, $2, now())
   on conflict (hash) do update set kept_at = now() where design.kept_at is null`,
)
const byHash = statement<{ readonly design: NormalDesign }>(
  'personalization.design-by-hash',
  'select design from shop.design where hash = $1',
)
const sweep = statement(
  'personalization.sweep-seen',
  `delete from shop.design where kept_at is null and created_at < now() - interval '2 days'`,
)

/** Notes a design that was looked at: its picture can be asked for, by any process. */
export async function noteDesign(sql: Sql, hash: string, design: NormalDesign): Promise<void> {
  await sql.count(insert, [hash, JSON.stringify(design)])
}

/** Keeps a design for ever: it may be in a cart, an order or a registry from now on. */
export async function keepDesignPicture(sql: Sql, hash: string, design: NormalDesign): Promise<void> {
  await sql.count(keep, [hash, JSON.stringify(design)])
}

/** The design of a hash, or undefined. */
export async function readDesign(sql: Sql, hash: string): Promise<NormalDesign | undefined> {
  return (await sql.row(byHash, [hash]))?.design
}

/** Designs that were only looked at, two days later. */
export async function sweepSeenDesigns(sql: Sql): Promise<void> {
  await sql.count(sweep, [])
}
