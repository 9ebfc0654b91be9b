import { type Sql, statement } from '#server/db/database.ts'

/** What is kept in partitions, by its table, and how much of it one holds. */
export const partitioned = {
  cart_event: 'month',
  provider_call: 'month',
  client_log: 'day',
  product_view: 'day',
} as const
export type PartitionedTable = keyof typeof partitioned

/** A partition; the first of a table has no start. */
export type Partition = {
  readonly name: string
  readonly part: number
  readonly starts: Date | null
  readonly ends: Date
  /** Whether all of it is older than it may be. */
  readonly isOver: boolean
}

const list = statement<Partition>(
  'watch.partitions',
  `select p.name, p.part::bigint as part, p.starts, p.ends, p.ends <= now() - $2::interval as "isOver"
   from shop_meta.partitions($1) p where not p.is_default order by p.starts nulls first`,
)

/** The partitions of a table, oldest first. */
export function readPartitions(sql: Sql, table: PartitionedTable, age: string): Promise<Partition[]> {
  return sql.rows(list, [table, age])
}

const drop = statement<{ isDropped: boolean; rows: number }>(
  'watch.drop-partition',
  `select c.rows, shop_meta.drop_partition($1, $2) as "isDropped"
   from (select greatest(reltuples, 1)::int as rows from pg_class where oid = $3) c`,
)

/** Drops a partition all of which is over; answers how many rows that were, about, and null where something of it is in use. */
export async function dropPartition(sql: Sql, table: PartitionedTable, { name, part }: Partition) {
  const row = await sql.row(drop, [table, name, part])
  return row?.isDropped ? row.rows : null
}

const missing = statement<{ day: string }>(
  'watch.missing-partitions',
  `select d.day::date::text as day
   from generate_series(date_trunc($2, $3::timestamptz, 'UTC') at time zone 'UTC', ($3::timestamptz at time zone 'UTC') + $4::interval,
     ('1 ' || $2)::interval) d(day)
   where not exists (select from shop_meta.partitions($1) p
     where coalesce(p.starts, '-infinity') <= d.day at time zone 'UTC' and p.ends > d.day at time zone 'UTC')
   order by 1`,
)

/** Of the months or days from a moment on those that have no partition, by their first days. */
export async function readMissing(sql: Sql, table: PartitionedTable, from: Date, ahead: string): Promise<string[]> {
  return (await sql.rows(missing, [table, partitioned[table], from, ahead])).map(({ day }) => day)
}

/** Rows that no partition was there for. */
export type FallenRows = { readonly day: string; readonly rows: number }

const fallen = statement<FallenRows>(
  'watch.rows-in-default',
  'select starts::text as day, count as rows from shop_meta.rows_in_default($1)',
)

/** What lies in the default partition of a table, by the first day of the partition that was missing. */
export function readFallen(sql: Sql, table: PartitionedTable): Promise<FallenRows[]> {
  return sql.rows(fallen, [table])
}

const make = statement('watch.make-partition', 'select shop_meta.make_partition($1, $2)')

/** Makes the partition of a day unless it is there, and moves into it what lies in the default one. */
export async function makePartition(sql: Sql, table: PartitionedTable, day: string): Promise<void> {
  await sql.count(make, [table, day])
}
