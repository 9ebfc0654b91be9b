import type { Cart } from '#domain/cart/cart.ts'
import type { CartEvent } from '#domain/cart/events.ts'
import { recordOf } from '#domain/cart/replay.ts'
import type { LineRow } from '#server/cart/cart-rows.ts'
import {
  putLineRows,
  putRecipientRows,
  removeLineRows,
  removeRecipientRows,
  writeCart,
} from '#server/cart/cart-store.ts'
import { putPaymentRows, putTenderRows, removePaymentRows, removeTenderRows } from '#server/cart/payment-rows-store.ts'
import type { Tx } from '#server/db/database.ts'

/**
 * Saves the difference of two carts in at most nine statements, which leave together and are waited for by nobody: the cart's row with its event, and
 * for each of lines, recipients, payments and tenders one delete and one upsert when there is something to do. Rules
 * keep what they do not touch, so what is the same object is the same row. The event keeps the lines that changed, for
 * the replay of the cart (BEYOND-13).
 */
export function saveDifference(tx: Tx, before: Cart, after: Cart, event: CartEvent): void {
  const lines = difference(linesOf(before), linesOf(after), (line) => line.lineId)
  const recipients = difference(before.recipients, after.recipients, (one) => one.recipientId)
  const payments = difference(before.payments, after.payments, (one) => one.slot)
  const tenders = difference(before.tenders, after.tenders, (one) => one.tenderId)
  const records = { put: lines.put.map((line) => recordOf(line, line.list)), gone: lines.gone }
  const hasLines = lines.put.length + lines.gone.length > 0
  writeCart(tx, after, event, hasLines ? records : null)
  // before the upsert: a line that goes may free the merge key of one that stays
  if (lines.gone.length > 0) removeLineRows(tx, after, lines.gone)
  if (lines.put.length > 0) putLineRows(tx, after, lines.put)
  if (recipients.gone.length > 0) removeRecipientRows(tx, after, recipients.gone)
  if (recipients.put.length > 0) putRecipientRows(tx, after, recipients.put)
  if (payments.gone.length > 0) removePaymentRows(tx, after, payments.gone)
  if (payments.put.length > 0) putPaymentRows(tx, after, payments.put)
  if (tenders.gone.length > 0) removeTenderRows(tx, after, tenders.gone)
  if (tenders.put.length > 0) putTenderRows(tx, after, tenders.put)
}

function linesOf(cart: Cart): LineRow[] {
  // rows read from the database already say their list; a moved one says the wrong one
  return [...cart.lines.map((line) => inList(line, 'cart')), ...cart.savedLines.map((line) => inList(line, 'saved'))]
}

function inList(line: Cart['lines'][number] & { readonly list?: string }, list: LineRow['list']): LineRow {
  return line.list === list ? (line as LineRow) : { ...line, list }
}

function difference<Row, Id>(before: readonly Row[], after: readonly Row[], idOf: (row: Row) => Id) {
  if (before === after) return { gone: [], put: [] }
  const old = new Map(before.map((row) => [idOf(row), row]))
  const left = new Set(after.map(idOf))
  return {
    gone: [...old.keys()].filter((id) => !left.has(id)),
    put: after.filter((row) => old.get(idOf(row)) !== row),
  }
}
