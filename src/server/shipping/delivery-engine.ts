import {
  type DeliveryPromise,
  type PromiseFacts,
  type PromiseMoment,
  promiseDelivery,
} from '#domain/shipping/delivery-promise.ts'

/** What an engine is asked about one item: as shipped, and as picked up at the asked store (null when none was asked). */
export type EngineQuestion = { readonly shipped: PromiseFacts; readonly pickedUp: PromiseFacts | null }
export type EngineAnswer = { readonly shipped: DeliveryPromise; readonly pickedUp: DeliveryPromise | null }

/** The shared delivery engine (flag oms_UseSharedEngine) as this product sees it. */
export type DeliveryEngine = {
  /**
   * One answer per question, in order; 'down' when the engine does not answer, 'withoutLines' when its answer has no lines
   * (CART-22, OPEN-39).
   */
  estimate(
    questions: readonly EngineQuestion[],
    at: PromiseMoment,
  ): Promise<readonly EngineAnswer[] | 'down' | 'withoutLines'>
}

/** The engine of the product itself: the tables of OPEN-116. It is never down. */
export const ownDeliveryEngine: DeliveryEngine = {
  async estimate(questions, at) {
    return questions.map(({ shipped, pickedUp }) => ({
      shipped: promiseDelivery(shipped, at),
      pickedUp: pickedUp === null ? null : promiseDelivery(pickedUp, at),
    }))
  },
}
