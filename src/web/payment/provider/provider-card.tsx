import { lazy, type ReactNode, type Ref, useImperativeHandle, useRef } from 'react'
import type { CardFlags } from '#domain/payment/brands.ts'
import type { CardErrors } from '#domain/payment/card-form.ts'
import type { GatewayErrors } from '#web/payment/card/card-gateway.ts'
import { FramedCardFields } from './framed-card.tsx'
import { ProviderFields } from './provider-fields.tsx'

/** A card as the provider's fields give it (OPEN-64); month and year are 0 where they keep them to themselves. */
export type FramedCard = {
  readonly cardToken: string
  readonly brand: string
  readonly lastFour: string
  readonly expMonth: number
  readonly expYear: number
}

export type FramedAnswer =
  | { readonly kind: 'card'; readonly card: FramedCard }
  | { readonly kind: 'errors'; readonly errors: GatewayErrors }
  | { readonly kind: 'unreachable' }

export type ProviderCardHandle = {
  /** Has the provider's fields judge what was typed, and hand the card over. */
  submit(): Promise<FramedAnswer>
  /** What the server found wrong, said at the fields where they can say it. */
  refuse?(errors: Partial<CardErrors>): void
}

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
