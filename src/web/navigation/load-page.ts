import type { PageState } from '#contracts/pages.ts'
import { CutOff } from '#web/calls/errors.ts'
import { pageView } from '#web/navigation/lazy-pages.ts'
import { type LoadedPage, loadedPage, type PageName } from '#web/navigation/page-view.ts'

/**
 * A soft navigation: the same address asked for as JSON. A server that leads elsewhere is followed, and `reached` says
 * where; an answer that is no page state makes it a plain page load. Without any answer it is cut off: a page load would end
 * at a page of the browser's own, and the shopper would lose this one (CALM-20).
 */
export async function loadPage(
  address: string,
  signal: AbortSignal,
): Promise<{ readonly page: LoadedPage; readonly reached: string }> {
  const found = await fetchState(address, signal)
  if (found === null) return leaveFor(address)
  const view = await viewOf(found.state.page.name)
  return view === null ? leaveFor(address) : { page: loadedPage(found.state, view), reached: found.reached }
}

const missed = new Set<PageName>()

/** The page's own script; null when it is missed for the second time: a browser may not ask for it twice. */
async function viewOf(name: PageName) {
  try {
    return await pageView(name)
  } catch {
    if (missed.has(name)) return null
    missed.add(name)
    throw new CutOff()
  }
}

type Found = { readonly state: PageState; readonly reached: string }

async function fetchState(address: string, signal: AbortSignal): Promise<Found | null> {
  const answer = await fetch(address, {
    headers: { accept: 'application/json', 'x-document': ownKind() },
    credentials: 'same-origin',
    signal,
  }).catch((error: unknown) => {
    throw signal.aborted ? error : new CutOff()
  })
  // a server that is busy says so in JSON too; asked for the page itself it has one that says so
  const isBusy = answer.status === 503 || answer.status === 429
  if (isBusy || !answer.headers.get('content-type')?.includes('application/json')) return null
  const { pathname, search } = new URL(answer.redirected ? answer.url : address, window.location.href)
  return { state: (await answer.json()) as PageState, reached: `${pathname}${search}` }
}

/**
 * Under which policy this document stands, for the server that must not show a card's fields under another one. Who came back,
 * or reloaded in between, has an address that says nothing about it.
 */
function ownKind(): 'payment' | 'other' {
  return document.documentElement.hasAttribute('data-payment') ? 'payment' : 'other'
}

function leaveFor(address: string): Promise<never> {
  window.location.assign(address)
  // The page is going away: nothing is left to be shown here.
  return new Promise(() => {})
}
