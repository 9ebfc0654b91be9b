import { lazy, type ReactNode, type Ref, useImperativeHandle, useRef } from 'react'
import type { CardFlags } from '#domain/payment/brands.ts'
import type { ProviderCardHandle } from './framed-answer.ts'
import { FramedCardFields } from './framed-card.tsx'
import { ProviderFields } from './provider-fields.tsx'

export type ProviderCardProps = { readonly ref: Ref<ProviderCardHandle>; readonly flags: CardFlags }

const AdyenFields = lazy(async () => ({ default: (await import('#web/payment/adyen/adyen-fields.tsx')).AdyenFields }))

/** The payment provider's own card fields (PLAT-18): the built-in gateway's in one frame, or Adyen's where it is configured. */
export function ProviderCard({ ref, flags }: ProviderCardProps): ReactNode {
  const fields = useRef<ProviderCardHandle>(null)

  useImperativeHandle(ref, () => ({
    submit: async () => (await fields.current?.submit()) ?? { kind: 'unreachable' },
    refuse: (errors) => fields.current?.refuse?.(errors),
  }))

  return (
    <ProviderFields lines={4}>
      {(session, lose) =>
        session.environment === 'built-in' ? (
          <FramedCardFields ref={fields} frameUrl={session.gatewayUrl} flags={flags} />
        ) : (
          <AdyenFields ref={fields} session={session} flags={flags} onFailed={lose} />
        )
      }
    </ProviderFields>
  )
}
