import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'
import { ConfigError, readConfig } from '#server/config/config.ts'
import { createDatabase } from '#server/db/pool.ts'
import { StoredJsonFault } from '#server/db/stored-json.ts'
import { type ReplayRequest, replayCart } from './replay-view.ts'

const usage = `Usage: npm run cart:replay -- CART [--at TIME | --version NUMBER]

Tells how a cart stood at a time or at a version (now, unless said), and each change until then. CART is its id or the number of
its order; TIME is like 2026-11-22T15:04:05Z or 2026-11-22T09:04-06:00 (docs/how-to/replay-a-cart.md).
`

const quiet = { info: () => undefined, warn: (_facts: object, text: string) => process.stderr.write(`${text}\n`) }

/** Answers the exit code: 0 told, 1 refused, 2 not understood. */
async function main(args: readonly string[]): Promise<number> {
  const request = readArguments(args)
  if (typeof request === 'string') {
    process.stderr.write(request)
    return 2
  }
  const { directUrl, databaseDir } = readConfig()
  // a server of this data folder that runs already is used and left running
  const postgres =
    directUrl === null ? await startEmbeddedPostgres({ dataDir: databaseDir, port: 0, log: quiet }) : null
  const url = directUrl ?? postgres?.url ?? ''
  const database = createDatabase({
    url,
    max: 1,
    applicationName: 'cartwright-replay',
    statementTimeoutMs: 60_000,
    log: quiet,
  })
  try {
    const { isFound, text } = await replayCart(database, request)
    ;(isFound ? process.stdout : process.stderr).write(text)
    return isFound ? 0 : 1
  } finally {
    await database.end()
    await postgres?.stop()
  }
}

/** What is asked for, or what to say when the words make no sense. */
function readArguments(args: readonly string[]): ReplayRequest | string {
  try {
    const options = { at: { type: 'string' }, version: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
    const [name = '', ...others] = positionals
    const { at, version } = values
    if (name === '' || others.length > 0 || (at !== undefined && version !== undefined)) return usage
    const cart = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(name)
      ? { cartId: name }
      : { orderNumber: name.toUpperCase() }
    if (version !== undefined) {
      return /^\d{1,9}$/.test(version)
        ? { cart, moment: { version: Number(version) } }
        : `${version} is no version.\n${usage}`
    }
    if (at === undefined) return { cart, moment: null }
    const time = timeOf(at)
    return time === null ? `${at} is no time with its zone.\n${usage}` : { cart, moment: { at: time } }
  } catch {
    return usage
  }
}

/** A moment in ISO 8601; null without a zone: nobody should have to guess whose midnight is meant. */
function timeOf(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/.test(text)) return null
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? null : time
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  const isForPerson = error instanceof ConfigError || error instanceof StoredJsonFault
  process.stderr.write(isForPerson ? `${error.message}\n` : `It failed: ${String(error)}\n`)
  process.exitCode = 1
}
