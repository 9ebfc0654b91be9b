import { createContext, type ReactNode, use, useDeferredValue, useLayoutEffect, useState } from 'react'
import { type Location, locationOf } from '#web/navigation/history.ts'
import type { Navigate, Navigation, NavigationState } from '#web/navigation/navigation.ts'

const NavigateContext = createContext<Navigate>(async () => {})
const LocationContext = createContext<Location>(locationOf('/', ''))
const LoadingContext = createContext(false)
const KeepsScrollContext = createContext(true)

type NavigationFrameProps = {
  readonly navigation: Navigation<unknown> | null
  readonly state: Pick<NavigationState<unknown>, 'location' | 'isLoading' | 'keepsScroll'>
  readonly children: ReactNode
}

/** Round a page: where it is, and how one goes on from it. On the server nobody goes anywhere. */
export function NavigationFrame({ navigation, state, children }: NavigationFrameProps): ReactNode {
  return (
    <NavigateContext value={navigation?.navigate ?? stay}>
      <LocationContext value={state.location}>
        <LoadingContext value={state.isLoading}>
          <KeepsScrollContext value={state.keepsScroll}>{children}</KeepsScrollContext>
        </LoadingContext>
      </LocationContext>
    </NavigateContext>
  )
}

const stay: Navigate = async () => {}

/**
 * The state that a navigation has now. A new page is drawn aside, so that the old one goes on answering meanwhile; and not in a
 * transition, which would wait for every choice whose call is still on its way (useOptimistic).
 */
export function useNavigationState<Page>(navigation: Navigation<Page>): NavigationState<Page> {
  const [state, setState] = useState(navigation.state)
  useLayoutEffect(() => {
    const follow = () => setState(navigation.state())
    follow()
    return navigation.subscribe(follow)
  }, [navigation])
  const drawn = useDeferredValue(state)
  return { ...drawn, isLoading: state.isLoading || drawn.isLoading }
}

export function useNavigate(): Navigate {
  return use(NavigateContext)
}

/** The address of the page that is shown. */
export function useLocation(): Location {
  return use(LocationContext)
}

/** The next page is on its way. */
export function useIsPageLoading(): boolean {
  return use(LoadingContext)
}

/** This page was asked not to begin at its top. */
export function useKeepsScroll(): boolean {
  return use(KeepsScrollContext)
}
