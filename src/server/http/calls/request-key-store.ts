import {
  type InsertedRow,
  insertProven,
  proofValues,
  type SessionProof,
} from '#server/account/sessions/session-proof-store.ts'
import { type SessionRow, sessionRowOf } from '#server/account/sessions/session-store.ts'
import { type Sql, statement, type Tx } from '#server/db/database.ts'

export type RequestKeyRow = {
  readonly method_path: string
  readonly request_sha256: Buffer
  readonly state: 'running' | 'done'
  readonly status: number | null
  readonly body: unknown
  readonly is_lease_over: boolean
  readonly order_shopper_id: string | null
  readonly order_id: string | null
}

/** The order that a request is placing or was found to be about. */
export type KeyedOrder = { readonly shopperId: string; readonly orderId: string }

const insertWhere = (condition: string) =>
  `insert into request_key (shopper_id, key, method_path, request_sha256, lease_until, order_shopper_id, order_id)
   select $1, $2, $3, $4, now() + $5 * interval '1 second', $6, $7 where ${condition}
   on conflict (shopper_id, key) do nothing`
const insert = statement('request-key.insert', insertWhere('true'))
const insertWhileProven = statement<InsertedRow>('session.find+request-key.insert', insertProven(8, insertWhere))

const find = statement<RequestKeyRow>(
  'request-key.find',
  `select method_path, request_sha256, state, status, body, lease_until < now() as is_lease_over, order_shopper_id, order_id
   from request_key where shopper_id = $1 and key = $2 and created_at > now() - interval '24 hours'`,
)

const finish = statement(
  'request-key.finish',
  `update request_key set state = 'done', status = $3, body = $4, order_shopper_id = null, order_id = null
   where shopper_id = $1 and key = $2`,
)

const point = statement(
  'request-key.point',
  `update request_key set order_shopper_id = $3, order_id = $4 where shopper_id = $1 and key = $2 and state = 'running'`,
)

const takeOver = statement(
  'request-key.take-over',
  `update request_key set lease_until = now() + $3 * interval '1 second'
   where shopper_id = $1 and key = $2 and state = 'running' and lease_until < now()`,
)

const removeOutdated = statement(
  'request-key.remove-outdated',
  `delete from request_key where shopper_id = $1 and key = $2 and created_at <= now() - interval '24 hours'`,
)

const sweep = statement(
  'request-key.sweep',
  `delete from request_key where ctid = any(array(
     select ctid from request_key where created_at < now() - $2::interval order by created_at limit $1 for update skip locked))`,
)

const moveAll = statement(
  'request-key.move-all',
  `insert into request_key (shopper_id, key, method_path, request_sha256, state, status, body, created_at, lease_until,
     order_shopper_id, order_id)
   select $2, key, method_path, request_sha256, state, status, body, created_at, lease_until, order_shopper_id, order_id
   from request_key where shopper_id = $1
   on conflict (shopper_id, key) do nothing`,
)

export type KeyPlace = { readonly shopperId: string; readonly key: string }

/** Waits for another transaction that has inserted the same key; answers whether this one did it. */
export async function insertRequestKey(
  sql: Sql,
  place: KeyPlace,
  methodPath: string,
  sha256: Buffer,
  leaseSeconds: number,
  order: KeyedOrder | null = null,
): Promise<boolean> {
  const about = [order?.shopperId ?? null, order?.orderId ?? null]
  return (await sql.count(insert, [place.shopperId, place.key, methodPath, sha256, leaseSeconds, ...about])) === 1
}

/**
 * The same with the session's row: where that does not prove the request nothing is inserted, and no other transaction waited for.
 */
export async function insertProvenRequestKey(
  sql: Sql,
  place: KeyPlace,
  methodPath: string,
  sha256: Buffer,
  leaseSeconds: number,
  proof: SessionProof,
  order: KeyedOrder | null,
): Promise<{ readonly row: SessionRow | undefined; readonly isInserted: boolean }> {
  const about = [order?.shopperId ?? null, order?.orderId ?? null]
  const own = [place.shopperId, place.key, methodPath, sha256, leaseSeconds, ...about]
  const found = await sql.row(insertWhileProven, [...own, ...proofValues(proof)])
  return { row: sessionRowOf(found?.session_row ?? null), isInserted: found?.is_inserted ?? false }
}

/** Notes which order a key that has no answer yet is about. */
export async function pointRequestKey(sql: Sql, place: KeyPlace, order: KeyedOrder): Promise<void> {
  await sql.count(point, [place.shopperId, place.key, order.shopperId, order.orderId])
}

export function findRequestKey(sql: Sql, place: KeyPlace): Promise<RequestKeyRow | undefined> {
  return sql.row(find, [place.shopperId, place.key])
}

export async function finishRequestKey(sql: Sql, place: KeyPlace, status: number, body: unknown): Promise<void> {
  await sql.count(finish, [place.shopperId, place.key, status, JSON.stringify(body)])
}

/** The same with what a transaction writes: it is kept when that is. */
export function writeRequestAnswer(tx: Tx, place: KeyPlace, status: number, body: unknown): void {
  tx.write(finish, [place.shopperId, place.key, status, JSON.stringify(body)])
}

export async function takeOverRequestKey(sql: Sql, place: KeyPlace, leaseSeconds: number): Promise<boolean> {
  return (await sql.count(takeOver, [place.shopperId, place.key, leaseSeconds])) === 1
}

export async function removeOutdatedRequestKey(sql: Sql, place: KeyPlace): Promise<void> {
  await sql.count(removeOutdated, [place.shopperId, place.key])
}

/** Removes keys older than so long, so many at most; answers how many. */
export function sweepRequestKeys(sql: Sql, max: number, age: string): Promise<number> {
  return sql.count(sweep, [max, age])
}

/** The keys of a guest move along at sign-in (OPEN-07), those of an order on its way with that order (SAFE-12). */
export async function copyRequestKeys(sql: Sql, fromShopperId: string, toShopperId: string): Promise<void> {
  await sql.count(moveAll, [fromShopperId, toShopperId])
}
