import type { PaymentSlot } from '#domain/order/payment-reference.ts'
import type { ChallengeStage } from '#domain/order/settlement.ts'
import { type PaymentState, statesBefore } from '#domain/order/states.ts'
import type { Currency } from '#domain/variant.ts'
import { type Sql, statement, type Tx } from '#server/db/database.ts'
import type { OrderKey } from '#server/order/order-store.ts'
import type { PaymentMethod } from '#server/providers/card-gateway/port.ts'

/** A payment of an order; cents. */
export type Payment = {
  readonly paymentId: string
  readonly slot: PaymentSlot
  readonly provider: string
  readonly method: PaymentMethod
  readonly token: string
  readonly amountCents: number
  readonly currency: Currency
  readonly state: PaymentState
  /** Why it is in this state, where anybody told. */
  readonly reason: string | null
  readonly reference: string
  readonly providerRef: string | null
  /** Where its 3-D Secure challenge stands; null for one that has none. */
  readonly challenge: ChallengeStage | null
  /** What the browser brought back from it. */
  readonly challengeResult: string | null
  /** Of a wallet, for its processor; '' for none. */
  readonly deviceData: string
}

/** The columns of Payment; the payment is `p`. */
const columns = `p.payment_id as "paymentId", p.slot, p.provider, p.method, p.token, p.amount_cents as "amountCents", p.currency,
  p.state, p.reason, p.reference, p.provider_ref as "providerRef", p.challenge_result as "challengeResult",
  coalesce(p.wallet->>'deviceData', '') as "deviceData",
  case when p.state <> 'challenged' then null when p.challenge_result is not null then 'answered'
    when p.challenge_until < now() then 'over' else 'open' end as challenge`

const byOrder = statement<Payment>(
  'order.payments',
  `select ${columns} from shop.payment p where p.shopper_id = $1 and p.order_id = $2 order by p.slot`,
)

/** The payments of an order by slot. */
export function readPayments(sql: Sql, order: OrderKey): Promise<Payment[]> {
  return sql.rows(byOrder, [order.shopperId, order.orderId])
}

const lock = statement<Payment>('order.lock-payments', `${byOrder.text} for update`)

export function lockPayments(tx: Tx, order: OrderKey): Promise<Payment[]> {
  return tx.rows(lock, [order.shopperId, order.orderId])
}

/**
 * The lease is looked at under a lock of the order's row: whoever lost it, or whose order was ended meanwhile, sends
 * nothing, and an order that is being ended waits for this to be seen.
 */
const markSent = statement(
  'order.mark-sent',
  `with mine as (
     select from shop.orders where shopper_id = $1 and order_id = $2 and state = 'pending' and lease_owner = $4 for share
   )
   update shop.payment set state = case state when 'started' then 'sent' else state end, sent_at = now(), tries = tries + 1
   from mine where shopper_id = $1 and order_id = $2 and slot = $3 and state in ('started', 'sent', 'unknown')`,
)

/** Notes that the payment goes on the wire now; false when it must not. */
export async function markPaymentSent(
  sql: Sql,
  order: OrderKey,
  slot: PaymentSlot,
  leaseOwner: string,
): Promise<boolean> {
  return (await sql.count(markSent, [order.shopperId, order.orderId, slot, leaseOwner])) === 1
}

/** One call to the processor, for the record. */
export type ProviderCall = {
  readonly op: 'auth' | 'capture' | 'void' | 'refund' | 'lookup'
  readonly ms: number
  readonly outcome: 'ok' | 'refused' | '4xx' | '5xx' | 'timeout' | 'reset' | 'not-sent'
}

/** What a payment comes to by a call. */
export type PaymentEnd = {
  readonly state: PaymentState
  readonly providerRef: string | null
  readonly reason: string | null
}

/** The month with which a call about payment $2 of $1 is kept: that in which its order was made. */
export const orderMonth = `coalesce((select shop.month_of(o.created_at) from shop.payment p
     join shop.orders o on o.shopper_id = $1 and o.order_id = p.order_id where p.shopper_id = $1 and p.payment_id = $2), shop.month_of(now()))`
const noted = `with noted as (
     insert into shop.provider_call (shopper_id, payment_id, op, reference, sent_at, ms, outcome, provider_ref, order_month)
     values ($1, $2, $3, $4, now() - $5 * interval '1 millisecond', $5, $6, $7, ${orderMonth})
   )`
const moving = `update shop.payment p set state = $8, provider_ref = coalesce($7, provider_ref), reason = $9,
     answered_at = case when $8 = 'started' then null else now() end,
     sent_at = case when $8 = 'started' then null else sent_at end, tries = case when $8 = 'started' then 0 else tries end
   where shopper_id = $1 and payment_id = $2 and state = any($10) and ($8 <> 'started' or tries = 1)`
const record = statement('order.record-outcome', `${noted} ${moving}`)

const recordLast = statement<Payment>(
  'order.record-last-outcome',
  `${noted}, moved as (
     ${moving} returning ${columns}
   ), others as (
     select ${columns} from shop.payment p where p.shopper_id = $1 and p.order_id = $11 and p.payment_id <> $2 for update
   )
   select * from moved union all select * from others order by slot`,
)

/**
 * Notes a call and moves the payment to the state it ended in, if the table of states allows it; false (and nothing moved)
 * when it does not. `unknown` stays `unknown`; only a payment that went on the wire once goes back to `started`.
 */
export async function recordOutcome(
  sql: Sql,
  shopperId: string,
  payment: Payment,
  call: ProviderCall,
  to: PaymentEnd,
): Promise<boolean> {
  return (await sql.count(record, outcomeValues(shopperId, payment, call, to))) === 1
}

/**
 * The same under the lock of the order, answered with all its payments by slot as they are then, locked; undefined, and nothing moved,
 * where the table of states does not allow it.
 */
export async function recordLastOutcome(
  tx: Tx,
  { shopperId, orderId }: OrderKey,
  payment: Payment,
  call: ProviderCall,
  to: PaymentEnd,
): Promise<Payment[] | undefined> {
  const rows = await tx.rows(recordLast, [...outcomeValues(shopperId, payment, call, to), orderId])
  return rows.some(({ paymentId }) => paymentId === payment.paymentId) ? rows : undefined
}

function outcomeValues(shopperId: string, payment: Payment, call: ProviderCall, to: PaymentEnd) {
  const before = to.state === 'unknown' ? ['sent', 'unknown'] : statesBefore('payment', to.state)
  return [
    shopperId,
    payment.paymentId,
    call.op,
    payment.reference,
    Math.round(call.ms),
    call.outcome,
    to.providerRef,
    to.state,
    to.reason,
    before,
  ]
}

/** Whether recording failed because another payment bears the processor's reference already. */
export function isNameTaken(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'payment_provider_ref'
}

const refOfOther = statement(
  'order.ref-of-other-payment',
  `select from shop.payment where provider = $1 and provider_ref = any($2) and reference <> $3
   union all select from shop.order_archive
   where provider_refs && array(select $1 || ' ' || ref from unnest($2::text[]) ref)`,
)

/** Whether the processor calls another payment of ours by one of these references. */
export async function isRefOfOther(
  sql: Sql,
  { provider, reference }: Payment,
  providerRefs: readonly string[],
): Promise<boolean> {
  return (await sql.count(refOfOther, [provider, providerRefs, reference])) > 0
}

const note = statement(
  'order.note-call',
  `insert into shop.provider_call (shopper_id, payment_id, op, reference, sent_at, ms, outcome, order_month)
   values ($1, $2, $3, $4, now() - $5 * interval '1 millisecond', $5, $6, ${orderMonth})`,
)

/** Notes a call that changed nothing. */
export async function noteCall(sql: Sql, shopperId: string, payment: Payment, call: ProviderCall): Promise<void> {
  await sql.count(note, [shopperId, payment.paymentId, call.op, payment.reference, Math.round(call.ms), call.outcome])
}

const startVoiding = statement<{ reference: string; providerRef: string | null }>(
  'order.start-voiding',
  `update shop.payment set state = 'voiding', answered_at = now()
   where shopper_id = $1 and order_id = $2 and state in ('authorized', 'unknown', 'sent', 'challenged')
   returning reference, provider_ref as "providerRef"`,
)

/** Marks every payment of a refused order that may hold money; answers what is to be voided. */
export function startVoidingPayments(
  tx: Tx,
  order: OrderKey,
): Promise<{ reference: string; providerRef: string | null }[]> {
  return tx.rows(startVoiding, [order.shopperId, order.orderId])
}

const byReference = statement<Payment & OrderKey & { readonly orderState: string }>(
  'order.payment-by-reference',
  `select p.shopper_id as "shopperId", p.order_id as "orderId", ${columns}, o.state as "orderState"
   from shop.payment p join shop.orders o using (shopper_id, order_id) where p.shopper_id = $1 and p.reference = $2`,
)

const lockOrderOf = statement(
  'order.lock-order-of-payment',
  `select 1 from shop.orders where (shopper_id, order_id) =
     (select shopper_id, order_id from shop.payment where shopper_id = $1 and reference = $2) for update`,
)

/**
 * As findPayment, with the order locked before the payment is read: whoever changes both takes them in this order, as the
 * one who settles the order does.
 */
export async function lockPaymentOf(tx: Tx, shopperId: string, reference: string): ReturnType<typeof findPayment> {
  const [, payment] = await Promise.all([
    tx.count(lockOrderOf, [shopperId, reference]),
    findPayment(tx, shopperId, reference),
  ])
  return payment
}

/** The payment of a reference with the state of its order. */
export function findPayment(
  sql: Sql,
  shopperId: string,
  reference: string,
): Promise<(Payment & OrderKey & { readonly orderState: string }) | undefined> {
  return sql.row(byReference, [shopperId, reference])
}
