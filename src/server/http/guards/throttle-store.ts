import { type Sql, statement } from '#server/db/database.ts'

// a full bucket again once its window is over; the database's clock counts for every process
const take = statement(
  'throttle.take',
  `insert into throttle (bucket, key_mac, tokens) values ($1, $2, $3::real - $4::real)
   on conflict (bucket, key_mac) do update set
     tokens = (case when throttle.refilled_at <= now() - $5 * interval '1 second' then $3::real else throttle.tokens end) - $4::real,
     refilled_at = case when throttle.refilled_at <= now() - $5 * interval '1 second' then now() else throttle.refilled_at end
   where throttle.tokens >= $4::real or throttle.refilled_at <= now() - $5 * interval '1 second'`,
)

const putBack = statement(
  'throttle.give-back',
  `update throttle set tokens = least($3::real, tokens + $4::real) where bucket = $1 and key_mac = $2`,
)

const limited = statement(
  'throttle.spent',
  `select 1 from throttle
   where bucket = $1 and key_mac = $2 and tokens < $3::real and refilled_at > now() - $4 * interval '1 second'`,
)

const sweep = statement(
  'throttle.sweep',
  `delete from throttle where ctid = any(array(
     select ctid from throttle where refilled_at < now() - $2::interval order by refilled_at limit $1 for update skip locked))`,
)

/** Takes tokens from a bucket that holds `capacity` per window; false when there are too few. */
export async function takeTokens(
  sql: Sql,
  bucket: string,
  keyMac: Buffer,
  limit: { readonly capacity: number; readonly cost: number; readonly windowSeconds: number },
): Promise<boolean> {
  return (await sql.count(take, [bucket, keyMac, limit.capacity, limit.cost, limit.windowSeconds])) === 1
}

/** Puts tokens back into a bucket, up to its capacity. */
export async function returnTokens(
  sql: Sql,
  bucket: string,
  keyMac: Buffer,
  { capacity, cost }: { readonly capacity: number; readonly cost: number },
): Promise<void> {
  await sql.count(putBack, [bucket, keyMac, capacity, cost])
}

/** Whether too few tokens are left of a bucket; takes none. */
export async function isRateLimited(
  sql: Sql,
  bucket: string,
  keyMac: Buffer,
  limit: { readonly cost: number; readonly windowSeconds: number },
): Promise<boolean> {
  return (await sql.row(limited, [bucket, keyMac, limit.cost, limit.windowSeconds])) !== undefined
}

/** Removes buckets that nobody took from for two days, so many at most; answers how many. */
export function sweepThrottles(sql: Sql, max: number, age: string): Promise<number> {
  return sql.count(sweep, [max, age])
}
