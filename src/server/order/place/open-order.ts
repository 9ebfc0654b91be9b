import type { Cart } from '#domain/cart/cart.ts'
import { removePromo } from '#domain/cart/cart-rules.ts'
import { errorType } from '#domain/cart/error-types.ts'
import { walletPayment } from '#domain/cart/payment/wallet-rules.ts'
import { setTaxExempt } from '#domain/cart/recipients/recipient-rules.ts'
import { asApplied, isAsShown, type PayingTender } from '#domain/order/shown-tenders.ts'
import type { Problem } from '#domain/problems.ts'
import { changeCart, type LockedCart, lockCart, moveCartState } from '#server/cart/cart-service.ts'
import { putCartState, readChanges } from '#server/cart/cart-store.ts'
import { readTaxExempt } from '#server/checkout/tax-exemption-store.ts'
import type { Tx } from '#server/db/database.ts'
import { idsOf } from '#server/http/context.ts'
import { type OrderDeps, processorOf } from '#server/order/order-deps.ts'
import {
  findLastOrder,
  findOrder,
  findOrderOfCart,
  insertOrder,
  type PendingOrder,
  readMemberEmail,
  writeOrder,
} from '#server/order/order-store.ts'
import type { Payment } from '#server/order/payment/payment-store.ts'
import { type Approval, readApproval } from '#server/payment/token-owner-store.ts'
import { readSheet } from '#server/payment/wallet-store.ts'
import { type CartQuote, quoteCart } from '#server/pricing/pricing-service.ts'
import { walletMethodsOf } from '#server/providers/wallet-gateway/port.ts'
import type { AnswerRecorder } from './answer-recorder.ts'
import { addressMacOf, isAddressRateLimited, isHeldBack } from './card-testing-guard.ts'
import { holdAll, NotHeld } from './hold-all.ts'
import { writeStockHolds } from './hold-stock-store.ts'
import { draftProblemOf, isOtherCart, payingTenders, shortTendersOf, verdictOf } from './judge-cart.ts'
import { emailMacOf, newOrder, type OrderIds, paymentsOf, pendingOrder, promoMacsOf } from './new-order.ts'
import { draftOrder, type OrderDraft, type WalletApproval } from './order-draft.ts'
import { nothingTried, outcomeOfOrder, type PlaceOutcome } from './place-outcome.ts'
import type { PlaceRequest } from './place-request.ts'
import { placePending } from './settle.ts'
import { findWaiting } from './waiting-store.ts'

/** What T1 needs. */
export type OpeningDeps = Pick<
  OrderDeps,
  'gateway' | 'wallets' | 'installation' | 'macOf' | 'newId' | 'rates' | 'restrictedStates' | 'sellers' | 'killPoint'
>

/** What T1 came to: an order of ours to go on with, one that was there before, or an answer. */
export type Opened =
  | { readonly kind: 'opened'; readonly order: PendingOrder; readonly payments: readonly Payment[] }
  | { readonly kind: 'existing'; readonly order: PendingOrder }
  /** `placed`: the order that needed no processor. */
  | { readonly kind: 'answered'; readonly outcome: PlaceOutcome; readonly placed?: PendingOrder }

const answered = (outcome: PlaceOutcome): Extract<Opened, { kind: 'answered' }> => ({ kind: 'answered', outcome })

/**
 * T1: from a cart to a pending order that holds all it needs, in one transaction, or to the reason why not. The cart is
 * locked, priced and judged again; nobody outside is asked.
 * @throws NotHeld
 */
export async function openOrder(
  deps: OpeningDeps,
  tx: Tx,
  asked: PlaceRequest,
  ids: OrderIds,
  recorder: AnswerRecorder,
): Promise<Opened> {
  const { shopperId } = asked
  const [{ known, ...found }, cart] = await Promise.all([
    recorder.begin(tx, { shopperId, orderId: ids.orderId }),
    lockCart(recorder.guarded(tx), asked),
  ])
  // a session that was revoked between the two statements, of one write, locked nothing
  if (cart === undefined) await recorder.check(tx)
  const request = { ...asked, ...found }
  const before = (known && (await findOrder(tx, known))) ?? (await orderBefore(tx, request, cart))
  if (before !== undefined) {
    await recorder.point(tx, before)
    return { kind: 'existing', order: before }
  }
  const opened = await openNew(deps, tx, request, ids, cart)
  if (opened.kind === 'answered') await recorder.record(tx, opened.outcome)
  return opened
}

/** From the cart that was shown; without one there is none to order. */
async function openNew(
  deps: OpeningDeps,
  tx: Tx,
  request: PlaceRequest,
  ids: OrderIds,
  cart: LockedCart | undefined,
): Promise<Opened> {
  if (cart === undefined || cart.lines.length === 0) return answered(emptyCartOutcome(cart))
  if (request.isInternational) return answered(nothingTried({ code: 'orderedByRequest' }, cart))
  const priced = await quoteCart(tx, paidBy(cart, request.wallet), { ...request, rates: deps.rates })
  const { basketId } = request.seen
  if (basketId !== null && basketId !== cart.cartId) return answered({ kind: 'changed', priced })
  const taxed = await withoutLostExemption(deps, tx, request, cart)
  if (taxed !== null) return answered({ kind: 'changed', priced: taxed })
  const { outcome, draft } = await judge(deps, tx, request, cart, priced)
  if (outcome !== null || draft === null) return answered(outcome ?? emptyCartOutcome(cart))

  const order = pendingOrder(cart, draft, ids)
  const payments = paymentsOf(deps, order, draft)
  const emailMac = emailMacOf(deps, draft)
  const { partnerTransactionId, clientAddress } = request
  const addressMac = addressMacOf(deps, clientAddress)
  const { sellers } = deps
  const written = { leaseOwner: ids.leaseOwner, emailMac, partnerTransactionId, addressMac, sellers }
  const fresh = newOrder(order, payments, { priced, draft }, written)
  const event = { kind: 'placing', facts: { orderId: order.orderId }, changes: [] } as const
  if (ids.isHopeful && isPlain(order, request, cart)) {
    // what is refused of it undoes T1, and is then asked one by one, for the answer
    putCartState(tx, cart, ['open', 'placing'], event)
    writeOrder(tx, fresh)
    if (order.holds.stock) writeStockHolds(tx, order)
    request.cardTry?.write(tx)
    deps.killPoint('k1')
    return { kind: 'opened', order, payments }
  }
  // all travel together, in the order of locks; stock last: its rows are the hot ones; then the turn of the address, with COMMIT next
  const [isMoved, attempt, problems, mayAsk] = await Promise.all([
    moveCartState(tx, cart, ['open'], 'placing', event),
    insertOrder(tx, fresh),
    Promise.all(holdAll(tx, order, draft, promoMacsOf(deps, draft))),
    draft.cardDueCents === 0 || mayAskFrom(deps, tx, request),
  ])
  if (!isMoved) throw new Error(`Cart ${cart.cartId} left the state its lock was taken in`)
  for (const problem of problems) if (problem !== null) throw problem
  const tried = { attempt, isAddressRateLimited: !mayAsk, cardDueCents: draft.cardDueCents }
  if (await isHeldBack(tx, cart.shopperId, tried)) throw new NotHeld({ code: 'tooManyTries' }, [])
  if (draft.cardDueCents === 0) {
    const answer = await placePending(tx, order, await findWaiting(tx, order))
    return { ...answered(outcomeOfOrder({ ...order, state: 'placed', answer })), placed: order }
  }
  deps.killPoint('k1')
  return { kind: 'opened', order, payments }
}

/** An order as most are: of pieces in stock, paid by card or wallet. What it writes needs no answer, and leaves with COMMIT. */
function isPlain({ holds, cardDueCents }: PendingOrder, { cardTry }: PlaceRequest, { state }: LockedCart): boolean {
  const { stock: _stock, accountCards: _accountCards, ...others } = holds
  return state === 'open' && cardDueCents > 0 && cardTry !== undefined && !Object.values(others).includes(true)
}

/**
 * Whether the processor may be asked from where the button was pressed.
 * @throws AddressBusy when it is worth waiting for
 */
async function mayAskFrom(deps: OpeningDeps, tx: Tx, { cardTry, clientAddress }: PlaceRequest): Promise<boolean> {
  return cardTry === undefined ? !(await isAddressRateLimited(deps, tx, clientAddress)) : cardTry.note(tx)
}

/** The cart with its tax again, when the account that switched it off is no longer marked as exempt (OPEN-78); else null. */
async function withoutLostExemption(
  deps: Pick<OrderDeps, 'newId' | 'rates'>,
  tx: Tx,
  request: PlaceRequest,
  cart: LockedCart,
): Promise<CartQuote | null> {
  if (!cart.isTaxExempt || (await readTaxExempt(tx, cart.shopperId))) return null
  const changed = changeCart(tx, cart, setTaxExempt(false), deps.newId)
  if (!changed.ok)
    throw new Error(`Cart ${cart.cartId} keeps an exemption its account has not: ${changed.problem.code}`)
  return quoteCart(tx, paidBy(changed.value.cart, request.wallet), { ...request, rates: deps.rates })
}

/** The cart as it will be paid: by the wallet that is pressed, in place of what was saved; a code may not be for it (SAFE-14). */
function paidBy(cart: Cart, approval: WalletApproval | undefined): Cart {
  if (approval === undefined) return cart
  const { method, nonce: token, email: holder = '', deviceData = '', approvedCents = null } = approval
  const wallet = { holder, approvedCents, deviceData }
  return { ...cart, payments: [walletPayment({ method, provider: '', token, basketPaymentGuid: '', wallet })] }
}

/**
 * The order that the shown cart became (OPEN-06), pending or placed: found by the cart's id, also when the browser has
 * signed in since. Who does not say which cart she saw is answered with the order of before her sign-in, else, when there
 * is no cart, with her last one.
 */
async function orderBefore(tx: Tx, request: PlaceRequest, cart: Cart | undefined): Promise<PendingOrder | undefined> {
  const { shopperId, guestBefore, variant, seen } = request
  const isThere = cart !== undefined && cart.state === 'open' && cart.lines.length > 0
  if (seen.basketId !== null) {
    if (isThere && seen.basketId === cart.cartId) return undefined
    return living(await findOrderOfCart(tx, idsOf(request), seen.basketId))
  }
  const ofGuest = guestBefore === null ? undefined : living(await findLastOrder(tx, guestBefore, variant))
  // as long as the key of its request would be known
  if (ofGuest !== undefined && ofGuest.ageSeconds < daySeconds) return ofGuest
  if (isThere) return undefined
  return living(await findLastOrder(tx, shopperId, variant))
}

const daySeconds = 86_400

const living = (order: PendingOrder | undefined) =>
  order?.state === 'pending' || order?.state === 'placed' ? order : undefined

/** There is nothing to order. */
export function emptyCartOutcome(cart: Cart | undefined): PlaceOutcome {
  const { cartId: basketId = '', version: basketVersion = 0 } = cart ?? {}
  const { emptyBasket: type } = errorType
  return { kind: 'invalid', errorType: type, messageKey: 'emptyBasketMessage', items: [], basketId, basketVersion }
}

type Judged = { readonly outcome: PlaceOutcome | null; readonly draft: OrderDraft | null }

async function judge(
  deps: Pick<OrderDeps, 'gateway' | 'wallets' | 'newId' | 'rates' | 'restrictedStates'>,
  tx: Tx,
  request: PlaceRequest,
  cart: LockedCart,
  priced: CartQuote,
): Promise<Judged> {
  const refuse = (problem: Problem, version = cart.version): Judged => {
    return { outcome: nothingTried(problem, { cartId: cart.cartId, version }), draft: null }
  }
  const { seen } = request
  if (!isOffered(deps, request, cart)) return refuse({ code: 'walletNotOffered' })
  const changes =
    seen.basketVersion === null || seen.basketVersion === cart.version
      ? []
      : await readChanges(tx, cart, seen.basketVersion, cart.version)
  if (priced.promoProblem !== null) {
    // the promo state is reset, so that the cart shows what it costs without the code (ORDER-05)
    const removed = changeCart(tx, cart, removePromo(priced.promoProblem.code), deps.newId)
    return refuse(priced.promoProblem, removed.ok ? removed.value.cart.version : cart.version)
  }
  if (isOtherCart(priced, seen, changes)) return { outcome: { kind: 'changed', priced }, draft: null }
  const verdict = verdictOf(priced, deps.restrictedStates)
  if (verdict !== null) return { outcome: verdict, draft: null }
  const { gateway, wallets } = deps
  const providers = { card: gateway.provider, wallet: wallets?.provider ?? gateway.provider }
  const approval = request.wallet && (await approvalOf(tx, cart, request.wallet))
  // no more than what the shopper was shown when she gave it (SCENE-18)
  const wallet = request.wallet && { ...request.wallet, approvedCents: approval?.approvedCents ?? null }
  const written = draftOrder(priced, providers, wallet)
  // a member need not write her address into every recipient
  const draft = written.email === '' ? { ...written, email: await readMemberEmail(tx, cart.shopperId) } : written
  const tenders = shortTendersOf(priced, seen.tenders ?? (await tendersAsApplied(deps, tx, request, priced)))
  if (tenders.length > 0) return { outcome: { kind: 'short', tenders, priced }, draft: null }
  if (seen.tenders !== null && !isAsShown(payingTenders(priced, draft), seen.tenders)) {
    return { outcome: { kind: 'changed', priced }, draft: null }
  }
  const problem = draftProblemOf(priced, draft)
  if (problem !== null) return refuse(problem)
  const isApproved = approval === undefined || (approval.isOwn && approval.approvedCents !== null)
  if (!isApproved) return refuse({ code: 'walletRefused' })
  const isDown = draft.payments.some(({ provider }) => processorOf(deps, provider)?.isOpen() ?? true)
  if (isDown) return refuse({ code: 'serviceUnavailable' })
  return { outcome: null, draft }
}

/** Whether there is somebody to take the money: a wallet without its provider pays for nothing (SAFE-04). */
function isOffered(
  { wallets }: Pick<OrderDeps, 'wallets'>,
  { wallet }: PlaceRequest,
  { payments, currency }: LockedCart,
): boolean {
  const methods = wallet === undefined ? payments.map(({ method }) => method) : [wallet.method]
  const offered = walletMethodsOf(wallets, currency)
  return methods.every((method) => method === 'card' || offered.includes(method))
}

/** For who does not say what she saw: what her stored value would pay, were it still worth what it was when applied. */
async function tendersAsApplied(
  deps: Pick<OrderDeps, 'rates'>,
  tx: Tx,
  request: PlaceRequest,
  { cart }: CartQuote,
): Promise<PayingTender[]> {
  const before = asApplied(cart)
  if (before === cart) return []
  const { tenderAmounts } = await quoteCart(tx, before, { ...request, rates: deps.rates })
  return tenderAmounts.map(({ id, appliedCents: amount }) => ({ id, amount }))
}

async function approvalOf(tx: Tx, cart: LockedCart, { method, nonce }: WalletApproval): Promise<Approval> {
  const sheet = await readSheet(tx, cart, method)
  return readApproval(tx, nonce, { shopperId: cart.shopperId, variant: cart }, sheet?.amountCents ?? null)
}
