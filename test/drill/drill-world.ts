// What a drill takes place in: a database and a card gateway of its own, with the catalogue of the tests.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGateway } from '#sandbox/card-gateway/gateway.ts'
import { importCatalog } from '#server/catalog/importer.ts'
import { type Database, statement } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase } from '#server/db/pool.ts'
import { testCatalog } from '#test/builders/catalog.ts'

const gatewaySettings = { apiKey: 'drill-key', hmacKey: 'ab'.repeat(32), merchantAccount: 'Drill' }

export type DrillWorld = {
  readonly database: Database
  readonly databaseUrl: string
  /** How helpers of the tests reach the gateway. */
  readonly gateway: { readonly gatewayOrigin: string; readonly config: { readonly gateway: typeof gatewaySettings } }
  readonly smtpPort: number
  close(): Promise<void>
}

// what is the last of its kind stays so
const fillStock = statement(
  'drill.fill-stock',
  'update shop.stock set on_hand = case when on_hand > 1 then $1 else on_hand end',
)

/** `connections` of the drill's own pool; `pieces` of everything that there is more than one of. */
export async function openDrillWorld(wish: {
  readonly connections: number
  readonly pieces: number
}): Promise<DrillWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-drill-'))
  const log = { info: () => undefined, warn: () => undefined }
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), fallbackDir: tmpdir(), port: 0, log })
  await migrate({ url: postgres.url, log })
  const database = createDatabase({ url: postgres.url, max: wish.connections, applicationName: 'drill', log })
  const catalog = testCatalog().map((line) => JSON.stringify(line))
  writeFileSync(join(folder, 'catalog.jsonl'), catalog.join('\n'))
  const imported = await importCatalog(database, { file: join(folder, 'catalog.jsonl') })
  if (!imported.isTaken) throw new Error('the drill has no catalogue')
  await database.count(fillStock, [wish.pieces])

  const sandbox = createGateway({
    ...gatewaySettings,
    storePath: join(folder, 'gateway.sqlite'),
    now: () => new Date(),
    storeOrigins: ['http://cb.localhost:3000'],
    noticeUrl: null,
    noticeRetryMs: 1_000,
    publicOrigin: null,
    smtpPort: 0,
  })
  const gatewayOrigin = await sandbox.listen(0)
  return {
    database,
    databaseUrl: postgres.url,
    gateway: { gatewayOrigin, config: { gateway: gatewaySettings } },
    smtpPort: sandbox.smtpPort() ?? 0,
    async close() {
      await database.end()
      await sandbox.close()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
