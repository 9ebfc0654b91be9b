import { act, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import type { Frame, PageState } from '#contracts/pages.ts'
import { leavePage } from '#web/analytics/collector.ts'
import { loadCollector } from '#web/analytics/data-layer.ts'
import { resetLoading } from '#web/calls/loading.ts'
import { LayerHost } from '#web/layers/host.tsx'
import { clearLayers } from '#web/layers/open-layer.ts'
import { type Browser, BrowserProvider } from '#web/navigation/browser.tsx'
import { pageView } from '#web/navigation/lazy-pages.ts'
import { loadedPage } from '#web/navigation/page-view.ts'
import { pageRouteId, routes } from '#web/routes.tsx'
import { TokenField } from '#web/shell/token-field.tsx'
import { FrameProvider } from '#web/variants/context.tsx'

/** A browser that goes nowhere and says where it was sent. */
export function recordingBrowser(): Browser & { readonly left: string[]; reloads: number } {
  const browser = {
    left: [] as string[],
    reloads: 0,
    assign: (address: string) => {
      browser.left.push(address)
    },
    reload: () => {
      browser.reloads += 1
    },
  }
  return browser
}

export type Rendered = {
  readonly browser: ReturnType<typeof recordingBrowser>
  readonly path: () => string
  readonly router: ReturnType<typeof createMemoryRouter>
}

/** A whole page with shell and popups, alive, as after its hydration. */
export async function renderPage(state: PageState): Promise<Rendered> {
  await startAnew()
  const browser = recordingBrowser()
  const loaded = loadedPage(state, await pageView(state.page.name))
  const router = createMemoryRouter(routes, {
    initialEntries: [state.path],
    hydrationData: { loaderData: { [pageRouteId]: loaded } },
  })
  await act(async () => {
    render(
      <BrowserProvider value={browser}>
        <RouterProvider router={router} />
      </BrowserProvider>,
    )
  })
  return { browser, router, path: () => router.state.location.pathname }
}

/** Parts of a page with frame and popups round them, at an address. */
export async function renderParts(frame: Frame, parts: ReactNode, path = '/checkout/cart'): Promise<Rendered> {
  await startAnew()
  const browser = recordingBrowser()
  const element = (
    <FrameProvider value={frame}>
      <TokenField />
      {parts}
      <LayerHost />
    </FrameProvider>
  )
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [path] })
  await act(async () => {
    render(
      <BrowserProvider value={browser}>
        <RouterProvider router={router} />
      </BrowserProvider>,
    )
  })
  return { browser, router, path: () => router.state.location.pathname }
}

/** What a module remembers belongs to one page; a test starts with a new one. */
async function startAnew(): Promise<void> {
  clearLayers()
  resetLoading()
  // what happens is told at once
  await loadCollector()
  leavePage()
  window.dataLayer = []
}
