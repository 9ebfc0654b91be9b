import type { ReactNode } from 'react'
import { confirmationAddress } from '#domain/order/place-answer.ts'
import type { UnknownOutcomeProps } from '#web/order/place/unknown-outcome.tsx'
import { useIdleImport } from '#web/ui/use-idle-import.ts'

const load = () => import('#web/order/place/unknown-outcome.tsx')

/**
 * What is shown when the connection was lost with the order (BEYOND-02), fetched behind the step while there still is one;
 * a page that never got it leads to the confirmation, which knows as much.
 */
export function useOutcomeLater(): (props: UnknownOutcomeProps) => ReactNode {
  const later = useIdleImport(load)
  return (
    later?.UnknownOutcome ??
    (() => (
      <p role="status">
        We are finding out what became of your order. <a href={confirmationAddress}>See what we know</a>
      </p>
    ))
  )
}
