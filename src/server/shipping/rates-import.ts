import { isDeepStrictEqual } from 'node:util'
import { type RateRecord, rateRecord } from '#contracts/shipping/rate-record.ts'
import { type LineFault, readRecords } from '#server/catalog/import/import-records.ts'
import type { Database } from '#server/db/database.ts'
import {
  lockShippingRates,
  readShippingRates,
  type StoreFees,
  writeShippingRates,
} from '#server/shipping/shipping-rate-store.ts'

export type RatesReport = {
  readonly faults: readonly LineFault[]
  /** Store fronts whose table is another now, as 'CB US'. */
  readonly changed: readonly string[]
  readonly unchanged: readonly string[]
}

/**
 * Takes over a JSON Lines file of shipping rates (OPEN-79), a line for each store front as `rateRecord` says. A store front
 * that the file does not name keeps its table; of a file with a bad line, and in a dry run, nothing is taken over; the same
 * file again changes nothing. Shoppers see the old tables or the new ones: a cart shown with the old total is answered 'CartChanged' (BEYOND-01).
 */
export async function importRates(
  database: Database,
  file: string,
  { isDryRun = false }: { readonly isDryRun?: boolean } = {},
): Promise<RatesReport> {
  const { records, faults } = await readRecords(file, rateRecord, { field: 'brand', of: nameOf })
  if (faults.length > 0) return { faults, changed: [], unchanged: [] }
  const stores = records.map(({ record }) => storeOf(record))
  return database.transaction(async (tx) => {
    await lockShippingRates(tx)
    const before = new Map((await readShippingRates(tx)).map((one) => [nameOf(one), one.fees]))
    const isSame = (store: StoreFees) => isDeepStrictEqual(before.get(nameOf(store)), store.fees)
    const changed = stores.filter((store) => !isSame(store))
    if (!isDryRun) for (const store of changed) await writeShippingRates(tx, store)
    return { faults, changed: changed.map(nameOf), unchanged: stores.filter(isSame).map(nameOf) }
  })
}

function storeOf({ brand, country, ...rates }: RateRecord): StoreFees {
  const { localInHomeCents, longDistanceInHomeCents, basicFreightCents, giftCardCents, ...fees } = rates
  const flatCents = { 6: localInHomeCents, 7: longDistanceInHomeCents, 8: basicFreightCents, 9: giftCardCents }
  return { brand, country, fees: { ...fees, flatCents } }
}

function nameOf({ brand, country }: Pick<StoreFees, 'brand' | 'country'>): string {
  return `${brand} ${country}`
}
