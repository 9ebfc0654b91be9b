import { statement, type Tx } from '#server/db/database.ts'

/** Archived orders as they were: `a` is what lies in the archive, `o` the row of shop.orders that it was. */
export const archivedOrders = `shop.order_archive a
   cross join lateral jsonb_populate_record(null::shop.orders, a.document->'order') o`

/** The parts of an archived order `a`, as the rows of their tables. */
export const archivedParts = {
  line: `jsonb_populate_recordset(null::shop.order_line, a.document->'lines')`,
  payment: `jsonb_populate_recordset(null::shop.payment, a.document->'payments')`,
  entry: `jsonb_populate_recordset(null::shop.payment_entry, a.document->'entries')`,
}

const makeYears = statement('order.make-archive-years', 'select shop_meta.make_archive_years()')
const archive = statement<{ moved: number }>(
  'order.archive',
  'select shop_meta.archive_orders($1, $2::interval) as moved',
)

/** Orders of one transaction. */
export const archivedAtOnce = 200

/** Moves orders that nobody has touched for so long into the archive, the oldest first; answers how many. */
export async function archiveOrders(tx: Tx, max: number, age: string): Promise<number> {
  const [, row] = await Promise.all([tx.count(makeYears), tx.row(archive, [Math.min(max, archivedAtOnce), age])])
  return row?.moved ?? 0
}

const bringBack = statement<{ isBack: boolean }>(
  'order.bring-back',
  'select shop_meta.bring_back_order($1, $2) as "isBack"',
)

/** Brings an order back from the archive, as it was, so that what the processor tells of it can be processed; false when it is not there. */
export async function bringOrderBack(
  tx: Tx,
  { shopperId, orderId }: { readonly shopperId: string; readonly orderId: string },
): Promise<boolean> {
  return (await tx.row(bringBack, [shopperId, orderId]))?.isBack === true
}
