import { type AvailabilityStatus, availabilityOf, availabilityStatus } from '#domain/catalog/availability.ts'
import { cardOf } from '#domain/catalog/card.ts'
import { categoryTree } from '#domain/catalog/category-tree.ts'
import type { CategoryLink, ProductCard, ProductPage } from '#domain/catalog/product.ts'
import type { Variant } from '#domain/variant.ts'
import {
  latestCatalogVersion,
  readCards,
  readCategories,
  readFeatured,
  readProductWithSkus,
  skuFacts,
} from '#server/catalog/catalog-store.ts'
import { type Location, readStores } from '#server/catalog/location-store.ts'
import type { Sql } from '#server/db/database.ts'

/** Reads of the catalogue for pages and calls; everything is for one variant and seen as its shoppers see it. */
export type CatalogService = {
  /** The tree of categories with something sold in the variant. */
  categories(variant: Variant): Promise<CategoryLink[]>
  /** The product of a sku; undefined (404) when the sku is not sold in the variant. `today` is 'YYYY-MM-DD'. */
  productPage(variant: Variant, sku: number, today: string): Promise<ProductPage | undefined>
  /** The first products of the whole brand by position, for the home page. */
  featured(variant: Variant, limit: number): Promise<ProductCard[]>
  /** The cards of these products in this order; those not sold in the variant are left out. */
  cards(variant: Variant, productIds: readonly string[]): Promise<ProductCard[]>
  /** The status of a sku before a ZIP is known (OPEN-109); notFound when it is not of the variant. `today` is 'YYYY-MM-DD'. */
  availability(variant: Variant, sku: number, today: string): Promise<AvailabilityStatus>
  stores(variant: Variant): Promise<Location[]>
  /** Grows with every import that changed something: what caches of catalogue pages go by. */
  version(): Promise<number>
}

export type CatalogParts = {
  readonly database: Sql
  /** Where it is read, but for its version; the database unless given. */
  readonly reads?: Sql
  /** Told of each version that was found. */
  readonly onVersion?: (version: number) => void
}

/** The catalogue on a database. */
export function createCatalogService({ database, reads = database, onVersion }: CatalogParts): CatalogService {
  return {
    async categories(variant) {
      return categoryTree(await readCategories(reads, variant))
    },
    async productPage(variant, sku, today) {
      const found = await readProductWithSkus(reads, variant, sku)
      if (found?.isSold !== true) return undefined
      const { isSold, ...product } = found
      return {
        ...product,
        sku,
        skus: product.skus.map((row) => ({ ...row, availability: availabilityOf(row, today) })),
      }
    },
    async featured(variant, limit) {
      const slugs = (await readCategories(reads, variant)).map((category) => category.slug)
      return (await readFeatured(reads, variant, slugs, limit)).map((facts) => cardOf(facts))
    },
    async cards(variant, productIds) {
      return (await readCards(reads, variant, productIds)).map((facts) => cardOf(facts))
    },
    async availability(variant, sku, today) {
      const facts = (await skuFacts(reads, variant, [sku])).get(sku)
      return facts ? availabilityOf(facts, today) : availabilityStatus.notFound
    },
    stores: (variant) => readStores(reads, variant),
    async version() {
      const version = await latestCatalogVersion(database)
      onVersion?.(version)
      return version
    },
  }
}
