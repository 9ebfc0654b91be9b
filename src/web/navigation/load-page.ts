import { CutOff } from '#web/calls/errors.ts'
import { isReached } from '#web/calls/is-reached.ts'
import { logError } from '#web/calls/log.ts'
import { fetchState } from '#web/navigation/fetch-state.ts'
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

/** The page's own script; null when it is missed though the store answers: the page itself then brings the one it needs. */
async function viewOf(name: PageName) {
  try {
    return await pageView(name)
  } catch (error) {
    if (!(await isReached())) throw new CutOff()
    logError(error, { action: 'import', api: `page ${name}` })
    return null
  }
}

function leaveFor(address: string): Promise<never> {
  window.location.assign(address)
  // The page is going away: nothing is left to be shown here.
  return new Promise(() => {})
}
