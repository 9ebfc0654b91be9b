import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'
import { createCatalogService } from '#server/catalog/catalog-service.ts'
import { ConfigError, readConfig } from '#server/config/config.ts'
import { bringUpToDate, MigrationMissing } from '#server/db/migration/bring-up-to-date.ts'
import { createDatabase } from '#server/db/pool.ts'
import { putDemoPictures } from '#server/demo/demo-pictures.ts'
import { demoShopperLines } from '#server/demo/seed-shoppers.ts'
import { DemoRefused, importDemo, removeDemo } from '#server/demo.ts'
import { pictureStoreOf } from '#server/providers.ts'
import { storedValueMac } from '#server/tender/stored-value-mac.ts'

const usage = `Usage: npm run demo:import
       npm run demo:remove

The first fills an empty shop with the demo catalogue, its gift cards, promotions and shoppers, and with 200 orders of
the last three hours; never in production. The second takes the demo's gift cards, codes, certificates, rewards accounts and
promotions out of use, removes its shoppers and those orders, and leaves everything that other shoppers or the retailer made.
`
const log = { info: () => undefined, warn: (_facts: object, text: string) => process.stderr.write(`${text}\n`) }
const say = (text: string) => process.stdout.write(`${text}\n`)

/** Answers the exit code: 0 done, 1 refused, 2 not understood. */
async function main([what, ...others]: readonly string[]): Promise<number> {
  if ((what !== 'import' && what !== 'remove') || others.length > 0) {
    process.stderr.write(usage)
    return 2
  }
  const config = readConfig()
  const { isProduction, directUrl, databaseDir, migratesOnStart, secret, storedValueKeys } = config
  if (what === 'import' && isProduction) {
    process.stderr.write(
      'The demo is not imported with NODE_ENV=production: everybody knows the numbers of its gift cards, and an order could be paid with them.\n',
    )
    return 1
  }
  const postgres = directUrl === null ? await startEmbeddedPostgres({ dataDir: databaseDir, port: 0, log }) : null
  const url = directUrl ?? postgres?.url ?? ''
  try {
    await bringUpToDate({ url, log, migratesOnStart })
    const database = createDatabase({
      ...{ url, max: 2, applicationName: 'cartwright-demo', log },
      ...{ statementTimeoutMs: 0, transactionTimeoutMs: 0, idleInTransactionMs: 0 },
    })
    try {
      if (what === 'remove') {
        const removed = await removeDemo(database, storedValueMac(storedValueKeys))
        for (const line of removed) say(`  ${line}`)
        say(removed.length === 0 ? 'There is nothing of the demo.' : `${removed.length} taken out of use.`)
        return 0
      }
      const shop = { database, secret, storedValueKeys, now: new Date() }
      const isImported = await importDemo(shop, createCatalogService({ database }), log)
      if (isImported) await putDemoPictures(await pictureStoreOf(config), config.pictureDirs.slice(1))
      if (isImported) for (const line of await demoShopperLines(database, secret)) say(line)
      say(isImported ? 'The demo is imported.' : 'The shop has a catalogue already; nothing was imported.')
      return isImported ? 0 : 1
    } finally {
      await database.end()
    }
  } finally {
    await postgres?.stop()
  }
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  const isForPerson = error instanceof ConfigError || error instanceof DemoRefused || error instanceof MigrationMissing
  process.stderr.write(isForPerson ? `${error.message}\n` : `It failed: ${String(error)}\n`)
  process.exitCode = 1
}
