import type { Currency } from '#domain/variant.ts'
import type { FoundPayment } from './port.ts'
import { knownColumns, neededColumns, zoneMinutes } from './report-columns.ts'
import { csvRows, ReportFault } from './report-rows.ts'

/** What a report says, as a list: each payment as its last line has it. */
export type AccountingReport = {
  readonly payments: readonly FoundPayment[]
  /** When its first and its last line were booked. */
  readonly from: Date
  readonly upTo: Date
  /** 'YYYY-MM-DD', by its own time zone: each from its first line's to its last one's. */
  readonly days: readonly string[]
}

export type ReportReading =
  | { readonly state: 'read'; readonly report: AccountingReport }
  /** Nothing of it may be believed; `why` is for a person, and quotes no line. */
  | { readonly state: 'refused'; readonly why: string }

/** A day of a large shop has a tenth of it. */
export const maxReportBytes = 200_000_000

type Line = {
  readonly providerRef: string
  readonly reference: string
  readonly type: string
  readonly currency: Currency
  /** Whole cents of what was authorized and taken by it; 0 for nothing. */
  readonly authorizedCents: number
  readonly capturedCents: number
  readonly bookedAt: Date
  readonly day: string
}

const heldBy = new Set(['Authorised'])
const takenBy = new Set([
  'SentForSettle',
  'Settled',
  'SettledExternally',
  'CaptureFailed',
  'RefundFailed',
  'RefundedReversed',
])
const voidedBy = new Set(['Cancelled', 'Expired'])
const refusedBy = new Set(['Refused', 'Error'])
const refundedBy = new Set(['SentForRefund', 'RefundedExternally'])

/**
 * Reads Adyen's Payment accounting report (CSV, as a stream) as a list of payments. Refused whole: more than `maxBytes`, unknown or
 * missing columns, a line that is cut off or cannot be read, a line of another merchant account, and a report without lines. Other kinds
 * of records than those that hold, take or give back money say nothing here.
 */
export async function readAccountingReport(
  chunks: AsyncIterable<Uint8Array>,
  { merchantAccount, maxBytes = maxReportBytes }: { readonly merchantAccount: string; readonly maxBytes?: number },
): Promise<ReportReading> {
  const payments = new Map<string, FoundPayment & { readonly refundedCents: number }>()
  let columns: Columns | undefined
  let first: Line | undefined
  let last: Line | undefined
  try {
    for await (const { line, fields } of csvRows(chunks, maxBytes)) {
      if (columns === undefined) {
        columns = columnsOf(fields)
        continue
      }
      const read = lineOf(line, columns, fields, merchantAccount)
      if (read === null) continue
      first = first === undefined || read.bookedAt < first.bookedAt ? read : first
      last = last === undefined || read.bookedAt > last.bookedAt ? read : last
      const after = stateAfter(payments.get(read.providerRef), read)
      if (after !== null) payments.set(read.providerRef, after)
    }
    if (first === undefined || last === undefined) throw new ReportFault('has no lines')
    const report = { from: first.bookedAt, upTo: last.bookedAt, days: daysFrom(first.day, last.day) }
    return { state: 'read', report: { ...report, payments: [...payments.values()].map(plain) } }
  } catch (error) {
    if (error instanceof ReportFault) return { state: 'refused', why: error.message }
    throw error
  }
}

function plain({ reference, providerRef, amountCents, currency, state }: FoundPayment): FoundPayment {
  return { reference, providerRef, amountCents, currency, state }
}

type Columns = { readonly count: number; readonly at: ReadonlyMap<string, number> }

function columnsOf(fields: readonly string[]): Columns {
  const names = fields.map((field) => field.replace(/^\uFEFF/, '').trim())
  const unknown = names.filter((name) => !knownColumns.has(name))
  if (unknown.length > 0) throw new ReportFault(`has columns that are not known: ${said(unknown)}`)
  const missing = neededColumns.filter((name) => !names.includes(name))
  if (missing.length > 0) throw new ReportFault(`has no columns ${missing.join(', ')}`)
  if (new Set(names).size < names.length) throw new ReportFault('has a column twice')
  return { count: names.length, at: new Map(names.map((name, at) => [name, at])) }
}

/** What a stranger's file calls its columns, short and plain enough for an alarm. */
function said(names: readonly string[]): string {
  return names
    .slice(0, 5)
    .map((name) => name.replace(/[^\w ()-]/g, '').slice(0, 40))
    .join(', ')
}

/** Null: a line about money that is none of ours, by its currency. */
function lineOf(nth: number, columns: Columns, fields: readonly string[], merchantAccount: string): Line | null {
  if (fields.length !== columns.count) {
    throw new ReportFault(`line ${nth} has ${fields.length} fields, not ${columns.count}: it is cut off`)
  }
  const field = (name: (typeof neededColumns)[number]) => fields[columns.at.get(name) ?? -1]?.trim() ?? ''
  if (field('Merchant Account') !== merchantAccount) throw new ReportFault(`line ${nth} is of another merchant account`)
  const providerRef = field('Psp Reference')
  const type = field('Record Type')
  if (!/^[\w-]{1,64}$/.test(providerRef) || !/^\w{1,60}$/.test(type)) throw unreadable(nth)
  const [day = '', time = ''] = field('Booking Date').split(' ')
  const minutes = zoneMinutes[field('TimeZone')]
  if (minutes === undefined) throw new ReportFault(`line ${nth} is of a time zone that is not known`)
  const bookedAt = new Date(Date.parse(`${day}T${time}Z`) - minutes * 60_000)
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(bookedAt.getTime())) throw unreadable(nth)
  const currency = field('Payment Currency')
  const [authorizedCents, capturedCents] = [
    centsOf(nth, field('Authorized (PC)')),
    centsOf(nth, field('Captured (PC)')),
  ]
  if (currency !== 'USD' && currency !== 'CAD') return null
  const reference = field('Merchant Reference')
  return { providerRef, reference, type, currency, authorizedCents, capturedCents, bookedAt, day }
}

function unreadable(nth: number): ReportFault {
  return new ReportFault(`line ${nth} cannot be read`)
}

/** '-195.00' as -19500; '' as 0. Both currencies have two decimals. */
function centsOf(nth: number, text: string): number {
  if (text === '') return 0
  const read = /^(-?)(\d{1,8})(?:\.(\d{1,2}))?$/.exec(text)
  if (read === null) throw unreadable(nth)
  const [, sign, whole = '', part = ''] = read
  const cents = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return sign === '-' ? -cents : cents
}

type Running = FoundPayment & { readonly refundedCents: number }

function stateAfter(before: Running | undefined, line: Line): Running | null {
  const { providerRef, reference, currency, type } = line
  const cents = Math.abs(line.authorizedCents) || Math.abs(line.capturedCents)
  const base = before ?? { providerRef, reference, currency, amountCents: cents, state: 'authorized', refundedCents: 0 }
  if (heldBy.has(type)) return { ...base, amountCents: cents, state: 'authorized' }
  if (takenBy.has(type))
    return { ...base, amountCents: Math.abs(line.capturedCents) || base.amountCents, state: 'captured' }
  if (voidedBy.has(type)) return { ...base, state: 'voided' }
  if (refusedBy.has(type)) return { ...base, state: 'refused' }
  if (!refundedBy.has(type)) return before ?? null
  const refundedCents = base.refundedCents + Math.abs(line.capturedCents)
  return { ...base, refundedCents, state: refundedCents >= base.amountCents ? 'refunded' : 'captured' }
}

function daysFrom(first: string, last: string): string[] {
  const days: string[] = []
  for (let at = Date.parse(first); at <= Date.parse(last); at += 86_400_000) {
    days.push(new Date(at).toISOString().slice(0, 10))
    if (days.length > 400) throw new ReportFault('covers more than 400 days')
  }
  return days
}
