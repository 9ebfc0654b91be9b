import { redirect } from 'react-router'
import type { PageState } from '#contracts/pages.ts'
import { pageView } from '#web/navigation/lazy-pages.ts'
import { type LoadedPage, loadedPage } from '#web/navigation/page-view.ts'

/**
 * A soft navigation: the same address asked for as JSON. A server that leads elsewhere is followed; an answer that is
 * no page state, or none at all, makes it a plain page load.
 */
export async function loadPage({ request }: { readonly request: Request }): Promise<LoadedPage | Response> {
  const wished = new URL(request.url)
  const state = await fetchState(wished, request.signal)
  if (state === null) return leaveFor(wished)
  if (state.reached !== `${wished.pathname}${wished.search}`) return redirect(state.reached)
  return loadedPage(state.page, await pageView(state.page.page.name))
}

type Fetched = { readonly page: PageState; readonly reached: string }

async function fetchState(address: URL, signal: AbortSignal): Promise<Fetched | null> {
  const answer = await fetch(`${address.pathname}${address.search}`, {
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
  const reached = answer.redirected ? new URL(answer.url) : address
  return { page: (await answer.json()) as PageState, reached: `${reached.pathname}${reached.search}` }
}

function leaveFor(address: URL): Promise<never> {
  window.location.assign(address)
  // The page is going away: nothing is left to be shown here.
  return new Promise(() => {})
}
