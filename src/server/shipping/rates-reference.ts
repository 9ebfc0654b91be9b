import { rateRecord } from '#contracts/shipping/rate-record.ts'
import { recordSection } from '#server/catalog/import/import-reference.ts'

/** The page docs/reference/shipping-rates.md, made from the schema of a file of shipping rates. */
export function ratesReference(): string {
  return `${head}\n${recordSection('A line', rateRecord)}`
}

const head = `# Files of shipping rates

Made from \`src/contracts/shipping/rate-record.ts\` by \`npm run docs:reference\`; do not edit by hand. How to change what
shipping costs: docs/how-to/change-shipping-rates.md.

    npm run rates:import -- [--dry-run] FILE

A file is JSON Lines in UTF-8: one store front per line, empty lines are passed over. Amounts are whole cents of the currency of
the country. A bad line is named by its number and field, and nothing of the file is taken over. A store front that the file does
not name keeps its table; the same file again changes nothing. \`--dry-run\` tells what would change, and changes nothing.
`
