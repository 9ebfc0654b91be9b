import { readPaymentReference } from '#domain/order/payment-reference.ts'
import { type OrderWorld, processorsOf } from '#server/order/order-world.ts'
import { type BookedPayment, readBookedPayments, readKeptPayments } from '#server/order/reconcile-store.ts'
import type { FoundPayment, ModificationResult } from '#server/providers/card-gateway/port.ts'
import type { PaymentProcessor } from '#server/providers/wallet-gateway/port.ts'

export type Reconciliation = {
  /** False: the processor has no list, or did not answer. */
  readonly isCompared: boolean
  readonly compared: number
  /** Money held or taken without a placed order, given back now. */
  readonly orphans: readonly string[]
  /** Payments of placed orders that the processor does not hold: nothing may be shipped for them. */
  readonly missing: readonly string[]
  readonly differing: readonly string[]
}

const nothing = { compared: 0, orphans: [], missing: [], differing: [] }

/**
 * Compares the processor's list of a span of time with our payments, both ways (R5). What it holds without a placed or
 * pending order of ours is voided, or given back when already taken, and a person is told; so is what it should hold but
 * does not. References that are not ours are left alone.
 */
export async function reconcile(world: OrderWorld, since: Date): Promise<Reconciliation> {
  const parts = await Promise.all(processorsOf(world).map((processor) => reconcileWith(world, processor, since)))
  return {
    isCompared: parts.every((part) => part.isCompared),
    compared: parts.reduce((sum, part) => sum + part.compared, 0),
    orphans: parts.flatMap((part) => part.orphans),
    missing: parts.flatMap((part) => part.missing),
    differing: parts.flatMap((part) => part.differing),
  }
}

async function reconcileWith(world: OrderWorld, gateway: PaymentProcessor, since: Date): Promise<Reconciliation> {
  const { database } = world
  const kept = await readKeptPayments(database, gateway.provider, since)
  const listed = await gateway.list(since)
  if (listed.state !== 'listed') return { isCompared: false, ...nothing }
  const money = listed.payments.filter(({ state }) => state === 'authorized' || state === 'captured')
  const ours = money.filter(({ reference }) => readPaymentReference(reference) !== null)
  const booked = await readBookedPayments(
    database,
    ours.map(({ reference }) => reference),
  )
  const byReference = new Map(booked.map((payment) => [payment.reference, payment]))
  const orphans: string[] = []
  const differing: string[] = []
  for (const payment of ours) {
    const own = byReference.get(payment.reference)
    if (own === undefined || isGivenUp(own)) {
      orphans.push(payment.reference)
      await giveBack(world, gateway, payment, own)
    } else if (own.amountCents !== payment.amountCents || own.currency !== payment.currency) {
      differing.push(payment.reference)
      await tell(world, 'payment-amount-differs', payment)
    }
  }
  // what was refunded at the processor's desk was so on purpose
  const refunded = listed.payments.filter(({ state }) => state === 'refunded')
  const held = new Set([...money, ...refunded].map(({ reference }) => reference))
  const unheld = kept.filter(({ reference }) => !held.has(reference)).map(({ reference }) => reference)
  // read again: one may have been cancelled, and voided, before the processor wrote its list
  const missing = (await readBookedPayments(database, unheld)).filter(isKept)
  for (const { reference, orderId } of missing) {
    await world.alarm(database, 'authorization-missing', reference, { orderId })
  }
  const result = { orphans, differing, missing: missing.map(({ reference }) => reference) }
  return { isCompared: true, compared: ours.length, ...result }
}

function isKept({ orderState, state }: BookedPayment): boolean {
  return orderState === 'placed' && (state === 'authorized' || state === 'captured')
}

/** A payment that is being voided is left to its delivery; one of a pending order to whoever settles it. */
function isGivenUp(payment: BookedPayment): boolean {
  return (payment.orderState === 'refused' || payment.orderState === 'cancelled') && payment.state !== 'voiding'
}

async function giveBack(
  world: OrderWorld,
  gateway: PaymentProcessor,
  payment: FoundPayment,
  own: BookedPayment | undefined,
): Promise<void> {
  const { reference, providerRef } = payment
  const result =
    payment.state === 'captured' ? await refund(gateway, payment) : await gateway.void({ reference, providerRef })
  await tell(world, own === undefined ? 'charge-without-order' : 'charge-of-refused-order', payment, result.state)
}

/** What was taken, which may be a part of what was authorized. */
async function refund(gateway: PaymentProcessor, payment: FoundPayment): Promise<ModificationResult> {
  const { reference, providerRef, currency } = payment
  const taken = await gateway.findCaptured({ reference, providerRef })
  if (taken.state === 'unknown' || taken.state === 'notSent') return taken
  const amountCents = taken.state === 'told' ? taken.capturedCents : payment.amountCents
  return gateway.refund({ key: `orphan.${reference}`, providerRef, reference, amountCents, currency })
}

async function tell(world: OrderWorld, kind: string, payment: FoundPayment, answer = ''): Promise<void> {
  const { reference, amountCents, currency, state } = payment
  await world.alarm(world.database, kind, reference, { amountCents, currency, state, answer })
}
