import { lazy, type ReactNode, Suspense } from 'react'
import type { RemovedRowProps } from './removed-row.tsx'

const RemovedRow = lazy(async () => ({ default: (await import('./removed-row.tsx')).RemovedRow }))

/** The place of a row that was removed; its script comes with the first removal. */
export function RemovedPlace(props: RemovedRowProps): ReactNode {
  return (
    <Suspense fallback={null}>
      <RemovedRow {...props} />
    </Suspense>
  )
}
