import type { Sql, Tx } from '#server/db/database.ts'
import { finishRequestKey, pointRequestKey } from '#server/http/calls/request-key-store.ts'
import {
  AlreadyAnswered,
  beginKey,
  type IdempotentRequest,
  KeyReused,
  StillRunning,
} from '#server/http/calls/request-keys.ts'
import type { OrderKey } from '#server/order/order-store.ts'
import type { PlaceOutcome } from './place-outcome.ts'

/** What Place Order does with the key of its request, in the transactions that decide (docs/decisions/0026). */
export type AnswerRecorder = {
  /**
   * First of all in T1: the key is ours from now on and names `order`, which this transaction may write; null where it
   * writes none. Answers the order that the key is about when it was used before.
   * @throws AlreadyAnswered, KeyReused, StillRunning
   */
  begin(tx: Tx, order: OrderKey | null): Promise<OrderKey | null>
  /** The key is about an order that was there before. */
  point(tx: Tx, order: OrderKey): Promise<void>
  /** Keeps the answer with what it tells of. */
  record(sql: Sql, outcome: PlaceOutcome): Promise<void>
}

/** For a request without a key, and for work that nobody waits for: nothing is kept. */
export const recordsNothing: AnswerRecorder = {
  begin: async () => null,
  point: async () => undefined,
  record: async () => undefined,
}

/** Keeps what `bodyOf` makes of the outcome under the request's key. */
export function recorderOf(
  request: IdempotentRequest,
  bodyOf: (sql: Sql, outcome: PlaceOutcome) => Promise<unknown>,
): AnswerRecorder {
  return {
    async begin(tx, order) {
      const found = await beginKey(tx, request, order)
      switch (found.state) {
        case 'unused':
          return null
        case 'order':
          return found.order
        case 'done':
          throw new AlreadyAnswered(found.answer)
        case 'otherBody':
          throw new KeyReused('Idempotency-Key used for another request')
        case 'running':
          throw new StillRunning('The first request with this key is still at work')
      }
    },
    point: (tx, order) => pointRequestKey(tx, request, order),
    record: async (sql, outcome) => finishRequestKey(sql, request, 200, await bodyOf(sql, outcome)),
  }
}
