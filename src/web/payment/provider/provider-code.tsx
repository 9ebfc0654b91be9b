import { lazy, type ReactNode } from 'react'
import type { AppliedCard } from '#web/payment/card/card-errors.ts'
import { ProviderFields } from './provider-fields.tsx'
import type { CodeEntry } from './use-code-entry.ts'

const AdyenCode = lazy(async () => ({ default: (await import('#web/payment/adyen/adyen-code.tsx')).AdyenCode }))

export type ProviderCodeProps = {
  readonly card: AppliedCard
  readonly codes: CodeEntry
  /** Our own field, whose code the built-in gateway takes. */
  readonly children: ReactNode
}

/** The security code of a saved card, read by Adyen where it is configured (PAY-45, OPEN-64). */
export function ProviderCode({ card, codes, children }: ProviderCodeProps): ReactNode {
  return (
    <ProviderFields lines={1}>
      {(session, lose) =>
        session.environment === 'built-in' ? (
          children
        ) : (
          <AdyenCode card={card} codes={codes} session={session} onFailed={lose} />
        )
      }
    </ProviderFields>
  )
}
