import type { Logger } from 'pino'
import { createShelfIndexes, type ShelfIndexes } from '#server/catalog/browse/browse-index.ts'
import { type BrowseService, createBrowseService } from '#server/catalog/browse/browse-service.ts'
import { type CatalogService, createCatalogService } from '#server/catalog/catalog-service.ts'
import type { Config } from '#server/config/config.ts'
import type { Database, Sql } from '#server/db/database.ts'
import type { StoredValueMac } from '#server/tender/stored-value-mac.ts'
import { opensWithoutDemoValue } from './opening.ts'
import type { ReplicaReads } from './run/replica/replica-reads.ts'

type CatalogParts = {
  readonly config: Pick<Config, 'isProduction'>
  readonly database: Database
  /** What is read from in its place for what everybody may see. */
  readonly replica: ReplicaReads | null
  readonly mac: StoredValueMac
  readonly log: Logger
}

type OpenCatalog = {
  /** Where what everybody may see is read. */
  readonly shared: Sql
  readonly catalog: CatalogService
  /** The same for pages of one shopper: never of a replica. */
  readonly ownCatalog: CatalogService
  readonly shelves: ShelfIndexes
  readonly browse: BrowseService
  /** To be told of imports that were seen. */
  readonly onImport: (newestImport: number) => void
}

/** The catalogue with its shelves, as everybody sees it. */
export function openCatalog({ config, database, replica, mac, log }: CatalogParts): OpenCatalog {
  const shared = replica?.shared ?? database
  const onImport = (newestImport: number) => replica?.know(newestImport)
  const stocked = createCatalogService({ database, reads: shared, onVersion: onImport })
  const catalog = config.isProduction ? opensWithoutDemoValue(stocked, { database, mac, log }) : stocked
  const ownCatalog = createCatalogService({ database, reads: replica?.own ?? database })
  const onFailure = (error: unknown) => log.warn({ err: error }, 'shelves stay as they were')
  const shelves = createShelfIndexes(shared, { onFailure })
  const browse = createBrowseService({ database: shared, indexes: shelves })
  return { shared, catalog, ownCatalog, shelves, browse, onImport }
}
