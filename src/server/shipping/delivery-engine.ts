import type { Day } from '#domain/days.ts'
import { type DeliveryPromise, type PromiseFacts, promiseDelivery } from '#domain/shipping/delivery-promise.ts'
import type { Country } from '#domain/variant.ts'

/** What an engine is asked about one item: as shipped, and as picked up at the asked store (null when none was asked). */
export type EngineQuestion = { readonly shipped: PromiseFacts; readonly pickedUp: PromiseFacts | null }
export type EngineAnswer = { readonly shipped: DeliveryPromise; readonly pickedUp: DeliveryPromise | null }

/** The shared delivery engine (flag oms_UseSharedEngine) as this product sees it. `start` is the first day an order leaves. */
export type DeliveryEngine = {
  /**
   * One answer per question, in order; 'down' when the engine does not answer, 'withoutLines' when its answer has no lines
   * (CART-22, OPEN-39).
   */
  estimate(
    questions: readonly EngineQuestion[],
    at: { readonly start: Day; readonly country: Country },
  ): Promise<readonly EngineAnswer[] | 'down' | 'withoutLines'>
}

/** The engine of the product itself: the tables of OPEN-116. It is never down. */
export const ownDeliveryEngine: DeliveryEngine = {
  async estimate(questions, { start, country }) {
    return questions.map(({ shipped, pickedUp }) => ({
      shipped: promiseDelivery(shipped, start, country),
      pickedUp: pickedUp === null ? null : promiseDelivery(pickedUp, start, country),
    }))
  },
}
