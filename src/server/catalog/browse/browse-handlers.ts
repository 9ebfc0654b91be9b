import type { browseCalls } from '#contracts/catalog/browse-calls.ts'
import { tidyQuery } from '#domain/catalog/search-words.ts'
import { categoryAddress, pictureAddress, productAddress } from '#domain/catalog/sku.ts'
import type { CatalogService } from '#server/catalog/catalog-service.ts'
import type { Handlers } from '#server/http/context.ts'
import type { BrowseService } from './browse-service.ts'
import { readFavorites, writeFavorite } from './favorite-store.ts'

/** The server behind the search field's suggestions and the hearts. */
export function browseHandlers(parts: {
  readonly browse: Pick<BrowseService, 'suggest'>
  readonly catalog: Pick<CatalogService, 'version'>
}): Handlers<typeof browseCalls> {
  return {
    getSuggestions: {
      kind: 'read',
      async run({ variant }, { q }) {
        const found = await parts.browse.suggest(variant, tidyQuery(q), await parts.catalog.version())
        return {
          products: found.cards.map((card) => ({
            name: card.name,
            navigateUrl: productAddress(card.sku),
            imagePath: pictureAddress(card.picture),
            lowestPrice: card.price.lowCurrentCents,
          })),
          categories: found.categories.map(({ slug, name }) => ({ name, navigateUrl: categoryAddress(slug) })),
          correction: found.corrected,
        }
      },
    },
    setFavorite: {
      kind: 'change',
      async run({ shopper, variant }, { Sku, IsFavorite }, tx) {
        const owner = { shopperId: shopper.shopperId, variant }
        await writeFavorite(tx, owner, Sku, IsFavorite)
        const favorites = (await readFavorites(tx, owner.shopperId, variant)).map(({ sku }) => sku)
        return { isSuccess: true, errorMessage: '', favorites }
      },
    },
  }
}
