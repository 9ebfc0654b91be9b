import type { ReplyOf } from '#contracts/call.ts'
import type { orderCalls } from '#contracts/order/calls.ts'
import { shownAddress } from '#domain/address/address.ts'
import { isCovered } from '#domain/cart/payment/payment-rules.ts'
import { storeDay } from '#domain/days.ts'
import { cancelEnd, judgeCancel } from '#domain/order/cancellation.ts'
import { paymentAddress, placeAnswerOf, reviewAddress } from '#domain/order/place-answer.ts'
import { sellerOf } from '#domain/order/seller.ts'
import { type PlccOption, plccOption } from '#domain/payment/limits.ts'
import { tenderName } from '#domain/payment/tender-name.ts'
import type { Problem } from '#domain/problems.ts'
import { isPromoFixable } from '#domain/promo/promo.ts'
import { unavailableItem } from '#server/cart/line-view.ts'
import type { Receipt } from '#server/cart/receipt-view.ts'
import type { Text } from '#server/http/context.ts'
import { problemText } from '#server/http/problem-text.ts'
import { withBookedWindows } from '#server/order/booked-lines.ts'
import { releaseSentences, returnedSentences } from '#server/order/cancel/release-summary.ts'
import type { OrderRecord } from '#server/order/order-record-store.ts'
import type { PlaceOutcome } from '#server/order/place/place-outcome.ts'
import { type OrderSnapshot, snapshotOf } from '#server/order/stored-order.ts'
import { paidWithView } from '#server/payment/payment-view.ts'
import type { CartQuote } from '#server/pricing/pricing-service.ts'
import { summaryView } from '#server/pricing/summary-view.ts'
import type { OrderDeps } from './order-deps.ts'

type PlaceOrderReply = ReplyOf<typeof orderCalls.placeOrder>
type ConfirmationReply = ReplyOf<typeof orderCalls.getOrderConfirmation>

const nothing: PlaceOrderReply = {
  isSuccess: false,
  message: '',
  errorMessage: '',
  redirectUrl: '',
  released: [],
  giftCardErrors: [],
  orderNumber: '',
  isPending: false,
  errorType: 0,
  items: [],
  orderSummary: null,
  paidWith: [],
  basketId: '',
  basketVersion: 0,
  changes: [],
}

/** The answer of Place Order and its wallet twins (OPEN-89, BEYOND-01, BEYOND-02). */
export function placeOrderReply(
  outcome: Exclude<PlaceOutcome, { kind: 'changed' | 'short' }>,
  text: Text,
  released: readonly string[] = [],
): PlaceOrderReply {
  switch (outcome.kind) {
    case 'placed':
    case 'pending': {
      const { orderNumber, basketId, basketVersion } = outcome
      const challengeUrl = outcome.kind === 'pending' ? outcome.challengeUrl : null
      return {
        ...nothing,
        isSuccess: true,
        redirectUrl: challengeUrl ?? placeAnswerOf(null).redirectUrl,
        orderNumber,
        ...{ basketId, basketVersion },
        isPending: outcome.kind === 'pending',
      }
    }
    case 'refused': {
      const { problem, basketId, basketVersion } = outcome
      const errorMessage = problemMessage(problem, text)
      const giftCardErrors = displayNumbersOf(problem).map((displayNumber) => {
        const name = tenderName({ method: 'giftCard', brand: '', lastFour: displayNumber })
        return { name, displayNumber, errorMessage }
      })
      return {
        ...nothing,
        ...placeAnswerOf(problem),
        errorMessage,
        giftCardErrors,
        ...{ basketId, basketVersion },
        released: [...released],
      }
    }
    case 'invalid': {
      const { errorType, messageKey, basketId, basketVersion } = outcome
      return {
        ...nothing,
        ...{ errorType, basketId, basketVersion },
        errorMessage: text(messageKey),
        redirectUrl: '/checkout/cart',
        items: outcome.items.map(unavailableItem),
      }
    }
  }
}

/** The answer when the cart is another than the one shown: what changed and the new summary (BEYOND-01). */
export function cartChangedReply(priced: CartQuote, receipt: Receipt, text: Text): PlaceOrderReply {
  return {
    ...nothing,
    ...placeAnswerOf({ code: 'cartChanged' }),
    errorMessage: text('problem.cartChanged'),
    ...amountsOfNow(priced, text),
    ...receipt,
  }
}

/** The answer when stored value cannot pay what it was shown to pay: which, and the amounts of now (SAFE-10). */
export function shortReply(
  { tenders, priced }: Extract<PlaceOutcome, { kind: 'short' }>,
  receipt: Receipt,
  text: Text,
): PlaceOrderReply {
  const { cart, summary } = priced
  const giftCardErrors = tenders.flatMap(({ id, shownCents, nowCents }) => {
    const tender = cart.tenders.find(({ tenderId }) => tenderId === id)
    if (tender === undefined) return []
    const { kind: method, label: displayNumber } = tender
    const name = tenderName({ method, brand: '', lastFour: displayNumber })
    const key = nowCents > 0 ? 'problem.tenderPaysLess' : 'problem.tenderPaysNothing'
    return [{ name, displayNumber, errorMessage: text(key, { nowCents, shownCents }) }]
  })
  return {
    ...nothing,
    message: 'GiftCardError',
    // what else pays may pay for it now, if she wants so; else she chooses
    redirectUrl: isCovered(cart, summary.amountDue) ? reviewAddress : paymentAddress,
    errorMessage: text('giftCardErrorMessage'),
    giftCardErrors,
    ...amountsOfNow(priced, text),
    ...receipt,
  }
}

function amountsOfNow(priced: CartQuote, text: Text) {
  const { cartId: basketId } = priced.cart
  return { orderSummary: summaryView(priced, text), paidWith: paidWithView(priced), basketId }
}

/** The three ways a promo can have ended are one message to the shopper of a placed order (ORDER-05). */
function problemMessage(problem: Problem, text: Text): string {
  if (placeAnswerOf(problem).message === 'InvalidPromoCode' && !isPromoFixable(problem))
    return text('invalidPromoMessage')
  if (problem.code === 'cardRefused' && problem.ask !== undefined && problem.ask !== 'anotherCard')
    return text(`refusal.${problem.ask}`)
  return problemText({ text }, problem)
}

function displayNumbersOf(problem: Problem): readonly string[] {
  return problem.code === 'giftCardRefused' ? problem.displayNumbers : []
}

/** OPEN-118: the order as it was when it was placed. */
export function confirmationReply(
  order: OrderRecord,
  text: Text,
  { cancelMinutes, sellers }: Pick<OrderDeps, 'cancelMinutes' | 'sellers'>,
): ConfirmationReply {
  const { items, recipients, summary, billingAddress } = withBookedWindows(
    snapshotOf(order),
    storeDay(order.settledAt ?? order.createdAt),
  )
  const problem = order.state === 'refused' ? (order.answer?.problem ?? { code: 'interrupted' as const }) : null
  return {
    isPending: order.state === 'pending',
    isCancelled: order.state === 'cancelled',
    cancelUntil: cancelUntil(order, cancelMinutes),
    isRefused: problem !== null,
    errorMessage: problem === null ? '' : problemMessage(problem, text),
    redirectUrl: problem === null ? '' : placeAnswerOf(problem).redirectUrl,
    challengeUrl: order.challengeUrl ?? '',
    released: order.state === 'cancelled' ? returnedSentences(order) : problem === null ? [] : releaseSentences(order),
    orderNumber: order.orderNumber,
    basketId: order.cartId,
    seller: sellerOf(sellers, { ...order, summary }),
    email: order.email,
    buyer: { firstName: billingAddress?.firstName ?? '', lastName: billingAddress?.lastName ?? '' },
    placedAt: (order.settledAt ?? order.createdAt).toISOString(),
    items,
    recipientList: recipients.map(shownRecipient),
    orderSummary: summaryTexts(summary, text),
    payments: order.payments.map((payment) => {
      const { method, brand: type, lastFour, holder = '', amountCents: amount } = payment
      return {
        method,
        type,
        lastFour,
        holder,
        name: tenderName(payment),
        amount,
        offer: offerText(payment.plccOption, text),
      }
    }),
    moneyMoves: order.moneyMoves.map((move) => {
      const { kind, amountCents: amount, at } = move
      return { kind, name: tenderName(move), amount, at }
    }),
  }
}

/** What was chosen with the store card, as it was offered; '' for nothing (PROMO-11). */
function offerText(option: PlccOption | null | undefined, text: Text): string {
  if (!option) return ''
  return text(option === plccOption.financing ? 'plcc.financingText' : 'plcc.rewardText')
}

function cancelUntil(order: OrderRecord, minutes: number): string {
  const judged = judgeCancel(order, minutes)
  if (!judged.ok || judged.value !== 'cancel' || order.settledAt === null) return ''
  return cancelEnd(order.settledAt, minutes).toISOString()
}

/** A registrant's home is in the order for who packs it, and for nobody else (BEYOND-05). */
function shownRecipient({
  address,
  // who knows an order's number need not know its gate code
  crew: _,
  ...recipient
}: OrderSnapshot['recipients'][number]): ConfirmationReply['recipientList'][number] {
  if (address === null) return { ...recipient, address }
  const { addressId, recipientId, saveToAccount } = address
  return { ...recipient, address: { ...shownAddress(address), addressId, recipientId, saveToAccount } }
}

function summaryTexts(summary: OrderSnapshot['summary'], text: Text): ConfirmationReply['orderSummary'] {
  const { rewardsExceedOrderTotalMessage: key } = summary
  return { ...summary, rewardsExceedOrderTotalMessage: key === '' ? '' : text('rewardsExceedOrderTotalMessage') }
}
