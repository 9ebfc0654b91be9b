import { setTimeout as sleep } from 'node:timers/promises'
import { type Installation, readOwnReference } from '#domain/order/payment-reference.ts'
import type { Database } from '#server/db/database.ts'
import type { BookedPayment } from '#server/order/archive/archived-payment-store.ts'
import type { FoundPayment } from '#server/providers/card-gateway/port.ts'
import type { PaymentProcessor } from '#server/providers/wallet-gateway/port.ts'
import { readLeftAlone } from './hold-store.ts'
import { checkInvariants } from './invariants-store.ts'
import { readAllPayments, readBookedPayments } from './reconcile-store.ts'

/** One thing on which two books do not agree; amounts in cents. */
export type Difference =
  | {
      readonly kind: 'moneyWithoutPayment' | 'captureWithoutOrder' | 'moneyMissing' | 'amountDiffers' | 'stateDiffers'
      readonly reference: string
      /** '' where we know of no order. */
      readonly orderNumber: string
      /** The two sides, such as 'captured 19500 USD'; 'nothing' where a side has no such payment. */
      readonly ours: string
      readonly processors: string
    }
  /** Our own ledgers among each other: the invariant of invariants.sql that is broken, and by what. */
  | { readonly kind: 'ledger'; readonly invariant: string; readonly key: string; readonly detail: string }

export type BooksReport = {
  readonly differences: readonly Difference[]
  readonly compared: { readonly ours: number; readonly processors: number }
  /** Payments that are still being settled or voided: in nobody's books for good yet. */
  readonly open: number
  /** Payments of other shops at the same processors, which are not compared. */
  readonly foreign: number
}

type Parts = {
  readonly database: Database
  readonly installation: Installation
  /** Every processor there is, each once. */
  readonly processors: readonly Pick<PaymentProcessor, 'provider' | 'list'>[]
}

/** What is on its way between the two books while they are read settles within this time. */
const settleMs = 3_000

/**
 * Compares orders, payments, gift cards, tender codes and certificates with each other and with the processors' lists,
 * changing nothing. Looked at twice: what is only on its way is no difference. A string says why it could not be compared.
 */
export async function auditLedgers(parts: Parts, since: Date, waitMs = settleMs): Promise<BooksReport | string> {
  const first = await look(parts, since)
  if (typeof first === 'string' || first.differences.length === 0) return first
  await sleep(waitMs)
  const second = await look(parts, since)
  if (typeof second === 'string') return second
  const seen = new Set(first.differences.map((one) => JSON.stringify(one)))
  return { ...second, differences: second.differences.filter((one) => seen.has(JSON.stringify(one))) }
}

async function look(parts: Parts, since: Date): Promise<BooksReport | string> {
  const reports: BooksReport[] = []
  for (const processor of parts.processors) {
    const report = await compareWith(parts, processor, since)
    if (typeof report === 'string') return `${processor.provider}: ${report}`
    reports.push(report)
  }
  const ledgers = (await checkInvariants(parts.database)).map(({ invariant, key, detail }) => {
    return { kind: 'ledger' as const, invariant, key: key ?? '', detail: detail ?? '' }
  })
  const sum = (of: (report: BooksReport) => number) => reports.reduce((total, report) => total + of(report), 0)
  return {
    differences: [...reports.flatMap(({ differences }) => differences), ...ledgers],
    compared: { ours: sum(({ compared }) => compared.ours), processors: sum(({ compared }) => compared.processors) },
    open: sum((report) => report.open),
    foreign: sum((report) => report.foreign),
  }
}

async function compareWith(
  { database, installation }: Parts,
  processor: Parts['processors'][number],
  since: Date,
): Promise<BooksReport | string> {
  const ours = await readAllPayments(database, processor.provider, since)
  // a payment is in their list a moment after it is in ours
  const listed = await processor.list(new Date(since.getTime() - 3_600_000))
  if (listed.state === 'notOffered')
    return 'the processor offers no list of its payments; give a report of it: --report FILE (docs/how-to/adyen.md).'
  if (listed.state !== 'listed') return `the processor did not answer: ${listed.why}.`
  const own = listed.payments.filter(({ reference }) => readOwnReference(installation, reference) !== null)
  const known = new Map(ours.map((payment) => [payment.reference, payment]))
  const others = own.map(({ reference }) => reference).filter((reference) => !known.has(reference))
  for (const payment of await readBookedPayments(database, others)) known.set(payment.reference, payment)
  const leftAlone = await readLeftAlone(
    database,
    processor.provider,
    own.map(({ providerRef }) => providerRef),
  )
  const theirs = new Map<string, FoundPayment>()
  const loose: FoundPayment[] = []
  for (const payment of own) {
    const booked = known.get(payment.reference)
    if (booked !== undefined && (booked.providerRef ?? payment.providerRef) === payment.providerRef) {
      theirs.set(payment.reference, payment)
    } else if (isMoney(payment.state) && !leftAlone.has(payment.providerRef)) loose.push(payment)
  }

  const differences: Difference[] = []
  let open = 0
  for (const booked of known.values()) {
    if (isOpen(booked)) open += 1
    else differences.push(...differenceOf(booked, theirs.get(booked.reference)))
  }
  for (const payment of loose) {
    const { reference } = payment
    const orderNumber = known.get(reference)?.orderNumber ?? ''
    differences.push({
      kind: 'moneyWithoutPayment',
      reference,
      orderNumber,
      ours: 'nothing',
      processors: said(payment),
    })
  }
  const compared = { ours: known.size, processors: own.length }
  return { differences, compared, open, foreign: listed.payments.length - own.length }
}

/** Orders that are being settled, and payments whose void is on its way, are nobody's mistake yet. */
function isOpen({ orderState, state }: BookedPayment): boolean {
  return orderState === 'pending' || state === 'voiding'
}

function isMoney(state: FoundPayment['state']): boolean {
  return state === 'authorized' || state === 'captured'
}

function differenceOf(own: BookedPayment, their: FoundPayment | undefined): Difference[] {
  const { reference, orderNumber } = own
  const sides = { reference, orderNumber, ours: said(own), processors: their ? said(their) : 'nothing' }
  const isOurs = (own.state === 'authorized' || own.state === 'captured') && own.orderState === 'placed'
  const isTheirs = their !== undefined && isMoney(their.state)
  if (isTheirs && !isOurs) return [{ kind: 'captureWithoutOrder', ...sides }]
  if (isOurs && !isTheirs) return their?.state === 'refunded' ? [] : [{ kind: 'moneyMissing', ...sides }]
  if (!isOurs || their === undefined) return []
  if (own.amountCents !== their.amountCents || own.currency !== their.currency) {
    return [{ kind: 'amountDiffers', ...sides }]
  }
  return own.state === their.state ? [] : [{ kind: 'stateDiffers', ...sides }]
}

function said({ state, amountCents, currency }: Pick<FoundPayment, 'amountCents' | 'currency'> & { state: string }) {
  return `${state} ${amountCents} ${currency}`
}
