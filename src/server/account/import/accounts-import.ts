import { type AccountRecord, accountRecord } from '#contracts/account/account-record.ts'
import { lockAccounts, setTaxExemption } from '#server/account/import/account-import-store.ts'
import { type LineFault, readRecords } from '#server/catalog/import/import-records.ts'
import type { Database } from '#server/db/database.ts'

export type AccountsReport = {
  readonly faults: readonly LineFault[]
  /** Addresses whose accounts are exempt now, are not any more, and are as they were. */
  readonly exempted: readonly string[]
  readonly ended: readonly string[]
  readonly unchanged: readonly string[]
}

/**
 * Takes over a JSON Lines file of accounts, a line for each as `accountRecord` says: which of them are exempt from tax. It
 * makes no account: one that is not there is a fault of its line, and of a file with a bad line nothing is taken over.
 * Accounts that the file does not name stay as they are. An open cart without tax whose account is exempt no more
 * gets it back when it is ordered, and its shopper sees the total first (OPEN-78, SAFE-10).
 */
export async function importAccounts(
  database: Database,
  file: string,
  { isDryRun = false }: { readonly isDryRun?: boolean } = {},
): Promise<AccountsReport> {
  const { records, faults } = await readRecords(file, accountRecord, {
    field: 'email',
    of: ({ email }: AccountRecord) => email,
  })
  const refused = (why: readonly LineFault[]) => ({ faults: why, exempted: [], ended: [], unchanged: [] })
  if (faults.length > 0) return refused(faults)
  return database.transaction(async (tx) => {
    const listed = await lockAccounts(
      tx,
      records.map(({ record }) => record.email),
    )
    const known = new Map(listed.map(({ emailKey, isTaxExempt }) => [emailKey, isTaxExempt]))
    const unknown = records.filter(({ record }) => !known.has(record.email))
    const message = 'no account has this address; shoppers make their accounts themselves'
    if (unknown.length > 0) return refused(unknown.map(({ line }) => ({ line, field: 'email', message })))
    const changing = records.filter(({ record }) => known.get(record.email) !== record.isTaxExempt)
    const addresses = (of: typeof records) => of.map(({ record }) => record.email)
    const exempted = addresses(changing.filter(({ record }) => record.isTaxExempt))
    const ended = addresses(changing.filter(({ record }) => !record.isTaxExempt))
    if (!isDryRun) {
      await setTaxExemption(tx, exempted, true)
      await setTaxExemption(tx, ended, false)
    }
    return { faults: [], exempted, ended, unchanged: addresses(records.filter((each) => !changing.includes(each))) }
  })
}
