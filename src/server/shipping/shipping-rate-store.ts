import type { FeeTable } from '#domain/shipping/fees.ts'
import type { Brand, Country } from '#domain/variant.ts'
import { type Sql, statement, type Tx } from '#server/db/database.ts'

/** The fee table of one store front, whole cents of its country's currency (OPEN-79). */
export type StoreFees = { readonly brand: Brand; readonly country: Country; readonly fees: FeeTable }

type RateRow = {
  readonly brand: Brand
  readonly country: Country
  readonly above_millionths: number
  readonly cap_cents: number
  readonly premium_extra_cents: number
  readonly express_extra_cents: number
  readonly local_in_home_cents: number
  readonly long_distance_in_home_cents: number
  readonly basic_freight_cents: number
  readonly gift_card_cents: number
  readonly surcharge_cents: number
  readonly bands: readonly { readonly toCents: number; readonly feeCents: number }[]
}

const readAll = statement<RateRow>(
  'shipping.rates',
  `select r.*, (select coalesce(json_agg(json_build_object('toCents', b.to_cents, 'feeCents', b.fee_cents) order by b.to_cents), '[]')
     from shop.shipping_band b where b.brand = r.brand and b.country = r.country) as bands
   from shop.shipping_rate r order by r.brand, r.country`,
)

// a lock that other imports wait for, and readers do not
const lock = statement('shipping.lock-rates', 'lock table shop.shipping_rate in share row exclusive mode')

const writeRate = statement(
  'shipping.write-rate',
  `insert into shop.shipping_rate values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
   on conflict (brand, country) do update set above_millionths = excluded.above_millionths, cap_cents = excluded.cap_cents,
     premium_extra_cents = excluded.premium_extra_cents, express_extra_cents = excluded.express_extra_cents,
     local_in_home_cents = excluded.local_in_home_cents, long_distance_in_home_cents = excluded.long_distance_in_home_cents,
     basic_freight_cents = excluded.basic_freight_cents, gift_card_cents = excluded.gift_card_cents,
     surcharge_cents = excluded.surcharge_cents`,
)
const clearBands = statement('shipping.clear-bands', 'delete from shop.shipping_band where brand = $1 and country = $2')
const writeBands = statement(
  'shipping.write-bands',
  `insert into shop.shipping_band
   select $1, $2, b.* from unnest($3::int[], $4::int[]) as b`,
)

/** The fee tables of all store fronts, in one statement. */
export async function readShippingRates(sql: Sql): Promise<StoreFees[]> {
  return (await sql.rows(readAll)).map(({ brand, country, ...row }) => ({ brand, country, fees: feesOf(row) }))
}

/** Lets nobody else import until the transaction ends. */
export async function lockShippingRates(tx: Tx): Promise<void> {
  await tx.rows(lock)
}

/** Puts one store front's table in the place of the one it had. */
export async function writeShippingRates(tx: Tx, { brand, country, fees }: StoreFees): Promise<void> {
  const { bands, flatCents } = fees
  await tx.count(writeRate, [
    ...[brand, country, fees.aboveMillionths, fees.capCents, fees.premiumExtraCents, fees.expressExtraCents],
    ...[flatCents[6], flatCents[7], flatCents[8], flatCents[9], fees.surchargeCents],
  ])
  await tx.count(clearBands, [brand, country])
  await tx.count(writeBands, [
    brand,
    country,
    bands.map(({ toCents }) => toCents),
    bands.map(({ feeCents }) => feeCents),
  ])
}

function feesOf(row: Omit<RateRow, 'brand' | 'country'>): FeeTable {
  return {
    bands: row.bands.map(({ toCents, feeCents }) => ({ toCents, feeCents })),
    aboveMillionths: row.above_millionths,
    capCents: row.cap_cents,
    premiumExtraCents: row.premium_extra_cents,
    expressExtraCents: row.express_extra_cents,
    flatCents: {
      6: row.local_in_home_cents,
      7: row.long_distance_in_home_cents,
      8: row.basic_freight_cents,
      9: row.gift_card_cents,
    },
    surchargeCents: row.surcharge_cents,
  }
}
