import { Component, type ReactNode, useMemo } from 'react'
import type { PageState } from '#contracts/pages.ts'
import type { Location } from '#web/navigation/history.ts'
import type { Navigation, NavigationState } from '#web/navigation/navigation.ts'
import { NavigationFrame, useNavigationState } from '#web/navigation/navigation-context.tsx'
import type { LoadedPage } from '#web/navigation/page-view.ts'
import { PageFailure } from '#web/shell/page-failure.tsx'
import { Shell } from '#web/shell/shell.tsx'
import { FrameProvider } from '#web/variants/context.tsx'

/** The page of the address, and after it those one goes to. */
export function LivePages({ navigation }: { readonly navigation: Navigation<LoadedPage> }): ReactNode {
  return <CurrentPage navigation={navigation} state={useNavigationState(navigation)} />
}

type CurrentPageProps = {
  readonly navigation: Navigation<LoadedPage> | null
  readonly state: NavigationState<LoadedPage>
}

/** A page with what stands round it: the server says which page an address is (PageState.page.name). */
export function CurrentPage({ navigation, state }: CurrentPageProps): ReactNode {
  const { location, page, failure } = state
  // only another page is drawn anew, not one that waits for it
  const drawn = useMemo(() => <PageInShell page={page} />, [page])
  return (
    <NavigationFrame navigation={navigation} state={state}>
      <FailureBoundary location={location}>{failure ? <PageFailure error={failure.error} /> : drawn}</FailureBoundary>
    </NavigationFrame>
  )
}

function PageInShell({ page }: { readonly page: LoadedPage }): ReactNode {
  const { state, view: View } = page
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

type BoundaryProps = { readonly location: Location; readonly children: ReactNode }
type BoundaryState = { readonly location: Location; readonly failure: { readonly error: unknown } | null }

/** Shows a page whose code fails as a failure, until one goes to another address. */
class FailureBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { location: this.props.location, failure: null }

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failure: { error } }
  }

  static getDerivedStateFromProps({ location }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return location === state.location ? null : { location, failure: null }
  }

  override render(): ReactNode {
    const { failure } = this.state
    return failure === null ? this.props.children : <PageFailure error={failure.error} />
  }
}
