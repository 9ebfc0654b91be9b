import { z } from 'zod'
import { fieldOf } from '../field-kinds.ts'
import { cents, id, token } from '../platform/shapes.ts'

/** PAY-06. */
export const appliedCardErrors = z.object({
  hasRewardsRestrictionError: z.boolean(),
  hasSessionError: z.boolean(),
  hasZeroAmountError: z.boolean(),
  cbccNotAppliedError: z.boolean(),
})

/** PAY-12. */
export const cardErrors = z.object({
  hasNumberError: z.boolean(),
  hasExpDateError: z.boolean(),
  hasCvvError: z.boolean(),
  hasTnsError: z.boolean(),
  hasSessionError: z.boolean(),
  hasRewardsRestrictionError: z.boolean(),
  hasOldCbccCardUsedError: z.boolean(),
  hasZeroAmountError: z.boolean(),
  cbccNotAppliedError: z.boolean(),
})

/** PAY-46, OPEN-66. */
export const verifyErrors = z.object({
  hasVerifyRequiredError: z.boolean(),
  hasVerifyInputError: z.boolean(),
  hasVerifyFailedError: z.boolean(),
  hasCvvError: z.boolean(),
  cardId: z.string(),
})

/** Longest token: Adyen's encrypted fields of a card in one; its encrypted code alone takes a quarter. */
const maxCardTokenLength = 8_192
const maxCodeTokenLength = 2_048

export const adyenCardData = z.object({ token: fieldOf('id', z.string()), brand: z.string(), lastFour: z.string() })

/** PAY-05, PAY-07: what the shopper may see of an applied card; never the token or number. appliedAmount in cents. */
export const appliedCard = z.object({
  adyenCardData: adyenCardData.partial().nullable(),
  appliedAmount: cents,
  appliedAmountString: z.string(),
  basketPaymentId: z.int(),
  basketPaymentGuid: z.string(),
  cbhccDesignType: z.int(),
  expMonth: z.int(),
  expYear: z.int(),
  hasVerifyData: z.boolean(),
  id: z.string(),
  isApplied: z.boolean(),
  isAutoApplied: z.boolean(),
  isVerificationApplied: z.boolean(),
  isPrimary: z.boolean(),
  isValid: z.boolean(),
  lastFour: z.string(),
  needsFocus: z.boolean(),
  order: z.int(),
  saveToAccount: z.boolean(),
  selectionIndex: z.int(),
  storedPaymentMethodId: z.string(),
  type: z.string(),
  verifyCreditCard: z.boolean(),
  errors: appliedCardErrors,
})

/** PAY-09. */
export const accountCard = z.object({
  cardInfo: z.object({
    type: z.string(),
    lastFour: z.string(),
    expMonth: z.int(),
    expYear: z.int(),
    cbhccDesignType: z.int(),
    verifyCreditCard: z.boolean(),
    isVerificationApplied: z.boolean(),
    adyenCardData: adyenCardData.partial().nullable(),
    storedPaymentMethodId: z.string(),
    isAutoApplied: z.boolean(),
    id: z.string(),
  }),
  isExpired: z.boolean(),
})

/** OPEN-73: cardNumber is an opaque reference, displayNumber the last four digits. */
export const appliedGiftCard = z.object({
  cardNumber: z.string(),
  displayNumber: z.string(),
  appliedAmount: cents,
  balance: cents,
})

/** What each tender pays, in the order they pay, as one calls them; together the total (BEYOND-03). Ids are for PlaceOrder. */
export const paidWith = z.array(z.object({ id, name: z.string(), amount: cents }))

/** PAY-01, OPEN-86. */
export const paymentData = z.object({
  creditCardData: z.object({
    cardOneInfo: appliedCard.nullable(),
    cardTwoInfo: appliedCard.nullable(),
    accountCardsInfo: z.array(accountCard),
    isOnlyCbccAllowed: z.boolean(),
  }),
  rewardsData: z.object({
    rewardsTotal: cents,
    rewardExceedOrderTotalMessage: z.string(),
    certificates: z.array(z.object({ certificateNumber: z.string(), amount: cents })),
    errorMessage: z.string(),
  }),
  tenderCodesData: z.object({
    tenderCodes: z.array(z.object({ tenderCodeNumber: z.string(), appliedAmount: cents })),
    giftCards: z.array(appliedGiftCard),
  }),
  payPalData: z.object({ isApplied: z.boolean(), email: z.string(), appliedAmount: cents }),
  alternativePaymentsData: z.object({
    type: z.enum(['', 'venmo', 'applePay']),
    isApplied: z.boolean(),
    username: z.string(),
    appliedAmount: cents,
  }),
  isPaymentNeeded: z.boolean(),
})

/** OPEN-69. */
export const plccOffer = z.object({
  isAvailable: z.boolean(),
  rewardText: z.string(),
  financingText: z.string(),
  financingTerms: z.string().nullable(),
  selectedOption: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  errorMessage: z.string(),
})

/** What is sent as an amount; whole cents are the only good one, and all else is answered at the field (SAFE-15). */
const amountInput = z
  .union([z.number(), z.string().max(40)])
  .nullable()
  .default(null)

/** OPEN-63: a new card as the browser sends it after the gateway made its token. Amounts in cents. */
export const cardSlotInput = z.object({
  slot: z.enum(['CardOne', 'CardTwo']),
  type: z.string().max(30).default(''),
  brand: z.string().max(30).default(''),
  cardToken: token(maxCardTokenLength),
  lastFour: z.string().max(4).default(''),
  expMonth: z.int().min(0).max(12),
  expYear: z.int().min(0).max(2999),
  saveToAccount: z.boolean().default(false),
  appliedAmount: amountInput,
  adyenCardData: adyenCardData.nullable().default(null),
  tnsSession: token(200).nullable().default(null),
  /** Of a card the cart has: its date is this, after its bank did not know the one of before (CALM-24). */
  isExpiryCorrected: z.boolean().default(false),
})

/** OPEN-63: a saved card used again. */
export const accountCardInput = z.object({
  id,
  appliedAmount: amountInput,
  cvvToken: token(maxCodeTokenLength).nullable().default(null),
})

/** OPEN-66: the token the gateway gave for the security code of a saved card; the code itself never comes here. */
export const verifyCardInput = z.object({
  id: token(100).default(''),
  cvvToken: token(maxCodeTokenLength).default(''),
})
