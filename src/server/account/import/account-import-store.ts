import { statement, type Tx } from '#server/db/database.ts'

/** An account of a file, by the form that its address is compared in, as it is now. */
export type ListedAccount = { readonly emailKey: string; readonly isTaxExempt: boolean }

const lock = statement<ListedAccount>(
  'account.lock-imported',
  `select email_key as "emailKey", is_tax_exempt as "isTaxExempt" from shop.account
   where email_key = any($1::text[]) order by email_key for no key update`,
)
const exempt = statement(
  'account.import-tax-exemption',
  'update shop.account set is_tax_exempt = $2 where email_key = any($1::text[])',
)

/** Those of these addresses that have an account; none is changed by another until the transaction ends. */
export function lockAccounts(tx: Tx, emailKeys: readonly string[]): Promise<ListedAccount[]> {
  return tx.rows(lock, [emailKeys])
}

export async function setTaxExemption(tx: Tx, emailKeys: readonly string[], isTaxExempt: boolean): Promise<void> {
  await tx.count(exempt, [emailKeys, isTaxExempt])
}
