import { z } from 'zod'
import type { PaymentRow } from './payment-store.ts'

const reference = z.string().min(1).max(80)
const amount = z.object({ value: z.int().min(0).max(100_000_000), currency: z.string().regex(/^[A-Z]{3}$/) })

/** The part of Adyen's POST /payments that we speak. */
export const paymentBody = z.object({
  amount,
  reference,
  merchantAccount: z.string().min(1),
  returnUrl: z.string().default(''),
  storePaymentMethod: z.boolean().optional(),
  paymentMethod: z.object({
    type: z.enum(['scheme', 'paypal', 'venmo', 'applepay']),
    storedPaymentMethodId: z.string().optional(),
    encryptedCard: z.string().optional(),
    encryptedCardNumber: z.string().optional(),
    encryptedSecurityCode: z.string().optional(),
    /** With a stored card: the date it is to have from now on. */
    expiryMonth: z
      .string()
      .regex(/^\d{2}$/)
      .optional(),
    expiryYear: z
      .string()
      .regex(/^\d{4}$/)
      .optional(),
    orderID: z.string().optional(),
    applePayToken: z.string().optional(),
  }),
})
export type PaymentBody = z.infer<typeof paymentBody>

export const detailsBody = z.object({ details: z.object({ redirectResult: z.string().min(1) }) })
export const modificationBody = z.object({
  amount: amount.optional(),
  merchantAccount: z.string().min(1),
  reference: z.string().optional(),
})
export const cancelByReferenceBody = z.object({
  paymentReference: reference,
  merchantAccount: z.string().min(1),
  reference: z.string().optional(),
})

/** The card token, or the wallet's nonce. */
export function tokenOf({ paymentMethod }: PaymentBody): string {
  const { storedPaymentMethodId, encryptedCardNumber, encryptedCard, orderID, applePayToken } = paymentMethod
  return storedPaymentMethodId ?? encryptedCardNumber ?? encryptedCard ?? orderID ?? applePayToken ?? ''
}

/** Adyen's error answer; the codes are Adyen's where it has one for the case. */
export function apiError(status: number, errorCode: string, message: string) {
  return { status, body: { status, errorCode, message, errorType: status >= 500 ? 'internal' : 'validation' } }
}

export const errors = {
  invalidBody: apiError(422, '14_001', 'The request is not valid'),
  unknownToken: apiError(422, '803', 'PaymentDetail not found'),
  tokenEnded: apiError(422, '174', 'Unable to decrypt data: the card was entered too long ago'),
  cardNotTaken: apiError(422, '901', 'The processor does not take this card'),
  referenceConflict: apiError(422, '704', 'This reference was used for another request'),
  unknownPayment: apiError(422, '167', 'Original pspReference required for this operation'),
  wrongState: apiError(422, '175', 'The payment is not in a state that allows this'),
  invalidAmount: apiError(422, '137', 'Invalid amount specified'),
  unavailable: apiError(503, '905', 'The service is not available'),
  unauthorized: apiError(401, '000', 'HTTP Status Response - Unauthorized'),
}

const refusals: { readonly [refusal: string]: { readonly reason: string; readonly code: string } } = {
  declined: { reason: 'Refused', code: '2' },
  challengeFailed: { reason: '3D Not Authenticated', code: '11' },
  voided: { reason: 'Cancelled', code: '15' },
  wrongCode: { reason: 'CVC Declined', code: '24' },
  wrongExpiry: { reason: 'Expired Card', code: '6' },
  insufficientFunds: { reason: 'Not enough balance', code: '12' },
  cardBlocked: { reason: 'Blocked Card', code: '5' },
  suspectedFraud: { reason: 'FRAUD', code: '20' },
  bankAway: { reason: 'Issuer Unavailable', code: '9' },
}

/** In the processor's words, as its webhooks have them; '' for what was not refused. */
export function wordsOfRefusal(refusal: string | null): string {
  return refusal === null ? '' : (refusals[refusal]?.reason ?? 'Refused')
}

export function refusalAnswer(psp: string, reference: string, refusal: string) {
  const { reason, code } = refusals[refusal] ?? { reason: 'Refused', code: '2' }
  return {
    pspReference: psp,
    resultCode: 'Refused',
    refusalReason: reason,
    refusalReasonCode: code,
    merchantReference: reference,
  }
}

/** How a payment reads in an answer to POST /payments, now or whenever the request is repeated. */
export function paymentAnswer(payment: PaymentRow, publicOrigin: string) {
  const { psp, reference, state } = payment
  if (state === 'refused' || state === 'voided') return refusalAnswer(psp, reference, payment.refusal ?? 'voided')
  if (state === 'challenge') {
    const url = `${publicOrigin}/challenge/${psp}`
    return {
      pspReference: psp,
      resultCode: 'RedirectShopper',
      merchantReference: reference,
      action: { type: 'redirect', method: 'GET', url, paymentMethodType: 'scheme' },
    }
  }
  return {
    pspReference: psp,
    resultCode: 'Authorised',
    merchantReference: reference,
    amount: { value: payment.amount, currency: payment.currency },
    additionalData: { cardSummary: payment.last_four, paymentMethod: payment.brand },
  }
}

/** Adyen's answer to a capture, cancel or refund. */
export function modificationAnswer(
  paymentPsp: string,
  psp: string,
  merchantAccount: string,
  reference: string | undefined,
  value?: number,
  currency?: string,
) {
  return {
    merchantAccount,
    paymentPspReference: paymentPsp,
    pspReference: psp,
    ...(reference === undefined ? {} : { reference }),
    status: 'received',
    ...(value === undefined || currency === undefined ? {} : { amount: { value, currency } }),
  }
}
