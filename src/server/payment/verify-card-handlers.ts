import type { InputOf, ReplyOf } from '#contracts/call.ts'
import type { paymentCalls } from '#contracts/payment/calls.ts'
import { verifyCard } from '#domain/cart/payment/payment-rules.ts'
import type { MessageKey } from '#domain/messages.ts'
import { type CodeCheck, verifyErrorsOf } from '#domain/payment/saved-card.ts'
import { changeCart, lockCart } from '#server/cart/cart-service.ts'
import { ownerOf } from '#server/cart/change-command.ts'
import type { CallContext, IdempotentCommit, isReset } from '#server/http/context.ts'
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
}

/** Checks the security code of a saved card (PAY-45 to PAY-47, OPEN-66); right, the cart that has the card notes it. */
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
      if (cart !== undefined) await changeCart(tx, cart, verifyCard(cardId), services.newId)
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
  if (card === undefined) return { check: 'missingData', sentence: 'payment.savedCardUnknown' }
  const check = await checkCode(services, context, card, cvvToken)
  return { check, sentence: sentences[check] }
}
