// What a drill takes place in: a database behind a wire that can be cut, and a card gateway with a mailbox, both its own.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'
import { createGateway } from '#sandbox/card-gateway/gateway.ts'
import { openGatewayStore } from '#sandbox/card-gateway/gateway-store.ts'
import { createMailStore } from '#sandbox/mailbox/mail-store.ts'
import { importCatalog } from '#server/catalog/import/importer.ts'
import { type Database, statement } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase } from '#server/db/pool.ts'
import { webhookPath } from '#server/order/payment/webhook-path.ts'
import { testCatalog } from '#test/builders/catalog.ts'
import { freePort } from '#test/e2e/store-process.ts'
import { type DatabaseProxy, startProxy } from '#test/proxy.ts'

const gatewaySettings = {
  apiKey: 'key of a drill, long enough to be one',
  hmacKey: 'ab'.repeat(32),
  merchantAccount: 'Drill',
}

export type DrillWorld = {
  readonly database: Database
  readonly databaseUrl: string
  readonly postgres: EmbeddedPostgres
  /** The servers reach the database by it; the drill itself does not. */
  readonly wire: DatabaseProxy
  /** Ports of the two servers; the first gets the gateway's webhook events. */
  readonly ports: readonly [number, number]
  /** How helpers of the tests reach the gateway. */
  readonly gateway: { readonly gatewayOrigin: string; readonly config: { readonly gateway: typeof gatewaySettings } }
  /** Settings of a server in this world, as its environment. */
  readonly settings: NodeJS.ProcessEnv
  readonly dataDir: string
  readonly mails: () => readonly { readonly messageId: string; readonly subject: string }[]
  close(): Promise<void>
}

export const drillSecret = 'secret of a drill, long enough to be one'

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

  const ports = [await freePort(), await freePort()] as const
  const storePath = join(folder, 'gateway.sqlite')
  const sandbox = createGateway({
    ...gatewaySettings,
    storePath,
    now: () => new Date(),
    storeOrigins: ['http://cb.localhost:3000'],
    webhookUrl: `http://127.0.0.1:${ports[0]}${webhookPath}`,
    webhookRetryMs: 1_000,
    publicOrigin: null,
    smtpPort: 0,
  })
  const gatewayOrigin = await sandbox.listen(0)
  const wire = await startProxy(postgres.url)
  return {
    ...{ database, postgres, wire, ports, dataDir: folder },
    databaseUrl: postgres.url,
    gateway: { gatewayOrigin, config: { gateway: gatewaySettings } },
    settings: {
      NODE_ENV: 'test',
      DATABASE_URL: wire.url,
      SHOP_SECRET: drillSecret,
      GATEWAY_ORIGIN: gatewayOrigin,
      GATEWAY_API_KEY: gatewaySettings.apiKey,
      GATEWAY_HMAC_KEY: gatewaySettings.hmacKey,
      GATEWAY_MERCHANT_ACCOUNT: gatewaySettings.merchantAccount,
      SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort() ?? 0}`,
      CB_ORIGIN: 'http://cb.localhost:3000',
      TRUSTED_PROXIES: '127.0.0.1',
    },
    mails() {
      const store = openGatewayStore(storePath)
      const rows = createMailStore(store).latest(1_000_000)
      store.close()
      return rows.map(({ message_id: messageId, subject }) => ({ messageId, subject }))
    },
    async close() {
      await database.end()
      await wire.close()
      await sandbox.close()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
