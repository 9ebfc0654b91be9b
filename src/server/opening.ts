import type { CatalogService } from '#server/catalog/catalog-service.ts'
import type { Database } from '#server/db/database.ts'
import { findDemo } from '#server/demo.ts'
import type { StoredValueMac } from '#server/tender/stored-value-mac.ts'

type OpeningParts = {
  readonly database: Database
  readonly mac: StoredValueMac
  readonly log: { readonly error: (facts: object, text: string) => void }
}

/**
 * The catalogue of a production shop, which opens once: whatever was imported since the start, also by another process, it
 * is taken for empty, and the shop goes on getting ready, while there is anything of the demo that pays, takes something off or can be signed in to (SAFE-03).
 */
export function opensWithoutDemoValue(catalog: CatalogService, { database, mac, log }: OpeningParts): CatalogService {
  let isOpen = false
  let reported = ''
  return {
    ...catalog,
    async version() {
      const version = await catalog.version()
      if (isOpen || version === 0) return version
      const found = await findDemo(database, mac)
      isOpen = found.length === 0
      if (isOpen) return version
      if (reported !== found.join()) {
        log.error({ found }, 'the shop does not open: it holds what came with the demo; end it: npm run demo:remove')
      }
      reported = found.join()
      return 0
    },
  }
}
