import { setTimeout as sleep } from 'node:timers/promises'
import type { ReplyOf } from '#contracts/call.ts'
import type { orderCalls } from '#contracts/order/calls.ts'
import type { Address } from '#domain/address/address.ts'
import { receiptOf } from '#server/cart/receipt-view.ts'
import { type CallContext, type Handlers, isReset, type Once } from '#server/http/context.ts'
import { securityEventOf } from '#server/http/security-events.ts'
import type { SeenBasket } from '#server/order/judge-basket.ts'
import type { WalletApproval } from '#server/order/order-draft.ts'
import { readLastRecord } from '#server/order/order-record-store.ts'
import { cartChangedReply, confirmationReply, placeOrderReply } from '#server/order/order-view.ts'
import type { OrderWorld } from '#server/order/order-world.ts'
import { placeOrder } from '#server/order/place-order.ts'
import type { EndedOrder, PlaceOutcome } from '#server/order/place-outcome.ts'
import { beginCardTry, countRefusedCard, endCardTry } from '#server/order/refused-cards.ts'
import { releaseSentences } from '#server/order/released.ts'

type Reply = ReplyOf<typeof orderCalls.placeOrder>
type Sent = {
  readonly adata: string
  readonly basketVersion?: number | undefined
  readonly shownTotal?: number | undefined
}

/** The handlers of ordering. Place Order runs its own transactions; T3 keeps the answer with the request's key. */
export function orderHandlers(world: OrderWorld): Handlers<typeof orderCalls> {
  return {
    placeOrder: { kind: 'free', run: (context, input, once) => place(world, context, input, once) },
    placeApplePayOrder: {
      kind: 'free',
      run: (context, { nonce, deviceData, ...input }, once) =>
        place(world, context, input, once, { method: 'applePay', nonce, deviceData }),
    },
    placeApplePayOrderFromPayment: {
      kind: 'free',
      run: (context, input, once) =>
        place(world, context, input, once, {
          method: 'applePay',
          nonce: input.nonce,
          deviceData: input.deviceData,
          billingAddress: billingOf(input.billingContact),
        }),
    },
    placePayPalOrderFromPayment: {
      kind: 'free',
      run: (context, input, once) => place(world, context, input, once, { method: 'paypal', ...input.data }),
    },
    getOrderConfirmation: {
      kind: 'read',
      async run(context, _input, sql) {
        const order = await readLastRecord(sql, context.shopper.shopperId, context.variant)
        return order === undefined ? isReset : confirmationReply(order, context.text, world.cancelMinutes)
      },
    },
  }
}

async function place(
  world: OrderWorld,
  context: CallContext,
  input: Sent,
  once: Once<Reply | typeof isReset>,
  wallet?: WalletApproval,
): Promise<Reply | typeof isReset> {
  const { shopper, variant, now, text, clientAddress } = context
  const seen = { basketVersion: input.basketVersion ?? null, totalCents: input.shownTotal ?? null }
  const who = { shopperId: shopper.shopperId, variant, clientAddress }
  const asking = await beginCardTry(world, clientAddress)
  const request = { ...who, now, seen, wallet, partnerTransactionId: input.adata, isAddressBusy: asking === null }
  let kept: Reply | undefined
  const outcome = await placeOrder(world, request, async (work) => {
    let ended: EndedOrder | undefined
    await once.commit(async (tx) => {
      ended = await work(tx)
      const record = ended.kind === 'refused' ? await readLastRecord(tx, shopper.shopperId, variant) : undefined
      kept = placeOrderReply(ended, text, record ? releaseSentences(record) : [])
      return kept
    })
    if (ended === undefined) throw new Error('A transaction ended without its work')
    return ended
  })
  if (outcome.kind === 'refused' && outcome.problem.code === 'tooManyTries') securityEventOf(context, 'throttled')
  if (outcome.kind === 'refused' && /^(card|wallet)Refused$/.test(outcome.problem.code)) {
    const holdMs = await countRefusedCard(world, context.database, clientAddress)
    // its try goes on counting meanwhile; nothing else waits for it
    if (holdMs > 0) await sleep(holdMs)
  }
  // one that is still on its way goes on counting, for half a minute
  if (asking !== null && outcome.kind !== 'pending') await endCardTry(world, asking)
  if (kept !== undefined) return kept
  const reply = await replyOf(context, request.seen, outcome)
  // a refusal before the order is kept too: its retry must not place what has changed since
  if (outcome.kind === 'pending' || outcome.kind === 'placed') return reply
  return once.commit(async () => reply)
}

async function replyOf(context: CallContext, seen: SeenBasket, outcome: PlaceOutcome): Promise<Reply> {
  const { variant, text, database } = context
  if (outcome.kind !== 'changed') return placeOrderReply(outcome, text)
  const { cart } = outcome.priced
  const receipt = await receiptOf(
    database,
    { seenVersion: seen.basketVersion ?? context.seenVersion, variant, text },
    { cart, upTo: cart.version, more: [] },
  )
  return cartChangedReply(outcome.priced, receipt, text)
}

function billingOf(contact: Address & { readonly addressId: string }): Address {
  const { firstName, lastName, companyName, address1, address2, city, state, postalCode, country, phone, email } =
    contact
  return { firstName, lastName, companyName, address1, address2, city, state, postalCode, country, phone, email }
}
