import type { Variant } from '#domain/variant.ts'
import { type Sql, statement } from '#server/db/database.ts'

/** A store where pieces can be picked up, or a warehouse. */
export type Location = {
  readonly locationId: number
  readonly kind: 'warehouse' | 'store'
  readonly name: string
  readonly address1: string
  readonly city: string
  readonly state: string
  readonly postalCode: string
  /** As shoppers read them; '' when they are not known. */
  readonly hours: string
  readonly latitude: number | null
  readonly longitude: number | null
}

const locationColumns = `location_id as "locationId", kind, name, address1, city, state, postal_code as "postalCode", hours, latitude, longitude`

const storesOf = statement<Location>(
  'catalog.stores',
  `select ${locationColumns} from shop.location where brand = $1 and country = $2 and kind = 'store' order by state, city, location_id`,
)

/** The variant's stores by state and city. */
export function readStores(sql: Sql, variant: Variant): Promise<Location[]> {
  return sql.rows(storesOf, [variant.brand, variant.country])
}
