import { type Sql, statement } from '#server/db/database.ts'

/** The mark of an account, no row for who has none; its id is SQL. */
export function taxExemptSelect(shopperId: string): string {
  return `select is_tax_exempt as "isTaxExempt" from shop.account where shopper_id = ${shopperId}`
}

const mark = statement<{ isTaxExempt: boolean }>('checkout.tax-exempt-account', taxExemptSelect('$1'))

/** Whether the account is marked as exempt from tax (OPEN-78); false for who has none. */
export async function readTaxExempt(sql: Sql, shopperId: string): Promise<boolean> {
  return (await sql.row(mark, [shopperId]))?.isTaxExempt ?? false
}
