import { z } from 'zod'
import { limits } from '#domain/limits.ts'
import { call, type ReplyOf } from '../call.ts'
import { tracked } from '../catalog/recommendation-calls.ts'
import { cents, id, noInput, receipt, result } from '../platform/shapes.ts'
import { explainedLine } from '../pricing/shapes.ts'
import { shipMethodInput } from '../shipping/methods.ts'
import { lineChangeCalls } from './line-change-calls.ts'
import { cartPaths } from './paths.ts'
import { addItem, addOn, cart, confirmationItem, oversizedItem, unavailableItem } from './shapes.ts'

const line = z.object({ lineItemId: id })
/** Result with the receipt of BEYOND-01. */
const changed = result.extend(receipt.shape)
const promoReply = z.object({
  isSuccess: z.boolean(),
  promoErrorMessage: z.string(),
  cartErrorMessage: z.string(),
  ...receipt.shape,
})

export const cartCalls = {
  getCartJsx: call(cartPaths.getCartJsx, 'OPEN-28 DATA-01 DATA-02 CART-02', { input: noInput, reply: cart }),
  checkout: call(cartPaths.checkout, 'OPEN-27 CALL-15', {
    input: noInput,
    reply: z.object({
      isSuccess: z.boolean(),
      redirectUrl: z.string(),
      isLoggedIn: z.boolean(),
      popupUrl: z.string(),
      errorType: z.int(),
      errorMessage: z.string(),
      IsReset: z.boolean(),
      oversizedItems: z.array(oversizedItem),
      items: z.array(unavailableItem),
      ...receipt.shape,
    }),
  }),
  removeItem: call(cartPaths.removeItem, 'OPEN-29 CART-07', { input: line, reply: changed }),
  /** Undoes the removal of a line of the cart or of the saved list. */
  restoreItem: call(cartPaths.restoreItem, 'UX-10', { input: line, reply: changed }),
  saveForLater: call(cartPaths.saveForLater, 'OPEN-30 CART-04', { input: line, reply: changed }),
  updateItem: call(cartPaths.updateItem, 'OPEN-31 CART-09', {
    input: line.extend({ quantity: z.number() }),
    reply: changed,
  }),
  updateShipMethod: call(cartPaths.updateShipMethod, 'OPEN-32 CART-10', {
    input: line.extend({ shipMethod: shipMethodInput, isPickup: z.boolean(), locationId: z.string().max(10) }),
    reply: changed,
  }),
  getDeliveryChoices: call(cartPaths.getDeliveryChoices, 'CART-10', {
    input: line,
    reply: z.object({
      lineItemId: z.string(),
      /** How the line can come, each as updateShipMethod takes it. */
      ways: z.array(
        z.object({
          shipMethod: shipMethodInput,
          isPickup: z.boolean(),
          locationId: z.string(),
          /** Of the ship method or the store, with the store's city and state, and its free pieces. */
          name: z.string(),
          place: z.string(),
          free: z.int(),
          message: z.string(),
          isChosen: z.boolean(),
          /** What shipping the cart costs then, more than now; cents. */
          shippingDifference: z.int(),
        }),
      ),
    }),
  }),
  ...lineChangeCalls,
  removeInstallationService: call(cartPaths.removeInstallationService, 'OPEN-33 CART-11', {
    input: line,
    reply: changed,
  }),
  removeItemFromSaveForLater: call(cartPaths.removeItemFromSaveForLater, 'OPEN-34 CART-12', {
    input: line,
    reply: changed,
  }),
  moveToCart: call(cartPaths.moveToCart, 'OPEN-35 CART-05', { input: line, reply: changed }),
  donationAddToCart: call(cartPaths.donationAddToCart, 'OPEN-36 CART-13', {
    input: z.object({ sku: z.int().positive(), amount: z.number() }),
    reply: changed,
  }),
  applyZipCode: call(cartPaths.applyZipCode, 'OPEN-37 CALL-12 CART-15', {
    input: z.object({ zip: z.string().max(20), country: z.enum(['US', 'CA']) }),
    reply: z.object({ isSuccess: z.boolean(), cartData: cart.nullable(), message: z.string(), ...receipt.shape }),
  }),
  applyPromoCode: call(cartPaths.applyPromoCode, 'OPEN-38 CALL-13 CART-18', {
    input: z.object({ promoCode: z.string().max(40) }),
    reply: promoReply,
  }),
  removePromoCode: call(cartPaths.removePromoCode, 'OPEN-38 CALL-13 CART-19', { input: noInput, reply: promoReply }),
  getEdd: call(
    cartPaths.getEdd,
    'OPEN-39 CALL-14 CART-21',
    {
      input: z.object({ locationId: z.string().max(10), zipCode: z.string().max(20) }),
      reply: z.object({
        IsReset: z.boolean(),
        lineItems: z
          .array(
            z.object({
              id,
              sku: z.int(),
              edd: z.object({ message: z.string(), shipStatus: z.int(), pickupStatus: z.int() }),
            }),
          )
          .optional(),
      }),
    },
    { key: false },
  ),
  addItems: call(cartPaths.addItems, 'OPEN-44 CALL-16 ATC-01', {
    input: z.object({ items: z.array(addItem).min(1).max(limits.itemsOfAdd) }),
    reply: z.object({
      ...result.shape,
      items: z.array(confirmationItem),
      cartQuantity: z.int(),
      formattedCartSubtotal: z.string(),
      addOns: z.array(addOn),
      /** What analytics may know of each of addOns, in their order (OPEN-112). */
      trackedAddOns: z.array(tracked),
      ...receipt.shape,
    }),
  }),
  getTotalExplanation: call(cartPaths.getTotalExplanation, 'BEYOND-06', {
    input: noInput,
    reply: z.object({
      lines: z.array(explainedLine),
      /** What certificates, gift cards and codes pay of the total. */
      paid: z.array(explainedLine),
      total: cents,
      amountDue: cents,
      discountCode: z.string(),
      /** Why the applied code gives nothing and what would make it apply; '' when it gives something. */
      promoMessage: z.string(),
    }),
  }),
  getHeaderCounts: call(cartPaths.getHeaderCounts, 'OPEN-40 PLAT-29', {
    input: noInput,
    reply: z.object({
      basketCount: z.int(),
      favoritesCount: z.int(),
      /** The cart is an order whose payment is still open (CALM-27). */
      isBeingOrdered: z.boolean(),
    }),
  }),
  getCustomOrderConfirmation: call(
    cartPaths.getCustomOrderConfirmation,
    'OPEN-45 CALL-17 ATC-07',
    {
      input: z.object({
        sku: z.coerce.number().int().positive(),
        optionChoiceParameter: z.string().max(500).default(''),
      }),
      reply: z.object({
        hasCustomOrderConfirmation: z.boolean(),
        title: z.string(),
        message: z.string(),
        terms: z.array(z.string()),
        sku: z.int(),
        name: z.string(),
        imagePath: z.string(),
        formattedPrice: z.string(),
      }),
    },
    { session: 'none' },
  ),
  getAvailability: call(
    cartPaths.getAvailability,
    'OPEN-109 PLAT-31 BEYOND-07',
    {
      input: z.object({
        sku: z.coerce.number().int().positive(),
        zipCode: z.string().max(20).default(''),
        /** A pickup store; with none nothing is said of pickup. */
        locationId: z.string().max(10).default(''),
      }),
      reply: z.object({
        sku: z.int(),
        shipStatus: z.int(),
        pickupStatus: z.int(),
        message: z.string(),
        pickupMessage: z.string(),
        /** The stores that can hand it out now, the nearest first; none unless a pickup store is asked for. */
        pickupStores: z.array(z.string()),
        /** What the promise is made of, each in words (BEYOND-07). */
        parts: z.array(z.object({ kind: z.enum(['make', 'leave', 'carry', 'arrive']), text: z.string() })),
      }),
    },
    { session: 'none' },
  ),
} as const

/** The ways in which a line of the cart can come. */
export type DeliveryChoices = ReplyOf<typeof cartCalls.getDeliveryChoices>
