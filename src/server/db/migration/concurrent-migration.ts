import type pg from 'pg'

/** One statement of a concurrent migration, ready to be run again after a crash. */
export type ConcurrentStep = {
  readonly text: string
  /** @param lockMs how long what may be tried again waits for a lock, milliseconds; the connection's own limit too */
  run(client: pg.Client, lockMs: number): Promise<void>
}

type Kind = {
  readonly pattern: RegExp
  /** An index waits for old transactions and holds nobody up meanwhile; giving up would leave half of it behind. */
  readonly waitsForLocks: boolean
  /** Takes up or removes what a crash left of an earlier run. False: nothing is left to do. */
  prepare(client: pg.Client, names: readonly string[]): Promise<boolean>
}

const part = '(?:"[^"]+"|[a-z_][a-z0-9_$]*)'
const like = (words: string) =>
  new RegExp(`^${words.replaceAll('NAME', `(${part}(?:\\.${part})?)`).replaceAll(' ', '\\s+')}`, 'i')
const always = async () => true

/** All that may stand in one: none of these keeps a shopper waiting. */
const kinds: readonly Kind[] = [
  {
    pattern: like('create (?:unique )?index concurrently if not exists NAME on '),
    waitsForLocks: true,
    prepare: dropInvalid,
  },
  { pattern: like('drop index concurrently if exists NAME$'), waitsForLocks: true, prepare: always },
  { pattern: like('alter table (?:only )?NAME validate constraint NAME$'), waitsForLocks: false, prepare: always },
  {
    pattern: like('alter table NAME detach partition NAME concurrently$'),
    waitsForLocks: false,
    prepare: finishDetaching,
  },
  // slice by slice, each its own transaction: done again it finds what is left
  {
    pattern: like(`call shop_meta\\.backfill\\(\\s*'${part}(?:\\.${part})?',\\s*'`),
    waitsForLocks: false,
    prepare: always,
  },
]

/** The statements of a concurrent migration, in order. Throws on the first that may not stand in one. */
export function concurrentSteps(file: string, text: string): ConcurrentStep[] {
  return statementsOf(text).map((statement) => {
    const kind = kinds.find(({ pattern }) => pattern.test(statement))
    if (kind !== undefined) return stepOf(kind, statement)
    throw new Error(
      `Migration ${file} may not contain "${statement.replaceAll(/\s+/g, ' ').slice(0, 80)}": only create index concurrently ` +
        'if not exists, drop index concurrently if exists, validate constraint, detach partition ... concurrently and call ' +
        'shop_meta.backfill(...) may stand in it.',
    )
  })
}

function stepOf(kind: Kind, text: string): ConcurrentStep {
  const [, ...names] = kind.pattern.exec(text) ?? []
  return {
    text,
    async run(client, lockMs) {
      // one that is given up in the middle leaves half an index behind
      await client.query(
        `set search_path = shop; set lock_timeout = ${kind.waitsForLocks ? 0 : lockMs}; set statement_timeout = 0`,
      )
      try {
        if (await kind.prepare(client, names)) await client.query(text)
      } finally {
        await client
          .query(`set lock_timeout = ${lockMs}; reset search_path; reset statement_timeout`)
          .catch(() => undefined)
      }
    },
  }
}

/** What stands between semicolons, without comments. */
function statementsOf(text: string): string[] {
  const tokens = text.match(/'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|[\s\S]/g) ?? []
  const statements = ['']
  for (const token of tokens) {
    if (token === ';') statements.push('')
    else statements.push(`${statements.pop()}${/^(?:--|\/\*)/.test(token) ? ' ' : token}`)
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '')
}

/** An index whose making was cut off is kept up with every write and used by no query. */
async function dropInvalid(client: pg.Client, [index]: readonly string[]): Promise<boolean> {
  const { rows } = await client.query<{ index: string }>(
    'select indexrelid::regclass::text as index from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  )
  for (const invalid of rows) await client.query(`drop index concurrently if exists ${invalid.index}`)
  return true
}

/** A partition that is gone needs nothing; one whose leaving was cut off is let go for good. */
async function finishDetaching(client: pg.Client, [table, partition]: readonly string[]): Promise<boolean> {
  const { rows } = await client.query<{ pending: boolean }>(
    `select inhdetachpending as pending from pg_inherits
     where inhparent = to_regclass($1) and inhrelid = to_regclass($2)`,
    [table, partition],
  )
  if (rows[0]?.pending) await client.query(`alter table ${table} detach partition ${partition} finalize`)
  return rows[0]?.pending === false
}
