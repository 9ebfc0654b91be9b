import type { FeeTable } from '#domain/shipping/fees.ts'
import type { Variant } from '#domain/variant.ts'
import type { Sql } from '#server/db/database.ts'
import { readShippingRates } from '#server/shipping/shipping-rate-store.ts'

/** The fee tables of the store fronts, kept in memory so that pricing a cart takes no statement more (OPEN-79). */
export type ShippingRates = {
  /** @throws when the store front has no table, which the migrations and the import do not leave. */
  feesOf(variant: Pick<Variant, 'brand' | 'country'>): FeeTable
  /** Reads the tables again; what was imported holds from then on. */
  refresh(): Promise<void>
}

/** Fee tables as they are now; `refresh` when they may have changed. */
export async function createShippingRates(sql: Sql): Promise<ShippingRates> {
  let stores = await readShippingRates(sql)
  return {
    feesOf({ brand, country }) {
      const found = stores.find((one) => one.brand === brand && one.country === country)
      if (found === undefined) throw new Error(`There is no table of shipping rates for ${brand} in ${country}`)
      return found.fees
    },
    async refresh() {
      stores = await readShippingRates(sql)
    },
  }
}
