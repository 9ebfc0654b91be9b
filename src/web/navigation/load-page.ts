import type { PageState } from '#contracts/pages.ts'
import { pageView } from '#web/navigation/lazy-pages.ts'
import { type LoadedPage, loadedPage } from '#web/navigation/page-view.ts'

/**
 * A soft navigation: the same address asked for as JSON. A server that leads elsewhere is followed, and `reached` says
 * where; an answer that is no page state, or none at all, makes it a plain page load.
 */
export async function loadPage(
  address: string,
  signal: AbortSignal,
): Promise<{ readonly page: LoadedPage; readonly reached: string }> {
  const found = await fetchState(address, signal)
  if (found === null) return leaveFor(address)
  return { page: loadedPage(found.state, await pageView(found.state.page.name)), reached: found.reached }
}

type Found = { readonly state: PageState; readonly reached: string }

async function fetchState(address: string, signal: AbortSignal): Promise<Found | null> {
  const answer = await fetch(address, {
    headers: { accept: 'application/json' },
    credentials: 'same-origin',
    signal,
  }).catch((error: unknown) => {
    if (signal.aborted) throw error
    return null
  })
  // a server that is busy says so in JSON too; asked for the page itself it has one that says so
  const isBusy = answer?.status === 503 || answer?.status === 429
  if (isBusy || !answer?.headers.get('content-type')?.includes('application/json')) return null
  const { pathname, search } = new URL(answer.redirected ? answer.url : address, window.location.href)
  return { state: (await answer.json()) as PageState, reached: `${pathname}${search}` }
}

function leaveFor(address: string): Promise<never> {
  window.location.assign(address)
  // The page is going away: nothing is left to be shown here.
  return new Promise(() => {})
}
