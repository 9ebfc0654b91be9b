import { removePromo } from '#domain/cart/basket-rules.ts'
import type { Cart } from '#domain/cart/cart.ts'
import { errorType } from '#domain/cart/error-types.ts'
import { walletPayment } from '#domain/cart/wallet-rules.ts'
import type { Problem } from '#domain/problems.ts'
import { changeCart, type LockedCart, lockCart, moveCartState } from '#server/cart/cart-service.ts'
import { readChanges } from '#server/cart/cart-store.ts'
import type { Tx } from '#server/db/database.ts'
import { holdAll, NotHeld } from '#server/order/hold-all.ts'
import { draftProblemOf, isOtherBasket, verdictOf } from '#server/order/judge-basket.ts'
import {
  emailMacOf,
  mailboxMacOf,
  newOrder,
  type OrderIds,
  pendingOrder,
  startedPayments,
} from '#server/order/new-order.ts'
import { draftOrder, type OrderDraft, type WalletApproval } from '#server/order/order-draft.ts'
import {
  countRecentRefusals,
  findLastOrder,
  insertOrder,
  type PendingOrder,
  readMemberEmail,
} from '#server/order/order-store.ts'
import { type OrderWorld, processorOf } from '#server/order/order-world.ts'
import type { Payment } from '#server/order/payment-store.ts'
import type { PlaceRequest } from '#server/order/place-order.ts'
import { outcomeOfOrder, type PlaceOutcome } from '#server/order/place-outcome.ts'
import { addressMacOf, isAddressSpent } from '#server/order/refused-cards.ts'
import { placePending } from '#server/order/settle.ts'
import { readSheet } from '#server/payment/wallet-store.ts'
import { type PricedBasket, priceBasket } from '#server/pricing/pricing-service.ts'
import { walletMethodsOf } from '#server/providers/wallet-gateway/port.ts'

/** What T1 came to: an order of ours to go on with, one that was there before, or an answer. */
export type Opened =
  | { readonly kind: 'opened'; readonly order: PendingOrder; readonly payments: readonly Payment[] }
  | { readonly kind: 'existing'; readonly order: PendingOrder }
  | { readonly kind: 'answered'; readonly outcome: PlaceOutcome }

/** Refused cards and cancelled orders of one shopper in 15 minutes before the processor is no longer asked. */
const mostRefusals = 6

const answered = (outcome: PlaceOutcome): Opened => ({ kind: 'answered', outcome })

/**
 * T1: from a basket to a pending order that holds all it needs, in one transaction, or to the reason why not. The basket is
 * locked, priced and judged again; nobody outside is asked.
 * @throws NotHeld
 */
export async function openOrder(world: OrderWorld, tx: Tx, request: PlaceRequest, ids: OrderIds): Promise<Opened> {
  const cart = await lockCart(tx, request)
  if (cart === undefined || cart.state === 'placing' || cart.lines.length === 0) return formerOrder(tx, request, cart)
  const priced = await priceBasket(tx, paidBy(cart, request.wallet), { ...request, rates: world.rates })
  const { outcome, draft } = await judge(world, tx, request, cart, priced)
  if (outcome !== null || draft === null) return answered(outcome ?? emptyBasket(cart))

  const order = pendingOrder(cart, draft, ids)
  const payments = startedPayments(world, order, draft)
  const emailMac = emailMacOf(world, draft)
  const { partnerTransactionId, clientAddress } = request
  const addressMac = addressMacOf(world, clientAddress)
  const written = { leaseOwner: ids.leaseOwner, emailMac, partnerTransactionId, addressMac }
  const fresh = newOrder(order, payments, { priced, draft }, written)
  const event = { kind: 'placing', facts: { orderId: order.orderId }, changes: [] }
  // all travel together, in the order of locks; stock last: its rows are the hot ones
  const [isMoved, attempt, isFromSpentAddress, ...problems] = await Promise.all([
    moveCartState(tx, cart, ['open'], 'placing', event),
    insertOrder(tx, fresh),
    isAddressSpent(world, tx, clientAddress),
    ...holdAll(tx, order, draft, { mailbox: mailboxMacOf(world, draft), address: emailMac }),
  ])
  if (!isMoved) throw new Error(`Basket ${cart.cartId} left the state its lock was taken in`)
  for (const problem of problems) if (problem !== null) throw problem
  // trying out stolen cards must be slower than it is worth; who comes to the seventh attempt is counted
  if (attempt > mostRefusals && (await countRecentRefusals(tx, cart.shopperId)) >= mostRefusals) {
    throw new NotHeld({ code: 'tooManyTries' }, [])
  }
  if ((isFromSpentAddress || request.isAddressBusy) && draft.cardDueCents > 0)
    throw new NotHeld({ code: 'tooManyTries' }, [])
  if (draft.cardDueCents === 0) {
    const { problem } = await placePending(tx, order)
    return answered(outcomeOfOrder({ ...order, state: 'placed', answer: { problem } }))
  }
  world.killPoint('k1')
  return { kind: 'opened', order, payments }
}

/** The basket as it will be paid: by the wallet that is pressed, in place of what was saved; a code may not be for it (SAFE-14). */
function paidBy(cart: Cart, approval: WalletApproval | undefined): Cart {
  if (approval === undefined) return cart
  const { method, nonce: token, email: holder = '', deviceData = '', approvedCents = null } = approval
  const wallet = { holder, approvedCents, deviceData }
  return { ...cart, payments: [walletPayment({ method, provider: '', token, basketPaymentGuid: '', wallet })] }
}

/** No basket to order: the order it became, if there is one (OPEN-06), or the answer of an empty basket. */
async function formerOrder(tx: Tx, request: PlaceRequest, cart: Cart | undefined): Promise<Opened> {
  const order = await findLastOrder(tx, request.shopperId, request.variant)
  if (order !== undefined && (order.state === 'pending' || order.state === 'placed')) return { kind: 'existing', order }
  return answered(emptyBasket(cart))
}

function emptyBasket(cart: Cart | undefined): PlaceOutcome {
  const basketVersion = cart?.version ?? 0
  return {
    kind: 'invalid',
    errorType: errorType.emptyBasket,
    messageKey: 'emptyBasketMessage',
    items: [],
    basketVersion,
  }
}

type Judged = { readonly outcome: PlaceOutcome | null; readonly draft: OrderDraft | null }

async function judge(
  world: OrderWorld,
  tx: Tx,
  request: PlaceRequest,
  cart: LockedCart,
  priced: PricedBasket,
): Promise<Judged> {
  const refuse = (problem: Problem, version = cart.version): Judged => ({
    outcome: { kind: 'refused', problem, orderNumber: '', basketVersion: version },
    draft: null,
  })
  const { seen } = request
  if (!isOffered(world, request, cart)) return refuse({ code: 'walletNotOffered' })
  const changes =
    seen.basketVersion === null || seen.basketVersion === cart.version
      ? []
      : await readChanges(tx, cart, seen.basketVersion, cart.version)
  if (priced.promoProblem !== null) {
    // the promo state is reset, so that the basket shows what it costs without the code (ORDER-05)
    const removed = await changeCart(tx, cart, removePromo(priced.promoProblem.code), world.newId)
    return refuse(priced.promoProblem, removed.ok ? removed.value.cart.version : cart.version)
  }
  if (isOtherBasket(priced, seen, changes)) return { outcome: { kind: 'changed', priced }, draft: null }
  const verdict = verdictOf(priced, world.restrictedStates)
  if (verdict !== null) return { outcome: verdict, draft: null }
  const { gateway, wallets } = world
  const providers = { card: gateway.provider, wallet: wallets?.provider ?? gateway.provider }
  const wallet = request.wallet && (await withApproved(tx, cart, request.wallet))
  const written = draftOrder(priced, providers, wallet)
  // a member need not write her address into every recipient
  const draft = written.email === '' ? { ...written, email: await readMemberEmail(tx, cart.shopperId) } : written
  const problem = draftProblemOf(priced, draft)
  if (problem !== null) return refuse(problem)
  const isDown = draft.payments.some(({ provider }) => processorOf(world, provider)?.isOpen() ?? true)
  if (isDown) return refuse({ code: 'serviceUnavailable' })
  return { outcome: null, draft }
}

/** Whether there is somebody to take the money: a wallet without its provider pays for nothing (SAFE-04). */
function isOffered({ wallets }: OrderWorld, { wallet }: PlaceRequest, { payments, currency }: LockedCart): boolean {
  const methods = wallet === undefined ? payments.map(({ method }) => method) : [wallet.method]
  const offered = walletMethodsOf(wallets, currency)
  return methods.every((method) => method === 'card' || offered.includes(method))
}

/** The approval with what the shopper was shown when she gave it (SCENE-18). */
async function withApproved(tx: Tx, cart: LockedCart, wallet: WalletApproval): Promise<WalletApproval> {
  const sheet = await readSheet(tx, cart, wallet.method)
  return { ...wallet, approvedCents: sheet?.amountCents ?? null }
}
