import { type Database, type Sql, type Statement, statement } from '#server/db/database.ts'
import { boundTo, keyTypes, queriesOf } from './invariant-texts.ts'
import { type Breach, checkKeys } from './invariants-store.ts'

/** Parts whose counters are compared with the entries of a ledger, of which one key may have any number. */
export type CountedPart = 'cards' | 'promos' | 'trips'

/** Runs work in which all statements see the books of the same instant. */
export type Snapshot = <Result>(work: (sql: Sql) => Promise<Result>) => Promise<Result>

/** So many keys are looked at by one statement. */
const keysAtOnce = 50

export type PageSizes = {
  /** Of a key with more entries than that they are added up page by page. */
  readonly few: number
  readonly page: number
}
const pageSizes: PageSizes = { few: 200, page: 2_500 }

const ledgers: { readonly [Part in CountedPart]: { table: string; key: string; entry: string; type: string } } = {
  cards: { table: 'shop.gift_card_entry', key: 'card_id', entry: 'entry_no', type: 'bigint' },
  promos: { table: 'shop.promo_use', key: 'code', entry: 'order_id', type: 'uuid' },
  trips: { table: 'shop.trip_hold', key: 'trip_id', entry: 'order_id', type: 'uuid' },
}
const bounds: { readonly [type: string]: readonly [least: string, most: string] } = {
  bigint: ['-9223372036854775808', '9223372036854775807'],
  uuid: ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
}

type Counting = {
  readonly many: Statement<{ key: string }>
  readonly end: Statement<{ entry: string }>
  readonly add: Statement<{ sums: readonly string[] }>
  readonly compare: Statement<Breach>
  readonly first: string
  readonly last: string
}

/** The part of a query that adds up, and the names of its columns behind the key. */
const sumsOf = /\/\* sums \*\/([\s\S]*?)\/\* end \*\/\) s\(\w+, ([\w, ]+)\)/

function countingOf(part: CountedPart): Counting {
  const { table, key, entry, type } = ledgers[part]
  const [first = '', last = ''] = bounds[type] ?? []
  const keyType = keyTypes[part]
  const sums: string[] = []
  const added: string[] = []
  const compared = queriesOf(part).map((query) =>
    query.replace(sumsOf, (found, text: string, names: string) => {
      const nth = added.length + 1
      const columns = names.split(', ')
      const inPage = text.replace(/\/\* \w+ ([\w.]+) \*\/ true/, (_marker, column: string) => {
        const place = column.replace(/\w+$/, entry)
        return `${column} = $1::${keyType} and ${place} > $2::${type} and ${place} <= $3::${type}`
      })
      sums.push(`left join (${inPage}) s${nth}(key, ${columns.map((name) => `${name}${nth}`).join(', ')}) on true`)
      const known = columns.map((name) => {
        added.push(`coalesce(s${nth}.${name}${nth}, 0) + coalesce(($4::numeric[])[${added.length + 1}], 0)`)
        return `($2::numeric[])[${added.length}]`
      })
      const from = `select ($1::${keyType}[])[1], ${known.join(', ')}`
      return found.replace(/\/\* sums \*\/[\s\S]*?\/\* end \*\//, from)
    }),
  )
  return {
    first,
    last,
    many: statement(
      `order.keys-of-many-${part}`,
      `select k.key::text as key from unnest($1::${keyType}[]) k(key) where exists (
         select from ${table} e where e.${key} = k.key order by e.${entry} offset $2::int)`,
    ),
    end: statement(
      `order.page-end-of-${part}`,
      `select ${entry}::text as entry from ${table} where ${key} = $1::${keyType} and ${entry} > $2::${type}
       order by ${key}, ${entry} offset $3::int - 1 limit 1`,
    ),
    add: statement(
      `order.sums-of-${part}`,
      `select array[${added.join(', ')}]::text[] as sums from (select 1) one ${sums.join('\n')}`,
    ),
    compare: statement(
      `order.counters-of-${part}`,
      boundTo(compared, (column) => `${column} = any($1::${keyType}[])`),
    ),
  }
}

const counted: { readonly [Part in CountedPart]: Counting } = {
  cards: countingOf('cards'),
  promos: countingOf('promos'),
  trips: countingOf('trips'),
}

/**
 * Compares the counters of these keys with their ledgers: those of few entries together in one statement, each of the others by
 * pages in one snapshot. Both see one instant, so what is found is so.
 */
export async function checkCounters(
  sql: Sql,
  snapshot: Snapshot,
  part: CountedPart,
  keys: readonly string[],
  sizes = pageSizes,
): Promise<Breach[]> {
  const breaches: Breach[] = []
  for (let from = 0; from < keys.length; from += keysAtOnce) {
    const some = keys.slice(from, from + keysAtOnce)
    const many = new Set((await sql.rows(counted[part].many, [some, sizes.few])).map(({ key }) => key))
    const few = some.filter((key) => !many.has(key))
    breaches.push(...(await checkKeys(sql, part, few)))
    for (const key of many) {
      breaches.push(...(await snapshot((still) => checkByPages(still, counted[part], key, sizes.page))))
    }
  }
  return breaches
}

async function checkByPages(sql: Sql, counting: Counting, key: string, page: number): Promise<Breach[]> {
  let after = counting.first
  let sums: readonly string[] = []
  for (;;) {
    const end = (await sql.row(counting.end, [key, after, page]))?.entry
    sums = (await sql.row(counting.add, [key, after, end ?? counting.last, sums]))?.sums ?? sums
    if (end === undefined) break
    after = end
  }
  return sql.rows(counting.compare, [[key], sums])
}

const still = statement('order.in-one-snapshot', "set local transaction_isolation = 'repeatable read'")

/** Snapshots of a database. */
export function snapshotOf(database: Pick<Database, 'transaction'>): Snapshot {
  return (work) =>
    database.transaction(async (tx) => {
      await tx.count(still)
      return work(tx)
    })
}
