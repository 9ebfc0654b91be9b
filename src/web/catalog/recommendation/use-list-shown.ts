import { useEffect } from 'react'
import type { RecommendationItem } from '#domain/catalog/recommendation-item.ts'
import { track } from '#web/analytics/data-layer.ts'

/** Tells analytics of a list once it is there; items that it may know nothing of are left out. */
export function useListShown(id: string, name: string, items: readonly RecommendationItem[]): void {
  useEffect(() => {
    const known = items.flatMap(({ tracked, navigateUrl }) => (tracked ? [{ tracked, navigateUrl }] : []))
    const [first] = known
    if (first === undefined) return
    track({
      kind: 'listShown',
      list: {
        id,
        name,
        currency: first.tracked.currencyCode,
        articles: known.map(({ tracked }) => tracked),
        addresses: known.map(({ navigateUrl }) => navigateUrl),
      },
    })
  }, [id, name, items])
}
