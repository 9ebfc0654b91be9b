import type { CategoryLink } from '#domain/catalog/product.ts'
import type { Variant, VariantKey } from '#domain/variant.ts'
import type { CatalogService } from '#server/catalog/catalog-service.ts'

/** The departments in every page's head, and the version of the catalogue that cached pages go by. */
export type Navigation = {
  categories(variant: Variant): Promise<readonly CategoryLink[]>
  /** As it was at most a second ago; asked of the database behind the answer. */
  version(): number | Promise<number>
}

/** Keeps the departments of each storefront until the catalogue's version changes. */
export function createNavigation(
  catalog: Pick<CatalogService, 'categories' | 'version'>,
  now: () => number = () => performance.now(),
): Navigation {
  const cached = new Map<VariantKey, { version: number; categories: Promise<readonly CategoryLink[]> }>()
  let version: number | undefined
  let asking: Promise<number> | undefined
  let askedAt = Number.NEGATIVE_INFINITY

  function ask(): Promise<number> {
    askedAt = now()
    asking ??= catalog
      .version()
      .then((found) => {
        version = found
        return found
      })
      .finally(() => {
        asking = undefined
      })
    return asking
  }

  function current(): number | Promise<number> {
    const isOld = now() - askedAt > 1_000
    // an empty shop has nothing to serve meanwhile: its first visitor after an import is to see it open
    if (version === undefined || (version === 0 && isOld)) return ask()
    // the old version serves until the new one is known: nobody waits for the question
    if (isOld) void ask().catch(() => undefined)
    return version
  }

  return {
    version: current,
    async categories(variant) {
      const wanted = await current()
      const found = cached.get(variant.key)
      if (found !== undefined && found.version === wanted) return found.categories
      const categories = catalog.categories(variant)
      cached.set(variant.key, { version: wanted, categories })
      categories.catch(() => cached.delete(variant.key))
      return categories
    },
  }
}
