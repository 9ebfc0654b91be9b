import { createReadStream, existsSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/database.ts'
import { raiseAlarm } from '#server/jobs/alarm-store.ts'
import { processorsOf } from '#server/order/order-deps.ts'
import { readInstallation } from '#server/order/payment/installation-store.ts'
import type { Providers } from '#server/providers.ts'
import { auditLedgers, type BooksReport } from './audit-ledgers.ts'
import { withBooks } from './books-command.ts'
import { releaseRound } from './reconcile.ts'
import { readHeldRounds } from './reconcile-round-store.ts'
import { takeReport } from './take-report.ts'

const usage = `npm run payments:reconcile -- [--since DATE | --release ROUND | --report FILE]

Compares our ledgers (payments, gift cards, tender codes, certificates, orders) with each other and with the list of the
card processor; changes nothing. Every difference is one line of JSON on the standard output, a summary follows on the
other one. Exit code 0: the books agree; 1: they do not; 2: they could not be compared. DATE (YYYY-MM-DD, or a moment in
ISO 8601) leaves out payments sent before.

--release ROUND gives back the payments of a round that was held because they were too many to be given back without a
person: those that the processor still holds for no order of ours. One line of JSON for each, with the processor's answer.
Exit code 0: all were accepted; 1: some were not; 2: there is no such round, or the processor did not answer.

--report FILE compares Adyen's Payment accounting report (CSV), as Adyen offers no list. What it holds and no order of ours stands for
waits in a round, or is given back where it is of a refused or cancelled order; every finding is one line of JSON. Exit code 0: none;
1: some; 2: the report was refused, which changes nothing.`

const explained: { readonly [Kind in BooksReport['differences'][number]['kind']]: string } = {
  moneyWithoutPayment: 'the processor holds money for a payment that we do not know',
  captureWithoutOrder: 'the processor holds money for an order that was not placed',
  moneyMissing: 'the processor does not hold the money of a placed order',
  amountDiffers: 'another amount or currency',
  stateDiffers: 'held with one, taken with the other',
  ledger: 'our own ledgers do not add up',
}

function summaryOf({ differences, compared, open, foreign }: BooksReport): string {
  const kinds = Object.entries(explained)
    .map(([kind, text]) => ({ text, count: differences.filter((one) => one.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ text, count }) => `  ${count} x ${text}`)
  const looked = `Compared ${compared.ours} payments of ours with ${compared.processors} of the processor; ${open} are still open.`
  const others = foreign === 0 ? [] : [`${foreign} payments of other shops at the processor were left alone.`]
  return [
    looked,
    ...others,
    ...(kinds.length === 0 ? ['The books agree.'] : [`${differences.length} differences:`, ...kinds]),
  ].join('\n')
}

async function compare(database: Database, providers: Providers, since: Date): Promise<number> {
  const installation = await readInstallation(database)
  const report = await auditLedgers({ database, installation, processors: processorsOf(providers) }, since)
  if (typeof report === 'string') {
    console.error(report)
    return 2
  }
  for (const difference of report.differences) process.stdout.write(`${JSON.stringify(difference)}\n`)
  console.error(summaryOf(report))
  for (const { roundId, would, provider } of await readHeldRounds(database)) {
    console.error(
      `Round ${roundId} would give back ${would.length} payments at ${provider} and waits for you: --release ${roundId}`,
    )
  }
  return report.differences.length === 0 ? 0 : 1
}

async function release(database: Database, { gateway, wallets }: Providers, roundId: number): Promise<number> {
  const installation = await readInstallation(database)
  const released = await releaseRound({ database, installation, gateway, wallets, alarm: raiseAlarm }, roundId)
  if (released.state === 'notHeld') {
    console.error(`Round ${roundId} does not wait to be released.`)
    return 2
  }
  if (released.state === 'onHold') {
    console.error(
      'The shop is on hold: see npm run payments:hold -- --list, and end it with --release. Nothing was given back.',
    )
    return 2
  }
  if (released.state === 'unanswered') {
    console.error(`The processor did not answer: ${released.why}. Nothing was given back.`)
    return 2
  }
  for (const answer of released.answers) process.stdout.write(`${JSON.stringify(answer)}\n`)
  const accepted = released.answers.filter(({ answer }) => answer === 'accepted').length
  console.error(`${accepted} of ${released.answers.length} payments were given back.`)
  return accepted === released.answers.length ? 0 : 1
}

async function compareReport(
  file: string,
  database: Database,
  { gateway, wallets }: Providers,
  { adyen }: Config,
): Promise<number> {
  if (adyen === null || gateway.canList) {
    console.error('The card processor has a list of its payments: no report is needed.')
    return 2
  }
  if (!existsSync(file)) {
    console.error(`There is no file ${file}.`)
    return 2
  }
  const installation = await readInstallation(database)
  const deps = { database, installation, gateway, wallets, alarm: raiseAlarm }
  const { merchantAccount } = adyen
  const taken = await takeReport({ ...deps, merchantAccount }, basename(file), createReadStream(file))
  if (taken.state === 'refused') {
    console.error(`${basename(file)} ${taken.why}. Nothing was changed.`)
    return 2
  }
  const { compared, isCompared, foreign, orphans, held, missing, differing } = taken.round
  const found = Object.entries({ orphans, held, missing, differing }).flatMap(([kind, references]) =>
    references.map((reference) => ({ kind, reference })),
  )
  for (const finding of found) process.stdout.write(`${JSON.stringify(finding)}\n`)
  const days = typeof isCompared === 'boolean' ? [] : isCompared
  console.error(
    `Compared ${compared} payments of ${days.at(0)} to ${days.at(-1)}; ${foreign} of other shops were left alone.`,
  )
  for (const { roundId, would } of await readHeldRounds(database)) {
    console.error(`Round ${roundId} would give back ${would.length} payments and waits for you: --release ${roundId}`)
  }
  return found.length === 0 ? 0 : 1
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      ...{ since: { type: 'string' }, release: { type: 'string' }, report: { type: 'string' } },
      help: { type: 'boolean' },
    },
  })
  const since = new Date(values.since ?? 3_600_000)
  const roundId = values.release === undefined ? null : Number(values.release)
  const isRound = roundId === null || (Number.isInteger(roundId) && roundId > 0)
  const isOne = [values.since, values.release, values.report].filter((each) => each !== undefined).length <= 1
  if (values.help === true || !isOne || Number.isNaN(since.getTime()) || !isRound) {
    console.error(usage)
    return 2
  }
  return withBooks('reconcile', (database, providers, config) => {
    if (values.report !== undefined) return compareReport(values.report, database, providers, config)
    return roundId === null ? compare(database, providers, since) : release(database, providers, roundId)
  })
}

process.exitCode = await main()
