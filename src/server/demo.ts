import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readDemoAccounts, removeDemoAccounts } from '#server/account/demo-account-store.ts'
import type { CatalogService } from '#server/catalog/catalog-service.ts'
import { readFilesTaken, readOpenRun } from '#server/catalog/import/import-run-store.ts'
import { surveyFile } from '#server/catalog/import/import-staging.ts'
import { importCatalog } from '#server/catalog/import/importer.ts'
import { keysFor, macsOf } from '#server/config/secrets.ts'
import type { Database, Sql } from '#server/db/database.ts'
import { readDemoStories } from '#server/demo/demo-orders-file.ts'
import { countDemoOrders, removeDemoShoppers } from '#server/demo/demo-orders-store.ts'
import { seedDemoOrders } from '#server/demo/seed-orders.ts'
import { seedDemoShoppers } from '#server/demo/seed-shoppers.ts'
import { removeDemoAlarm } from '#server/jobs/demo-alarm-store.ts'
import { readInstallation } from '#server/order/payment/installation-store.ts'
import { isProductionShop } from '#server/platform/production-mark-store.ts'
import { readDemoPromos, removeDemoPromos } from '#server/promo/demo-promo-store.ts'
import { importPromotions } from '#server/promo/promotions-import.ts'
import { demoNumbers, demoNumbersOver } from '#server/tender/demo-numbers.ts'
import {
  type DemoValue,
  endDemoValue,
  isDemoValueIssued,
  readDemoValue,
  spoilDemoValue,
} from '#server/tender/demo-value-store.ts'
import { importStoredValue } from '#server/tender/stored-value-import.ts'
import { type StoredValueMac, storedValueMac } from '#server/tender/stored-value-mac.ts'

const fileOf = (name: string) => fileURLToPath(new URL(`../../catalog/${name}`, import.meta.url))
const catalogFolder = fileOf('demo')

/** Told of what was imported. */
type DemoLog = { readonly info: (facts: object, text: string) => void }

/** The demo is not for this database. */
export class DemoRefused extends Error {
  override name = 'DemoRefused'
}

/** Whose shop is filled, and when. */
export type DemoShop = {
  readonly database: Database
  readonly secret: string
  /** What stored value is known by, where that is not the secret. */
  readonly storedValueKeys?: readonly [string, ...string[]]
  readonly now: Date
}

/**
 * Fills an empty shop with the demo, through the importers a retailer uses, and with its shoppers, and goes on where that was
 * cut off; false, and nothing is done, when there is anything else in it, or all of the demo.
 * @throws DemoRefused when production has opened on this database, whatever this process runs as
 */
export async function importDemo(
  { database, secret, storedValueKeys, now }: DemoShop,
  catalog: Pick<CatalogService, 'version'>,
  log: DemoLog,
): Promise<boolean> {
  if (!existsSync(catalogFolder)) return false
  const files = readdirSync(catalogFolder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
  const version = await catalog.version()
  if (!(await isForDemo(database, files, version, storedValueMac(storedValueKeys ?? secret)))) return false
  if (await isProductionShop(database)) {
    throw new DemoRefused(
      'The demo is not imported into a database that production has opened: everybody knows the numbers of its gift cards.',
    )
  }
  for (const name of files) {
    const report = await importCatalog(database, { file: join(catalogFolder, name), waits: true })
    if (!report.isTaken) throw new Error(`${name} is bad: ${JSON.stringify(report.faults.slice(0, 3))}`)
    log.info({ file: name, lines: report.lines }, 'demo catalogue imported')
  }
  const issued = await issueDemoValue(database, storedValueMac(storedValueKeys ?? secret))
  const { added } = await importPromotions(database, fileOf('promotions.jsonl'), { isDemo: true })
  const orders = await seedDemoOrders(database, readDemoStories(fileOf('demo-orders.jsonl')), {
    installation: await readInstallation(database),
    macOf: macsOf(keysFor(secret, 'mail')),
    now,
  })
  await seedDemoShoppers(database, secret, now)
  log.info({ issued, promotions: added.length, orders }, 'demo gift cards, promotions, orders and shoppers made')
  return true
}

/** Whether there is nothing in the shop, or nothing but a part of the demo. */
async function isForDemo(
  database: Database,
  files: readonly string[],
  version: number,
  mac: StoredValueMac,
): Promise<boolean> {
  const [run, taken] = await Promise.all([readOpenRun(database), readFilesTaken(database)])
  if (version === 0 && run === undefined) return true
  const surveyed = await Promise.all(files.map((name) => surveyFile(join(catalogFolder, name))))
  const own = new Set(surveyed.map(({ sha256 }) => sha256))
  const isOwn = (sha256: string) => own.has(sha256)
  if (!taken.every(isOwn) || (run !== undefined && !isOwn(run.sha256))) return false
  if (taken.length < own.size || !(await isDemoValueIssued(database))) return true
  // the shoppers come last; with no value that is of use either, the demo was taken out again
  const [value, accounts] = await Promise.all([readDemoValue(database, demoNumbers(mac)), readDemoAccounts(database)])
  return accounts.length === 0 && value.length > 0
}

/** Issues the stored value of the demo, some of it only to be met blocked, empty or void. */
async function issueDemoValue(database: Database, mac: StoredValueMac): Promise<number> {
  const good = await importStoredValue(database, fileOf('stored-value.jsonl'), mac, { isDemo: true })
  const over = await importStoredValue(database, fileOf('stored-value-over.jsonl'), mac, { isDemo: true })
  await database.transaction((tx) => spoilDemoValue(tx, demoNumbersOver(mac)))
  return good.issued + over.issued
}

/** A line for each piece of the demo that could still pay, take something off or be signed in to, and one for its orders (SAFE-03). */
export async function findDemo(sql: Sql, mac: StoredValueMac): Promise<string[]> {
  const [value, promos, accounts, orders] = await Promise.all([
    readDemoValue(sql, demoNumbers(mac)),
    readDemoPromos(sql),
    readDemoAccounts(sql),
    countDemoOrders(sql),
  ])
  return [
    ...value.map(valueLine),
    ...promos.map((code) => `promotion ${code}`),
    ...accounts.map(({ email }) => `shopper ${email}`),
    ...(orders > 0 ? [`${orders} orders that nobody placed`] : []),
  ]
}

/**
 * Takes stored value and promotions of the demo out of use for good, removes its shoppers and the orders that came with it, and
 * says what it was; all that other shoppers and the retailer made stays, and so do orders that somebody placed.
 */
export async function removeDemo(database: Database, mac: StoredValueMac): Promise<string[]> {
  return database.transaction(async (tx) => {
    const found = await findDemo(tx, mac)
    await endDemoValue(tx, demoNumbers(mac))
    await removeDemoPromos(tx)
    await removeDemoAccounts(tx)
    await removeDemoShoppers(tx)
    await removeDemoAlarm(tx)
    return found
  })
}

/** A piece of stored value, for a person to read. */
function valueLine({ kind, last4, cents, currency }: DemoValue): string {
  const words = {
    giftCard: 'gift card',
    tenderCode: 'tender code',
    certificate: 'reward certificate',
    rewardsAccount: 'rewards account',
  } as const
  const worth = kind === 'rewardsAccount' ? '' : `, ${(cents / 100).toFixed(2)} ${currency}`
  return `${words[kind]} ending in ${last4}${worth}`
}
