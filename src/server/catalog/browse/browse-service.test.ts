import { expect, test } from 'vitest'
import { nothingChosen } from '#domain/catalog/facets.ts'
import { shelfIndexMaker } from '#domain/catalog/shelf-index/shelf-index-maker.ts'
import { variants } from '#domain/variant.ts'
import type { Database } from '#server/db/database.ts'
import { createBrowseService } from './browse-service.ts'
import { maxMatches, maxRanked } from './search-store.ts'

function indexOf(ids: readonly string[]) {
  const maker = shelfIndexMaker()
  for (const productId of ids)
    maker.add({ productId, categorySlug: 'all', lowCurrentCents: 5_000, terms: '', name: productId, addedAt: 0 })
  const making = maker.make()
  for (;;) {
    const step = making.next()
    if (step.done === true) return step.value
  }
}

test.each([
  { matches: 10, isCutOff: false, total: 10 },
  { matches: 30_000, isCutOff: false, total: 30_000 },
  { matches: 60_000, isCutOff: true, total: maxMatches },
])(
  'SCALE-09: a search that finds $matches looks at no more than it says: cut off $isCutOff',
  async ({ matches, isCutOff, total }) => {
    const ids = Array.from({ length: matches }, (_, nth) => `p-${nth}`)
    const index = indexOf(ids)
    const limits: number[] = []
    const database = {
      async row({ text }: { readonly text: string }) {
        const limit = Number(/limit (\d+)/.exec(text)?.[1])
        limits.push(limit)
        return { found: Math.min(limit, matches), productIds: ids.slice(0, limit).join(' ') }
      },
      rows: async () => [],
    } as unknown as Database
    const browse = createBrowseService({ database, indexes: { get: async () => ({ index, isCurrent: true }) } })
    const selection = { choice: nothingChosen, sort: 'best', page: 1, postalCode: '' } as const
    const found = await browse.search(variants.cb, 'oak', { version: 1, selection, shippable: null })
    expect(found).toMatchObject({ total, isCutOff })
    expect(limits).toEqual(matches > maxRanked ? [maxRanked + 1, maxMatches] : [maxRanked + 1])
  },
)
