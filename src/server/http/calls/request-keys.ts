import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { SessionProof } from '#server/account/sessions/session-proof-store.ts'
import type { Sql, Tx } from '#server/db/database.ts'
import { parseStored } from '#server/db/stored-json.ts'
import {
  findRequestKey,
  insertProvenRequestKey,
  insertRequestKey,
  type KeyedOrder,
  type RequestKeyRow,
  removeOutdatedRequestKey,
  takeOverRequestKey,
  writeRequestAnswer,
} from './request-key-store.ts'

/** One request that must not be done twice: whose, its key, and what was asked (OPEN-07). */
export type IdempotentRequest = {
  readonly shopperId: string
  readonly key: string
  /** As in 'POST /ReactCart/AddItems'. */
  readonly methodPath: string
  readonly sha256: Buffer
}

/** An answer as it was first given. */
export type StoredAnswer = { readonly status: number; readonly body: unknown }

/** What is known of a key: nobody used it, its answer, the order it is about, at work, or used for something else. */
export type KeyState =
  | { readonly state: 'unused' }
  | { readonly state: 'done'; readonly answer: StoredAnswer }
  | { readonly state: 'order'; readonly order: KeyedOrder }
  | { readonly state: 'running'; readonly isLeaseOver: boolean }
  | { readonly state: 'otherBody' }

/** Given again as it was given first, fields of another version and all. */
const givenReply = z.looseObject({})

/** How long a request may take before its key is a dead process's. */
const leaseSeconds = 30

/** Thrown out of a transaction to give the first answer instead of doing the work again. */
export class AlreadyAnswered extends Error {
  override name = 'AlreadyAnswered'
  readonly answer: StoredAnswer
  constructor(answer: StoredAnswer) {
    super('This request was answered before')
    this.answer = answer
  }
}

/** The same key with another body: 422. */
export class KeyReused extends Error {
  override name = 'KeyReused'
}

/** The first request is still at work and its lease runs: 503 with Retry-After when nobody waits for it. */
export class StillRunning extends Error {
  override name = 'StillRunning'
}

/** The request of a call, from its parsed body. */
export function idempotentRequest(
  shopperId: string,
  key: string,
  methodPath: string,
  body: unknown,
): IdempotentRequest {
  const text = JSON.stringify(body ?? null)
  return {
    shopperId,
    key,
    methodPath,
    sha256: createHash('sha256').update(methodPath).update('\n').update(text).digest(),
  }
}

/**
 * Claims a key for the transaction. A twin that is at work in another transaction is waited for: the unique index does
 * it. 'unused' means that the key is now ours; every other state is what was found. `order` is the one that this
 * transaction is about to write. `inserted` tells that the insert was asked already, and what came of it.
 */
export async function beginKey(
  tx: Tx,
  request: IdempotentRequest,
  order: KeyedOrder | null = null,
  inserted?: boolean,
): Promise<KeyState> {
  return stateAfter(tx, request, inserted ?? (await insertKey(tx, request, order)), order)
}

function insertKey(tx: Tx, request: IdempotentRequest, order: KeyedOrder | null): Promise<boolean> {
  return insertRequestKey(tx, request, request.methodPath, request.sha256, leaseSeconds, order)
}

/** Inserts a key in the statement that finds the session of its shopper; beginKey and claimKey go on from there. */
export function insertKeyProven(
  tx: Tx,
  request: IdempotentRequest,
  proof: SessionProof,
  order: KeyedOrder | null = null,
): ReturnType<typeof insertProvenRequestKey> {
  return insertProvenRequestKey(tx, request, request.methodPath, request.sha256, leaseSeconds, proof, order)
}

async function stateAfter(
  tx: Tx,
  request: IdempotentRequest,
  isInserted: boolean,
  order: KeyedOrder | null,
): Promise<KeyState> {
  if (isInserted) return { state: 'unused' }
  const found = await findRequestKey(tx, request)
  if (found !== undefined) return stateOf(found, request)
  // there, but older than 24 hours: it may be used again
  await removeOutdatedRequestKey(tx, request)
  if (await insertKey(tx, request, order)) return { state: 'unused' }
  const twin = await findRequestKey(tx, request)
  return twin === undefined ? { state: 'running', isLeaseOver: false } : stateOf(twin, request)
}

/**
 * As beginKey, for work of one transaction: answers only when the work is to be done, else throws what to answer. `inserted` tells that
 * the insert was asked already, and what came of it.
 */
export async function claimKey(tx: Tx, request: IdempotentRequest, inserted?: boolean): Promise<void> {
  const found = await beginKey(tx, request, null, inserted)
  if (found.state === 'done') throw new AlreadyAnswered(found.answer)
  if (found.state === 'otherBody') throw new KeyReused('Idempotency-Key used for another request')
  if (found.state === 'unused') return
  const isOver = found.state === 'running' && found.isLeaseOver
  if (!(isOver && (await takeOverRequestKey(tx, request, leaseSeconds)))) {
    throw new StillRunning('The first request with this key is still at work')
  }
}

/** Keeps the answer; call it in the transaction that makes the effect. 5xx answers are never kept. */
export function finishKey(tx: Tx, request: IdempotentRequest, status: number, body: unknown): void {
  writeRequestAnswer(tx, request, status, body)
}

/** What is known of a key, without claiming it. */
export async function readKey(sql: Sql, request: IdempotentRequest): Promise<KeyState> {
  const found = await findRequestKey(sql, request)
  return found === undefined ? { state: 'unused' } : stateOf(found, request)
}

function stateOf(row: RequestKeyRow, request: IdempotentRequest): KeyState {
  if (row.method_path !== request.methodPath || !row.request_sha256.equals(request.sha256))
    return { state: 'otherBody' }
  if (row.state === 'done') {
    const body = parseStored(givenReply, row.body, `shop.request_key.body of ${request.methodPath} ${request.key}`)
    return { state: 'done', answer: { status: row.status ?? 200, body } }
  }
  const { order_shopper_id: shopperId, order_id: orderId } = row
  if (shopperId !== null && orderId !== null) return { state: 'order', order: { shopperId, orderId } }
  return { state: 'running', isLeaseOver: row.is_lease_over }
}
