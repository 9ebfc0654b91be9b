import { expect, test } from 'vitest'
import type { z } from 'zod'
import { orderCalls } from '#contracts/order/calls.ts'
import { checkoutCalls } from './calls.ts'

/** The parts that the pages read, those of them that an answer has. */
const read = ['isSuccess', 'orderSummary', 'recipientList', 'redirectUrl']
const partsOf = (reply: z.ZodObject) => read.filter((name) => name in reply.shape)

test.each([
  ['a gift', checkoutCalls.updateGiftOption.reply, read],
  ['a gift message', checkoutCalls.updateGiftMessage.reply, read],
  ['a gift receipt', checkoutCalls.updateGiftReceipt.reply, read],
  ['a bag', checkoutCalls.updateBaggingOption.reply, read],
  ['all choices', checkoutCalls.saveShippingAndGiftOptions.reply, read],
  ['a move', checkoutCalls.moveToPaymentPage.reply, ['isSuccess', 'redirectUrl']],
  ['an order', orderCalls.placeOrder.reply, ['isSuccess', 'orderSummary', 'redirectUrl']],
])('DATA-16: of isSuccess, orderSummary, recipientList and redirectUrl the answer to %s has %j', (_, reply, parts) => {
  expect(partsOf(reply as z.ZodObject)).toEqual(parts)
})
