import { type ReactNode, Suspense } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/panels/skeleton.tsx'
import { useMessages } from '#web/variants/context.tsx'
import { type ProviderSession, useProviderSession } from './use-provider-session.ts'

export type ProviderFieldsProps = {
  /** Lines of the skeleton that stands for the fields meanwhile. */
  readonly lines: number
  /** The fields of a session; `lose` when they cannot be had after all. */
  readonly children: (session: ProviderSession, lose: (why: string) => void) => ReactNode
}

/** Fields of the payment provider, once there is a session; until then, or without one, the page says so. */
export function ProviderFields({ lines, children }: ProviderFieldsProps): ReactNode {
  const message = useMessages()
  const { session, lost, lose, askAgain } = useProviderSession()
  if (lost !== null) {
    return (
      <Notice kind="bad">
        <p>{lost || message('genericErrorMessage')}</p>
        <Button kind="plain" onClick={askAgain}>
          Load the card fields again
        </Button>
      </Notice>
    )
  }
  const waiting = <Skeleton lines={lines} label="The card fields are loading" />
  return session === null ? waiting : <Suspense fallback={waiting}>{children(session, lose)}</Suspense>
}
