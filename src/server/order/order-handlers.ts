import type { ReplyOf } from '#contracts/call.ts'
import type { orderCalls } from '#contracts/order/calls.ts'
import { storedFields } from '#server/address/address-view.ts'
import { receiptOf } from '#server/cart/receipt-view.ts'
import type { Sql } from '#server/db/database.ts'
import { AlreadyAnswered } from '#server/http/calls/request-keys.ts'
import { type CallContext, type Handlers, type IdempotentCommit, idsOf, isReset } from '#server/http/context.ts'
import { securityEventOf } from '#server/http/guards/security-events.ts'
import { releaseSentences } from '#server/order/cancel/release-summary.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'
import { readLastRecord, readOrderRecord } from '#server/order/order-record-store.ts'
import { cartChangedReply, confirmationReply, placeOrderReply, shortReply } from '#server/order/order-view.ts'
import { recorderOf } from '#server/order/place/answer-recorder.ts'
import { orderTry } from '#server/order/place/card-testing-guard.ts'
import type { SeenCart } from '#server/order/place/judge-cart.ts'
import type { WalletApproval } from '#server/order/place/order-draft.ts'
import type { PlacingDeps } from '#server/order/place/place-order.ts'
import { placeOrder } from '#server/order/place/place-order.ts'
import type { PlaceOutcome } from '#server/order/place/place-outcome.ts'

type Reply = ReplyOf<typeof orderCalls.placeOrder>
type Sent = {
  readonly adata: string
  readonly basketId?: string | undefined
  readonly basketVersion?: number | undefined
  readonly shownTotal?: number | undefined
  readonly shownTenders?: SeenCart['tenders'] | undefined
}

/** The handlers of ordering. Place Order runs its own transactions; T3 keeps the answer with the request's key. */
export function orderHandlers(
  deps: PlacingDeps & Pick<OrderDeps, 'cancelMinutes' | 'sellers'>,
): Handlers<typeof orderCalls> {
  return {
    placeOrder: {
      kind: 'external',
      claimsKey: true,
      run: (context, input, idempotent) => place(deps, context, input, idempotent),
    },
    placeApplePayOrder: {
      kind: 'external',
      claimsKey: true,
      run: (context, { nonce, deviceData, ...input }, idempotent) =>
        place(deps, context, input, idempotent, { method: 'applePay', nonce, deviceData }),
    },
    placeApplePayOrderFromPayment: {
      kind: 'external',
      claimsKey: true,
      run: (context, input, idempotent) =>
        place(deps, context, input, idempotent, {
          method: 'applePay',
          nonce: input.nonce,
          deviceData: input.deviceData,
          billingAddress: storedFields(input.billingContact),
        }),
    },
    placePayPalOrderFromPayment: {
      kind: 'external',
      claimsKey: true,
      run: (context, input, idempotent) => place(deps, context, input, idempotent, { method: 'paypal', ...input.data }),
    },
    getOrderConfirmation: {
      kind: 'read',
      async run(context, _input, sql) {
        const order = await readLastRecord(sql, idsOf(context.shopper), context.variant)
        return order === undefined ? isReset : confirmationReply(order, context.text, deps)
      },
    },
  }
}

async function place(
  deps: PlacingDeps,
  context: CallContext,
  input: Sent,
  { request: keyed, gate }: IdempotentCommit<Reply | typeof isReset>,
  wallet?: WalletApproval,
): Promise<Reply> {
  const { shopper, variant, isInternational, now, clientAddress, database } = context
  const { shopperId, guestBefore } = shopper
  const seen = {
    basketId: input.basketId ?? null,
    basketVersion: input.basketVersion ?? null,
    totalCents: input.shownTotal ?? null,
    tenders: input.shownTenders ?? null,
  }
  const cached = new Map<PlaceOutcome, Reply>()
  const bodyOf = async (sql: Sql, outcome: PlaceOutcome): Promise<Reply> => {
    const reply = cached.get(outcome) ?? (await replyOf(context, sql, seen, outcome))
    cached.set(outcome, reply)
    return reply
  }
  const cardTry = orderTry(deps, clientAddress)
  const who = { shopperId, guestBefore, variant, isInternational, clientAddress, cardTry }
  const request = { ...who, now, seen, wallet, partnerTransactionId: input.adata }
  let outcome: PlaceOutcome
  try {
    outcome = await placeOrder(deps, request, recorderOf(keyed, gate, bodyOf))
  } catch (error) {
    if (error instanceof AlreadyAnswered) await cardTry.release()
    throw error
  }
  if (outcome.kind === 'refused' && outcome.problem.code === 'tooManyTries') {
    securityEventOf({ ...context, session: gate?.session() ?? context.session }, 'throttled')
  }
  await cardTry.after(outcome)
  return bodyOf(database, outcome)
}

async function replyOf(context: CallContext, sql: Sql, seen: SeenCart, outcome: PlaceOutcome): Promise<Reply> {
  const { variant, text } = context
  if (outcome.kind === 'refused' && outcome.order !== null) {
    const record = await readOrderRecord(sql, outcome.order)
    return placeOrderReply(outcome, text, record === undefined ? [] : releaseSentences(record))
  }
  if (outcome.kind !== 'changed' && outcome.kind !== 'short') return placeOrderReply(outcome, text)
  const { cart } = outcome.priced
  // versions of another cart say nothing of this one
  const isShown = seen.basketId === null || seen.basketId === cart.cartId
  const seenVersion = isShown ? (seen.basketVersion ?? context.seenVersion) : null
  const receipt = await receiptOf(sql, { seenVersion, variant, text }, { cart, upTo: cart.version, more: [] })
  return outcome.kind === 'short' ? shortReply(outcome, receipt, text) : cartChangedReply(outcome.priced, receipt, text)
}
