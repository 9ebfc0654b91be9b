import type { ReactNode } from 'react'
import { useIdleImport } from '#web/ui/use-idle-import.ts'
import type { RemovedRowProps } from './removed-row.tsx'

const load = () => import('./removed-row.tsx')

/** The place of a row that was removed; its script comes with the first removal. */
export function RemovedPlace(props: RemovedRowProps): ReactNode {
  const later = useIdleImport(load)
  return later && <later.RemovedRow {...props} />
}
