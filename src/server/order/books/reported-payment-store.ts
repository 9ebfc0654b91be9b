import type { Currency } from '#domain/variant.ts'
import { type Sql, statement } from '#server/db/database.ts'
import type { FoundPayment } from '#server/providers/card-gateway/port.ts'

/** A payment that a processor without a list told of; cents. */
export type ReportedPayment = {
  readonly provider: string
  readonly providerRef: string
  readonly reference: string
  readonly amountCents: number
  readonly currency: Currency
  readonly state: 'authorized' | 'captured'
  /** By a webhook event of it, or by a line of a report. */
  readonly source: 'event' | 'report'
}

const note = statement(
  'order.note-reported-payment',
  `insert into shop.reported_payment (provider, provider_ref, reference, amount_cents, currency, state, source)
   values ($1, $2, $3, $4, $5, $6, $7) on conflict (provider, provider_ref) do nothing`,
)

/** Notes money that the processor holds and for which no payment of ours stands; what is known of it already stays. */
export async function noteReportedPayment(sql: Sql, payment: ReportedPayment): Promise<void> {
  const { provider, providerRef, reference, amountCents, currency, state, source } = payment
  await sql.count(note, [provider, providerRef, reference, amountCents, currency, state, source])
}

const capture = statement(
  'order.capture-reported-payment',
  `update shop.reported_payment set state = 'captured', amount_cents = $3
   where provider = $1 and provider_ref = $2 and state in ('authorized', 'captured')`,
)
const end = statement(
  'order.end-reported-payment',
  `update shop.reported_payment set state = $3 where provider = $1 and provider_ref = $2 and state in ('authorized', 'captured')`,
)
const givenBack = statement(
  'order.give-back-reported-payment',
  `update shop.reported_payment set given_back_at = now() where provider = $1 and provider_ref = $2 and given_back_at is null`,
)
const notGivenBack = statement(
  'order.reopen-reported-payment',
  `update shop.reported_payment set given_back_at = null where provider = $1 and provider_ref = $2`,
)

type PaymentName = readonly [provider: string, providerRef: string]

/** The money of a payment that was told of was taken. `cents` of it. */
export async function captureReportedPayment(sql: Sql, name: PaymentName, cents: number): Promise<void> {
  await sql.count(capture, [...name, cents])
}

/** The processor says that nothing is held any more. */
export async function endReportedPayment(sql: Sql, name: PaymentName, state: 'voided' | 'refunded'): Promise<void> {
  await sql.count(end, [...name, state])
}

/** The processor accepted to give it back. */
export async function noteGivenBack(sql: Sql, name: PaymentName): Promise<void> {
  await sql.count(givenBack, [...name])
}

/** What it accepted could not be done after all. */
export async function reopenReportedPayment(sql: Sql, name: PaymentName): Promise<void> {
  await sql.count(notGivenBack, [...name])
}

const open = statement<FoundPayment>(
  'order.open-reported-payments',
  `select reference, provider_ref as "providerRef", amount_cents as "amountCents", currency, state from shop.reported_payment
   where provider = $1 and state in ('authorized', 'captured') and given_back_at is null order by reported_at, provider_ref`,
)

/** What a processor without a list told of and was not asked back yet. */
export function readReportedPayments(sql: Sql, provider: string): Promise<FoundPayment[]> {
  return sql.rows(open, [provider])
}

const ended = statement<{ providerRef: string }>(
  'order.payments-ended-by-events',
  `select distinct body->>'providerRef' as "providerRef" from shop.webhook_event
   where provider = $1 and reference = any($2) and (body->>'isSuccess')::boolean
     and body->>'event' in ('CANCELLATION', 'TECHNICAL_CANCEL', 'EXPIRE', 'REFUND', 'CANCEL_OR_REFUND')`,
)

/** Of these references, by the processor's names, those whose money webhook events have told to be given back since. */
export async function readEndedByEvents(
  sql: Sql,
  provider: string,
  references: readonly string[],
): Promise<ReadonlySet<string>> {
  if (references.length === 0) return new Set()
  return new Set((await sql.rows(ended, [provider, references])).map(({ providerRef }) => providerRef))
}

export type ReportNote = {
  readonly provider: string
  readonly name: string
  readonly state: 'read' | 'refused'
  readonly why: string | null
  /** 'YYYY-MM-DD' */
  readonly days: readonly string[]
  readonly payments: number
}

const noteReport = statement(
  'order.note-report',
  `insert into shop.payment_report (provider, name, state, why, days, payments) values ($1, $2, $3, $4, $5, $6)
   on conflict (provider, name) do update set state = excluded.state, why = excluded.why, days = excluded.days,
     payments = excluded.payments, at = now() where payment_report.state = 'refused' or excluded.state = 'read'`,
)

/** Notes what became of a report; one that was read stays read. */
export async function noteReportRead(sql: Sql, report: ReportNote): Promise<void> {
  const { provider, name, state, why, days, payments } = report
  await sql.count(noteReport, [provider, name, state, why, days, payments])
}

const covered = statement<{ day: string }>(
  'order.days-of-reports',
  `select distinct to_char(day, 'YYYY-MM-DD') as day from shop.payment_report r, unnest(r.days) day
   where r.provider = $1 and r.state = 'read' and day >= $2::timestamptz::date order by 1`,
)

/** The days that reports of a processor cover, from a moment's on. */
export async function readCoveredDays(sql: Sql, provider: string, since: Date): Promise<string[]> {
  return (await sql.rows(covered, [provider, since])).map(({ day }) => day)
}

const waiting = statement<{ name: string; url: string }>(
  'order.reports-to-read',
  `select e.body->>'ownRef' as name, e.body->>'reportUrl' as url from shop.webhook_event e
   where e.provider = $1 and e.reference = '' and e.body->>'event' = 'REPORT_AVAILABLE' and (e.body->>'isSuccess')::boolean
     and e.body->>'reportUrl' is not null and e.received_at > now() - interval '7 days'
     and not exists (select from shop.payment_report r where r.provider = $1 and r.name = e.body->>'ownRef')
   order by e.received_at`,
)

/** Reports that the processor said are there, and that nobody has read yet. */
export function readReportsToRead(
  sql: Sql,
  provider: string,
): Promise<{ readonly name: string; readonly url: string }[]> {
  return sql.rows(waiting, [provider])
}
