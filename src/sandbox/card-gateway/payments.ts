import type { FaultStore, PaymentFault } from '#sandbox/fire-drill/fault-store.ts'
import { adyenBrandOf, checkCode, isTaken, lookUpCard } from './cards.ts'
import { errors, type PaymentBody, paymentAnswer, refusalAnswer, tokenOf, wordsOfRefusal } from './checkout-shapes.ts'
import type { GatewayStore } from './gateway-store.ts'
import type { PaymentRow, PaymentStore } from './payment-store.ts'
import { newPspReference } from './references.ts'
import { declined, failsFirst, outcomeOf } from './scripted-outcome.ts'
import type { TokenRow, TokenStore } from './token-store.ts'
import type { Webhooks } from './webhooks.ts'

export type Books = {
  readonly store: GatewayStore
  readonly payments: PaymentStore
  readonly tokens: TokenStore
  readonly faults: FaultStore
  /** False when the nonce of a wallet does not pay for this. */
  readonly takeNonce: (nonce: string, payment: { reference: string; amount: number; currency: string }) => boolean
  readonly webhookEvents: Webhooks
  readonly publicOrigin: () => string
  readonly now: () => Date
}

/** An answer, and how it is to leave the gateway. */
export type Answer = { readonly status: number; readonly body: object; readonly leaves: 'sent' | 'held' | 'cut' }

function sent(status: number, body: object): Answer {
  return { status, body, leaves: 'sent' }
}

/** POST /payments: amount 0 checks (or stores) a card, more authorizes it. */
export async function takePayment(books: Books, body: PaymentBody): Promise<Answer> {
  const token = tokenOf(body)
  let card: TokenRow | null = null
  if (body.paymentMethod.type === 'scheme') {
    const lookup = lookUpCard(books.tokens, token, books.now())
    if (lookup.state === 'unknown') return sent(422, errors.unknownToken.body)
    if (lookup.state === 'ended') return sent(422, errors.tokenEnded.body)
    card = lookup.card
  }
  if (body.amount.value === 0) return card ? checkCard(books, body, card) : sent(422, errors.invalidAmount.body)

  const lastFour = card?.last_four ?? ''
  if (books.payments.byReference(body.reference)) return books.store.write(() => authorize(books, body, token, card))
  const by = card === null ? 'wallets' : 'card-gateway'
  const played = await books.faults.takeOfPayment(by, { reference: body.reference, lastFour })
  if (failsFirst(lastFour, played)) return sent(503, errors.unavailable.body)
  const answer = await books.store.write(() => authorize(books, body, token, card, played))
  books.webhookEvents.wake()
  return answer
}

/** Runs inside one change: the look at the books and the entry cannot be parted. */
function authorize(
  books: Books,
  body: PaymentBody,
  token: string,
  card: TokenRow | null,
  fault?: PaymentFault,
): Answer {
  const { payments, webhookEvents, now, publicOrigin } = books
  const { reference } = body
  const known = payments.byReference(reference)
  if (known) {
    const isSame =
      known.amount === body.amount.value && known.currency === body.amount.currency && known.token === token
    if (!isSame) return sent(422, errors.referenceConflict.body)
    payments.triedAgain(reference)
    return sent(200, paymentAnswer(known, publicOrigin()))
  }
  const tombstone = payments.tombstoneOf(reference)
  if (tombstone !== undefined) return sent(200, refusalAnswer(tombstone, reference, 'voided'))

  const method = body.paymentMethod.type
  const lastFour = card?.last_four ?? ''
  const requested = { reference, amount: body.amount.value, currency: body.amount.currency }
  const isGoodNonce = method === 'scheme' || books.takeNonce(token, requested)
  const outcome = isGoodNonce ? outcomeOf({ method, token, lastFour }, fault) : declined
  const payment = {
    reference,
    psp: newPspReference(),
    amount: body.amount.value,
    currency: body.amount.currency,
    method,
    token,
    last_four: lastFour,
    brand: card ? (adyenBrandOf[card.brand] ?? 'unknown') : method,
    state: outcome.result,
    refusal: outcome.refusal,
    return_url: body.returnUrl,
    made_at: now().getTime(),
  }
  payments.insert(payment)
  if (outcome.result !== 'challenge') {
    const isSuccess = outcome.result === 'authorized'
    webhookEvents.add(
      {
        event: 'AUTHORISATION',
        isSuccess,
        psp: payment.psp,
        reference,
        amount: payment.amount,
        currency: payment.currency,
        reason: wordsOfRefusal(outcome.refusal),
      },
      outcome.webhookCopies,
    )
  }
  const row: PaymentRow = { ...payment, redirect_result: null, captured: 0, refunded: 0, tries: 1 }
  return { status: 200, body: paymentAnswer(row, publicOrigin()), leaves: outcome.answer }
}

async function checkCard(books: Books, body: PaymentBody, card: TokenRow): Promise<Answer> {
  const psp = newPspReference()
  if (!isTaken(card)) return sent(422, errors.cardNotTaken.body)
  if (body.storePaymentMethod) {
    const now = books.now().getTime()
    const { expiryMonth = card.exp_month, expiryYear = card.exp_year } = body.paymentMethod
    const dated = { ...card, exp_month: Number(expiryMonth), exp_year: Number(expiryYear) }
    await books.store.write(() => {
      books.tokens.markDescribed(card.token, now)
      books.tokens.redate(card.token, dated.exp_month, dated.exp_year)
    })
    return sent(200, checkedAnswer(psp, body.reference, dated))
  } else {
    const code = checkCode(books.tokens, card, body.paymentMethod.encryptedSecurityCode, books.now())
    if (code === 'ended') return sent(422, errors.tokenEnded.body)
    if (code === 'wrong') return sent(200, refusalAnswer(psp, body.reference, 'wrongCode'))
  }
  return sent(200, checkedAnswer(psp, body.reference, card))
}

function checkedAnswer(psp: string, reference: string, card: TokenRow) {
  return {
    pspReference: psp,
    resultCode: 'Authorised',
    merchantReference: reference,
    additionalData: {
      cardSummary: card.last_four,
      expiryDate: `${card.exp_month}/${card.exp_year}`,
      paymentMethod: adyenBrandOf[card.brand] ?? 'unknown',
      alias: card.fingerprint,
      'tokenization.storedPaymentMethodId': card.token,
    },
  }
}
