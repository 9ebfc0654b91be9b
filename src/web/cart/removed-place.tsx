import { lazy, type ReactNode, Suspense } from 'react'
import type { RemovedLineProps } from '#web/cart/removed-line.tsx'

const RemovedLine = lazy(async () => ({ default: (await import('#web/cart/removed-line.tsx')).RemovedLine }))

/** The place of a line that was removed; its script comes with the first removal. */
export function RemovedPlace(props: RemovedLineProps): ReactNode {
  return (
    <Suspense fallback={null}>
      <RemovedLine {...props} />
    </Suspense>
  )
}
