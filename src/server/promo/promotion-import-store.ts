import { type Sql, statement, type Tx } from '#server/db/database.ts'

/** A code as it is written down; '' is every brand, or both countries; days 'YYYY-MM-DD' of the store. */
export type PromotionRow = {
  readonly code: string
  readonly brand: string
  readonly country: string
  readonly kind: string
  readonly percentMillionths: number | null
  readonly amountCents: number | null
  readonly minSubtotalCents: number
  readonly isStoreCardOnly: boolean
  readonly maxUses: number | null
  readonly usesPerShopper: number
  readonly firstDay: string | null
  readonly lastDay: string | null
  readonly isDemo: boolean
}

// a code is good from the first midnight of its first day to the last of its last, by the clock of the store
const listed = `select code, brand, country, kind, "percentMillionths" as percent_millionths, "amountCents" as amount_cents,
    "minSubtotalCents" as least_subtotal_cents, "isStoreCardOnly" as is_store_card_only, "maxUses" as max_uses,
    "usesPerShopper" as per_shopper, "firstDay"::timestamp at time zone 'America/Chicago' as starts_at,
    ("lastDay" + 1)::timestamp at time zone 'America/Chicago' as ends_at, "isDemo" as is_demo
  from json_to_recordset($1) as row(code text, brand text, country text, kind text, "percentMillionths" int,
    "amountCents" int, "minSubtotalCents" int, "isStoreCardOnly" boolean, "maxUses" int, "usesPerShopper" int,
    "firstDay" date, "lastDay" date, "isDemo" boolean)`

const columns = `code, brand, country, kind, percent_millionths, amount_cents, least_subtotal_cents, is_store_card_only,
  max_uses, per_shopper, starts_at, ends_at, is_demo`

const lock = statement(
  'promo.lock-imported',
  'select from shop.promo where code = any($1::text[]) order by code for update',
)
const compare = statement<{ code: string; isNew: boolean; isSame: boolean; uses: number }>(
  'promo.compare-imported',
  `select l.code, p.code is null as "isNew", coalesce(p.uses, 0) as uses,
     (l.*) is not distinct from (select r from (select ${columns} from shop.promo x where x.code = l.code) r) as "isSame"
   from (${listed}) l left join shop.promo p using (code) order by l.code`,
)

/** What is known of each code that a file lists; until the transaction ends no order takes a use of it. */
export async function comparePromotions(tx: Tx, rows: readonly PromotionRow[]) {
  await tx.count(lock, [rows.map(({ code }) => code)])
  return tx.rows(compare, [JSON.stringify(rows)])
}

const write = statement(
  'promo.import',
  `insert into shop.promo (${columns}) ${listed}
   on conflict (code) do update set (${columns}) = row(${columns
     .split(',')
     .map((column) => `excluded.${column.trim()}`)
     .join(', ')})`,
)

/** Writes codes down; one that is there already gets new terms and keeps its uses. */
export async function writePromotions(sql: Sql, rows: readonly PromotionRow[]): Promise<void> {
  await sql.count(write, [JSON.stringify(rows)])
}
