import type { CartRule, NewId } from '#domain/cart/change.ts'
import { unchanged } from '#domain/cart/lines/line-rules.ts'
import { restoreLine } from '#domain/cart/lines/restore-line.ts'
import type { Problem } from '#domain/problems.ts'
import { type CartOwner, changeCart, type LockedCart, lockCart } from '#server/cart/cart-service.ts'
import { hasOrderedCart, readRemovedLine } from '#server/cart/cart-store.ts'
import { type Receipt, receiptOfChange } from '#server/cart/receipt-view.ts'
import type { Sql, Tx } from '#server/db/database.ts'
import { type CallContext, idsOf, isReset, type Reader } from '#server/http/context.ts'
import { refusalOf } from '#server/http/problem-text.ts'

/** What every call that changes a cart answers at least. */
export type ChangedReply = { isSuccess: boolean; errorMessage: string } & Receipt

export function ownerOf({ shopper, variant }: Pick<Reader, 'shopper' | 'variant'>): CartOwner {
  return { shopperId: shopper.shopperId, variant }
}

/** Locks and loads the live cart while the session of its shopper is being checked. */
export async function lockAhead(tx: Tx, reader: Reader) {
  await lockCart(tx, ownerOf(reader))
  return {}
}

/** A refusal: nothing changed, the version is as it was. */
export function refusal(context: CallContext, problem: Problem, version: number): ChangedReply {
  return { ...refusalOf(context, problem), basketVersion: version, changes: [] }
}

/**
 * A call for a cart that is not there: IsReset when the shopper has ordered here, because the page is from before the
 * order (OPEN-06); else what the call asked for is unknown.
 */
export async function isFromBeforeOrder(sql: Sql, context: CallContext): Promise<boolean> {
  return hasOrderedCart(sql, idsOf(context.shopper), context.variant)
}

/** Changes the live cart by a rule that needs no prices: lock and load, rule, save; two round trips and the commit. */
export async function answerChange(
  context: CallContext,
  tx: Tx,
  newId: NewId,
  rule: CartRule,
): Promise<ChangedReply | typeof isReset> {
  const cart = await lockCart(tx, ownerOf(context))
  if (cart === undefined) return answerMissing(context, tx, { code: 'unknownLine' })
  return answerRule(context, tx, newId, cart, rule)
}

/** Undoes a removal from what its event kept (UX-10): one statement more than another change. */
export async function answerRestore(
  context: CallContext,
  tx: Tx,
  newId: NewId,
  lineId: string,
): Promise<ChangedReply | typeof isReset> {
  const cart = await lockCart(tx, ownerOf(context))
  if (cart === undefined) return answerMissing(context, tx, { code: 'unknownLine' })
  const removed = await readRemovedLine(tx, ownerOf(context), lineId)
  if (removed === undefined) return refusal(context, { code: 'unknownLine' }, cart.version)
  return answerRule(context, tx, newId, cart, removed === null ? unchanged : restoreLine(removed))
}

export async function answerMissing(
  context: CallContext,
  sql: Sql,
  problem: Problem,
): Promise<ChangedReply | typeof isReset> {
  return (await isFromBeforeOrder(sql, context)) ? isReset : refusal(context, problem, 0)
}

/** The same for a cart that is locked already. */
export async function answerRule(
  context: CallContext,
  tx: Tx,
  newId: NewId,
  cart: LockedCart,
  rule: CartRule,
): Promise<ChangedReply> {
  const outcome = changeCart(tx, cart, rule, newId)
  if (!outcome.ok) return refusal(context, outcome.problem, cart.version)
  return { isSuccess: true, errorMessage: '', ...(await receiptOfChange(tx, context, outcome.value)) }
}
