import { z } from 'zod'
import { call } from '../call.ts'
import { noInput, receipt, result } from '../platform/shapes.ts'
import { orderSummary } from '../pricing/shapes.ts'
import { paymentPaths } from './paths.ts'
import { accountCardInput, cardErrors, cardSlotInput, paymentData, verifyCardInput, verifyErrors } from './shapes.ts'

const savePaymentInput = z.object({
  cardOneData: cardSlotInput.nullable().default(null),
  accountCardOneData: accountCardInput.nullable().default(null),
  cardTwoData: cardSlotInput.nullable().default(null),
  accountCardTwoData: accountCardInput.nullable().default(null),
})

const savePaymentReply = z.object({
  ...result.shape,
  creditCardData: paymentData.shape.creditCardData,
  cardOneErrors: cardErrors.nullable(),
  cardTwoErrors: cardErrors.nullable(),
  orderSummary,
  isPaymentNeeded: z.boolean(),
  ...receipt.shape,
})

const hostedSession = z.object({ ...result.shape, tnsSession: z.string(), gatewayUrl: z.string() })
const providerSession = z.object({
  ...result.shape,
  clientKey: z.string(),
  environment: z.string(),
  gatewayUrl: z.string(),
})

export const paymentCalls = {
  createCardSession: call(paymentPaths.createCardSession, 'OPEN-64', { input: noInput, reply: hostedSession }),
  savePayment: call(paymentPaths.savePayment, 'PAY-52 CALL-52 OPEN-63', {
    input: savePaymentInput,
    reply: savePaymentReply,
  }),
  verifyCreditCard: call(paymentPaths.verifyCreditCard, 'PAY-45 CALL-53 OPEN-66', {
    input: z.object({ cardData: verifyCardInput.nullable().default(null) }),
    reply: z.object({ ...result.shape, ...verifyErrors.shape }),
  }),
  providerCreateCardSession: call(paymentPaths.providerCreateCardSession, 'OPEN-64', {
    input: noInput,
    reply: providerSession,
  }),
  providerSaveCard: call(paymentPaths.providerSaveCard, 'PAY-52 CALL-51 OPEN-63', {
    input: savePaymentInput,
    reply: savePaymentReply,
  }),
} as const
