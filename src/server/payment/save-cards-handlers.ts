import type { InputOf, ReplyOf } from '#contracts/call.ts'
import type { paymentCalls } from '#contracts/payment/calls.ts'
import { type CartPayment, emptyCart } from '#domain/cart/cart.ts'
import { setPayments } from '#domain/cart/payment/payment-rules.ts'
import { storeDay } from '#domain/days.ts'
import type { MessageKey } from '#domain/messages.ts'
import type { CardErrors } from '#domain/payment/card-form.ts'
import { isExpired } from '#domain/payment/expiry.ts'
import { canAddCard, defaultAccountCardsLimit } from '#domain/payment/limits.ts'
import { loadCart, lockCart } from '#server/cart/cart-service.ts'
import { type ChangedReply, isFromBeforeOrder, ownerOf, refusal } from '#server/cart/change-command.ts'
import { receiptOfChange } from '#server/cart/receipt-view.ts'
import { changeCheckout } from '#server/checkout/checkout-change.ts'
import type { Tx } from '#server/db/database.ts'
import { type CallContext, type IdempotentCommit, isReset } from '#server/http/context.ts'
import { securityEventOf } from '#server/http/guards/security-events.ts'
import { limits, type Throttle } from '#server/http/guards/throttle.ts'
import { problemText } from '#server/http/problem-text.ts'
import { readCardRefusal } from '#server/order/card-refusal-store.ts'
import { type AccountCard, correctAccountCard, readAccountCards } from '#server/payment/account-card-store.ts'
import {
  type CardInput,
  type CheckedCard,
  isRefusedForRewards,
  judgeDescribed,
  wrong,
} from '#server/payment/card-check.ts'
import { describeOwnToken } from '#server/payment/describe-own-token.ts'
import { newPayments, type SentCard, wrongAmounts } from '#server/payment/new-payments.ts'
import type { PaymentServices } from '#server/payment/payment-services.ts'
import { cardFlags, creditCardView, isOnlyCbccAllowed } from '#server/payment/payment-view.ts'
import { judgeSaved } from '#server/payment/saved-card-payment.ts'
import { type CartQuote, quoteCart } from '#server/pricing/pricing-service.ts'
import { summaryView } from '#server/pricing/summary-view.ts'
import type { DescribeResult } from '#server/providers/card-gateway/port.ts'

type Input = InputOf<typeof paymentCalls.savePayment>
type Reply = ReplyOf<typeof paymentCalls.savePayment>
type Answer = Reply | typeof isReset

/**
 * Saves one or two cards, new or of the account (PAY-52, OPEN-63). The gateway is asked before the transaction;
 * kept are token, brand, last four and expiry only (PAY-53).
 */
export async function saveCards(
  services: PaymentServices,
  context: CallContext,
  input: Input,
  idempotent: IdempotentCommit<Answer>,
): Promise<Answer> {
  const { shopper, database } = context
  const accountCards = shopper.auth === 'member' ? await readAccountCards(database, shopper.shopperId) : []
  const ask = (card: CardInput | null, saved: Input['accountCardOneData']) =>
    saved === null ? askGateway(services, context, card) : judgeSaved(services, context, accountCards, saved)
  const [one, two] = await Promise.all([
    ask(input.cardOneData, input.accountCardOneData),
    ask(input.cardTwoData, input.accountCardTwoData),
  ])
  return idempotent.commit((tx) => saveDescribed(services, context, tx, { input, one, two, accountCards }))
}

/** Trying out stolen cards must be slower than it is worth, long before any of them is charged (SEC-57). */
export async function mayTryCard(throttle: Throttle, context: CallContext): Promise<boolean> {
  const { database, shopper, clientAddress } = context
  const isAllowed =
    (await throttle.take(database, limits.newCardsPerSession, shopper.shopperId)) &&
    (await throttle.take(database, limits.newCardsPerAddress, clientAddress))
  if (!isAllowed) securityEventOf(context, 'throttled')
  return isAllowed
}

async function askGateway(services: PaymentServices, context: CallContext, card: CardInput | null): Promise<SentCard> {
  if (card === null) return 'empty'
  const token = card.cardToken || (card.adyenCardData?.token ?? '')
  if (token === '' && !card.isExpiryCorrected) return 'kept'
  if (!(await mayTryCard(services.throttle, context))) return { state: 'tooMany' }
  if (token === '') return correctExpiry(services, context, card)
  return judgeTry(services, context, () => describeOwnToken(services.cardGateway, context, token))
}

/** A card is described by asking its bank: one that is refused counts as one that an order tried (SEC-57). */
async function judgeTry(
  { withCardTry }: PaymentServices,
  context: CallContext,
  describe: () => Promise<DescribeResult>,
): Promise<CheckedCard | { readonly state: 'tooMany' }> {
  const described = await withCardTry(context.clientAddress, describe, ({ state }) => state === 'processorError')
  if (described !== null) return judgeDescribed(described, cardFlags(context.flags), context.now)
  securityEventOf(context, 'throttled')
  return { state: 'tooMany' }
}

/** The date of a card whose bank has just said that it does not know the one of before (CALM-24); any other stays as it is. */
async function correctExpiry(services: PaymentServices, context: CallContext, card: CardInput): Promise<SentCard> {
  const cart = await loadCart(context.database, ownerOf(context))
  const slot = card.slot === 'CardOne' ? 1 : 2
  const payment = cart?.payments.find((one) => one.method === 'card' && one.slot === slot)
  const refusal = cart === undefined ? null : await readCardRefusal(context.database, cart)
  if (payment === undefined || refusal?.ask !== 'expiry' || refusal.slot !== slot) return 'kept'
  const { expMonth, expYear } = card
  if (isExpired({ expMonth, expYear }, storeDay(context.now)) || expMonth === 0) return wrong({ hasExpDateError: true })
  if (!(await mayCorrectDate(services.throttle, context))) return { state: 'tooMany' }
  const { token } = payment
  const checked = await judgeTry(services, context, () =>
    services.cardGateway.describeToken(token, { expMonth, expYear }),
  )
  return checked.state === 'good' ? { state: 'corrected', card: checked.card, tokenBefore: token } : checked
}

/** A date has few values: guessing it must end long before they are through, in new sessions too (SEC-57). */
async function mayCorrectDate(throttle: Throttle, context: CallContext): Promise<boolean> {
  const { database, shopper, clientAddress } = context
  const isAllowed =
    (await throttle.take(database, limits.correctedDatesPerSession, shopper.shopperId)) &&
    (await throttle.take(database, limits.correctedDatesPerAddress, clientAddress))
  if (!isAllowed) securityEventOf(context, 'throttled')
  return isAllowed
}

type Described = {
  readonly input: Input
  readonly one: SentCard
  readonly two: SentCard
  readonly accountCards: readonly AccountCard[]
}

async function saveDescribed(
  services: PaymentServices,
  context: CallContext,
  tx: Tx,
  described: Described,
): Promise<Answer> {
  const { accountCards } = described
  const cart = await lockCart(tx, ownerOf(context))
  if (cart === undefined) {
    if (await isFromBeforeOrder(tx, context)) return isReset
    const nothing = await quoteCart(tx, emptyCart(context.shopper.shopperId, context.variant), context)
    return reply(context, accountCards, refusal(context, { code: 'cartEmpty' }, 0), nothing)
  }
  const before = await quoteCart(tx, cart, context)
  const refuse = (errorMessage: string, errors: SlotErrors = [null, null]) =>
    reply(
      context,
      accountCards,
      { isSuccess: false, errorMessage, basketVersion: cart.version, changes: [] },
      before,
      errors,
    )
  if (context.isInternational) return refuse(problemText(context, { code: 'orderedByRequest' }))
  const { input, one, two } = described
  const isMember = context.shopper.auth === 'member'
  if (isIn('unknownSaved', one, two)) return refuse(context.text('payment.savedCardUnknown'))
  if (isIn('tooMany', one, two)) return refuse(context.text('problem.tooManyTries'))
  if (isIn('unknown', one, two)) return refuse(context.text('problem.serviceUnavailable'))
  const errors: SlotErrors = [slotErrors(one, 1, before, context), slotErrors(two, 2, before, context)]
  if (errors.some((found) => found !== null)) return refuse(errorText(errors, context), errors)
  const amounts = [
    (input.accountCardOneData ?? input.cardOneData)?.appliedAmount ?? null,
    (input.accountCardTwoData ?? input.cardTwoData)?.appliedAmount ?? null,
  ]
  const payments = newPayments(cart, before.summary.amountDue, {
    cards: [one, two],
    amounts,
    savings: [input.cardOneData, input.cardTwoData].map((card) => isMember && card?.saveToAccount === true),
    newId: services.newId,
    provider: services.cardGateway.provider,
  })
  if (!payments.ok) {
    const isAmount = payments.problem.code === 'zeroAmount' || payments.problem.code === 'paymentSumMismatch'
    return refuse(problemText(context, payments.problem), isAmount ? amountErrors(amounts) : [null, null])
  }
  const [first, second] = payments.value
  if (second !== undefined && first?.token === second.token) return refuse(context.text('cardInUse'))
  const savings = payments.value.filter(({ saveToAccount }) => saveToAccount).length
  if (savings > 0 && !canAddCard(accountCards.length + savings - 1, defaultAccountCardsLimit)) {
    return refuse(context.text('payment.accountCardsFull', { limit: defaultAccountCardsLimit }))
  }
  const outcome = await changeCheckout(tx, cart, setPayments(payments.value), context, services.newId)
  if (!outcome.ok) return refuse(problemText(context, outcome.problem))
  for (const payment of payments.value)
    if (isCorrected(one, two, payment)) await correctAccountCard(tx, cart.shopperId, payment)
  const { saved, priced } = outcome.value
  const receipt = await receiptOfChange(tx, context, saved, priced)
  // read again for the number the database gave the payment's row (PAY-07)
  const fresh = (await loadCart(tx, ownerOf(context))) ?? saved.cart
  return reply(context, accountCards, { isSuccess: true, errorMessage: '', ...receipt }, { ...priced, cart: fresh })
}

/** Not when another card was put in its slot meanwhile. */
function isCorrected(one: SentCard, two: SentCard, { slot, token }: CartPayment): boolean {
  const sent = slot === 1 ? one : two
  return typeof sent === 'object' && sent.state === 'corrected' && sent.card.token === token
}

type SlotErrors = readonly [CardErrors | null, CardErrors | null]

function amountErrors(amounts: Parameters<typeof wrongAmounts>[0]): SlotErrors {
  const [isFirst, isSecond] = wrongAmounts(amounts)
  const { errors } = wrong({ hasZeroAmountError: true })
  return [isFirst ? errors : null, isSecond ? errors : null]
}

function isIn(state: 'unknown' | 'unknownSaved' | 'tooMany', ...slots: readonly SentCard[]): boolean {
  return slots.some((slot) => typeof slot === 'object' && slot.state === state)
}

function slotErrors(slot: SentCard, number: 1 | 2, priced: CartQuote, { flags }: CallContext): CardErrors | null {
  if (slot === 'empty') return null
  const applied = priced.cart.payments.find((payment) => payment.slot === number && payment.method === 'card')
  if (slot === 'kept' && applied === undefined) return wrong({ hasNumberError: true }).errors
  if (typeof slot === 'object' && slot.state === 'wrong') return slot.errors
  const brand = typeof slot === 'object' && 'card' in slot ? slot.card.brand : (applied?.brand ?? '')
  const isRefused = isRefusedForRewards(brand, isOnlyCbccAllowed(priced), cardFlags(flags))
  return isRefused ? wrong({ hasRewardsRestrictionError: true }).errors : null
}

const sentences = [
  ['hasNumberError', 'cardNumberMissing'],
  ['hasExpDateError', 'expirationInvalid'],
  ['hasCvvError', 'securityCodeInvalid'],
  ['hasTnsError', 'tnsErrorMessage'],
  ['hasSessionError', 'sessionErrorMessage'],
  ['hasRewardsRestrictionError', 'rewardsRestrictionMessage'],
  ['hasOldCbccCardUsedError', 'cardReissued'],
] as const

/** The sentence of what is wrong with a card. */
export function cardSentence(errors: CardErrors | null | undefined): MessageKey {
  return sentences.find(([name]) => errors?.[name])?.[1] ?? 'problem.cardInvalid'
}

function errorText(errors: SlotErrors, { text }: CallContext): string {
  return text(cardSentence(errors.find((one) => one !== null)))
}

function reply(
  context: CallContext,
  accountCards: readonly AccountCard[],
  answer: ChangedReply,
  priced: CartQuote,
  errors: SlotErrors = [null, null],
): Reply {
  return {
    ...answer,
    creditCardData: creditCardView(priced, { ...context, accountCards }),
    cardOneErrors: errors[0],
    cardTwoErrors: errors[1],
    orderSummary: summaryView(priced, context.text),
    isPaymentNeeded: priced.isPaymentNeeded,
  }
}
