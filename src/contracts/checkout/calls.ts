import { z } from 'zod'
import { address, fieldError } from '../address/shapes.ts'
import { call } from '../call.ts'
import { id, noInput, receipt, result } from '../platform/shapes.ts'
import { orderSummary } from '../pricing/shapes.ts'
import { shipMethodInput } from '../shipping/methods.ts'
import { checkoutPaths as paths } from './paths.ts'
import { optionsReply, recipientCalls } from './recipient-calls.ts'
import {
  bopsOptions,
  checkout,
  dateRange,
  giftOptions,
  savedAddress,
  tripBooking,
  validateCartReply,
} from './shapes.ts'

const stepRule = { stepRule: true } as const
const plain = { input: noInput, reply: result.extend(receipt.shape) }
const moved = { input: noInput, reply: z.object({ ...result.shape, redirectUrl: z.string(), ...receipt.shape }) }
const promoCode = z.object({ promoCode: z.string().max(40) })
const promoReply = z.object({
  isSuccess: z.boolean(),
  promoErrorMessage: z.string(),
  cartErrorMessage: z.string(),
  discountCode: z.string(),
  orderSummary,
  ...receipt.shape,
})
const certificatesReply = z.object({
  ...result.shape,
  rewardsData: z.object({ rewardsTotal: z.int(), errorMessage: z.string() }),
  orderSummary,
  ...receipt.shape,
})

export const checkoutCalls = {
  refreshCheckout: call(paths.refreshCheckout, 'CALL-30 OPEN-85', { input: noInput, reply: checkout }),
  validateCart: call(paths.validateCart, 'CALL-31 OPEN-87', { input: noInput, reply: validateCartReply }, stepRule),
  removeNlaItems: call(paths.removeNlaItems, 'CALL-04 UNAVAIL-11', plain, stepRule),
  removeAllNlaItems: call(paths.removeAllNlaItems, 'CALL-06 UNAVAIL-13', plain, stepRule),
  keepAvailableItems: call(paths.keepAvailableItems, 'CALM-10', plain, stepRule),
  removeInHousePersonalizedNlaItems: call(paths.removeInHousePersonalizedNlaItems, 'CALL-05 UNAVAIL-12', plain),
  removePersonalizedItems: call(paths.removePersonalizedItems, 'CALL-33 UNAVAIL-12', plain, stepRule),
  removePfasItems: call(paths.removePfasItems, 'CALL-32 UNAVAIL-14', plain, stepRule),
  removeInstallationService: call(paths.removeInstallationService, 'CALL-34 UNAVAIL-15', plain, stepRule),
  removeCertificates: call(
    paths.removeCertificates,
    'CALL-09 CERT-05 OPEN-52',
    { input: noInput, reply: certificatesReply },
    stepRule,
  ),
  providerRemoveCertificates: call(paths.providerRemoveCertificates, 'CALL-10 CERT-06 OPEN-52', {
    input: noInput,
    reply: certificatesReply,
  }),
  applyPromoCode: call(paths.applyPromoCode, 'CALL-38 PROMO-12 OPEN-71', { input: promoCode, reply: promoReply }),
  verifyPromoCode: call(paths.verifyPromoCode, 'CALL-39 PROMO-12 OPEN-71', {
    input: promoCode,
    reply: z.object({
      isSuccess: z.boolean(),
      isPromoCodeRemoved: z.boolean(),
      promoErrorMessage: z.string(),
      orderSummary,
      ...receipt.shape,
    }),
  }),
  removePromoCode: call(
    paths.removePromoCode,
    'CALL-35 PROMO-12 OPEN-71',
    { input: noInput, reply: promoReply },
    stepRule,
  ),
  moveToShippingAndGiftOptions: call(paths.moveToShippingAndGiftOptions, 'CALL-36 STEP-09 OPEN-88', moved, stepRule),
  moveToPaymentPage: call(paths.moveToPaymentPage, 'CALL-36 STEP-09 OPEN-88', moved, stepRule),
  moveToReviewPage: call(paths.moveToReviewPage, 'CALL-36 STEP-09 OPEN-88', moved, stepRule),
  validateAddress: call(paths.validateAddress, 'CALL-19 SHIP-01 OPEN-74', {
    input: address,
    reply: z.object({ ...result.shape, errors: z.array(fieldError), suggestedAddress: address.nullable() }),
  }),
  validateAndSaveAddress: call(paths.validateAndSaveAddress, 'CALL-20 SHIP-01 OPEN-74', {
    input: address,
    reply: savedAddress,
  }),
  saveShippingAddress: call(paths.saveShippingAddress, 'CALL-21 SHIP-02 OPEN-74', {
    input: address,
    reply: savedAddress,
  }),
  saveBillingAddress: call(paths.saveBillingAddress, 'CALL-22 SHIP-02 OPEN-74 PAY-58', {
    input: address.extend({ isSameAsShipping: z.boolean().default(false) }),
    reply: savedAddress,
  }),
  saveShippingAndGiftOptions: call(paths.saveShippingAndGiftOptions, 'CALL-29 SHIP-12 OPEN-76', {
    input: z.object({
      recipients: z
        .array(
          z.object({
            recipientId: id,
            shipments: z
              .array(
                z.object({
                  id,
                  selectedServiceLevel: shipMethodInput,
                  isShipCompleteSelected: z.boolean().default(false),
                  /** Now, as it was offered (CALM-15). */
                  isSplit: z.boolean().default(false),
                  holidayHold: dateRange.nullable().default(null),
                  tripBooking: tripBooking.pick({ selectedWindowId: true }).nullable().default(null),
                }),
              )
              .max(50),
            giftOptions: giftOptions,
            bopsOptions: bopsOptions.nullable().default(null),
            /** Left out: as it is (CALM-17). */
            crew: z.object({ phone: z.string().max(25), accessNotes: z.string().max(2_000) }).optional(),
          }),
        )
        .max(50),
    }),
    reply: optionsReply,
  }),
  updateGiftOption: call(paths.updateGiftOption, 'CALL-67 GIFT-01 OPEN-77', {
    input: z.object({
      recipientId: id,
      giftOptions,
      rewardsOrderSummaryMessage: z.string().max(500).default(''),
      serviceLevel: shipMethodInput,
    }),
    reply: optionsReply,
  }),
  updateGiftMessage: call(paths.updateGiftMessage, 'CALL-66 GIFT-02 OPEN-77', {
    input: z.object({ recipientId: id, message: z.string().max(2_000), isInitialTrigger: z.boolean() }),
    reply: optionsReply,
  }),
  ...recipientCalls,
} as const
