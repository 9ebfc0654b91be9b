import { type ReactNode, useEffect, useState } from 'react'
import { useHydrated } from '#web/ui/use-hydrated.ts'

/** For how long an order is being looked at already; told anew each half minute, to the eye only. `since`: ISO 8601. */
export function LookedAt({ since }: { readonly since: string }): ReactNode {
  const isHydrated = useHydrated()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  // the server's minute is not the browser's
  if (!isHydrated) return null
  return <p>We have been looking at it for {minutesText(Math.floor((now - new Date(since).getTime()) / 60_000))}.</p>
}

function minutesText(minutes: number): string {
  if (minutes < 1) return 'less than a minute'
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}
