import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { createDatabase } from '#server/db/pool.ts'
import { type BooksReport, compareBooks } from '#server/order/compare-books.ts'
import { processorsOf } from '#server/order/order-world.ts'
import { createProviders } from '#server/providers.ts'

const usage = `npm run payments:reconcile -- [--since DATE]

Compares our ledgers (payments, gift cards, tender codes, certificates, orders) with each other and with the list of the
card processor; changes nothing. Every difference is one line of JSON on the standard output, a summary follows on the
other one. Exit code 0: the books agree; 1: they do not; 2: they could not be compared. DATE (YYYY-MM-DD, or a moment in
ISO 8601) leaves out payments sent before.`

const explained: { readonly [Kind in BooksReport['differences'][number]['kind']]: string } = {
  moneyWithoutPayment: 'the processor holds money for a payment that we do not know',
  moneyOfEndedOrder: 'the processor holds money for an order that was not placed',
  moneyMissing: 'the processor does not hold the money of a placed order',
  amountDiffers: 'another amount or currency',
  stateDiffers: 'held with one, taken with the other',
  ledger: 'our own ledgers do not add up',
}

function summaryOf({ differences, compared, open }: BooksReport): string {
  const kinds = Object.entries(explained)
    .map(([kind, text]) => ({ text, count: differences.filter((one) => one.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ text, count }) => `  ${count} x ${text}`)
  const looked = `Compared ${compared.ours} payments of ours with ${compared.processors} of the processor; ${open} are still open.`
  return [
    looked,
    ...(kinds.length === 0 ? ['The books agree.'] : [`${differences.length} differences:`, ...kinds]),
  ].join('\n')
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { since: { type: 'string' }, help: { type: 'boolean' } } })
  const since = new Date(values.since ?? 3_600_000)
  if (values.help === true || Number.isNaN(since.getTime())) {
    console.error(usage)
    return 2
  }
  const config = readConfig()
  const { databaseUrl, databaseDir } = config
  const log = { info: () => undefined, warn: (facts: object, text: string) => console.error(text, facts) }
  const server = databaseUrl === null ? await startEmbeddedPostgres({ dataDir: databaseDir, port: 0, log }) : null
  const url = server?.url ?? databaseUrl ?? ''
  const database = createDatabase({ url, max: 1, applicationName: 'reconcile', statementTimeoutMs: 60_000, log })
  const providers = await createProviders(config)
  try {
    const report = await compareBooks({ database, processors: processorsOf(providers) }, since)
    if (typeof report === 'string') {
      console.error(report)
      return 2
    }
    for (const difference of report.differences) process.stdout.write(`${JSON.stringify(difference)}\n`)
    console.error(summaryOf(report))
    return report.differences.length === 0 ? 0 : 1
  } finally {
    providers.close()
    await database.end()
    await server?.stop()
  }
}

process.exitCode = await main()
