import { createHash } from 'node:crypto'
import { readOwnReference, readPaymentReference } from '#domain/order/payment-reference.ts'
import type { Tx } from '#server/db/database.ts'
import { endNotice, hurryOrder, keepNotice, keepRejected, takeNotice } from '#server/order/notice-store.ts'
import type { OrderKey } from '#server/order/order-store.ts'
import type { OrderWorld } from '#server/order/order-world.ts'
import { addToOutbox } from '#server/order/outbox-store.ts'
import { lockPaymentOf, type Payment, recordOutcome } from '#server/order/payment-store.ts'
import type { Notice } from '#server/providers/card-gateway/notices.ts'

/**
 * A processor's notice as it came over the wire: verified, kept, then worked off after the answer (P11). 200 also for one
 * that was there before; 401 for an unsigned or altered one, 400 for what is no JSON.
 */
export async function receiveNotice(world: OrderWorld, rawBody: string): Promise<200 | 400 | 401> {
  const sha256 = createHash('sha256').update(rawBody).digest()
  const { provider } = world.gateway
  let body: unknown
  try {
    body = JSON.parse(rawBody)
  } catch {
    return 400
  }
  const read = world.readNotices(body)
  if (read.state === 'rejected') {
    world.log.warn({ event: 'notice-rejected', provider, why: read.why }, 'a notice was rejected')
    await keepRejected(world.database, provider, read.why, sha256)
    return 401
  }
  for (const notice of read.notices) await keepNotice(world.database, provider, notice, sha256)
  workOffNotices(world).catch((error: unknown) => world.log.error({ err: error }, 'notices are left to recovery'))
  return 200
}

/** Works off what was kept, each in its own transaction; answers how many (R3). */
export async function workOffNotices(world: OrderWorld): Promise<number> {
  for (let count = 0; ; count += 1) {
    const isMore = await world.database.transaction(async (tx) => {
      const row = await takeNotice(tx)
      if (row === undefined) return false
      await endNotice(tx, row.provider, row.eventId, await workOff(world, tx, row.notice))
      return true
    })
    if (!isMore) return count
  }
}

type End = 'done' | 'ignored' | 'alarm'

/** A move that the table of states does not allow changes nothing and tells a person. */
async function workOff(world: OrderWorld, tx: Tx, notice: Notice): Promise<End> {
  const address = readOwnReference(world.installation, notice.reference)
  if (address === null) return leaveForeign(world, tx, notice)
  const alarm = async (kind: string): Promise<End> => {
    const { eventId, amountCents, currency } = notice
    await world.alarm(tx, kind, notice.reference, { eventId, amountCents, currency })
    return 'alarm'
  }
  const payment = await lockPaymentOf(tx, address.shopperId, notice.reference)
  if (payment === undefined) return alarm('notice-of-unknown-payment')
  // a void is of all there is, whatever amount its notice names
  const isOfAll = notice.event === 'CANCELLATION' || notice.event === 'TECHNICAL_CANCEL'
  const isSame = payment.amountCents === notice.amountCents && payment.currency === notice.currency
  const isPart = isPartOf(payment, notice)
  if (!isSame && !isOfAll && !isPart) return alarm('notice-amount-differs')
  switch (notice.event) {
    case 'AUTHORISATION':
      return notice.isSuccess ? authorized(tx, payment, notice, alarm) : refused(tx, payment, alarm)
    case 'CAPTURE':
      if (!notice.isSuccess || payment.state === 'captured') return 'done'
      if (isPart) return partTaken(tx, payment, notice, alarm)
      return (await move(tx, payment, 'captured', notice.providerRef)) ? 'done' : alarm('notice-out-of-order')
    case 'CANCELLATION':
    case 'TECHNICAL_CANCEL':
      if (!notice.isSuccess) return voidFailed(tx, payment, notice, alarm)
      if (payment.state !== 'voiding') return 'done'
      return (await move(tx, payment, 'voided', null)) ? 'done' : 'ignored'
    case 'REFUND':
      return notice.isSuccess ? 'done' : alarm('refund-failed')
    case 'REFUND_FAILED':
    case 'REFUNDED_REVERSED':
      return alarm('refund-failed')
    default:
      return 'ignored'
  }
}

/** What other shops at the same processor are told of is theirs; what bears no reference of a shop like this, nobody's. */
async function leaveForeign({ gateway, alarm }: OrderWorld, tx: Tx, notice: Notice): Promise<End> {
  const read = readPaymentReference(notice.reference)
  if (read === null) return 'ignored'
  const installations = { [read.installation || 'unmarked']: 1 }
  await alarm(tx, 'foreign-payments', gateway.provider, { count: 1, installations })
  return 'ignored'
}

type Found = Payment & OrderKey & { readonly orderState: string }

/** Of an order that was given up, a part may have been taken, and is given back as such. */
function isPartOf({ orderState, amountCents, currency }: Found, notice: Notice): boolean {
  const isGivenUp = orderState === 'refused' || orderState === 'cancelled'
  const isOfPart = notice.amountCents > 0 && notice.amountCents < amountCents && notice.currency === currency
  return isGivenUp && isOfPart && /^(CAPTURE|REFUND)$/.test(notice.event)
}

/**
 * A part was taken of what was to be voided. Asked back by a delivery of its own, because a processor that tells of captures
 * by notices only may have been asked for all of it before, which moved nothing.
 */
async function partTaken(tx: Tx, payment: Found, notice: Notice, alarm: (kind: string) => Promise<End>): Promise<End> {
  const { state, reference } = payment
  if (state !== 'voiding' && state !== 'voided') return alarm('notice-out-of-order')
  await move(tx, payment, 'voiding', null)
  const taken = { reference, providerRef: notice.providerRef, isTaken: true }
  await addToOutbox(tx, payment.shopperId, 'payment.void', `${reference} ${notice.eventId}`, taken)
  return alarm('notice-out-of-order')
}

async function authorized(tx: Tx, payment: Found, notice: Notice, alarm: (kind: string) => Promise<End>): Promise<End> {
  switch (payment.state) {
    case 'sent':
    case 'unknown':
      await move(tx, payment, 'authorized', notice.providerRef)
      await hurryOrder(tx, payment)
      return 'done'
    case 'authorized':
    case 'captured':
    case 'voiding':
      return 'done'
    case 'refused':
    case 'voided': {
      if (payment.providerRef === notice.providerRef && payment.state === 'voided') return 'done'
      // money is held for an order we gave up
      const { providerRef, reference } = notice
      await addToOutbox(tx, payment.shopperId, 'payment.void', `${reference} ${providerRef}`, {
        reference,
        providerRef,
      })
      return alarm('late-authorization')
    }
    default:
      return alarm('notice-out-of-order')
  }
}

/**
 * A void that was taken could not be done: the money was captured before it came, and is asked back as such. Nothing is
 * asked where no authorization is known: there a void by our reference fails because there was nothing to void.
 */
async function voidFailed(tx: Tx, payment: Found, notice: Notice, alarm: (kind: string) => Promise<End>): Promise<End> {
  const { state, reference, providerRef } = payment
  if ((state !== 'voiding' && state !== 'voided') || providerRef === null) return 'done'
  await move(tx, payment, 'voiding', null)
  const taken = { reference, providerRef, isTaken: true }
  await addToOutbox(tx, payment.shopperId, 'payment.void', `${reference} ${notice.eventId}`, taken)
  return alarm('void-failed')
}

async function refused(tx: Tx, payment: Found, alarm: (kind: string) => Promise<End>): Promise<End> {
  if (payment.state === 'authorized' || payment.state === 'captured') return alarm('notice-out-of-order')
  if (await move(tx, payment, 'refused', null)) await hurryOrder(tx, payment)
  return 'done'
}

function move(
  tx: Tx,
  payment: Found,
  state: 'authorized' | 'captured' | 'refused' | 'voiding' | 'voided',
  providerRef: string | null,
): Promise<boolean> {
  const call = { op: 'lookup', ms: 0, outcome: 'ok' } as const
  return recordOutcome(tx, payment.shopperId, payment, call, { state, providerRef, reason: 'notice' })
}
