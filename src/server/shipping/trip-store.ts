import { type Sql, statement } from '#server/db/database.ts'

const fullTrips = statement<{ tripId: number }>(
  'shipping.full-trips',
  `select trip_id as "tripId" from shop.trip where region = any($1) and day >= $2::date and held + booked >= capacity`,
)

/** The in-home delivery windows of these regions, from a day on, that have no place left (OPEN-83). One statement. */
export async function readFullTrips(sql: Sql, regions: readonly string[], from: string): Promise<ReadonlySet<number>> {
  const rows = await sql.rows(fullTrips, [regions, from])
  return new Set(rows.map(({ tripId }) => tripId))
}
