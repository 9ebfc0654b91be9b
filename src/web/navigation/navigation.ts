import { CutOff } from '#web/calls/errors.ts'
import { addressOf, type Location, locationOf, type PageHistory } from '#web/navigation/history.ts'

/** What is on the screen: the page of an address, or what went wrong in its place. */
export type NavigationState<Page> = {
  readonly location: Location
  readonly page: Page
  readonly failure: { readonly error: unknown } | null
  /** The next page is on its way; this one stays until it is there. */
  readonly isLoading: boolean
  /** The page was asked not to begin at its top. */
  readonly keepsScroll: boolean
}

export type NavigateOptions = {
  /** Leaves the page scrolled as it is. */
  readonly preventScrollReset?: boolean
}

/** Goes to an address of this site, or back by so many entries; done when its page is there, or another is wanted. */
export type Navigate = (to: string | number, options?: NavigateOptions) => Promise<void>

export type Navigation<Page> = {
  readonly state: () => NavigationState<Page>
  readonly navigate: Navigate
  readonly subscribe: (listener: () => void) => () => void
}

type Parts<Page> = {
  readonly history: PageHistory
  /** Fetches the page of an address; `reached` is another address where the server led elsewhere. */
  readonly load: (address: string, signal: AbortSignal) => Promise<{ readonly page: Page; readonly reached: string }>
  readonly page: Page
  readonly onLeave?: (location: Location) => void
  /** Asked when no page can be had for want of a connection: true to try again, else the one that is shown stays. */
  readonly wantsAgain?: () => Promise<boolean>
}

/** Soft navigation: the page of the next address is fetched first, then shown and written into the history (decision 55). */
export function createNavigation<Page>({ history, load, page, onLeave, wantsAgain }: Parts<Page>): Navigation<Page> {
  const listeners = new Set<() => void>()
  // a first page is where the browser has scrolled it
  const location = history.location()
  let state: NavigationState<Page> = { location, page, failure: null, isLoading: false, keepsScroll: true }
  let pending: AbortController | null = null

  const update = (patch: Partial<NavigationState<Page>>) => {
    state = { ...state, ...patch }
    for (const listener of listeners) listener()
  }

  const show = async (to: Location, enter: (address: string) => void, keepsScroll: boolean): Promise<void> => {
    pending?.abort()
    const own = new AbortController()
    pending = own
    onLeave?.(state.location)
    let arrived: Partial<NavigationState<Page>> = {}
    let reached = addressOf(to)
    if (!isOtherFragment(state.location, to)) {
      const target = `${to.pathname}${to.search}`
      update({ isLoading: true })
      try {
        const found = await load(target, own.signal)
        arrived = { page: found.page, failure: null }
        if (found.reached !== target) reached = found.reached
      } catch (error) {
        if (error instanceof CutOff && wantsAgain !== undefined) {
          if (own.signal.aborted) return
          update({ isLoading: false })
          const isAgain = await wantsAgain()
          if (own.signal.aborted) return
          return isAgain ? show(to, enter, keepsScroll) : stayHere()
        }
        arrived = { failure: { error } }
      }
      if (own.signal.aborted) return
    }
    enter(reached)
    update({ ...arrived, location: history.location(), isLoading: false, keepsScroll })
  }

  /** Back and Forward have moved already. */
  const stayHere = () => {
    const shown = addressOf(state.location)
    if (addressOf(history.location()) === shown) return
    history.push(shown)
    update({ location: history.location() })
  }

  history.listen(() => {
    const to = history.location()
    // the entry is there already; but not where the server leads elsewhere
    show(to, (reached) => reached !== addressOf(to) && history.push(reached), false)
  })

  return {
    state: () => state,
    navigate: async (to, { preventScrollReset = false } = {}) => {
      if (typeof to === 'number') {
        history.go(to)
        return
      }
      // as in any browser, the page that is shown already makes no second entry
      const enter = (reached: string) =>
        reached === addressOf(state.location) ? history.replace(reached) : history.push(reached)
      await show(locationOf(to), enter, preventScrollReset)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Another place of the page that is shown: nothing is fetched. */
function isOtherFragment(shown: Location, to: Location): boolean {
  return shown.pathname === to.pathname && shown.search === to.search && to.hash !== ''
}
