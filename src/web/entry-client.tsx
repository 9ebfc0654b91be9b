import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { PageState } from '#contracts/pages.ts'
import { pageView } from '#web/navigation/lazy-pages.ts'
import { loadedPage } from '#web/navigation/page-view.ts'
import { pageRouteId, routes } from '#web/routes.tsx'

/** Brings the server's HTML to life; the page's own script has come before, so that the first render is the same. */
export async function hydrate(): Promise<void> {
  const root = document.getElementById('root')
  const handedOver = document.getElementById('page-state')?.textContent
  if (root === null || !handedOver) return
  const state = JSON.parse(handedOver) as PageState
  const loaded = loadedPage(state, await pageView(state.page.name))
  await nextTask()
  const router = createBrowserRouter(routes, { hydrationData: { loaderData: { [pageRouteId]: loaded } } })
  await nextTask()
  // in small pieces, so that a press or a scroll never waits for the whole page
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    )
  })
}

/** Lets the browser paint and take presses before what comes next. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
