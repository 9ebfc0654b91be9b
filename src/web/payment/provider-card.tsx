import { lazy, type ReactNode, type Ref, Suspense, useImperativeHandle, useRef } from 'react'
import type { CardErrors } from '#domain/payment/card-form.ts'
import type { GatewayErrors } from '#web/payment/card-gateway.ts'
import { FramedCardFields } from '#web/payment/framed-card.tsx'
import { useProviderSession } from '#web/payment/use-provider-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useMessages } from '#web/variants/context.tsx'

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

export type ProviderCardProps = { readonly ref: Ref<ProviderCardHandle> }

const AdyenFields = lazy(async () => ({ default: (await import('#web/payment/adyen/adyen-fields.tsx')).AdyenFields }))

/** The payment provider's own card fields (PLAT-18): the built-in gateway's in one frame, or Adyen's where it is configured. */
export function ProviderCard({ ref }: ProviderCardProps): ReactNode {
  const message = useMessages()
  const fields = useRef<ProviderCardHandle>(null)
  const { session, lost, lose, askAgain } = useProviderSession()

  useImperativeHandle(ref, () => ({
    submit: async () => (await fields.current?.submit()) ?? { kind: 'unreachable' },
    refuse: (errors) => fields.current?.refuse?.(errors),
  }))

  if (lost !== '') {
    return (
      <Notice kind="bad">
        <p>{message('genericErrorMessage')}</p>
        <Button kind="plain" onClick={askAgain}>
          Load the card fields again
        </Button>
      </Notice>
    )
  }
  const waiting = <Skeleton lines={4} label="The card fields are loading" />
  if (session === null) return waiting
  if (session.environment === 'built-in') return <FramedCardFields ref={fields} frameUrl={session.gatewayUrl} />
  return (
    <Suspense fallback={waiting}>
      <AdyenFields ref={fields} session={session} onFailed={lose} />
    </Suspense>
  )
}
