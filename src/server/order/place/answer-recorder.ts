import type { Sql, Tx } from '#server/db/database.ts'
import { finishRequestKey, pointRequestKey, writeRequestAnswer } from '#server/http/calls/request-key-store.ts'
import {
  AlreadyAnswered,
  beginKey,
  type IdempotentRequest,
  KeyReused,
  StillRunning,
} from '#server/http/calls/request-keys.ts'
import type { SessionGate } from '#server/http/context.ts'
import type { OrderKey } from '#server/order/order-store.ts'
import type { PlaceOutcome } from './place-outcome.ts'

/** What Place Order does with the key of its request, in the transactions that decide (docs/decisions/0026). */
export type AnswerRecorder = {
  /**
   * First of all in T1: the key is ours from now on and names `order`, which this transaction may write; null where it
   * writes none. `known`: the order that the key is about when it was used before. `guestBefore`: of the session, where it is found only here.
   * @throws AlreadyAnswered, KeyReused, StillRunning, and what answers a call whose session is none
   */
  begin(tx: Tx, order: OrderKey | null): Promise<Begun>
  /** For what T1 locks while the session is being checked. */
  guarded(tx: Tx): Tx
  /** Looks once more whether the session is one, where a lock found nothing. @throws likewise */
  check(tx: Tx): Promise<void>
  /** The key is about an order that was there before. */
  point(tx: Tx, order: OrderKey): Promise<void>
  /** Keeps the answer with what it tells of. */
  record(sql: Sql | Tx, outcome: PlaceOutcome): Promise<void>
}

export type Begun = { readonly known: OrderKey | null; readonly guestBefore?: string | null }

/** For a request without a key, and for work that nobody waits for: nothing is kept. */
export const recordsNothing = keepsNothing(null)

function keepsNothing(gate: SessionGate | null): AnswerRecorder {
  return {
    async begin(tx, order) {
      return { known: null, ...(gate && { guestBefore: (await gate.open(tx, order)).session.guestBefore }) }
    },
    guarded: (tx) => gate?.guarded(tx) ?? tx,
    check: async (tx) => gate?.check(tx),
    point: async () => undefined,
    record: async () => undefined,
  }
}

/** Keeps what `bodyOf` makes of the outcome under the request's key; nothing without one. */
export function recorderOf(
  request: IdempotentRequest | null,
  gate: SessionGate | null,
  bodyOf: (sql: Sql, outcome: PlaceOutcome) => Promise<unknown>,
): AnswerRecorder {
  if (request === null) return keepsNothing(gate)
  return {
    ...keepsNothing(gate),
    async begin(tx, order) {
      const opened = await gate?.open(tx, order)
      const own = opened && { guestBefore: opened.session.guestBefore }
      const found = await beginKey(tx, request, order, opened?.isInserted)
      switch (found.state) {
        case 'unused':
          return { known: null, ...own }
        case 'order':
          return { known: found.order, ...own }
        case 'done':
          throw new AlreadyAnswered(found.answer)
        case 'otherBody':
          throw new KeyReused('Idempotency-Key used for another request')
        case 'running':
          throw new StillRunning('The first request with this key is still at work')
      }
    },
    point: (tx, order) => pointRequestKey(tx, request, order),
    async record(sql, outcome) {
      const body = await bodyOf(sql, outcome)
      if ('inTransaction' in sql) writeRequestAnswer(sql, request, 200, body)
      else await finishRequestKey(sql, request, 200, body)
    },
  }
}
