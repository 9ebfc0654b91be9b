import type { Database } from '#server/db/database.ts'

/** Codes for tests, named by what is special about them. They begin and end by the database's clock, which no test sets. */
export const promos = {
  tenPercent: 'TEN',
  fiveDollars: 'FIVE',
  freeShipping: 'SHIPFREE',
  fromHundred: 'FROM100',
  notStarted: 'SUMMER',
  ended: 'WINTER',
  endsLater: 'MARCH',
  usedUp: 'GONE',
  otherBrand: 'CB2ONLY',
  otherCountry: 'CANADA',
  storeCard: 'STORECARD',
} as const

/** Puts these codes into the table. */
export async function putPromos(database: Database): Promise<void> {
  await database.count({
    name: 'test.put-promos',
    text: `insert into shop.promo (code, brand, country, kind, percent_millionths, amount_cents, least_subtotal_cents,
         is_store_card_only, max_uses, uses, starts_at, ends_at)
       values ('TEN', '', '', 'percent', 100000, null, 0, false, null, 0, null, null),
         ('FIVE', '', '', 'amount', null, 500, 0, false, null, 0, null, null),
         ('SHIPFREE', '', '', 'freeShipping', null, null, 0, false, null, 0, null, null),
         ('FROM100', '', '', 'amount', null, 1000, 10000, false, null, 0, null, null),
         ('SUMMER', '', '', 'amount', null, 500, 0, false, null, 0, '2126-06-01 00:00 America/Chicago', null),
         ('WINTER', '', '', 'amount', null, 500, 0, false, null, 0, null, '2026-02-01 00:00 America/Chicago'),
         ('MARCH', '', '', 'amount', null, 500, 0, false, null, 0, null, '2126-03-16 00:00 America/Chicago'),
         ('GONE', '', '', 'amount', null, 500, 0, false, 1, 1, null, null),
         ('CB2ONLY', 'CB2', '', 'amount', null, 500, 0, false, null, 0, null, null),
         ('CANADA', '', 'CA', 'amount', null, 500, 0, false, null, 0, null, null),
         ('STORECARD', '', '', 'amount', null, 500, 0, true, null, 0, null, null)`,
  })
}

/** A code that ended a minute ago. */
export async function endPromo(database: Database, code: string): Promise<void> {
  await database.count(
    { name: 'test.end-promo', text: `update shop.promo set ends_at = now() - interval '1 minute' where code = $1` },
    [code],
  )
}

/** A code of 5 dollars that begins and ends in so many seconds from now; null: it runs already, or for ever. */
export async function putPromoFor(
  database: Database,
  code: string,
  { startsIn = null, endsIn = null }: { readonly startsIn?: number | null; readonly endsIn?: number | null },
): Promise<void> {
  await database.count(
    {
      name: 'test.put-promo-for',
      text: `insert into shop.promo (code, kind, amount_cents, starts_at, ends_at)
             values ($1, 'amount', 500, now() + $2::int * interval '1 second', now() + $3::int * interval '1 second')`,
    },
    [code, startsIn, endsIn],
  )
}
