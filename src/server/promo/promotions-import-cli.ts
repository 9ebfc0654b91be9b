import { runImportCommand } from '#server/import-command.ts'
import { importPromotions } from '#server/promo/promotions-import.ts'

const usage = `Usage: npm run promotions:import -- [--dry-run] FILE

Takes over the promotions of a JSON Lines file, a line for each code (docs/how-to/run-promotions.md). Nothing is taken over
from a file with a bad line, and nothing at all with --dry-run, which tells what would change.
`

await runImportCommand(
  {
    usage,
    applicationName: 'promotions-import',
    async run(database, file, isDryRun) {
      const { faults, added, changed, unchanged } = await importPromotions(database, file, { isDryRun })
      const list = (codes: readonly string[]) => (codes.length === 0 ? 'none' : codes.join(', '))
      const said = [`New: ${list(added)}. Changed: ${list(changed)}. As before: ${list(unchanged)}.`]
      return { faults, said: isDryRun ? [...said, 'A dry run: nothing was taken over.'] : said }
    },
  },
  process.argv.slice(2),
)
