import type { CardErrors } from '#domain/payment/card-form.ts'
import type { GatewayErrors } from '#web/payment/card/card-gateway.ts'

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
