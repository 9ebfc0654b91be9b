import { act, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { Frame, PageState } from '#contracts/pages.ts'
import { memoryHistory } from '#test/web/memory-history.ts'
import { leavePage } from '#web/analytics/collector.ts'
import { loadCollector } from '#web/analytics/data-layer.ts'
import { resetLoading } from '#web/calls/loading.ts'
import { LayerHost } from '#web/layers/host.tsx'
import { clearLayers } from '#web/layers/open-layer.ts'
import { type Browser, BrowserProvider } from '#web/navigation/browser.tsx'
import { pageView } from '#web/navigation/lazy-pages.ts'
import { loadPage } from '#web/navigation/load-page.ts'
import { createNavigation, type Navigation } from '#web/navigation/navigation.ts'
import { NavigationFrame, useNavigationState } from '#web/navigation/navigation-context.tsx'
import { loadedPage } from '#web/navigation/page-view.ts'
import { LivePages } from '#web/shell/current-page.tsx'
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
  readonly navigation: Navigation<unknown>
}

/** A whole page with shell and popups, alive, as after its hydration. */
export async function renderPage(state: PageState): Promise<Rendered> {
  await startAnew()
  const browser = recordingBrowser()
  const page = loadedPage(state, await pageView(state.page.name))
  const navigation = createNavigation({ history: memoryHistory(state.path), load: loadPage, page })
  await act(async () => {
    render(
      <BrowserProvider value={browser}>
        <LivePages navigation={navigation} />
      </BrowserProvider>,
    )
  })
  return { browser, navigation, path: () => navigation.state().location.pathname }
}

/** Parts of a page with frame and popups round them, at an address. */
export async function renderParts(frame: Frame, parts: ReactNode, path = '/checkout/cart'): Promise<Rendered> {
  await startAnew()
  const browser = recordingBrowser()
  const load = async (reached: string) => ({ page: null, reached })
  const navigation = createNavigation({ history: memoryHistory(path), load, page: null })
  await act(async () => {
    render(
      <BrowserProvider value={browser}>
        <LiveParts navigation={navigation}>
          <FrameProvider value={frame}>
            <TokenField />
            {parts}
            <LayerHost />
          </FrameProvider>
        </LiveParts>
      </BrowserProvider>,
    )
  })
  return { browser, navigation, path: () => navigation.state().location.pathname }
}

function LiveParts({ navigation, children }: { readonly navigation: Navigation<null>; readonly children: ReactNode }) {
  return (
    <NavigationFrame navigation={navigation} state={useNavigationState(navigation)}>
      {children}
    </NavigationFrame>
  )
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
