import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { PageState } from '#contracts/pages.ts'
import { wantsAgain } from '#web/layers/ask-again.ts'
import { openBrowserHistory } from '#web/navigation/history.ts'
import { pageView } from '#web/navigation/lazy-pages.ts'
import { loadPage } from '#web/navigation/load-page.ts'
import { createNavigation } from '#web/navigation/navigation.ts'
import { loadedPage } from '#web/navigation/page-view.ts'
import { rememberScroll } from '#web/navigation/scroll-memory.ts'
import { LivePages } from '#web/shell/current-page.tsx'

/** Brings the server's HTML to life; the page's own script has come before, so that the first render is the same. */
export async function hydrate(): Promise<void> {
  const root = document.getElementById('root')
  const handedOver = document.getElementById('page-state')?.textContent
  if (root === null || !handedOver) return
  const state = JSON.parse(handedOver) as PageState
  const page = loadedPage(state, await pageView(state.page.name))
  await nextTask()
  const history = openBrowserHistory()
  const navigation = createNavigation({ history, load: loadPage, page, onLeave: rememberScroll, wantsAgain })
  await nextTask()
  // in small pieces, so that a press or a scroll never waits for the whole page
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <LivePages navigation={navigation} />
      </StrictMode>,
    )
  })
}

/** Lets the browser paint and take presses before what comes next. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
