import type { NewId } from '#domain/cart/change.ts'
import type { Throttle } from '#server/http/guards/throttle.ts'
import type { CardGateway } from '#server/providers/card-gateway/port.ts'

/** What the payment handlers need from outside a request. */
export type PaymentServices = {
  readonly newId: NewId
  readonly cardGateway: CardGateway
  readonly throttle: Throttle
}
