import { type PaymentAddress, readOwnReference, readPaymentReference } from '#domain/order/payment-reference.ts'
import { faultOfEntry, type LedgerKind, meaningOfEvent } from '#domain/order/webhook-events.ts'
import type { Tx } from '#server/db/database.ts'
import { bringOrderBack } from '#server/order/archive/archive-store.ts'
import { addToOutbox } from '#server/order/mail/outbox-store.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'
import type { RefusalReason } from '#server/providers/card-gateway/port.ts'
import type { WebhookEvent } from '#server/providers/card-gateway/webhooks.ts'
import type { EventAlarm, EventPayment } from './event-payment.ts'
import { noteUnknownPayment } from './note-unknown-payment.ts'
import { enterLedger } from './payment-ledger.ts'
import { isRefOfOther, lockPaymentOf, type Payment, recordOutcome } from './payment-store.ts'
import { expediteOrder } from './webhook-store.ts'

/** What processing an event needs. */
export type EventDeps = Pick<OrderDeps, 'installation' | 'gateway' | 'alarm'>

/** What became of an event; `dead`: nobody here knows it, and it is kept for a person. */
export type EventEnd = {
  readonly state: 'done' | 'ignored' | 'alarm' | 'dead'
  readonly why: string | null
}

type End = Exclude<EventEnd['state'], 'dead'>

/** Processes one event under the locks of its order and payment. A move that the table of states does not allow changes nothing and tells a person. */
export async function processEvent(deps: EventDeps, tx: Tx, webhookEvent: WebhookEvent): Promise<EventEnd> {
  const meaning = meaningOfEvent(webhookEvent.event)
  if (meaning?.kind === 'ignored') return { state: 'ignored', why: null }
  const address = readOwnReference(deps.installation, webhookEvent.reference)
  const isForeign = address === null && webhookEvent.reference !== ''
  if (isForeign) return { state: await leaveForeign(deps, tx, webhookEvent), why: null }
  if (meaning === null || address === null) {
    return deadLetter(deps, tx, webhookEvent, meaning === null ? 'unknown event' : 'no reference')
  }
  const alarm: EventAlarm = async (kind) => {
    const { eventId, amountCents, currency } = webhookEvent
    await deps.alarm(tx, kind, webhookEvent.reference, { eventId, amountCents, currency })
    return 'alarm'
  }
  const payment = await lockedPayment(tx, address, webhookEvent.reference)
  if (payment === undefined) {
    if (!deps.gateway.canList) await noteUnknownPayment(tx, deps.gateway.provider, webhookEvent, meaning)
    return { state: await alarm('notice-of-unknown-payment'), why: null }
  }
  const isMixedUp = await isRefOfOther(tx, payment, [webhookEvent.providerRef, webhookEvent.ownRef])
  if (isMixedUp) return { state: await alarm('webhook-of-other-payment'), why: null }
  const entry = entryOf(meaning, webhookEvent)
  const fault = entry === null ? null : faultOfEntry(entry, webhookEvent, payment)
  if (fault !== null) return deadLetter(deps, tx, webhookEvent, fault)
  return { state: await applyEvent(tx, payment, webhookEvent, meaning, alarm), why: null }
}

/** The payment with its locks; an archived order comes back, so that there is one way to process events. */
async function lockedPayment(tx: Tx, address: PaymentAddress, reference: string): Promise<EventPayment | undefined> {
  const { shopperId } = address
  const payment = await lockPaymentOf(tx, shopperId, reference)
  if (payment !== undefined) return payment
  await bringOrderBack(tx, address)
  // looked for again whoever brought it back
  return lockPaymentOf(tx, shopperId, reference)
}

type Meaning = Exclude<ReturnType<typeof meaningOfEvent>, null>

/** What the event is in the ledger of its order; null for nothing. */
function entryOf(meaning: Meaning, { isSuccess }: WebhookEvent): LedgerKind | null {
  if (meaning.kind !== 'ledger') return null
  return isSuccess ? meaning.entry : meaning.failed
}

/** What cannot be meant changes no book, is shown to no shopper, and is kept for a person (SAFE-23). */
async function deadLetter(
  deps: Pick<OrderDeps, 'gateway' | 'alarm'>,
  tx: Tx,
  { event, eventId }: WebhookEvent,
  why: string,
): Promise<EventEnd> {
  await deps.alarm(tx, 'dead-letter', `${deps.gateway.provider} ${event}`, { why, eventIds: [eventId] })
  return { state: 'dead', why }
}

/** What other shops at the same processor are told of is theirs; what bears no reference of a shop like this, nobody's. */
async function leaveForeign(
  { gateway, alarm }: Pick<OrderDeps, 'gateway' | 'alarm'>,
  tx: Tx,
  webhookEvent: WebhookEvent,
): Promise<'ignored'> {
  const read = readPaymentReference(webhookEvent.reference)
  if (read === null) return 'ignored'
  const installations = { [read.installation || 'unmarked']: 1 }
  await alarm(tx, 'foreign-payments', gateway.provider, { count: 1, installations })
  return 'ignored'
}

async function applyEvent(
  tx: Tx,
  payment: EventPayment,
  webhookEvent: WebhookEvent,
  meaning: Meaning,
  alarm: EventAlarm,
): Promise<End> {
  switch (meaning.kind) {
    case 'authorisation':
      if (!isSame(payment, webhookEvent)) return alarm('notice-amount-differs')
      return webhookEvent.isSuccess
        ? authorized(tx, payment, webhookEvent, alarm)
        : refused(tx, payment, webhookEvent, alarm)
    case 'capture': {
      // taken of another authorization than the one we know: this payment is not what was taken
      if (payment.providerRef !== null && payment.providerRef !== webhookEvent.providerRef)
        return alarm('notice-out-of-order')
      const isPart = isPartOf(payment, webhookEvent)
      if (!isSame(payment, webhookEvent) && !isPart) return alarm('notice-amount-differs')
      if (!webhookEvent.isSuccess || payment.state === 'captured') return 'done'
      if (isPart) return partTaken(tx, payment, webhookEvent, alarm)
      return (await move(tx, payment, 'captured', null)) ? 'done' : alarm('notice-out-of-order')
    }
    case 'captureFailed':
      return payment.orderState === 'placed' ? alarm('capture-failed') : 'ignored'
    case 'news':
      return alarm('dispute')
    case 'ignored':
      return 'ignored'
    case 'ledger': {
      const isCancelled = meaning.entry === 'cancelled'
      const isSecond = isOfSecond(payment, webhookEvent)
      if (isCancelled && !webhookEvent.isSuccess) return voidFailed(tx, payment, webhookEvent, alarm)
      const entry = entryOf(meaning, webhookEvent)
      if (entry === null) return 'ignored'
      const end = await enterLedger(tx, payment, webhookEvent, { kind: entry, isOfSecond: isSecond }, alarm)
      if (isCancelled && payment.state === 'voiding' && !isSecond) await move(tx, payment, 'voided', null)
      return end
    }
  }
}

function isSame(payment: EventPayment, webhookEvent: WebhookEvent): boolean {
  return payment.amountCents === webhookEvent.amountCents && payment.currency === webhookEvent.currency
}

/** Whether the event is of another authorization of this payment than the one the order stands on. */
function isOfSecond(payment: Payment, { providerRef, ownRef }: WebhookEvent): boolean {
  const isNamed = providerRef !== ownRef
  return isNamed && payment.providerRef !== null && payment.providerRef !== providerRef
}

/** Of an order that was given up, a part may have been taken, and is given back as such. */
function isPartOf({ orderState, amountCents, currency }: EventPayment, webhookEvent: WebhookEvent): boolean {
  const isGivenUp = orderState === 'refused' || orderState === 'cancelled'
  return (
    isGivenUp &&
    webhookEvent.amountCents > 0 &&
    webhookEvent.amountCents < amountCents &&
    webhookEvent.currency === currency
  )
}

/**
 * A part was taken of what was to be voided. Asked back by a delivery of its own, because a processor that tells of captures
 * by webhooks only may have been asked for all of it before, which moved nothing.
 */
async function partTaken(tx: Tx, payment: EventPayment, webhookEvent: WebhookEvent, alarm: EventAlarm): Promise<End> {
  const { state, reference } = payment
  if (state !== 'voiding' && state !== 'voided') return alarm('notice-out-of-order')
  await move(tx, payment, 'voiding', null)
  const taken = { reference, providerRef: payment.providerRef ?? webhookEvent.providerRef, isTaken: true }
  await addToOutbox(tx, payment.shopperId, 'payment.void', `${reference} ${webhookEvent.eventId}`, taken)
  return alarm('notice-out-of-order')
}

async function authorized(tx: Tx, payment: EventPayment, webhookEvent: WebhookEvent, alarm: EventAlarm): Promise<End> {
  switch (payment.state) {
    case 'sent':
    case 'unknown':
      await move(tx, payment, 'authorized', webhookEvent.providerRef)
      await expediteOrder(tx, payment)
      return 'done'
    case 'authorized':
    case 'captured':
    case 'voiding':
      return isKnown(payment, webhookEvent) ? 'done' : secondAuthorization(tx, payment, webhookEvent, alarm)
    case 'refused':
    case 'voided': {
      if (payment.providerRef === webhookEvent.providerRef && payment.state === 'voided') return 'done'
      if (payment.providerRef !== null) return secondAuthorization(tx, payment, webhookEvent, alarm)
      // money is held for an order we gave up
      await addVoid(tx, payment, webhookEvent, {})
      return alarm('late-authorization')
    }
    default:
      return alarm('notice-out-of-order')
  }
}

/** A void by our reference is on its way for all that a payment without a name at the processor may hold. */
function isKnown({ providerRef }: EventPayment, webhookEvent: WebhookEvent): boolean {
  return providerRef === null || providerRef === webhookEvent.providerRef
}

/** The processor holds the money of one payment twice: what does not carry the order is given back (SAFE-21). */
async function secondAuthorization(
  tx: Tx,
  payment: EventPayment,
  webhookEvent: WebhookEvent,
  alarm: EventAlarm,
): Promise<End> {
  await addVoid(tx, payment, webhookEvent, { isSecond: true })
  return alarm('second-authorization')
}

async function addVoid(tx: Tx, payment: EventPayment, { providerRef }: WebhookEvent, more: object): Promise<void> {
  const { shopperId, reference } = payment
  await addToOutbox(tx, shopperId, 'payment.void', `${reference} ${providerRef}`, { reference, providerRef, ...more })
}

/**
 * A void that was taken could not be done: the money was captured before it came, and is asked back as such. Nothing is
 * asked where no authorization is known: there a void by our reference fails because there was nothing to void.
 */
async function voidFailed(tx: Tx, payment: EventPayment, webhookEvent: WebhookEvent, alarm: EventAlarm): Promise<End> {
  const { state, reference, providerRef } = payment
  // the order stands on the other one
  if (isOfSecond(payment, webhookEvent)) return alarm('void-failed')
  if ((state !== 'voiding' && state !== 'voided') || providerRef === null) return 'done'
  await move(tx, payment, 'voiding', null)
  const taken = { reference, providerRef, isTaken: true }
  await addToOutbox(tx, payment.shopperId, 'payment.void', `${reference} ${webhookEvent.eventId}`, taken)
  return alarm('void-failed')
}

async function refused(tx: Tx, payment: EventPayment, webhookEvent: WebhookEvent, alarm: EventAlarm): Promise<End> {
  const isHeld = payment.state === 'authorized' || payment.state === 'captured'
  // one more try under the same reference was refused: what is held stays
  if (isHeld) return isKnown(payment, webhookEvent) ? alarm('notice-out-of-order') : 'done'
  if (await move(tx, payment, 'refused', null, webhookEvent.refusal)) await expediteOrder(tx, payment)
  return 'done'
}

function move(
  tx: Tx,
  payment: EventPayment,
  state: 'authorized' | 'captured' | 'refused' | 'voiding' | 'voided',
  providerRef: string | null,
  refusal: RefusalReason | null = null,
): Promise<boolean> {
  const call = { op: 'lookup', ms: 0, outcome: 'ok' } as const
  return recordOutcome(tx, payment.shopperId, payment, call, { state, providerRef, reason: refusal ?? 'notice' })
}
