import { accountRecord } from '#contracts/account/account-record.ts'
import { recordSection } from '#server/catalog/import/import-reference.ts'

/** The page docs/reference/accounts.md, made from the schema of a file of accounts. */
export function accountsReference(): string {
  return `${head}\n${recordSection('A line', accountRecord)}`
}

const head = `# Files of accounts

Made from \`src/contracts/account/account-record.ts\` by \`npm run docs:reference\`; do not edit by hand. How to exempt an account
from tax: docs/how-to/exempt-from-tax.md.

    npm run accounts:import -- [--dry-run] FILE

A file is JSON Lines in UTF-8: one account per line, empty lines are passed over. Each bad line is named by its number and field,
and nothing of the file is taken over. No account is made: an address without one is a bad line. An account that the file does not
name stays as it is; the same file again changes nothing. \`--dry-run\` tells what would change, and changes nothing. Exit code: 0
taken over, 1 refused, 2 not understood.
`
