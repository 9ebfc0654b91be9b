import { z } from 'zod'
import { emailMaxLength } from '#domain/address/email.ts'
import { address, fieldError } from '../address/shapes.ts'
import { box, dimensions, personalization, unavailableItem } from '../cart/shapes.ts'
import { paidWith, paymentData, plccOffer } from '../payment/shapes.ts'
import { cents, emailField, flags, id, messages, receipt, result } from '../platform/shapes.ts'
import { orderSummary } from '../pricing/shapes.ts'

/** OPEN-77. */
export const giftOptions = z.object({
  isGift: z.boolean(),
  giftWrap: z.enum(['none', 'box', 'wrap']),
  giftMessage: z.string(),
  hasGiftReceipt: z.boolean(),
})

export const pickupContact = z.object({
  firstName: z.string().max(50),
  lastName: z.string().max(50),
  email: emailField(emailMaxLength),
  phone: z.string().max(25),
})

export const bopsOptions = z.object({
  giftReceiptOption: z.union([z.literal(0), z.literal(1)]),
  baggingOption: z.union([z.literal(0), z.literal(1)]),
  pickupContact: pickupContact.nullable(),
})

export const dateRange = z.object({ startDate: z.string(), endDate: z.string() })

export const tripBooking = z.object({
  windows: z.array(z.object({ id: z.int(), date: z.string(), from: z.string(), to: z.string(), isFree: z.boolean() })),
  selectedWindowId: z.int().nullable(),
})

/** DATA-07. The charge of each service level is in cents, its dates are text for people. */
export const shipment = z.object({
  id,
  holidayHold: dateRange.nullable(),
  holidayHoldRanges: z.array(dateRange),
  tripBooking: tripBooking.nullable(),
  availableServiceLevels: z.array(
    z.object({ level: z.int(), name: z.string(), charge: cents, edd: z.object({ message: z.string() }) }),
  ),
  selectedServiceLevel: z.int(),
  isShipCompleteVisible: z.boolean(),
  isShipCompleteSelected: z.boolean(),
  /** What comes much later than the rest, as a delivery of its own for so many cents more (CALM-15); missing where nothing does. */
  split: z.object({ lineIds: z.array(id), charge: cents, edd: z.object({ message: z.string() }) }).exactOptional(),
  items: z.array(
    z.object({
      basketItemId: id,
      sku: z.int(),
      quantity: z.int(),
      edd: z.object({ message: z.string() }),
      isParcelShipping: z.boolean(),
    }),
  ),
})

/** DATA-06. */
export const recipient = z.object({
  id,
  isPickup: z.boolean(),
  storeNumber: z.string(),
  storeName: z.string(),
  address: address.nullable(),
  shipments: z.array(shipment),
  bopsOptions: bopsOptions.nullable(),
  giftOptions,
  /** Printed mailings to this address are welcome (OPEN-70). */
  isMailWelcome: z.boolean(),
  /** What those know who bring furniture and freight (CALM-17); null where no crew comes. */
  crew: z
    .object({
      /** Whom they call; '' for nobody, and for the number of a registrant, which is hidden. */
      phone: z.string(),
      accessNotes: z.string(),
      isPhoneOfAddress: z.boolean(),
      /** Neither a number nor booked hours are known: the step cannot be left. */
      isPhoneNeeded: z.boolean(),
    })
    .nullable(),
  /** Furniture would go to a post office box: another address is needed before the next step. */
  isBoxForFreight: z.boolean(),
  /** This recipient's part of the order summary; the parts add up to it (BEYOND-05). */
  totals: z.object({
    subtotal: cents,
    discount: cents,
    shipping: cents,
    surcharge: cents,
    installation: cents,
    giftOptions: cents,
    donation: cents,
    tax: cents,
    total: cents,
  }),
})

/** OPEN-74: what the calls that save an address answer. */
export const savedAddress = z.object({
  ...result.shape,
  errors: z.array(fieldError),
  addressId: z.string(),
  recipientId: z.string(),
  recipientList: z.array(recipient),
  orderSummary,
  ...receipt.shape,
})

/** What analytics knows of a line besides what the page shows (DATA-03); `regularPrice` in cents. */
export const lineAnalytics = z.object({
  regularPrice: cents,
  priceTypeCode: z.string(),
  markdownTypeCode: z.string(),
  category: z.string(),
  department: z.string(),
  class: z.string(),
  subclass: z.string(),
  propertyCodes: z.array(z.int()),
})

/** DATA-04. */
export const basketItem = z.object({
  id,
  sku: z.int(),
  title: z.string(),
  imagePath: z.string(),
  navigateUrl: z.string(),
  quantity: z.int(),
  currentPrice: cents,
  totalPrice: cents,
  recipientId: id,
  grId: z.int(),
  /** Whose registry it is a gift for (CALM-67); left out when it is none. */
  giftFor: z.string().optional(),
  recipients: z.array(z.object({ recipientId: id, quantity: z.int(), basketItemId: id })),
  personalization: personalization.nullable(),
  optionChoices: z.array(z.object({ code: z.string(), name: z.string(), value: z.string() })),
  isPickup: z.boolean(),
  isRemoved: z.boolean(),
  isDonation: z.boolean(),
  isInstallationServiceRequired: z.boolean(),
  installationServiceFee: cents,
  availability: z.int(),
  edd: z.object({ message: z.string() }),
  /** How long it takes to make; '' for what is not made to order (CALM-04). */
  makingTime: z.string(),
  dimensions: dimensions.nullable(),
  boxes: z.array(box),
  priceQuantityTotals: z.object({ quantity: z.int() }),
  ...lineAnalytics.shape,
})

/** DATA-08. */
export const accountInfo = z.object({
  shippingAddresses: z.array(address),
  registryAddresses: z.array(z.object({ addressId: id, grId: z.int() })),
})

/** OPEN-85. */
export const checkout = z.object({
  isSuccess: z.boolean(),
  basketId: id,
  step: z.int(),
  highestStep: z.int(),
  currencyCode: z.enum(['USD', 'CAD']),
  isGuest: z.boolean(),
  isInternational: z.boolean(),
  /** Shipping and its options are one step (CALM-33). */
  isOneParcel: z.boolean(),
  hasTns: z.boolean(),
  hasSynchrony: z.boolean(),
  ...flags.shape,
  accountCardsInfoLimit: z.int(),
  messages,
  basketItems: z.array(basketItem),
  recipientList: z.array(recipient),
  billingAddress: address.nullable(),
  isBillingSame: z.boolean(),
  isBillingMailWelcome: z.boolean(),
  /** The account may order without tax (OPEN-78), and does. */
  isTaxExemptionOffered: z.boolean(),
  isTaxExemptionApplied: z.boolean(),
  accountInfo,
  paymentData,
  paidWith,
  /** The wallets this storefront offers now, in the order of their buttons (ALT-01). */
  walletMethods: z.array(z.enum(['paypal', 'venmo', 'applePay'])),
  /** Whose sheets open (OPEN-91); '' where none do. */
  walletProvider: z.enum(['', 'built-in', 'braintree']),
  plccOffer,
  promo: z.object({ discountCode: z.string(), errorMessage: z.string() }),
  orderSummary,
  ...receipt.shape,
})

/** OPEN-87. */
export const validateCartReply = z.object({
  isSuccess: z.boolean(),
  errorType: z.int(),
  errorMessage: z.string(),
  items: z.array(unavailableItem),
  /** Which cart was judged: after a sign-in it may be another than the one of the page. */
  basketId: z.string(),
  ...receipt.shape,
})
