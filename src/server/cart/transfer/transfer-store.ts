import { type Sql, statement, type Tx } from '#server/db/database.ts'

type Use = { readonly shopperId: string; readonly transferId: string }

const insertUse = statement(
  'cart.use-hand-over',
  `insert into hand_over_use (shopper_id, hand_over_id, taken_by) values ($1, $2, $3)
   on conflict (shopper_id, hand_over_id) do nothing`,
)
const findUse = statement<{ isUsed: boolean }>(
  'cart.find-hand-over-use',
  'select true as "isUsed" from hand_over_use where shopper_id = $1 and hand_over_id = $2',
)
// long past the end of their links, these tell nothing
const sweepUses = statement(
  'cart.sweep-hand-over-uses',
  `delete from hand_over_use where ctid = any(array(
     select ctid from hand_over_use where taken_at < now() - $2::interval order by taken_at limit $1 for update skip locked))`,
)

/** Takes a cart transfer; false when it has been taken before, whoever did. */
export async function takeTransfer(tx: Tx, use: Use & { readonly takenBy: string }): Promise<boolean> {
  return (await tx.count(insertUse, [use.shopperId, use.transferId, use.takenBy])) === 1
}

/** Forgets cart transfers that were taken so long ago, so many at most; answers how many. */
export function sweepTransferUses(sql: Sql, max: number, age: string): Promise<number> {
  return sql.count(sweepUses, [max, age])
}

export async function isTransferTaken(sql: Sql, { shopperId, transferId }: Use): Promise<boolean> {
  return (await sql.row(findUse, [shopperId, transferId])) !== undefined
}
