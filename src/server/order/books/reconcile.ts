import { readOwnReference, readPaymentReference } from '#domain/order/payment-reference.ts'
import { type OrphanKind, planRound } from '#domain/order/reconciliation.ts'
import type { BookedPayment } from '#server/order/archive/archived-payment-store.ts'
import { type OrderDeps, processorOf, processorsOf } from '#server/order/order-deps.ts'
import { refundOrphan } from '#server/order/place/refund-orphan.ts'
import type { FoundPayment, ListResult, ModificationResult } from '#server/providers/card-gateway/port.ts'
import type { PaymentProcessor } from '#server/providers/wallet-gateway/port.ts'
import { type Hold, readHold, readLeftAlone } from './hold-store.ts'
import {
  dropHeldRound,
  holdRound,
  markReleased,
  type Orphan,
  readGivenBackToday,
  readHeldSince,
  readRound,
  storeDoneRound,
} from './reconcile-round-store.ts'
import { readBookedPayments, readStandingPayments } from './reconcile-store.ts'
import { readCoveredDays, readReportedPayments } from './reported-payment-store.ts'

export type Reconciliation = {
  /** True: all that the processors hold. Of one without a list the days ('YYYY-MM-DD') that its reports cover. False: nothing. */
  readonly isCompared: boolean | readonly string[]
  readonly compared: number
  /** Money held or taken without a placed order, given back now. */
  readonly orphans: readonly string[]
  /** Money that would be given back, but that nobody here knows, or that is too much: a person must look. */
  readonly held: readonly string[]
  /** Payments of placed orders that the processor does not hold: nothing may be shipped for them. */
  readonly missing: readonly string[]
  readonly differing: readonly string[]
  /** Payments of other shops at the same processor, which are left alone. */
  readonly foreign: number
}

export type ReconcileDeps = Pick<OrderDeps, 'database' | 'installation' | 'gateway' | 'wallets' | 'alarm'>

const nothing = { compared: 0, orphans: [], held: [], missing: [], differing: [], foreign: 0 }

/**
 * Compares the processor's list of a span of time with our payments, both ways (R5). What it holds without a placed or
 * pending order of ours is voided, or given back when already taken, and a person is told; so is what it should hold but
 * does not. References of other installations are counted and left alone (SAFE-62); what planRound does not leave to a round
 * waits for a person (SAFE-63). In hold all that may be missing is looked at, and only what is known is given back (OPS-28).
 */
export async function reconcile(deps: ReconcileDeps, since: Date): Promise<Reconciliation> {
  const hold = await readHold(deps.database)
  const parts = await Promise.all(processorsOf(deps).map((processor) => reconcileWith(deps, processor, since, hold)))
  return {
    isCompared: coverageOf(parts.map((part) => part.isCompared)),
    compared: parts.reduce((sum, part) => sum + part.compared, 0),
    orphans: parts.flatMap((part) => part.orphans),
    held: parts.flatMap((part) => part.held),
    missing: parts.flatMap((part) => part.missing),
    differing: parts.flatMap((part) => part.differing),
    foreign: parts.reduce((sum, part) => sum + part.foreign, 0),
  }
}

/** What all processors were compared for. */
function coverageOf(parts: readonly Reconciliation['isCompared'][]): Reconciliation['isCompared'] {
  if (parts.includes(false)) return false
  const days = parts.filter((part) => typeof part !== 'boolean')
  const [first] = days
  return first === undefined || first.filter((day) => days.every((others) => others.includes(day)))
}

async function reconcileWith(
  deps: ReconcileDeps,
  processor: PaymentProcessor,
  sinceAtLeast: Date,
  hold: Hold,
): Promise<Reconciliation> {
  const { database } = deps
  const { provider } = processor
  const since = await lookBackTo(deps, provider, sinceAtLeast, hold)
  const standing = await readStandingPayments(database, provider, since)
  const listed = await processor.list(since)
  if (listed.state === 'notOffered') {
    const settled = await settleOrphans(
      deps,
      processor,
      { since, payments: await readReportedPayments(database, provider) },
      hold,
    )
    const days = await readCoveredDays(database, provider, since)
    return { isCompared: days.length === 0 ? false : days, ...nothing, ...settled }
  }
  if (listed.state !== 'listed') return { isCompared: false, ...nothing }
  const settled = await settleOrphans(deps, processor, { since, payments: listed.payments }, hold)
  const { missing } = await findMissing(deps, standing, listed.payments)
  return { isCompared: true, ...settled, missing }
}

/** Gives back, or holds for a person, what no order of ours stands for, and tells of what differs and of what is others'. */
export async function settleOrphans(
  deps: ReconcileDeps,
  processor: PaymentProcessor,
  { since, payments }: { readonly since: Date; readonly payments: readonly FoundPayment[] },
  hold: Hold,
): Promise<Omit<Reconciliation, 'isCompared' | 'missing'>> {
  const { database } = deps
  const { provider } = processor
  const { money, orphans, differing, foreign } = await compare(deps, provider, payments)
  for (const payment of differing) {
    const { reference, amountCents, currency, state } = payment
    await deps.alarm(database, 'payment-amount-differs', reference, { amountCents, currency, state })
  }
  if (foreign.length > 0) await tellForeign(deps, provider, foreign)

  const compared = money.length
  const plan = planRound(orphans, compared, await readGivenBackToday(database, provider), hold.isOn)
  const round = { provider, since, compared }
  if (plan.hold.length > 0) {
    const roundId = await holdRound(database, { ...round, would: plan.hold })
    const would = plan.hold.slice(0, maxListed)
    await deps.alarm(database, 'reconcile-held', provider, { roundId, compared, would })
  } else await dropHeldRound(database, provider)
  // written first: what a crash leaves half done has counted
  if (plan.refund.length > 0) await storeDoneRound(database, { ...round, would: plan.refund })
  for (const orphan of plan.refund) await refundOrphan(deps, processor, orphan)
  return {
    compared,
    orphans: plan.refund.map(({ reference }) => reference),
    held: plan.hold.map(({ reference }) => reference),
    differing: differing.map(({ reference }) => reference),
    foreign: foreign.length,
  }
}

/** Payments of placed orders, of those that stand, that are not in the processor's list; a person is told of each. */
export async function findMissing(
  { database, installation, alarm }: ReconcileDeps,
  standing: readonly BookedPayment[],
  listed: readonly FoundPayment[],
): Promise<{ readonly missing: readonly string[] }> {
  // what was refunded at the processor's desk was so on purpose
  const isThere = ({ state, reference }: FoundPayment) =>
    ['authorized', 'captured', 'refunded'].includes(state) && readOwnReference(installation, reference) !== null
  const there = new Set(listed.filter(isThere).map(({ reference }) => reference))
  const unheld = standing.filter(({ reference }) => !there.has(reference)).map(({ reference }) => reference)
  // read again: one may have been cancelled, and voided, before the processor wrote its list
  const missing = (await readBookedPayments(database, unheld)).filter(isStanding)
  for (const { reference, orderId } of missing) {
    await alarm(database, 'authorization-missing', reference, { orderId })
  }
  return { missing: missing.map(({ reference }) => reference) }
}

export type FoundOrphans =
  /** `isWhole`: by a list of all; else by what the processor's events and reports have told. */
  | { readonly state: 'listed'; readonly orphans: readonly Orphan[]; readonly isWhole: boolean }
  | { readonly state: Exclude<ListResult['state'], 'listed' | 'notOffered'> }

/** What a processor holds that no placed or pending order of ours stands for, but for what a person lets stand; changes nothing. */
export async function findOrphans(
  deps: Pick<ReconcileDeps, 'database' | 'installation'>,
  processor: Pick<PaymentProcessor, 'provider' | 'list'>,
  since: Date,
): Promise<FoundOrphans> {
  const listed = await processor.list(since)
  const isWhole = listed.state === 'listed'
  if (!isWhole && listed.state !== 'notOffered') return { state: listed.state }
  const payments = isWhole ? listed.payments : await readReportedPayments(deps.database, processor.provider)
  const { orphans } = await compare(deps, processor.provider, payments)
  return { state: 'listed', orphans, isWhole }
}

/** Clocks differ, and what was written last may not have been kept: so much before it is looked at too, milliseconds. */
const marginMs = 3_600_000

/** Where a round begins: what waits for a person, or may be missing in hold, is looked at until that is over. */
async function lookBackTo(
  { database }: Pick<ReconcileDeps, 'database'>,
  provider: string,
  since: Date,
  { isOn, unknownSince }: Hold,
): Promise<Date> {
  const waiting = await readHeldSince(database, provider)
  const missing = isOn && unknownSince !== null ? unknownSince.getTime() - marginMs : Number.POSITIVE_INFINITY
  return new Date(Math.min(since.getTime(), waiting?.getTime() ?? Number.POSITIVE_INFINITY, missing))
}

/** An alarm is for reading; the round itself has all of them. */
const maxListed = 1_000

type Compared = {
  /** Ours that hold money. */
  readonly money: readonly FoundPayment[]
  readonly orphans: readonly Orphan[]
  readonly differing: readonly FoundPayment[]
  readonly foreign: readonly FoundPayment[]
}

/** Tells the processor's list apart: what holds money for us, what of it no order stands for, what differs, and what is others'. */
export async function compare(
  { database, installation }: Pick<ReconcileDeps, 'database' | 'installation'>,
  provider: string,
  listed: readonly FoundPayment[],
): Promise<Compared> {
  const all = listed.filter(({ state }) => state === 'authorized' || state === 'captured')
  const isOurs = ({ reference }: FoundPayment) => readOwnReference(installation, reference) !== null
  const money = all.filter(isOurs)
  const booked = await readBookedPayments(
    database,
    money.map(({ reference }) => reference),
  )
  const byReference = new Map(booked.map((payment) => [payment.reference, payment]))
  const names = money.map(({ providerRef }) => providerRef)
  const leftAlone = await readLeftAlone(database, provider, names)
  const orphans: Orphan[] = []
  const differing: FoundPayment[] = []
  for (const payment of money) {
    const { reference, providerRef, amountCents, currency } = payment
    const own = byReference.get(reference)
    const kind = orphanKindOf(payment, own)
    if (kind !== null) {
      if (leftAlone.has(providerRef)) continue
      const state = payment.state === 'captured' ? 'captured' : 'authorized'
      orphans.push({ reference, providerRef, amountCents, currency, state, kind })
    } else if (own?.amountCents !== amountCents || own.currency !== currency) differing.push(payment)
  }
  return { money, orphans, differing, foreign: all.filter((payment) => !isOurs(payment)) }
}

function orphanKindOf(payment: FoundPayment, own: BookedPayment | undefined): OrphanKind | null {
  if (own === undefined) return 'charge-without-order'
  if (own.providerRef !== null && own.providerRef !== payment.providerRef) return 'second-authorization'
  return isGivenUp(own) ? 'charge-of-refused-order' : null
}

function isStanding({ orderState, state }: BookedPayment): boolean {
  return orderState === 'placed' && (state === 'authorized' || state === 'captured')
}

/** A payment that is being voided is left to its delivery; one of a pending order to whoever settles it. */
function isGivenUp(payment: BookedPayment): boolean {
  return (payment.orderState === 'refused' || payment.orderState === 'cancelled') && payment.state !== 'voiding'
}

/** One alarm for a processor: how many, and of whom; '' is what bears no reference of a shop like this. */
async function tellForeign(
  { database, alarm }: ReconcileDeps,
  provider: string,
  foreign: readonly FoundPayment[],
): Promise<void> {
  const installations: Record<string, number> = {}
  for (const { reference } of foreign) {
    const read = readPaymentReference(reference)
    const name = read === null ? 'none' : read.installation || 'unmarked'
    installations[name] = (installations[name] ?? 0) + 1
  }
  await alarm(database, 'foreign-payments', provider, { count: foreign.length, installations })
}

export type Release =
  | { readonly state: 'released'; readonly answers: readonly (Orphan & { readonly answer: string })[] }
  /** No such round, one that never waited, or one that was released before. */
  | { readonly state: 'notHeld' }
  /** Whether the database is the one that it was is for a person to say first. */
  | { readonly state: 'onHold' }
  | { readonly state: 'unanswered'; readonly why: Exclude<ListResult['state'], 'listed' | 'notOffered'> }

/**
 * Gives back what a held round would have, now that a person has looked at it: of its payments those that the processor
 * still holds for no order of ours, as it holds them now.
 */
export async function releaseRound(deps: ReconcileDeps, roundId: number): Promise<Release> {
  const { database } = deps
  const round = await readRound(database, roundId)
  const processor = round && processorOf(deps, round.provider)
  if (round === undefined || processor === undefined || round.state === 'done') return { state: 'notHeld' }
  if ((await readHold(database)).isOn) return { state: 'onHold' }
  const found = await findOrphans(deps, processor, new Date(round.since))
  if (found.state !== 'listed') return { state: 'unanswered', why: found.state }
  if (!(await markReleased(database, roundId))) return { state: 'notHeld' }
  const seen = new Set(round.would.map(({ providerRef }) => providerRef))
  const answers: (Orphan & { readonly answer: ModificationResult['state'] })[] = []
  for (const orphan of found.orphans) {
    if (seen.has(orphan.providerRef)) {
      answers.push({ ...orphan, answer: await refundOrphan(deps, processor, orphan) })
    }
  }
  return { state: 'released', answers }
}
