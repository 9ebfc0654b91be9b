import type { LineRecord } from '#domain/cart/events.ts'
import { linesAt, type StoredEvent } from '#domain/cart/replay.ts'
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'
import { readEveryEvent } from '#server/cart/cart-store.ts'
import { readConfig } from '#server/config/config.ts'
import { createDatabase } from '#server/db/pool.ts'

const usage = `Usage: node src/server/cart/replay-cli.ts CART_ID [VERSION]

Tells what changed a cart, and its lines as they stood at a version (the last one unless said).
`

const quiet = { info: () => undefined, warn: (_facts: object, text: string) => process.stderr.write(`${text}\n`) }

/** Answers the exit code: 0 told, 1 no such cart, 2 not understood. */
async function main([cartId, version, ...others]: readonly string[]): Promise<number> {
  const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(cartId ?? '')
  if (cartId === undefined || !isUuid || others.length > 0 || (version !== undefined && !/^\d+$/.test(version))) {
    process.stderr.write(usage)
    return 2
  }
  const { databaseUrl, databaseDir } = readConfig()
  // a server of this data folder that runs already is used and left running
  const postgres =
    databaseUrl === null ? await startEmbeddedPostgres({ dataDir: databaseDir, port: 0, log: quiet }) : null
  const database = createDatabase({
    url: databaseUrl ?? postgres?.url ?? '',
    max: 1,
    applicationName: 'cartwright-replay',
    log: quiet,
  })
  try {
    const events = await readEveryEvent(database, cartId)
    if (events.length === 0) {
      process.stderr.write(`There is no cart ${cartId}, or nothing has changed it yet.\n`)
      return 1
    }
    process.stdout.write(tell(events, version === undefined ? Number.POSITIVE_INFINITY : Number(version)))
    return 0
  } finally {
    await database.end()
    await postgres?.stop()
  }
}

function tell(events: readonly (StoredEvent & { readonly at: Date })[], version: number): string {
  const history = events.map(({ version: number, at, kind }) => `${number}\t${at.toISOString()}\t${kind}`)
  return [...history, '', ...linesAt(events, version).map(lineText), ''].join('\n')
}

function lineText({ lineId, list, sku, quantity, isPickup, locationId }: LineRecord): string {
  return [list, lineId, `${quantity} x ${sku}`, isPickup ? `picked up at ${locationId}` : 'shipped'].join('\t')
}

process.exitCode = await main(process.argv.slice(2))
