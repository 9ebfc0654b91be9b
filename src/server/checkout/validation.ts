import type { ErrorType } from '#domain/cart/error-types.ts'
import type { MessageKey } from '#domain/messages.ts'
import type { BasketLine, PricedBasket } from '#server/pricing/pricing-service.ts'

/** The first reason why a basket cannot go on (UNAVAIL-23 to UNAVAIL-29) and the lines it is about. */
export type BasketVerdict = {
  readonly errorType: ErrorType
  /** Key of the text for `context.text`; '' for type 0. */
  readonly errorMessageKey: MessageKey | ''
  readonly items: readonly BasketLine[]
}

/** Judges a priced basket. `restrictedStates` are the PFAS states of the configuration (OPEN-49). */
export declare function validateBasket(priced: PricedBasket, restrictedStates?: readonly string[]): BasketVerdict
