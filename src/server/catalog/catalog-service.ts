import { type AvailabilityStatus, availabilityOf, availabilityStatus } from '#domain/catalog/availability.ts'
import { cardOf } from '#domain/catalog/card.ts'
import { branchOf, categoryTree } from '#domain/catalog/category-tree.ts'
import type { CategoryLink, CategoryPage, CategorySort, ProductCard, ProductPage } from '#domain/catalog/product.ts'
import type { Variant } from '#domain/variant.ts'
import {
  latestCatalogVersion,
  readCards,
  readCategories,
  readProductOfSku,
  readShelf,
  readShelfSize,
  readSkusOfProduct,
  skuFacts,
} from '#server/catalog/catalog-store.ts'
import { type Location, readStores } from '#server/catalog/location-store.ts'
import type { Database } from '#server/db/database.ts'

/** What a category page shows: `page` from 1. */
export type CategoryView = { readonly sort?: CategorySort; readonly page?: number; readonly pageSize?: number }

/** Reads of the catalogue for pages and calls; everything is for one variant and seen as its shoppers see it. */
export type CatalogService = {
  /** The tree of categories with something sold in the variant. */
  categories(variant: Variant): Promise<CategoryLink[]>
  /** A category with its children's products; undefined (404) when nothing of it is sold in the variant, or the page is past the last. */
  categoryPage(variant: Variant, slug: string, view?: CategoryView): Promise<CategoryPage | undefined>
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

/** The catalogue on a database. */
export function createCatalogService({ database }: { readonly database: Database }): CatalogService {
  return {
    async categories(variant) {
      return categoryTree(await readCategories(database, variant))
    },
    async categoryPage(variant, slug, view = {}) {
      const { sort = 'featured', page = 1, pageSize = 24 } = view
      const rows = await readCategories(database, variant)
      const branch = branchOf(rows, slug)
      if (branch === undefined) return undefined
      const [total, cards] = await Promise.all([
        readShelfSize(database, variant, branch.slugs),
        readShelf(database, variant, branch.slugs, { sort, limit: pageSize, offset: (page - 1) * pageSize }),
      ])
      const pages = Math.max(1, Math.ceil(total / pageSize))
      if (page > pages) return undefined
      const { name, description, picture, parent, children } = branch
      return { slug, name, description, picture, parent, children, sort, page, pages, total, cards: cards.map(cardOf) }
    },
    async productPage(variant, sku, today) {
      const [product, skus] = await Promise.all([
        readProductOfSku(database, variant, sku),
        readSkusOfProduct(database, variant, sku),
      ])
      if (product === undefined) return undefined
      return { ...product, sku, skus: skus.map((row) => ({ ...row, availability: availabilityOf(row, today) })) }
    },
    async featured(variant, limit) {
      const slugs = (await readCategories(database, variant)).map((category) => category.slug)
      return (await readShelf(database, variant, slugs, { sort: 'featured', limit, offset: 0 })).map(cardOf)
    },
    async cards(variant, productIds) {
      return (await readCards(database, variant, productIds)).map(cardOf)
    },
    async availability(variant, sku, today) {
      const facts = (await skuFacts(database, variant, [sku])).get(sku)
      return facts ? availabilityOf(facts, today) : availabilityStatus.notFound
    },
    stores: (variant) => readStores(database, variant),
    version: () => latestCatalogVersion(database),
  }
}
