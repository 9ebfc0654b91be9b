import { runImportCommand } from '#server/import-command.ts'
import { importRates } from '#server/shipping/rates-import.ts'

const usage = `Usage: npm run rates:import -- [--dry-run] FILE

Takes over the shipping rates of a JSON Lines file, a line for each store front (docs/how-to/change-shipping-rates.md). Nothing
is taken over from a file with a bad line, and nothing at all with --dry-run, which tells what would change.
`

await runImportCommand(
  {
    usage,
    applicationName: 'rates-import',
    async run(database, file, isDryRun) {
      const { faults, changed, unchanged } = await importRates(database, file, { isDryRun })
      const list = (names: readonly string[]) => (names.length === 0 ? 'none' : names.join(', '))
      const said = [`Changed: ${list(changed)}. As before: ${list(unchanged)}.`]
      return { faults, said: isDryRun ? [...said, 'A dry run: nothing was taken over.'] : said }
    },
  },
  process.argv.slice(2),
)
