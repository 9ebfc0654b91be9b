import { z } from 'zod'
import { emailMaxLength } from '#domain/address/email.ts'
import { address } from '../address/shapes.ts'
import { call } from '../call.ts'
import { fieldOf } from '../field-kinds.ts'
import { cents, emailField, id, noInput, receipt, result, token } from '../platform/shapes.ts'
import { orderSummary } from '../pricing/shapes.ts'
import { paidWith, paymentData } from './shapes.ts'
import { walletPaths } from './wallet-paths.ts'

/** The wallets of ALT-01. */
export const walletMethod = z.enum(['paypal', 'venmo', 'applePay'])

const nonce = fieldOf('id', z.string().min(1).max(200))
const deviceData = token(2_000).default('')
/** The sheet that was approved, as it was opened: its approval is for what that one showed (SCENE-18). */
const sheetId = id.default('')

/** What PayPal's window answers with; `email` is the payer's. */
export const payPalApproval = z.object({ nonce, email: emailField(emailMaxLength).default(''), deviceData })

/** PayPal's blob: the approval itself, or its JSON text (ALT-03). */
export const payPalBlob = z.union([
  payPalApproval,
  z
    .string()
    .max(4_000)
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        context.addIssue({ code: 'custom', message: 'not JSON' })
        return z.NEVER
      }
    })
    .pipe(payPalApproval),
])

/** OPEN-90: the answer of every alternative payment call. */
const walletReply = z.object({
  ...result.shape,
  orderSummary,
  payPalData: paymentData.shape.payPalData,
  alternativePaymentsData: paymentData.shape.alternativePaymentsData,
  isPaymentNeeded: z.boolean(),
  paidWith,
  ...receipt.shape,
})

/**
 * `asksAddress`: the sheet gives address and contact, too (CALM-32); with what an open one told, it is priced for that place.
 * `isPreparing`: no sheet is opened, only what the browser's library is started with is asked for.
 */
const sheetInput = z.object({
  method: walletMethod,
  asksAddress: z.boolean().default(false),
  isPreparing: z.boolean().default(false),
  sheetId,
  postalCode: z.string().max(12).default(''),
})

/** Where and how a wallet's sheet opens; the amount is the server's (SCENE-18). */
const sheetReply = z.object({
  ...result.shape,
  provider: z.enum(['', 'built-in', 'braintree']),
  sheetId: z.string(),
  /** Built-in: the address of the sheet. */
  sheetUrl: z.string(),
  /** Braintree: what its library in the browser is started with. */
  clientToken: z.string(),
  amountDue: cents,
  currencyCode: z.enum(['USD', 'CAD']),
  storeName: z.string(),
  basketVersion: z.int(),
})

const both = { answersBothSlashes: true }
const shapes = <Input extends z.ZodType>(input: Input) => ({ input, reply: walletReply })

export const walletCalls = {
  openWalletSheet: call(
    walletPaths.openWalletSheet,
    'OPEN-91 SCENE-18 CALM-32',
    { input: sheetInput, reply: sheetReply },
    both,
  ),
  setPayPalPayload: call(
    walletPaths.setPayPalPayload,
    'ALT-03 CALL-73 OPEN-90',
    shapes(z.object({ data: payPalBlob, sheetId })),
    both,
  ),
  savePayPalPayment: call(walletPaths.savePayPalPayment, 'ALT-04 CALL-70 OPEN-90', shapes(noInput), both),
  logPayPalError: call(
    walletPaths.logPayPalError,
    'ALT-05 CALL-71 OPEN-90',
    shapes(z.object({ message: z.string().max(20_000).default('') })),
    both,
  ),
  applyVenmoPayment: call(
    walletPaths.applyVenmoPayment,
    'ALT-02 CALL-74 OPEN-90',
    shapes(z.object({ nonce, username: emailField(100).default(''), deviceData, sheetId })),
    both,
  ),
  applyApplePayPayment: call(
    walletPaths.applyApplePayPayment,
    'ALT-06 CALL-77 OPEN-90',
    shapes(z.object({ nonce, deviceData, billingContact: address.nullable().default(null), sheetId })),
    both,
  ),
  removeApplePayPayment: call(walletPaths.removeApplePayPayment, 'ALT-06 CALL-78 OPEN-90', shapes(noInput), both),
  launchMasterpass: call(walletPaths.launchMasterpass, 'ALT-07 CALL-72 OPEN-90', shapes(noInput), both),
  saveVisaPayment: call(
    walletPaths.saveVisaPayment,
    'ALT-08 CALL-75',
    shapes(z.object({ basketId: id, paymentInitiator: z.string().max(100), callId: token(200) })),
    both,
  ),
  logVisaError: call(
    walletPaths.logVisaError,
    'ALT-09 CALL-76',
    shapes(
      z.object({
        IsTimeout: z.boolean(),
        AlternativePaymentInitiator: z.string().max(100).default(''),
        BasketId: id.default(''),
      }),
    ),
    both,
  ),
} as const
