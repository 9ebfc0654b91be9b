import { useState, useSyncExternalStore } from 'react'
import { browsePaths } from '#contracts/catalog/browse-paths.ts'
import { track } from '#web/analytics/data-layer.ts'
import { calls } from '#web/calls/client.ts'
import { reportError } from '#web/layers/report-error.ts'
import { refreshHeaderCounts } from '#web/shell/header-counts.ts'
import { useFrame } from '#web/variants/context.tsx'

let favorites: readonly number[] | null = null
const listeners = new Set<() => void>()

/** Skus of the shopper's favorites: those of the page, until a heart was pressed. */
export function useFavorites(): readonly number[] {
  const given = useFrame().favorites
  const [shown, setShown] = useState(given)
  if (shown !== given) {
    setShown(given)
    favorites = null
  }
  const fresher = useSyncExternalStore(
    subscribe,
    () => favorites,
    () => null,
  )
  return fresher ?? given
}

/** Puts a sku on the list or takes it off: shown at once, taken back when the server cannot. */
export async function changeFavorite(list: readonly number[], sku: number, isLiked: boolean): Promise<void> {
  show(isLiked ? [sku, ...list] : list.filter((each) => each !== sku))
  try {
    const reply = await calls.browse.setFavorite({ Sku: sku, IsFavorite: isLiked })
    show(reply.favorites)
    if (isLiked) track({ kind: 'favored', sku })
    await refreshHeaderCounts()
  } catch (error) {
    show(list)
    reportError(error, '', { action: 'changeFavorite', api: browsePaths.setFavorite.path })
  }
}

function show(next: readonly number[]): void {
  favorites = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
