import type { Database } from '#server/db/database.ts'

/** Codes for tests, named by what is special about them; the clock of a test's world stands on 2026-03-02. */
export const promos = {
  tenPercent: 'TEN',
  fiveDollars: 'FIVE',
  freeShipping: 'SHIPFREE',
  fromHundred: 'FROM100',
  notStarted: 'SUMMER',
  ended: 'WINTER',
  endsSoon: 'MARCH',
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
         ('SUMMER', '', '', 'amount', null, 500, 0, false, null, 0, '2026-06-01 00:00 America/Chicago', null),
         ('WINTER', '', '', 'amount', null, 500, 0, false, null, 0, null, '2026-02-01 00:00 America/Chicago'),
         ('MARCH', '', '', 'amount', null, 500, 0, false, null, 0, null, '2026-03-16 00:00 America/Chicago'),
         ('GONE', '', '', 'amount', null, 500, 0, false, 1, 1, null, null),
         ('CB2ONLY', 'CB2', '', 'amount', null, 500, 0, false, null, 0, null, null),
         ('CANADA', '', 'CA', 'amount', null, 500, 0, false, null, 0, null, null),
         ('STORECARD', '', '', 'amount', null, 500, 0, true, null, 0, null, null)`,
  })
}
