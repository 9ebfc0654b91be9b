import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CatalogService } from '#server/catalog/catalog-service.ts'
import { importCatalog } from '#server/catalog/import/importer.ts'
import type { Database } from '#server/db/database.ts'
import { isProductionShop } from '#server/platform/production-mark-store.ts'
import { demoNumbers } from '#server/tender/demo-numbers.ts'
import { type DemoValue, endDemoValue, readDemoValue } from '#server/tender/demo-value-store.ts'
import { importStoredValue } from '#server/tender/stored-value-import.ts'
import type { StoredValueMac } from '#server/tender/stored-value-mac.ts'

const catalogFolder = fileURLToPath(new URL('../../catalog/demo', import.meta.url))
const valueFile = fileURLToPath(new URL('../../catalog/stored-value.jsonl', import.meta.url))

/** Told of what was imported. */
type DemoLog = { readonly info: (facts: object, text: string) => void }

/** The demo is not for this database. */
export class DemoRefused extends Error {
  override name = 'DemoRefused'
}

/**
 * Fills an empty shop with the demo, through the importers a retailer uses; false, and nothing is done, when there is
 * anything in it.
 * @throws DemoRefused when production has opened on this database, whatever this process runs as
 */
export async function importDemo(
  database: Database,
  catalog: Pick<CatalogService, 'version'>,
  mac: StoredValueMac,
  log: DemoLog,
): Promise<boolean> {
  if ((await catalog.version()) !== 0 || !existsSync(catalogFolder)) return false
  if (await isProductionShop(database)) {
    throw new DemoRefused(
      'The demo is not imported into a database that production has opened: everybody knows the numbers of its gift cards.',
    )
  }
  const files = readdirSync(catalogFolder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
  for (const name of files) {
    const report = await importCatalog(database, { file: join(catalogFolder, name) })
    if (!report.isTaken) throw new Error(`${name} is bad: ${JSON.stringify(report.faults.slice(0, 3))}`)
    log.info({ file: name, lines: report.lines }, 'demo catalogue imported')
  }
  const { issued } = await importStoredValue(database, valueFile, mac, { isDemo: true })
  log.info({ issued }, 'demo gift cards issued')
  return true
}

/** Stored value of the demo that could still pay for something (SAFE-03). */
export async function findDemoValue(database: Database, mac: StoredValueMac): Promise<DemoValue[]> {
  return readDemoValue(database, demoNumbers(mac))
}

/** Takes the demo's stored value out for good, and says what it was; all that shoppers and the retailer made stays. */
export async function removeDemoValue(database: Database, mac: StoredValueMac): Promise<DemoValue[]> {
  const numbers = demoNumbers(mac)
  return database.transaction(async (tx) => {
    const found = await readDemoValue(tx, numbers)
    await endDemoValue(tx, numbers)
    return found
  })
}

/** A line for each piece, for a person to read. */
export function demoValueLines(found: readonly DemoValue[]): string[] {
  const words = {
    giftCard: 'gift card',
    tenderCode: 'tender code',
    certificate: 'reward certificate',
    rewardsAccount: 'rewards account',
  } as const
  return found.map(({ kind, last4, cents, currency }) => {
    const worth = kind === 'rewardsAccount' ? '' : `, ${(cents / 100).toFixed(2)} ${currency}`
    return `${words[kind]} ending in ${last4}${worth}`
  })
}
