import { promotionRecord } from '#contracts/promo/promotion-record.ts'
import { recordSection } from '#server/catalog/import/import-reference.ts'

/** The page docs/reference/promotions.md, made from the schema of a file of promotions. */
export function promotionsReference(): string {
  return `${head}\n${recordSection('A line', promotionRecord)}`
}

const head = `# Files of promotions

Made from \`src/contracts/promo/promotion-record.ts\` by \`npm run docs:reference\`; do not edit by hand. How to run promotions:
docs/how-to/run-promotions.md.

    npm run promotions:import -- [--dry-run] FILE

A file is JSON Lines in UTF-8: one code per line, empty lines are passed over. Each bad line is named by its number and field, and
nothing of the file is taken over. A code that the file does not name stays as it is; the same file again changes nothing.
\`--dry-run\` tells what would change, and changes nothing. Exit code: 0 taken over, 1 refused, 2 not understood.
`
