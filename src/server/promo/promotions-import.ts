import { type PromotionRecord, promotionRecord } from '#contracts/promo/promotion-record.ts'
import { type LineFault, readRecords } from '#server/catalog/import/import-records.ts'
import type { Database } from '#server/db/database.ts'
import { comparePromotions, type PromotionRow, writePromotions } from '#server/promo/promotion-import-store.ts'

export type PromotionsReport = {
  readonly faults: readonly LineFault[]
  /** Codes that were not there, that have other terms now, and that are as they were. */
  readonly added: readonly string[]
  readonly changed: readonly string[]
  readonly unchanged: readonly string[]
}

/** How a file of promotions is taken over. */
export type PromotionsOptions = {
  /** Tells what would change, and changes nothing. */
  readonly isDryRun?: boolean
  /** They are the demo's: a production start refuses them (SAFE-03). */
  readonly isDemo?: boolean
}

/**
 * Takes over a JSON Lines file of promotions, a line for each code as `promotionRecord` says. A code that the file does not
 * name stays as it is; one that is there gets the terms of its line and keeps the uses it has had. Of a file with a bad line
 * nothing is taken over; the same file again changes nothing. Open carts are priced by the new terms when they are next
 * shown, and no order is placed at a total its shopper has not seen (BEYOND-01).
 */
export async function importPromotions(
  database: Database,
  file: string,
  { isDryRun = false, isDemo = false }: PromotionsOptions = {},
): Promise<PromotionsReport> {
  const key = { field: 'code', of: ({ code }: PromotionRecord) => code }
  const { records, faults } = await readRecords(file, promotionRecord, key)
  const refused = (why: readonly LineFault[]) => ({ faults: why, added: [], changed: [], unchanged: [] })
  if (faults.length > 0) return refused(faults)
  const lines = new Map(records.map(({ line, record }) => [record.code, { line, row: rowOf(record, isDemo) }]))
  const rows = [...lines.values()].map(({ row }) => row)
  return database.transaction(async (tx) => {
    const known = await comparePromotions(tx, rows)
    const overused = known.flatMap(({ code, uses }) => {
      const { line = 0, row } = lines.get(code) ?? {}
      if (row === undefined || row.maxUses === null || row.maxUses >= uses) return []
      return [{ line, field: 'maxUses', message: `the code has been used ${times(uses)} already: no less than that` }]
    })
    if (overused.length > 0) return refused(overused.sort((one, other) => one.line - other.line))
    const changing = known.filter(({ isSame }) => !isSame).map(({ code }) => code)
    if (!isDryRun && changing.length > 0)
      await writePromotions(
        tx,
        rows.filter(({ code }) => changing.includes(code)),
      )
    const codes = (of: typeof known) => of.map(({ code }) => code)
    return {
      faults: [],
      added: codes(known.filter(({ isNew }) => isNew)),
      changed: codes(known.filter(({ isNew, isSame }) => !isNew && !isSame)),
      unchanged: codes(known.filter(({ isSame }) => isSame)),
    }
  })
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}

function rowOf({ percent, amountCents, brand, country, ...same }: PromotionRecord, isDemo: boolean): PromotionRow {
  return {
    ...same,
    brand: brand ?? '',
    country: country ?? '',
    percentMillionths: percent === undefined ? null : Math.round(percent * 10_000),
    amountCents: amountCents ?? null,
    isDemo,
  }
}
