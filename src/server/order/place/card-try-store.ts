import { type Sql, statement, type Tx } from '#server/db/database.ts'

const lock = statement(
  'card-try.lock',
  `select from turn where turn = 'card try ' || (hashtextextended(encode($1::bytea, 'hex'), 0) & 1023) for update`,
)

// what is under way and what was refused together stay within the capacity
const inserting = `insert into card_try (try_id, address_mac)
   select $1, $2 where
     (select count(*) from card_try where address_mac = $2 and started_at > now() - interval '30 seconds')
     < $3::real - coalesce((select $3::real - tokens from throttle
         where bucket = $4 and key_mac = $2 and refilled_at > now() - $5 * interval '1 second'), 0)`
const insert = statement('card-try.insert', inserting)
const mustInsert = statement(
  'card-try.must-insert',
  `with noted as (${inserting} returning 1) select shop.must(exists (select from noted))`,
)

const remove = statement('card-try.delete', 'delete from card_try where try_id = $1')
const sweep = statement(
  'card-try.sweep',
  `delete from card_try where ctid = any(array(
     select ctid from card_try where started_at < now() - interval '1 hour' order by started_at limit $1 for update skip locked))`,
)

export type TryLimit = { readonly bucket: string; readonly capacity: number; readonly windowSeconds: number }

/** Notes that an address asks the processor; false when it may not now. One address at a time, so that none slips by. */
export async function insertCardTry(tx: Tx, tryId: string, addressMac: Buffer, limit: TryLimit): Promise<boolean> {
  const { bucket, capacity, windowSeconds } = limit
  const [, count] = await Promise.all([
    tx.row(lock, [addressMac]),
    tx.count(insert, [tryId, addressMac, capacity, bucket, windowSeconds]),
  ])
  return count === 1
}

/** The same with what a transaction writes: where there is no room nothing of it is kept. */
export function writeCardTry(tx: Tx, tryId: string, addressMac: Buffer, limit: TryLimit): void {
  const { bucket, capacity, windowSeconds } = limit
  tx.write(lock, [addressMac])
  tx.write(mustInsert, [tryId, addressMac, capacity, bucket, windowSeconds])
}

export async function deleteCardTry(sql: Sql, tryId: string): Promise<void> {
  await sql.count(remove, [tryId])
}

/** The same with what a transaction writes. */
export function endCardTry(tx: Tx, tryId: string): void {
  tx.write(remove, [tryId])
}

/** Removes tries of an hour ago, so many at most; answers how many. */
export function sweepCardTries(sql: Sql, max: number): Promise<number> {
  return sql.count(sweep, [max])
}
