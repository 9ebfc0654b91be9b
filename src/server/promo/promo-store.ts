import type { PromoBenefit, PromoFacts } from '#domain/promo/promo.ts'
import type { Brand, Country } from '#domain/variant.ts'
import { type Sql, statement } from '#server/db/database.ts'
import { readableRows, StoredJsonFault } from '#server/db/stored-json.ts'

export type PromoRow = {
  readonly code: string
  readonly brand: Brand | ''
  readonly country: Country | ''
  readonly kind: string
  readonly percent_millionths: number | null
  readonly amount_cents: number | null
  readonly least_subtotal_cents: number
  readonly is_store_card_only: boolean
  readonly max_uses: number | null
  readonly uses: number
  readonly per_shopper: number
  readonly first_day: string | null
  readonly last_day: string | null
  readonly is_ahead: boolean
  readonly is_over: boolean
  readonly uses_of_shopper: number
}

/** When a code is good: one rule and one clock, the database's, for who enters, sees or places with it (SAFE-68). */
const isPromoAhead = 'coalesce(p.starts_at > now(), false)'
const isPromoOver = 'coalesce(p.ends_at <= now(), false)'
/** Where production has opened, a code of the demo is none (SAFE-03). */
const isPromoOurs = '(not p.is_demo or shop.demo_pays())'
export const isPromoRunning = `not ${isPromoAhead} and not ${isPromoOver} and ${isPromoOurs}`

/** One promotion code with the uses of a shopper counted; code and shopper are SQL. */
export function promoSelect(code: string, shopperId: string): string {
  // the days of the store are those of its home in Chicago; an end at midnight belongs to the day before
  return `select p.code, p.brand, p.country, p.kind, p.percent_millionths, p.amount_cents, p.least_subtotal_cents, p.is_store_card_only, p.max_uses,
     p.uses, p.per_shopper, (p.starts_at at time zone 'America/Chicago')::date as first_day,
     ((p.ends_at - interval '1 microsecond') at time zone 'America/Chicago')::date as last_day,
     ${isPromoAhead} as is_ahead, ${isPromoOver} as is_over,
     (select count(*) from shop.promo_use u
      where u.code = p.code and u.shopper_id = ${shopperId} and u.state in ('held', 'used'))::int as uses_of_shopper
   from shop.promo p where p.code = ${code} and ${isPromoOurs}`
}

const promoByCode = statement<PromoRow>('promo.by-code', promoSelect('$1', '$2'))

/**
 * A code with the uses of this shopper counted; null when there is none, or one whose benefit this server does not know:
 * nothing is given for it, and whoever runs the shop is told.
 */
export async function readPromo(sql: Sql, code: string, shopperId: string): Promise<PromoFacts | null> {
  return readablePromo(await sql.row(promoByCode, [code, shopperId]))
}

/** The same of a row that came with another statement. */
export function readablePromo(row: PromoRow | null | undefined): PromoFacts | null {
  return readableRows(row === null || row === undefined ? [] : [row], promoOf)[0] ?? null
}

function promoOf(row: PromoRow): PromoFacts {
  return {
    code: row.code,
    brand: row.brand,
    country: row.country,
    minSubtotalCents: row.least_subtotal_cents,
    benefit: benefitOf(row),
    firstDay: row.first_day,
    lastDay: row.last_day,
    isAhead: row.is_ahead,
    isOver: row.is_over,
    maxUses: row.max_uses,
    uses: row.uses,
    maxUsesPerShopper: row.per_shopper,
    usesOfShopper: row.uses_of_shopper,
    isStoreCardOnly: row.is_store_card_only,
  }
}

function benefitOf(row: PromoRow): PromoBenefit {
  const { kind, percent_millionths: millionths, amount_cents: cents } = row
  if (kind === 'percent' && millionths !== null) return { kind, millionths }
  if (kind === 'amount' && cents !== null) return { kind, cents }
  if (kind === 'freeShipping') return { kind }
  throw new StoredJsonFault(`shop.promo of ${row.code} is of a kind that is not known here, or lacks its amount`)
}
