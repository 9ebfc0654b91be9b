import { z } from 'zod'
import { limits } from '#domain/limits.ts'
import { address } from '../address/shapes.ts'
import { call } from '../call.ts'
import { id, receipt, result } from '../platform/shapes.ts'
import { orderSummary } from '../pricing/shapes.ts'
import { checkoutPaths as paths } from './paths.ts'
import { basketItem, recipient, savedAddress } from './shapes.ts'

/** OPEN-75. */
const divided = z.object({
  ...result.shape,
  recipientList: z.array(recipient),
  basketItems: z.array(basketItem),
  orderSummary,
  ...receipt.shape,
})
/** The answer of step 2; redirectUrl is '' while the shopper may stay there (GIFT-10). */
export const optionsReply = z.object({
  ...result.shape,
  recipientList: z.array(recipient),
  orderSummary,
  redirectUrl: z.string(),
  ...receipt.shape,
})
const summed = z.object({ ...result.shape, orderSummary, ...receipt.shape })
const bopsOption = z.object({ recipientId: id, selectedOption: z.union([z.literal(0), z.literal(1)]) })

/** One order, many recipients: who gets which line, and what each recipient can say of it. */
export const recipientCalls = {
  saveMultiShippingAddress: call(paths.saveMultiShippingAddress, 'CALL-23 SHIP-06 OPEN-74', {
    input: address.extend({ basketItemId: id }),
    reply: savedAddress.extend({ basketItems: z.array(basketItem) }),
  }),
  saveMultiShipping: call(paths.saveMultiShipping, 'CALL-24 SHIP-07 OPEN-75', {
    input: z.object({ addressId: id }),
    reply: divided,
  }),
  saveRecipientSelection: call(paths.saveRecipientSelection, 'CALL-25 SHIP-08 OPEN-75', {
    input: z.object({ recipientId: id, basketItemId: id }),
    reply: divided,
  }),
  updateRecipientId: call(paths.updateRecipientId, 'CALL-26 SHIP-09 OPEN-75', {
    input: z.object({ oldRecipientId: id, newRecipientId: id }),
    reply: divided,
  }),
  splitItem: call(paths.splitItem, 'CALL-27 SHIP-10 OPEN-75', {
    input: z.object({ basketItemId: id }),
    reply: divided,
  }),
  saveMultiRecipientBasket: call(paths.saveMultiRecipientBasket, 'CALL-28 SHIP-11 OPEN-75', {
    input: z.object({
      multiRecipientBasket: z
        .array(
          z.object({
            sku: z.int(),
            recipients: z
              .array(z.object({ recipientId: id, quantity: z.int().min(0).max(9_999), basketItemId: id }))
              .max(100),
          }),
        )
        // a sign-in may have brought two full carts together
        .max(2 * limits.cartLines),
    }),
    reply: divided,
  }),
  updateBopsToShipping: call(paths.updateBopsToShipping, 'CALL-65 SHIP-29 OPEN-75', {
    input: z.object({ recipientId: id, newAddressId: id }),
    reply: divided,
  }),
  updateGiftReceipt: call(paths.updateGiftReceipt, 'CALL-63 GIFT-04 OPEN-77', {
    input: bopsOption,
    reply: optionsReply,
  }),
  updateBaggingOption: call(paths.updateBaggingOption, 'CALL-64 GIFT-05 OPEN-77', {
    input: bopsOption,
    reply: optionsReply,
  }),
  setTymPreferences: call(paths.setTymPreferences, 'CALL-55 SHIP-31 OPEN-70', {
    input: z.object({
      isOptIn: z.boolean(),
      isBilling: z.boolean(),
      // what of it names the recipient counts; it may be ticked while the rest is still being typed
      address: address.partial(),
    }),
    reply: result.extend(receipt.shape),
  }),
  switchTaxExemption: call(
    paths.switchTaxExemption,
    'CALL-68 GIFT-07 OPEN-78',
    { input: z.object({ taxExemption: z.enum(['true', 'false']) }), reply: summed },
    { token: true },
  ),
  applyTaxExemption: call(paths.applyTaxExemption, 'CALL-69 GIFT-08 OPEN-78', {
    input: z.object({ isTaxExemptionApplied: z.boolean() }),
    reply: summed,
  }),
} as const
