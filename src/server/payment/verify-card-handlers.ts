import type { InputOf, ReplyOf } from '#contracts/call.ts'
import type { paymentCalls } from '#contracts/payment/calls.ts'
import type { CartPayment } from '#domain/cart/cart.ts'
import { verifyCard } from '#domain/cart/payment/payment-rules.ts'
import type { MessageKey } from '#domain/messages.ts'
import { type CodeCheck, verifyErrorsOf } from '#domain/payment/saved-card.ts'
import { changeCart, loadCart, lockCart } from '#server/cart/cart-service.ts'
import { ownerOf } from '#server/cart/change-command.ts'
import type { CallContext, IdempotentCommit, isReset } from '#server/http/context.ts'
import { securityEventOf } from '#server/http/guards/security-events.ts'
import { limits } from '#server/http/guards/throttle.ts'
import { readCardRefusal } from '#server/order/card-refusal-store.ts'
import { readAccountCards } from '#server/payment/account-card-store.ts'
import { checkCode } from '#server/payment/code-check.ts'
import type { PaymentServices } from '#server/payment/payment-services.ts'

type Call = typeof paymentCalls.verifyCreditCard
type Reply = ReplyOf<Call>
type Verified = { readonly check: CodeCheck; readonly sentence: MessageKey | '' }

const sentences: { readonly [Check in CodeCheck]: MessageKey | '' } = {
  verified: '',
  missingData: 'securityCodeMissing',
  noCode: 'securityCodeMissing',
  codeEnded: 'sessionErrorMessage',
  wrongCode: 'securityCodeInvalid',
  notChecked: 'problem.serviceUnavailable',
  tooManyTries: 'payment.codeTriesUsed',
}

/**
 * Checks the security code of a saved card (PAY-45 to PAY-47, OPEN-66), or of one that was refused for its code; right, the cart
 * that has the saved card notes it.
 */
export async function verifyCreditCard(
  services: PaymentServices,
  context: CallContext,
  { cardData }: InputOf<Call>,
  idempotent: IdempotentCommit<Reply | typeof isReset>,
): Promise<Reply | typeof isReset> {
  const cardId = cardData?.id ?? ''
  const { check, sentence } = await checkOf(services, context, cardId, cardData?.cvvToken ?? '')
  return idempotent.commit(async (tx) => {
    if (check === 'verified') {
      const cart = await lockCart(tx, ownerOf(context))
      if (cart !== undefined) changeCart(tx, cart, verifyCard(cardId), services.newId)
    }
    return {
      isSuccess: check === 'verified',
      errorMessage: sentence === '' ? '' : context.text(sentence),
      ...verifyErrorsOf(check),
      cardId,
    }
  })
}

async function checkOf(
  services: PaymentServices,
  context: CallContext,
  cardId: string,
  cvvToken: string,
): Promise<Verified> {
  if (cardId === '') return { check: 'missingData', sentence: sentences.missingData }
  const { shopper, database } = context
  const cards = shopper.auth === 'member' ? await readAccountCards(database, shopper.shopperId) : []
  const card = cards.find((one) => one.cardId === cardId)
  if (card !== undefined) return verified(await checkCode(services, context, card, cvvToken))
  const entered = await readCardWithWrongCode(context, cardId)
  if (entered === undefined) return { check: 'missingData', sentence: 'payment.savedCardUnknown' }
  return verified(await checkCodeOfRefused(services, context, entered, cvvToken))
}

function verified(check: CodeCheck): Verified {
  return { check, sentence: sentences[check] }
}

/** A card that was entered here is asked for its code only when its bank has just said that the code was wrong (CALM-24). */
async function readCardWithWrongCode(context: CallContext, guid: string): Promise<CartPayment | undefined> {
  const cart = await loadCart(context.database, ownerOf(context))
  const payment = cart?.payments.find(
    ({ method, basketPaymentGuid }) => method === 'card' && basketPaymentGuid === guid,
  )
  if (cart === undefined || payment === undefined) return undefined
  const refusal = await readCardRefusal(context.database, cart)
  return refusal?.ask === 'code' && refusal.slot === payment.slot ? payment : undefined
}

/** Counted by address too, as refused cards are: a code that is tried out here is no cheaper than one that is tried by an order (SEC-57). */
async function checkCodeOfRefused(
  services: PaymentServices,
  context: CallContext,
  card: CartPayment,
  cvvToken: string,
): Promise<CodeCheck> {
  const { database, clientAddress } = context
  const limit = limits.refusedCodesPerAddress
  if (!(await services.throttle.take(database, limit, clientAddress))) {
    securityEventOf(context, 'throttled')
    return 'tooManyTries'
  }
  const check = await checkCode(services, context, card, cvvToken)
  if (check !== 'wrongCode') await services.throttle.returnTokens(database, limit, clientAddress)
  return check
}
