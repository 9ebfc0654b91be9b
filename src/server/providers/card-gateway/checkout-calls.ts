import type { Types } from '@adyen/api-library'
import type { NotSent, Unknown } from './port.ts'

/** An answer of the Checkout API, its JSON read; or why there is none. */
export type Called = { readonly state: 'answered'; readonly status: number; readonly body: unknown } | Unknown | NotSent

type Checkout = typeof Types.checkout
type Body<Name extends keyof Checkout> = Checkout[Name] extends abstract new (
  ...given: never
) => infer Shape
  ? Shape
  : never

export type PaymentRequest = Body<'PaymentRequest'>
export type CaptureRequest = Body<'PaymentCaptureRequest'>
export type RefundRequest = Body<'PaymentRefundRequest'>
export type CancelRequest = Body<'PaymentCancelRequest'>
export type CancelByReferenceRequest = Body<'StandalonePaymentCancelRequest'>
export type DetailsRequest = Body<'PaymentDetailsRequest'>

/** The calls of Adyen's Checkout API we make, whoever carries them: the library (adyen.ts) or plain HTTP (built-in.ts). */
export type CheckoutCalls = {
  payments(body: PaymentRequest, idempotencyKey: string): Promise<Called>
  details(body: DetailsRequest): Promise<Called>
  captures(psp: string, body: CaptureRequest, idempotencyKey: string): Promise<Called>
  refunds(psp: string, body: RefundRequest, idempotencyKey: string): Promise<Called>
  cancels(psp: string, body: CancelRequest, idempotencyKey: string): Promise<Called>
  cancelByReference(body: CancelByReferenceRequest): Promise<Called>
}
