import { createHash } from 'node:crypto'
import { type Database, statement } from '#server/db/database.ts'

const tables = statement<{ name: string }>(
  'test.tables',
  `select format('%I.%I', schemaname, tablename) as name from pg_tables
   -- partitions are rows of their tables
   where schemaname not in ('pg_catalog', 'information_schema', 'shop_part') order by 1`,
)

/** The names of all tables, with their schemas. */
export async function tableNames(database: Database): Promise<string[]> {
  return (await database.rows(tables)).map(({ name }) => name)
}

/** Every row of every table, told by one hash a table; equal when nothing at all was changed. */
export async function contents(
  database: Database,
  but: readonly string[] = [],
): Promise<{ readonly [table: string]: string }> {
  const names = (await tableNames(database)).filter((name) => !but.includes(name))
  const each = names.map(
    (name) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) as hash from ${name} t`,
  )
  const hashes = await database.rows(
    statement<{ name: string; hash: string }>(
      `test.contents.${createHash('sha256').update(but.join()).digest('hex').slice(0, 16)}`,
      each.join(' union all '),
    ),
  )
  return Object.fromEntries(hashes.map(({ name, hash }) => [name, hash]))
}
