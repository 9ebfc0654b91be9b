import { z } from 'zod'
import type { Called } from './checkout-calls.ts'
import type { AuthorizeResult, ModificationResult, NotSent, RefusalReason, Unknown } from './port.ts'

/** The part of a payment's answer that we act on. */
const paymentAnswer = z.object({
  resultCode: z.string(),
  pspReference: z.string().optional(),
  refusalReasonCode: z.string().optional(),
  merchantReference: z.string().nullish(),
  amount: z.object({ value: z.number(), currency: z.string() }).nullish(),
  action: z.object({ url: z.string() }).nullish(),
  additionalData: z.record(z.string(), z.string()).nullish(),
})
export type PaymentAnswer = z.infer<typeof paymentAnswer>

const errorAnswer = z.object({ errorCode: z.string().optional() })
const modificationAnswer = z.object({ pspReference: z.string() })

/** A 4xx of the processor: it understood, and booked nothing. */
export type ProcessorError = { readonly state: 'error'; readonly errorCode: string }

/** Adyen's result codes and error codes that mean something of their own to us. */
const reasonOfRefusalCode: { readonly [code: string]: RefusalReason } = {
  '4': 'bankAway',
  '5': 'cardBlocked',
  '6': 'wrongExpiry',
  '9': 'bankAway',
  '11': 'challengeFailed',
  '12': 'insufficientFunds',
  '14': 'suspectedFraud',
  '15': 'voided',
  '20': 'suspectedFraud',
  '22': 'suspectedFraud',
  '24': 'wrongCode',
  '25': 'cardBlocked',
  '28': 'insufficientFunds',
  '31': 'suspectedFraud',
}
/** The same in words, as webhooks bear them. */
const reasonOfRefusalWords: { readonly [words: string]: RefusalReason } = {
  'acquirer error': 'bankAway',
  'blocked card': 'cardBlocked',
  'expired card': 'wrongExpiry',
  'issuer unavailable': 'bankAway',
  '3d not authenticated': 'challengeFailed',
  'not enough balance': 'insufficientFunds',
  'acquirer fraud': 'suspectedFraud',
  cancelled: 'voided',
  fraud: 'suspectedFraud',
  'fraud-cancelled': 'suspectedFraud',
  'cvc declined': 'wrongCode',
  'restricted card': 'cardBlocked',
  'withdrawal amount exceeded': 'insufficientFunds',
  'issuer suspected fraud': 'suspectedFraud',
}

/** Why a payment was refused, by the words of a webhook; 'declined' for words that say nothing more. Source: Adyen's list of refusal reasons. */
export function reasonOfWords(words: string): RefusalReason {
  return reasonOfRefusalWords[words.trim().toLowerCase()] ?? 'declined'
}

const reasonOfErrorCode: { readonly [code: string]: RefusalReason } = {
  '174': 'tokenEnded',
  '800': 'unknownToken',
  '803': 'unknownToken',
  '704': 'referenceConflict',
}
export const errorCodes = {
  tokenEnded: '174',
  unknownToken: '803',
  unknownPayment: '167',
  invalidAmount: '137',
} as const

/** 401, 403 and 429 are turned away unread; 409 says that the same key is being worked on; 5xx and 3xx say nothing for sure. */
function withoutAnswer(called: Called): Unknown | NotSent | null {
  if (called.state !== 'answered') return called
  const { status } = called
  if (status === 401 || status === 403 || status === 429) return { state: 'notSent', why: 'turnedAway' }
  if (status >= 500 || status === 409) return { state: 'unknown', why: 'serverFault' }
  if (status < 200 || (status >= 300 && status < 400)) return { state: 'unknown', why: 'unreadableAnswer' }
  return null
}

function readError(body: unknown): ProcessorError {
  const read = errorAnswer.safeParse(body)
  return { state: 'error', errorCode: (read.success ? read.data.errorCode : undefined) ?? '' }
}

/** Reads the answer to a payment, a details or a zero-amount request. */
export function readPayment(
  called: Called,
): { readonly state: 'read'; readonly answer: PaymentAnswer } | ProcessorError | Unknown | NotSent {
  const nothing = withoutAnswer(called)
  if (nothing) return nothing
  if (called.state !== 'answered') return called
  if (called.status >= 400) return readError(called.body)
  const read = paymentAnswer.safeParse(called.body)
  return read.success ? { state: 'read', answer: read.data } : { state: 'unknown', why: 'unreadableAnswer' }
}

/** The payment that was asked about: no answer about another one counts for it. */
type ExpectedPayment = { readonly reference: string; readonly amountCents: number; readonly currency: string }

function isOfOther({ merchantReference, amount }: PaymentAnswer, expected: ExpectedPayment): boolean {
  const isOtherAmount =
    amount != null && (amount.value !== expected.amountCents || amount.currency !== expected.currency)
  return merchantReference !== expected.reference || isOtherAmount
}

/** What an authorize of `asked` came to. `Pending` and `Received` are no answer yet: ask again later. */
export function authorizeResultOf(called: Called, expected: ExpectedPayment): AuthorizeResult {
  const read = readPayment(called)
  if (read.state === 'error') return { state: 'refused', reason: reasonOfErrorCode[read.errorCode] ?? 'declined' }
  if (read.state !== 'read') return read
  if (isOfOther(read.answer, expected)) return { state: 'refused', reason: 'otherPayment' }
  const { resultCode, pspReference, refusalReasonCode, action } = read.answer
  if (resultCode === 'Authorised' && pspReference) return { state: 'authorized', providerRef: pspReference }
  if (resultCode === 'Refused')
    return { state: 'refused', reason: reasonOfRefusalCode[refusalReasonCode ?? ''] ?? 'declined' }
  if (resultCode === 'Cancelled') return { state: 'refused', reason: 'voided' }
  if (resultCode === 'RedirectShopper' && action) return { state: 'challenge', url: action.url }
  return { state: 'unknown', why: 'unreadableAnswer' }
}

/** What a capture, void or refund came to. */
export function modificationResultOf(called: Called): ModificationResult {
  const nothing = withoutAnswer(called)
  if (nothing) return nothing
  if (called.state !== 'answered') return called
  if (called.status >= 400) {
    const { errorCode } = readError(called.body)
    if (errorCode === errorCodes.unknownPayment) return { state: 'refused', reason: 'unknownPayment' }
    return { state: 'refused', reason: errorCode === errorCodes.invalidAmount ? 'amountTooHigh' : 'wrongState' }
  }
  const read = modificationAnswer.safeParse(called.body)
  return read.success
    ? { state: 'accepted', modificationRef: read.data.pspReference }
    : { state: 'unknown', why: 'unreadableAnswer' }
}
