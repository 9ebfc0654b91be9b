import { type Sql, statement } from '#server/db/database.ts'

/** Windows without a place left; the list of regions and the day are SQL. */
export function fullTripSelect(regions: string, from: string): string {
  return `select trip_id as "tripId" from shop.trip where region = any(${regions}) and day >= ${from}::date and held + booked >= capacity`
}

const fullTrips = statement<{ tripId: number }>('shipping.full-trips', fullTripSelect('$1', '$2'))

/** The in-home delivery windows of these regions, from a day on, that have no place left (OPEN-83). One statement. */
export async function readFullTrips(sql: Sql, regions: readonly string[], from: string): Promise<ReadonlySet<number>> {
  const rows = await sql.rows(fullTrips, [regions, from])
  return new Set(rows.map(({ tripId }) => tripId))
}
