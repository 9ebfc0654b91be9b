import { productAddress } from '#domain/catalog/sku.ts'
import { storeTime } from '#domain/days.ts'
import { readFavorites, writeFavorite } from '#server/catalog/browse/favorite-store.ts'
import type { CatalogService } from '#server/catalog/catalog-service.ts'
import type { Database } from '#server/db/database.ts'
import type { Form } from '#server/pages/forms/form.ts'
import { type OwnPage, wholeNumber } from '#server/pages/page-table.ts'
import { categoryCard, productCard } from './catalog-view.ts'

/** Where a shopper's favorites are. */
export const favoritesPath = '/favorites'

type Parts = { readonly database: Database; readonly catalog: Pick<CatalogService, 'cards' | 'categories'> }

/** What a shopper likes, the latest first; a guest's list lives with the session and becomes the member's at sign-in. */
export function favoritePages({ database, catalog }: Parts): OwnPage[] {
  return [
    {
      path: favoritesPath,
      async load({ session, site: { variant }, context: { now } }) {
        const favorites = await readFavorites(database, session.shopperId, variant)
        const productIds = [...new Set(favorites.map(({ productId }) => productId))]
        const [cards, categories] = await Promise.all([
          productIds.length === 0 ? [] : catalog.cards(variant, productIds),
          productIds.length === 0 ? catalog.categories(variant) : [],
        ])
        const today = storeTime(now).day
        const products = cards.map((card) => ({
          ...productCard(card, today),
          ...ownChoice(card.productId, favorites),
        }))
        return { kind: 'page', page: { name: 'favorites', products, departments: categories.map(categoryCard) } }
      },
    },
  ]
}

type Favorite = { readonly sku: number; readonly productId: string }

/** The card leads to the very sku that was liked. */
function ownChoice(
  productId: string,
  favorites: readonly Favorite[],
): { sku: number; navigateUrl: string } | undefined {
  const liked = favorites.find((each) => each.productId === productId)
  return liked && { sku: liked.sku, navigateUrl: productAddress(liked.sku) }
}

/** The heart as a form, before the scripts have come: leads to the list. */
export function favoriteForms({ database }: Pick<Parts, 'database'>): Form[] {
  return [
    {
      path: favoritesPath,
      allowsFirstVisit: true,
      refusedTo: favoritesPath,
      async submit({ session, site }, fields) {
        const owner = { shopperId: session.shopperId, variant: site.variant }
        const added = wholeNumber(fields.Sku)
        const removed = wholeNumber(fields.Remove)
        if (added !== null) await writeFavorite(database, owner, added, true)
        if (removed !== null) await writeFavorite(database, owner, removed, false)
        return favoritesPath
      },
    },
  ]
}
