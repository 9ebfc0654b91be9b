import { challengeSeconds } from '#domain/order/settlement.ts'
import { statesBefore } from '#domain/order/states.ts'
import { type Sql, statement } from '#server/db/database.ts'
import { orderMonth, type Payment, type ProviderCall } from '#server/order/payment/payment-store.ts'

const begin = statement(
  'order.begin-challenge',
  `with noted as (
     insert into shop.provider_call (shopper_id, payment_id, op, reference, sent_at, ms, outcome, order_month)
     values ($1, $2, $3, $4, now() - $5 * interval '1 millisecond', $5, 'ok', ${orderMonth})
   )
   update shop.payment set state = 'challenged', reason = 'challenge', challenge_url = $6, challenge_result = null,
     challenge_until = now() + $7 * interval '1 second'
   where shopper_id = $1 and payment_id = $2 and state = any($8)`,
)

/** Notes that the shopper is to pass the page at `url`, and by when; one that leads on to another page starts anew. */
export async function beginChallenge(
  sql: Sql,
  shopperId: string,
  payment: Payment,
  call: Pick<ProviderCall, 'op' | 'ms'>,
  url: string,
): Promise<boolean> {
  const before = [...statesBefore('payment', 'challenged'), 'challenged']
  const { paymentId, reference } = payment
  const ms = Math.round(call.ms)
  return (await sql.count(begin, [shopperId, paymentId, call.op, reference, ms, url, challengeSeconds, before])) === 1
}

/**
 * What the browser brought back is kept before anybody is asked, so that a crash forgets nothing, and the order is due at
 * once. Its payments count as young again: the time at the bank's page was the shopper's.
 */
const answer = statement(
  'order.answer-challenge',
  `with back as (
     update shop.payment set challenge_result = $3
     where shopper_id = $1 and reference = $2 and state = 'challenged' and challenge_result is null
     returning order_id
   )
   update shop.orders o set resumed_at = now(),
     lease_until = case when o.lease_owner is null then now() - interval '1 millisecond' else o.lease_until end
   from back where o.shopper_id = $1 and o.order_id = back.order_id and o.state = 'pending'`,
)

/** Keeps the answer of a challenge; nothing where none is waited for. */
export async function answerChallenge(
  sql: Sql,
  payment: { readonly shopperId: string; readonly reference: string },
  redirectResult: string,
): Promise<void> {
  await sql.count(answer, [payment.shopperId, payment.reference, redirectResult])
}
