import { isDeepStrictEqual } from 'node:util'
import { type RateRecord, rateRecord } from '#contracts/shipping/rate-record.ts'
import { readLines } from '#server/catalog/import/import-lines.ts'
import type { Database } from '#server/db/database.ts'
import {
  lockShippingRates,
  readShippingRates,
  type StoreFees,
  writeShippingRates,
} from '#server/shipping/shipping-rate-store.ts'

/** What is wrong with a line; `field` is '' when it is the whole line. */
export type RateFault = { readonly line: number; readonly field: string; readonly message: string }
export type RatesReport = {
  readonly faults: readonly RateFault[]
  /** Store fronts whose table is another now, as 'CB US'. */
  readonly changed: readonly string[]
  readonly unchanged: readonly string[]
}

/**
 * Takes over a JSON Lines file of shipping rates (OPEN-79), a line for each store front as `rateRecord` says. A store front
 * that the file does not name keeps its table; of a file with a bad line nothing is taken over; the same file again changes
 * nothing. Shoppers see the old tables or the new ones: a cart shown with the old total is answered 'CartChanged' (BEYOND-01).
 */
export async function importRates(database: Database, file: string): Promise<RatesReport> {
  const { faults, stores } = await readFile(file)
  if (faults.length > 0) return { faults, changed: [], unchanged: [] }
  return database.transaction(async (tx) => {
    await lockShippingRates(tx)
    const before = new Map((await readShippingRates(tx)).map((one) => [nameOf(one), one.fees]))
    const isSame = (store: StoreFees) => isDeepStrictEqual(before.get(nameOf(store)), store.fees)
    const changed = stores.filter((store) => !isSame(store))
    for (const store of changed) await writeShippingRates(tx, store)
    return { faults, changed: changed.map(nameOf), unchanged: stores.filter(isSame).map(nameOf) }
  })
}

async function readFile(file: string): Promise<{ faults: RateFault[]; stores: StoreFees[] }> {
  const faults: RateFault[] = []
  const stores = new Map<string, StoreFees>()
  for await (const batch of readLines(file, () => undefined)) {
    for (const { line, text } of batch) {
      const read = rateRecord.safeParse(jsonOf(text))
      if (!read.success) {
        faults.push(...read.error.issues.map(({ path, message }) => ({ line, field: path.join('.'), message })))
        continue
      }
      const store = storeOf(read.data)
      if (stores.has(nameOf(store)))
        faults.push({ line, field: 'brand', message: `${nameOf(store)} is in the file twice` })
      stores.set(nameOf(store), store)
    }
  }
  return { faults, stores: [...stores.values()] }
}

function storeOf({ brand, country, ...rates }: RateRecord): StoreFees {
  const { localInHomeCents, longDistanceInHomeCents, basicFreightCents, giftCardCents, ...fees } = rates
  const flatCents = { 6: localInHomeCents, 7: longDistanceInHomeCents, 8: basicFreightCents, 9: giftCardCents }
  return { brand, country, fees: { ...fees, flatCents } }
}

function nameOf({ brand, country }: Pick<StoreFees, 'brand' | 'country'>): string {
  return `${brand} ${country}`
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
