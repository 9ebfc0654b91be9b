import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in server HTML and in the first render of the browser, true after: for parts that need scripts. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
