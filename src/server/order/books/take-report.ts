import { CommitUnknown, DatabaseUnavailable } from '#server/db/database.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'
import { type AccountingReport, readAccountingReport } from '#server/providers/card-gateway/accounting-report.ts'
import type { FoundPayment } from '#server/providers/card-gateway/port.ts'
import type { ReportSource } from '#server/providers/card-gateway/report-source.ts'
import { readHold } from './hold-store.ts'
import { compare, findMissing, type ReconcileDeps, type Reconciliation, settleOrphans } from './reconcile.ts'
import { readStandingPayments } from './reconcile-store.ts'
import {
  captureReportedPayment,
  endReportedPayment,
  noteReportedPayment,
  noteReportRead,
  readEndedByEvents,
  readReportedPayments,
  readReportsToRead,
} from './reported-payment-store.ts'

export type ReportDeps = ReconcileDeps & Pick<OrderDeps, 'log'> & { readonly reports: ReportSource | null }

export type TakenReport =
  | { readonly state: 'compared'; readonly round: Reconciliation }
  /** Nothing was changed but that a person is told. */
  | { readonly state: 'refused'; readonly why: string }

/** Clocks differ, and a payment is booked a moment after it is sent: so much at both ends of a report is not judged, milliseconds. */
const marginMs = 3_600_000

/**
 * Compares a report of the card processor's with our books as if it were a list (OPS-30). A report that cannot be believed as a whole is
 * refused with an alarm, and changes nothing.
 * @param name of the file, without a path
 */
export async function takeReport(
  deps: ReconcileDeps & { readonly merchantAccount: string },
  name: string,
  chunks: AsyncIterable<Uint8Array>,
  maxBytes?: number,
): Promise<TakenReport> {
  const limits = maxBytes === undefined ? {} : { maxBytes }
  const read = await readAccountingReport(chunks, { merchantAccount: deps.merchantAccount, ...limits })
  if (read.state === 'refused') return refuseReport(deps, name, read.why)
  return { state: 'compared', round: await compareReport(deps, name, read.report) }
}

async function refuseReport(deps: ReconcileDeps, name: string, why: string): Promise<TakenReport> {
  const { database, gateway, alarm } = deps
  await database.transaction(async (tx) => {
    const note = { provider: gateway.provider, name, why, days: [], payments: 0 }
    await noteReportRead(tx, { ...note, state: 'refused' })
    await alarm(tx, 'report-refused', name, { report: name, fault: why })
  })
  return { state: 'refused', why }
}

async function compareReport(deps: ReconcileDeps, name: string, report: AccountingReport): Promise<Reconciliation> {
  const { database, gateway } = deps
  const { provider } = gateway
  const hold = await readHold(database)
  // read before the report is believed: what came since is not in it
  const standing = await readStandingPayments(database, provider, new Date(report.from.getTime() + marginMs))
  const { orphans, differing, foreign, money } = await compare(deps, provider, report.payments)
  const ended = await readEndedByEvents(
    database,
    provider,
    orphans.map(({ reference }) => reference),
  )
  await database.transaction(async (tx) => {
    for (const payment of report.payments) await noteState(tx, provider, payment)
    for (const { reference, providerRef, amountCents, currency, state } of orphans) {
      if (ended.has(providerRef)) continue
      const payment = { provider, providerRef, reference, amountCents, currency, state }
      await noteReportedPayment(tx, { ...payment, source: 'report' })
    }
  })
  const known = await readReportedPayments(database, provider)
  const others = [...differing, ...foreign]
  const settled = await settleOrphans(deps, gateway, { since: report.from, payments: [...known, ...others] }, hold)
  const judged = standing.filter(({ sentAt }) => sentAt !== null && sentAt.getTime() < report.upTo.getTime() - marginMs)
  const { missing } = await findMissing(deps, judged, report.payments)
  // last of all: a comparison that was cut off is made anew
  await database.transaction((tx) =>
    noteReportRead(tx, { provider, name, state: 'read', why: null, days: report.days, payments: money.length }),
  )
  return { ...settled, compared: money.length, isCompared: report.days, missing }
}

/** What was told of before has gone on since. */
async function noteState(
  tx: Parameters<typeof endReportedPayment>[0],
  provider: string,
  { providerRef, state, amountCents }: FoundPayment,
): Promise<void> {
  if (state === 'voided' || state === 'refunded') await endReportedPayment(tx, [provider, providerRef], state)
  if (state === 'captured') await captureReportedPayment(tx, [provider, providerRef], amountCents)
}

/** Downloads and compares the reports that the processor has said are there; one that is not there now is asked for again. */
export async function takeReadyReports(deps: ReportDeps): Promise<void> {
  const { database, gateway, reports, log } = deps
  if (reports === null || gateway.canList) return
  for (const { name, url } of await readReportsToRead(database, gateway.provider)) {
    if (!reports.isAccounting(name)) continue
    const opened = await reports.open(name, url)
    if (opened.state === 'refused') await refuseReport(deps, name, opened.why)
    if (opened.state === 'away') log.warn({ name, why: opened.why }, 'a report of the processor is asked for again')
    if (opened.state !== 'opened') continue
    try {
      await takeReport({ ...deps, merchantAccount: reports.merchantAccount }, name, opened.body)
    } catch (error) {
      if (error instanceof DatabaseUnavailable || error instanceof CommitUnknown) throw error
      // the line was cut: what came is not believed, and nothing was changed
      log.warn({ err: error, name }, 'a report of the processor is asked for again')
    }
  }
}
