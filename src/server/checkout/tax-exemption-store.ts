import { type Sql, statement } from '#server/db/database.ts'

const mark = statement<{ isTaxExempt: boolean }>(
  'checkout.tax-exempt-account',
  'select is_tax_exempt as "isTaxExempt" from shop.account where shopper_id = $1',
)

/** Whether the account is marked as exempt from tax (OPEN-78); false for who has none. */
export async function readTaxExempt(sql: Sql, shopperId: string): Promise<boolean> {
  return (await sql.row(mark, [shopperId]))?.isTaxExempt ?? false
}
