import { useEffect, useState } from 'react'

/** What most visits never look at, fetched behind the page once it is alive; null until then, and when it cannot be had. */
export function useIdleImport<Value extends object>(load: () => Promise<Value>): Value | null {
  const [value, setValue] = useState<Value | null>(null)
  useEffect(() => {
    let isHere = true
    load().then(
      (loaded) => isHere && setValue(loaded),
      () => {},
    )
    return () => {
      isHere = false
    }
  }, [load])
  return value
}
