import type { Logger } from 'pino'
import { createCatalogService } from '#server/catalog/catalog-service.ts'
import type { Config } from '#server/config/config.ts'
import { createDatabase } from '#server/db/pool.ts'
import { putDemoPictures } from '#server/demo/demo-pictures.ts'
import { findDemo, importDemo } from '#server/demo.ts'
import type { Log } from '#server/http/context.ts'
import { isProductionShop, markProductionShop } from '#server/platform/production-mark-store.ts'
import { pictureStoreOf } from '#server/providers.ts'
import { storedValueMac } from '#server/tender/stored-value-mac.ts'

/**
 * What is in the shop before it opens: in development an empty one gets the demo, and a shop's own database is refused; in
 * production nothing is imported, and what is left of the demo, whose numbers everybody knows, is refused.
 */
export async function lookInside(
  { isProduction, secret, storedValueKeys, pictureStore, pictureDirs }: Config,
  url: string,
  log: Logger,
): Promise<void> {
  // a first start may take a catalogue of any size: without the limits of the web's connections
  const limits = { statementTimeoutMs: 0, transactionTimeoutMs: 0, idleInTransactionMs: 0 }
  const patient = createDatabase({ url, max: 2, ...limits, log: log as Log })
  try {
    const catalog = createCatalogService({ database: patient })
    if (!isProduction) {
      if (await isProductionShop(patient)) throw new StartRefused(notProductionText)
      const shop = { database: patient, secret, storedValueKeys, now: new Date() }
      const isImported = await importDemo(shop, catalog, log)
      const pictures = await pictureStoreOf({ pictureStore, pictureDirs })
      // thousands of files; the stores open meanwhile
      const putting = isImported ? putDemoPictures(pictures, pictureDirs.slice(1)) : Promise.resolve(0)
      putting.catch((error: unknown) => log.warn({ err: error }, 'the demo’s pictures are not in the object store'))
      return
    }
    const found = await findDemo(patient, storedValueMac(storedValueKeys))
    if (found.length > 0) throw new StartRefused(demoText(found))
    await markProductionShop(patient)
    if ((await catalog.version()) === 0) {
      log.warn(
        {},
        'the shop is empty and answers that it is getting ready; import a catalogue: npm run catalog:import -- FILE',
      )
    }
  } finally {
    await patient.end()
  }
}

/** A start that a person must do something about first. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}

const notProductionText = `This database is a shop's: production has opened on it. What plays cards and mail is not started there.
Set NODE_ENV=production (for a copy to try things out with, STAND_INS too), or another DATABASE_URL.`

function demoText(lines: readonly string[]): string {
  return `This database holds what came with the demo, whose numbers and codes everybody knows:
${lines.map((line) => `  - ${line}`).join('\n')}
Take it out of use, and leave all else as it is, with: npm run demo:remove`
}
