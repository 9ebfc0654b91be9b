import type pg from 'pg'
import { DatabaseRefuses } from '#server/db/arrival.ts'
import { sqlState } from '#server/db/faults.ts'
import { connectToHost } from '#server/db/host-choice.ts'
import { sessionSettings } from '#server/db/session-settings.ts'

/** How many statements prove that a pooler keeps them. */
const statements = 50

/** duplicate_prepared_statement, invalid_sql_statement_name. */
const lost = ['42P05', '26000']

const lostText =
  'The pooler in front of the database loses prepared statements. Use PgBouncer 1.21 or newer with max_prepared_statements, ' +
  'or DATABASE_POOLER=session.'

/**
 * Makes sure that a pooler which gives a connection to somebody else after each transaction does what the shop needs of it: prepared
 * statements are there on whichever connection comes, and the role brings its settings along.
 * @throws DatabaseRefuses otherwise
 */
export async function checkPooler(url: string, { isPrepared }: { readonly isPrepared: boolean }): Promise<void> {
  const clients: pg.Client[] = []
  const connect = async () => {
    const client = await connectToHost(url, { application_name: 'cartwright-pooler', query_timeout: 10_000 })
    clients.push(client)
    return client
  }
  try {
    const [one, other] = [await connect(), await connect()]
    if (isPrepared) await provePrepared(one, other)
    await readSettings(one)
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)))
  }
}

/** One after the other gets the connection that the first had; at once they get each other's. */
async function provePrepared(one: pg.Client, other: pg.Client): Promise<void> {
  const ask = (client: pg.Client, nth: number) =>
    client.query<{ n: number }>({ name: `pooler.proof-${nth}`, text: `/* pooler.proof */ select ${nth} as n` })
  try {
    for (let nth = 0; nth < statements; nth += 1) {
      await ask(one, nth)
      await ask(other, nth)
    }
    for (let nth = 0; nth < statements; nth += 1) {
      const answers = await Promise.all([ask(one, nth), ask(other, statements - 1 - nth)])
      const [first, second] = answers.map(({ rows }) => rows[0]?.n)
      if (first !== nth || second !== statements - 1 - nth) throw new DatabaseRefuses(lostText)
    }
  } catch (error) {
    if (lost.includes(sqlState(error) ?? '')) throw new DatabaseRefuses(lostText, { cause: error })
    throw error
  }
}

async function readSettings(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string; who: string }>(
    'select name, setting, current_user::text as who from pg_settings where name = any($1) order by name',
    [Object.keys(sessionSettings)],
  )
  const wrong = rows.filter(({ name, setting }) => setting !== sessionSettings[name])
  if (wrong.length === 0) return
  const lines = wrong.map(({ name, setting }) => `  - ${name} is ${setting}, and must be ${sessionSettings[name]}`)
  throw new DatabaseRefuses(
    `With DATABASE_POOLER=transaction the role ${rows[0]?.who} brings the settings of its connections along:\n${lines.join('\n')}\n` +
      'npm run db:roles -- --apply writes those of cartwright_web and cartwright_worker.',
  )
}
