import type { ReplyOf } from '#contracts/call.ts'
import type { orderCalls } from '#contracts/order/calls.ts'
import type { Address } from '#domain/address/address.ts'
import { type CallContext, type Handlers, isReset, type Once } from '#server/http/context.ts'
import type { WalletApproval } from '#server/order/order-draft.ts'
import { readLastRecord } from '#server/order/order-store.ts'
import { confirmationReply, placeOrderReply } from '#server/order/order-view.ts'
import type { OrderWorld } from '#server/order/order-world.ts'
import { placeOrder } from '#server/order/place-order.ts'
import type { PlaceOutcome } from '#server/order/place-outcome.ts'

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
      run: (context, input, once) => place(world, context, input, once, { method: 'applePay', nonce: input.nonce }),
    },
    placeApplePayOrderFromPayment: {
      kind: 'free',
      run: (context, input, once) =>
        place(world, context, input, once, {
          method: 'applePay',
          nonce: input.nonce,
          billingAddress: billingOf(input.billingContact),
        }),
    },
    placePayPalOrderFromPayment: {
      kind: 'free',
      run: (context, input, once) =>
        place(world, context, input, once, { method: 'paypal', nonce: input.data.nonce, email: input.data.email }),
    },
    getOrderConfirmation: {
      kind: 'read',
      async run(context, _input, sql) {
        const order = await readLastRecord(sql, context.shopper.shopperId, context.variant)
        return order === undefined ? isReset : confirmationReply(order, context.text)
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
  const { shopper, variant, now, text } = context
  const seen = { basketVersion: input.basketVersion ?? null, totalCents: input.shownTotal ?? null }
  const request = { shopperId: shopper.shopperId, variant, now, seen, wallet, partnerTransactionId: input.adata }
  let isKept = false
  const outcome = await placeOrder(world, request, async (work) => {
    let ended: PlaceOutcome | undefined
    await once.commit(async (tx) => {
      ended = await work(tx)
      return placeOrderReply(ended, text)
    })
    isKept = true
    if (ended === undefined) throw new Error('A transaction ended without its work')
    return ended
  })
  const reply = placeOrderReply(outcome, text)
  // a refusal before the order is kept too: its retry must not place what has changed since
  if (isKept || outcome.kind === 'pending' || outcome.kind === 'placed') return reply
  return once.commit(async () => reply)
}

function billingOf(contact: Address & { readonly addressId: string }): Address {
  const { firstName, lastName, companyName, address1, address2, city, state, postalCode, country, phone, email } =
    contact
  return { firstName, lastName, companyName, address1, address2, city, state, postalCode, country, phone, email }
}
