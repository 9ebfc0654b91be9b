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

/** A shop without its servers, and what it needs of others. */
export type DrillShop = {
  readonly database: Database
  /** Ports of the two servers; the first gets the gateway's webhook events. */
  readonly ports: readonly [number, number]
  /** How helpers of the tests reach the gateway. */
  readonly gateway: { readonly gatewayOrigin: string; readonly config: { readonly gateway: typeof gatewaySettings } }
  /** Settings of a server of it, as its environment, but for the address of the database. */
  readonly settings: NodeJS.ProcessEnv
  readonly mails: () => readonly { readonly messageId: string; readonly subject: string }[]
  close(): Promise<void>
}

export type DrillWorld = DrillShop & {
  readonly databaseUrl: string
  readonly postgres: EmbeddedPostgres
  /** The servers reach the database by it; the drill itself does not. */
  readonly wire: DatabaseProxy
  readonly dataDir: string
}

const silent = { info: () => undefined, warn: () => undefined }

export const drillSecret = 'secret of a drill, long enough to be one'

// what is the last of its kind stays so
const fillStock = statement(
  'drill.fill-stock',
  'update shop.stock set on_hand = case when on_hand > 1 then $1 else on_hand end',
)

type Wish = {
  /** Of the drill's own pool. */
  readonly connections: number
  /** Of everything that there is more than one of. */
  readonly pieces: number
}

export async function openDrillWorld(wish: Wish): Promise<DrillWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-drill-'))
  const postgres = await startEmbeddedPostgres({
    ...{ dataDir: join(folder, 'data'), fallbackDir: tmpdir(), port: 0, log: silent },
  })
  const shop = await openDrillShop(postgres.url, folder, wish)
  const wire = await startProxy(postgres.url)
  return {
    ...{ ...shop, postgres, wire, dataDir: folder, databaseUrl: postgres.url },
    settings: { ...shop.settings, DATABASE_URL: wire.url },
    async close() {
      await shop.close()
      await wire.close()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Makes the shop in an empty database. What it needs beside it stands in `folder`. */
export async function openDrillShop(url: string, folder: string, wish: Wish): Promise<DrillShop> {
  await migrate({ url, log: silent })
  const database = createDatabase({ url, max: wish.connections, applicationName: 'drill', log: silent })
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
  return {
    ...{ database, ports },
    gateway: { gatewayOrigin, config: { gateway: gatewaySettings } },
    settings: {
      NODE_ENV: 'test',
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
      await sandbox.close()
    },
  }
}
