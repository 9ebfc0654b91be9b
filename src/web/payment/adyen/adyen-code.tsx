import { type ReactNode, useEffect } from 'react'
import { AdyenFieldPlace } from '#web/payment/adyen/adyen-field.tsx'
import { useAdyenCard } from '#web/payment/adyen/use-adyen-card.ts'
import type { AppliedCard } from '#web/payment/card/card-errors.ts'
import { type CodeEntry, codeControlId, codeLengthOf } from '#web/payment/provider/use-code-entry.ts'
import type { ProviderSession } from '#web/payment/provider/use-provider-session.ts'

const field = 'encryptedSecurityCode'
const fields = [field] as const

export type AdyenCodeProps = {
  readonly card: AppliedCard
  readonly codes: CodeEntry
  readonly session: ProviderSession
  readonly onFailed: (why: string) => void
}

/** The security code of one saved card in a frame of Adyen's (PAY-45). */
export function AdyenCode({ card, codes, session, onFailed }: AdyenCodeProps): ReactNode {
  const state = useAdyenCard(session, fields, onFailed)
  const { framed } = codes
  const { tokenOf } = state
  useEffect(() => {
    framed.set(card.id, { token: () => tokenOf(field) })
    return () => {
      framed.delete(card.id)
    }
  }, [framed, card.id, tokenOf])
  return (
    <div ref={state.place} aria-busy={!state.isReady}>
      <AdyenFieldPlace
        id={codeControlId(card.id)}
        state={state}
        field={field}
        label={`Security code of the card ending in ${card.lastFour}`}
        hint={codeLengthOf(card) === 4 ? '4 digits on the front of the card' : '3 digits on the back of the card'}
        sentence={codes.sentenceOf(card.id)}
      />
    </div>
  )
}
