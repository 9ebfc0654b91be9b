import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Frame } from '#contracts/pages.ts'
import { calls } from '#web/calls/client.ts'

export type HeaderCounts = NonNullable<Frame['counts']>

const nothing: HeaderCounts = { basketCount: 0, favoritesCount: 0, isBeingOrdered: false }
const channelName = 'header-counts'

let counts: HeaderCounts | null = null
let channel: BroadcastChannel | null = null
const listeners = new Set<() => void>()

const followers = new Set<() => void>()

/**
 * Asks the server for both counts and shows them here and in every other tab (PLAT-29, BEYOND-11). `isEcho`: this tab
 * only follows another one, so it does not tell it back.
 */
export async function refreshHeaderCounts({ isEcho = false } = {}): Promise<void> {
  try {
    const fresh = await calls.cart.getHeaderCounts()
    if (typeof fresh.basketCount !== 'number') return
    show(fresh)
    if (!isEcho) channel?.postMessage(fresh)
  } catch {
    // A count that cannot be had stays as it was; the page it stands on is worth more.
  }
}

/** The counts to show: those of the page, until fresher ones come from a call or from another tab. */
export function useHeaderCounts(given: Frame['counts']): HeaderCounts {
  const [shown, setShown] = useState(given)
  if (shown !== given) {
    setShown(given)
    counts = null
  }
  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return
    const opened = new BroadcastChannel(channelName)
    channel = opened
    opened.onmessage = (event: MessageEvent<HeaderCounts>) => {
      show(event.data)
      for (const follow of followers) follow()
    }
    return () => {
      opened.close()
      channel = null
    }
  }, [])
  const fresher = useSyncExternalStore(
    subscribe,
    () => counts,
    () => null,
  )
  return fresher ?? given ?? nothing
}

/** Calls back when the cart was changed in another tab; gives the way to stop. */
export function followOtherTabs(follow: () => void): () => void {
  followers.add(follow)
  return () => followers.delete(follow)
}

function show(next: HeaderCounts): void {
  counts = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
