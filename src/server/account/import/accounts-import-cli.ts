import { importAccounts } from '#server/account/import/accounts-import.ts'
import { runImportCommand } from '#server/import-command.ts'

const usage = `Usage: npm run accounts:import -- [--dry-run] FILE

Takes over which accounts are exempt from tax, from a JSON Lines file, a line for each (docs/how-to/exempt-from-tax.md). It makes
no account. Nothing is taken over from a file with a bad line, and nothing at all with --dry-run, which tells what would change.
`

await runImportCommand(
  {
    usage,
    applicationName: 'accounts-import',
    async run(database, file, isDryRun) {
      const { faults, exempted, ended, unchanged } = await importAccounts(database, file, { isDryRun })
      const list = (addresses: readonly string[]) => (addresses.length === 0 ? 'none' : addresses.join(', '))
      const said = [`Exempt: ${list(exempted)}. Exempt no more: ${list(ended)}. As before: ${unchanged.length}.`]
      return { faults, said: isDryRun ? [...said, 'A dry run: nothing was taken over.'] : said }
    },
  },
  process.argv.slice(2),
)
