import { errors, modificationAnswer } from './checkout-shapes.ts'
import type { PaymentRow } from './payment-store.ts'
import type { Answer, Books } from './payments.ts'
import { newPspReference } from './references.ts'
import type { WebhookEventCode } from './webhooks.ts'

export type Modification = {
  readonly merchantAccount: string
  readonly reference: string | undefined
  /** The Idempotency-Key: the same key again answers with the first modification. */
  readonly key: string
  readonly amount: number
  readonly currency: string
}

function sent(status: number, body: object): Answer {
  return { status, body, leaves: 'sent' }
}

/** Books one modification and its webhook event, or answers again what was booked under the same key. */
function modify(
  books: Books,
  kind: 'capture' | 'void' | 'refund',
  event: WebhookEventCode,
  payment: PaymentRow,
  wanted: Modification,
  apply: () => boolean,
): Answer {
  const { payments, webhookEvents, now } = books
  const earlier = payments.modification(payment.psp, kind, wanted.key)
  const answer = (psp: string, amount: number) =>
    modificationAnswer(payment.psp, psp, wanted.merchantAccount, wanted.reference, amount, payment.currency)
  if (earlier) return sent(201, answer(earlier.psp, earlier.amount))
  if (!apply()) return sent(422, errors.wrongState.body)
  const psp = newPspReference()
  payments.addModification(payment.psp, kind, wanted.key, psp, wanted.amount, now().getTime())
  const { reference, currency } = payment
  webhookEvents.add({
    event,
    isSuccess: true,
    psp,
    originalPsp: payment.psp,
    reference,
    amount: wanted.amount,
    currency,
  })
  return sent(201, answer(psp, wanted.amount))
}

async function booked(books: Books, change: () => Answer): Promise<Answer> {
  const answer = await books.store.write(change)
  books.webhookEvents.wake()
  return answer
}

/** POST /payments/{psp}/captures: once, at most what was authorized. */
export function capture(books: Books, psp: string, wanted: Modification): Promise<Answer> {
  return booked(books, () => {
    const payment = books.payments.byPsp(psp)
    if (!payment) return sent(422, errors.unknownPayment.body)
    if (wanted.amount < 1 || wanted.amount > payment.amount || wanted.currency !== payment.currency)
      return sent(422, errors.invalidAmount.body)
    return modify(books, 'capture', 'CAPTURE', payment, wanted, () => books.payments.capture(psp, wanted.amount))
  })
}

/** POST /payments/{psp}/refunds: in parts, together at most what was captured. */
export function refund(books: Books, psp: string, wanted: Modification): Promise<Answer> {
  return booked(books, () => {
    const payment = books.payments.byPsp(psp)
    if (!payment) return sent(422, errors.unknownPayment.body)
    const isRepeat = books.payments.modification(psp, 'refund', wanted.key) !== undefined
    const isTooHigh =
      wanted.amount < 1 || payment.refunded + wanted.amount > payment.captured || wanted.currency !== payment.currency
    if (payment.captured > 0 && isTooHigh && !isRepeat) return sent(422, errors.invalidAmount.body)
    return modify(books, 'refund', 'REFUND', payment, wanted, () => books.payments.refund(psp, wanted.amount))
  })
}

function voidPayment(
  books: Books,
  event: WebhookEventCode,
  payment: PaymentRow,
  wanted: Omit<Modification, 'amount' | 'currency' | 'key'>,
): Answer {
  const { amount, currency } = payment
  return modify(books, 'void', event, payment, { ...wanted, key: 'void', amount, currency }, () => {
    const isReleased = ['authorized', 'challenge'].some((from) =>
      books.payments.move(payment.psp, from as 'authorized' | 'challenge', 'voided', 'voided'),
    )
    return isReleased || payment.state === 'voided' || payment.state === 'refused'
  })
}

/** POST /payments/{psp}/cancels: releases what is held; a captured payment is refunded instead. */
export function cancel(
  books: Books,
  psp: string,
  wanted: Omit<Modification, 'amount' | 'currency' | 'key'>,
): Promise<Answer> {
  return booked(books, () => {
    const payment = books.payments.byPsp(psp)
    return payment ? voidPayment(books, 'CANCELLATION', payment, wanted) : sent(422, errors.unknownPayment.body)
  })
}

/**
 * POST /cancels: by our reference. When no such payment is known (yet), the reference itself is closed, so that an
 * authorize which is still on its way is refused.
 */
export function cancelByReference(
  books: Books,
  paymentReference: string,
  wanted: Omit<Modification, 'amount' | 'currency' | 'key'>,
): Promise<Answer> {
  return booked(books, () => {
    const payment = books.payments.byReference(paymentReference)
    if (payment) return voidPayment(books, 'TECHNICAL_CANCEL', payment, wanted)
    books.payments.leaveTombstone(paymentReference, newPspReference(), books.now().getTime())
    const psp = books.payments.tombstoneOf(paymentReference) ?? ''
    return sent(201, {
      merchantAccount: wanted.merchantAccount,
      paymentReference,
      pspReference: psp,
      status: 'received',
    })
  })
}
