import type { ReactNode } from 'react'
import { type RouteObject, useLoaderData, useRouteError } from 'react-router'
import type { PageState } from '#contracts/pages.ts'
import { loadPage } from '#web/navigation/load-page.ts'
import type { LoadedPage } from '#web/navigation/page-view.ts'
import { PageFailure } from '#web/shell/page-failure.tsx'
import { Shell } from '#web/shell/shell.tsx'
import { FrameProvider } from '#web/variants/context.tsx'

export const pageRouteId = 'page'

/** One route for every address: the server says which page an address is (PageState.page.name). */
export const routes: RouteObject[] = [
  {
    id: pageRouteId,
    path: '*',
    loader: loadPage,
    Component: CurrentPage,
    ErrorBoundary: Failure,
    shouldRevalidate: () => true,
  },
]

function CurrentPage(): ReactNode {
  const { state, view: View } = useLoaderData() as LoadedPage
  return (
    <FrameProvider value={state.frame}>
      <Shell state={state}>
        <View key={keyOf(state)} page={state.page} />
      </Shell>
    </FrameProvider>
  )
}

/** Another address is another page, also where the component is the same; but the steps of the checkout share one. */
function keyOf(state: PageState): string {
  const { name } = state.page
  if (name === 'checkout') return 'checkout'
  // filters of a shelf stay open while it changes
  return name === 'category' || name === 'search' ? (state.path.split('?')[0] ?? '') : state.path
}

function Failure(): ReactNode {
  return <PageFailure error={useRouteError()} />
}
