import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'
import { ConfigError, readConfig } from '#server/config/config.ts'
import { LockNotGiven, MigrationsRunning, migrate } from '#server/db/migrate.ts'
import { planMigrations } from '#server/db/migration/migration-plan.ts'

const usage = `Usage: npm run db:migrate -- [--plan] [--wait] [--tries N]

Brings the database of DATABASE_URL up to date. --plan only prints the SQL that would run. While another process migrates this one says
who, and ends with 3; with --wait it waits. A lock that others hold is asked for 60 times, or N, half a second at a time.
`
const say = (text: string) => process.stdout.write(`${text}\n`)
const tell = (facts: object, text: string) => void process.stderr.write(`${text} ${JSON.stringify(facts)}\n`)
const log = { info: tell, warn: tell }

/** Answers the exit code: 0 done, 2 not understood. */
async function main(args: readonly string[]): Promise<number> {
  const words = readArguments(args)
  if (words === undefined) {
    process.stderr.write(usage)
    return 2
  }
  const { directUrl, databaseDir } = readConfig()
  const postgres = directUrl === null ? await startEmbeddedPostgres({ dataDir: databaseDir, port: 0, log }) : null
  const url = directUrl ?? postgres?.url ?? ''
  try {
    if (words.plan) {
      say(await planMigrations(url))
      return 0
    }
    const applied = await migrate({ url, log, isWaiting: words.wait, patience: { tries: words.tries } })
    for (const name of applied) say(`  ${name}`)
    say(applied.length === 0 ? 'The database was up to date.' : `${applied.length} applied.`)
    return 0
  } finally {
    await postgres?.stop()
  }
}

type Words = { readonly plan: boolean; readonly wait: boolean; readonly tries: number }

function readArguments(args: readonly string[]): Words | undefined {
  try {
    const options = {
      plan: { type: 'boolean' },
      wait: { type: 'boolean' },
      tries: { type: 'string', default: '60' },
    } as const
    const { values } = parseArgs({ args: [...args], options })
    if (!/^[1-9]\d{0,5}$/.test(values.tries)) return undefined
    return { plan: values.plan ?? false, wait: values.wait ?? false, tries: Number(values.tries) }
  } catch {
    return undefined
  }
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  const isForPerson = [ConfigError, LockNotGiven, MigrationsRunning].some((one) => error instanceof one)
  process.stderr.write(`${isForPerson && error instanceof Error ? error.message : `It failed: ${String(error)}`}\n`)
  process.exitCode = error instanceof MigrationsRunning ? 3 : 1
}
