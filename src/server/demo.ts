import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CatalogService } from '#server/catalog/catalog-service.ts'
import { importCatalog } from '#server/catalog/importer.ts'
import type { Database } from '#server/db/database.ts'
import { type DemoNumbers, type DemoValue, endDemoValue, readDemoValue } from '#server/tender/demo-value-store.ts'
import { importStoredValue, readStoredValue } from '#server/tender/stored-value-import.ts'
import type { StoredValueMac } from '#server/tender/stored-value-mac.ts'

const catalogFolder = fileURLToPath(new URL('../../catalog/demo', import.meta.url))
const valueFile = fileURLToPath(new URL('../../catalog/stored-value.jsonl', import.meta.url))

/** Told of what was imported. */
type DemoLog = { readonly info: (facts: object, text: string) => void }

/**
 * Fills an empty shop with the demo, through the importers a retailer uses; false, and nothing is done, when there is
 * anything in it.
 */
export async function importDemo(
  database: Database,
  catalog: Pick<CatalogService, 'version'>,
  mac: StoredValueMac,
  log: DemoLog,
): Promise<boolean> {
  if ((await catalog.version()) !== 0 || !existsSync(catalogFolder)) return false
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
  return readDemoValue(database, await demoNumbers(mac))
}

/** Takes the demo's stored value out for good, and says what it was; all that shoppers and the retailer made stays. */
export async function removeDemoValue(database: Database, mac: StoredValueMac): Promise<DemoValue[]> {
  const numbers = await demoNumbers(mac)
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

async function demoNumbers(mac: StoredValueMac): Promise<DemoNumbers> {
  if (!existsSync(valueFile)) return { cards: [], codes: [], accounts: [] }
  const { cards, codes, accounts, certificates } = await readStoredValue(valueFile, mac, { isDemo: true })
  return {
    cards: cards.map(({ numberMac }) => numberMac),
    codes: [...codes.map(({ codeMac }) => codeMac), ...certificates.map(({ issued }) => issued.codeMac)],
    accounts: accounts.map(({ numberMac }) => numberMac),
  }
}
