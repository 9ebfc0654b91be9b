import type { NewId } from '#domain/cart/change.ts'
import type { Throttle } from '#server/http/guards/throttle.ts'
import type { CardGateway } from '#server/providers/card-gateway/port.ts'

/** Lets a card's bank be asked within the limits on trying out cards, by an address; null: not now. A refused one counts. */
export type WithCardTry = <Answer>(
  address: string,
  ask: () => Promise<Answer>,
  isRefused: (answer: Answer) => boolean,
) => Promise<Answer | null>

/** What the payment handlers need from outside a request. */
export type PaymentServices = {
  readonly newId: NewId
  readonly cardGateway: CardGateway
  readonly throttle: Throttle
  /** What counts the cards that are tried, those of orders and those of no order together. */
  readonly withCardTry: WithCardTry
}
