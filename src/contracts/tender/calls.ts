import { z } from 'zod'
import { call } from '../call.ts'
import { paymentData } from '../payment/shapes.ts'
import { receipt, result } from '../platform/shapes.ts'
import { orderSummary } from '../pricing/shapes.ts'
import { tenderPaths } from './paths.ts'

/** OPEN-73: what is applied now, and what is left to pay. */
const tenderReply = z.object({
  ...result.shape,
  orderSummary,
  tenderCodesData: paymentData.shape.tenderCodesData,
  giftCards: paymentData.shape.tenderCodesData.shape.giftCards,
  isPaymentNeeded: z.boolean(),
  ...receipt.shape,
})

const cardNumber = z.string().max(40)
const applyCard = { input: z.object({ cardNumber, cardPin: z.string().max(20) }), reply: tenderReply }
const removeCard = { input: z.object({ cardNumber }), reply: tenderReply }
const code = { input: z.object({ tenderCodeNumber: z.string().max(40) }), reply: tenderReply }
// a gift card's sixteen digits may read as a payment card's
const numbers = { cardNumberFields: ['cardNumber', 'tenderCodeNumber'] }

export const tenderCalls = {
  applyGiftCard: call(tenderPaths.applyGiftCard, 'TENDER-02 CALL-40 OPEN-73', applyCard, numbers),
  removeGiftCard: call(tenderPaths.removeGiftCard, 'TENDER-03 CALL-41 OPEN-73', removeCard, numbers),
  applyTenderCode: call(tenderPaths.applyTenderCode, 'TENDER-07 CALL-42 OPEN-73', code, numbers),
  removeTenderCode: call(tenderPaths.removeTenderCode, 'TENDER-07 CALL-43 OPEN-73', code, numbers),
  providerApplyGiftCard: call(tenderPaths.providerApplyGiftCard, 'TENDER-02 CALL-47 OPEN-73', applyCard, numbers),
  providerRemoveGiftCard: call(tenderPaths.providerRemoveGiftCard, 'TENDER-03 CALL-48 OPEN-73', removeCard, numbers),
} as const
