import type { MessageKey } from './messages.ts'
import type { RefusalAsk } from './order/card-refusal.ts'

/**
 * Every refusal a rule can give, a union by code: the code with the facts its message needs. The text is looked up by
 * `messageKeyOf` in the message table by brand and locale, so no rule holds a sentence.
 */
export type Problem<Code extends ProblemCode = ProblemCode> = {
  readonly [Each in Code]: { readonly code: Each } & (Each extends keyof ProblemFacts ? ProblemFacts[Each] : unknown)
}[Code]

type OfPromo = { readonly promoCode: string }
type AtField = { readonly label: string }
type Limit = { readonly limit: number }
type AnyItem = { readonly sku?: number }
/** {0} of the text. */
type Entered = { readonly 0: string }

/** The facts of each problem that has any; amounts in cents. A fact its text asks for must be here. */
export type ProblemFacts = {
  readonly unknownSku: AnyItem
  readonly notAvailable: AnyItem
  readonly quantityOutOfRange: { readonly min: number; readonly max: number }
  readonly lineLimitExceeded: { readonly max: number; readonly quantity: number }
  readonly cartFull: Limit
  readonly savedItemsFull: Limit
  readonly homesFull: Limit
  readonly giftCardsFull: Limit
  readonly tenderCodesFull: Limit
  readonly certificatesFull: Limit
  readonly addressBookFull: Limit
  readonly registriesFull: Limit
  readonly pictureTooLarge: Limit
  readonly pictureTooManyPixels: Limit & { readonly pixels: number }
  readonly pictureUnreadable: { readonly least: number }
  readonly registryFull: Limit
  readonly storeWithoutItem: { readonly locationId: number }
  readonly fewerLeft: { readonly left: number }
  readonly donationOutOfRange: { readonly minCents: number; readonly maxCents: number }
  readonly notADonation: { readonly sku: number }
  readonly invalidPostalCode: Entered
  readonly unknownPostalCode: Entered
  readonly postalCodeStateMismatch: { readonly postalCode: string; readonly state: string }
  readonly invalidField: AtField
  readonly missingField: AtField
  readonly fieldTooLong: AtField & Limit
  readonly invalidName: AtField
  readonly promoNotStarted: OfPromo & { readonly day: string }
  readonly promoEnded: OfPromo & { readonly day: string }
  readonly promoOtherStore: OfPromo & { readonly storeName: string }
  readonly promoUsedUp: OfPromo
  readonly promoUsedByShopper: OfPromo
  readonly promoBelowMinimum: OfPromo & { readonly minSubtotalCents: number; readonly missingCents: number }
  readonly promoStoreCardOnly: OfPromo
  readonly stepNotReached: { readonly step: string; readonly path: string }
  readonly paymentSumMismatch: { readonly dueCents: number }
  readonly walletAmountChanged: { readonly dueCents: number }
  /** Not there in a refusal of before it was kept. */
  readonly cardRefused: { readonly slot?: 1 | 2; readonly ask?: RefusalAsk }
  readonly giftCardRefused: { readonly displayNumbers: readonly string[] }
  readonly giftMessageTooLong: Limit & { readonly length: number }
}

export type ProblemCode = keyof typeof messageKeyOf

/** From problem to message key: complete or it does not compile (Problem.code is a key of this table). */
export const messageKeyOf = {
  unknownLine: 'problem.unknownLine',
  unknownSku: 'problem.unknownSku',
  notAvailable: 'problem.notAvailable',
  quantityOutOfRange: 'problem.quantityOutOfRange',
  lineLimitExceeded: 'problem.lineLimitExceeded',
  cartFull: 'problem.cartFull',
  savedItemsFull: 'problem.savedItemsFull',
  homesFull: 'problem.homesFull',
  giftCardsFull: 'problem.giftCardsFull',
  tenderCodesFull: 'problem.tenderCodesFull',
  certificatesFull: 'problem.certificatesFull',
  addressBookFull: 'problem.addressBookFull',
  registriesFull: 'problem.registriesFull',
  registryFull: 'problem.registryFull',
  storeWithoutItem: 'problem.storeWithoutItem',
  unknownStore: 'problem.unknownStore',
  notForPickup: 'problem.notForPickup',
  notSoldAtStore: 'problem.notSoldAtStore',
  notDelivered: 'problem.notDelivered',
  noneToShip: 'problem.noneToShip',
  fewerLeft: 'problem.fewerLeft',
  notInstalledAtStore: 'problem.notInstalledAtStore',
  cannotUndo: 'problem.cannotUndo',
  donationOutOfRange: 'problem.donationOutOfRange',
  donationNotWhole: 'problem.donationNotWhole',
  notADonation: 'problem.notADonation',
  cartBeingPlaced: 'problem.cartBeingPlaced',
  cartChanged: 'problem.cartChanged',
  cartEmpty: 'emptyBasketMessage',
  missingPostalCode: 'missingPostalCode',
  invalidPostalCode: 'postalCodeValidationError',
  unknownPostalCode: 'problem.unknownPostalCode',
  postalCodeStateMismatch: 'problem.postalCodeStateMismatch',
  poBoxForFreight: 'problem.poBoxForFreight',
  invalidField: 'problem.invalidField',
  missingField: 'problem.missingField',
  missingText: 'problem.missingText',
  missingLines: 'problem.missingLines',
  fieldTooLong: 'problem.fieldTooLong',
  invalidName: 'problem.invalidName',
  invalidEmail: 'invalidEmailAddress',
  invalidPhone: 'problem.invalidPhone',
  crewPhoneMissing: 'problem.crewPhoneMissing',
  unknownPromo: 'problem.unknownPromo',
  promoNotStarted: 'problem.promoNotStarted',
  promoEnded: 'problem.promoEnded',
  promoOtherStore: 'problem.promoOtherStore',
  promoUsedUp: 'problem.promoUsedUp',
  promoUsedByShopper: 'problem.promoUsedByShopper',
  promoBelowMinimum: 'problem.promoBelowMinimum',
  promoStoreCardOnly: 'problem.promoStoreCardOnly',
  noPromo: 'problem.noPromo',
  stepNotReached: 'problem.stepNotReached',
  orderedByRequest: 'problem.orderedByRequest',
  noPayment: 'problem.noPayment',
  paymentSumMismatch: 'problem.paymentSumMismatch',
  zeroAmount: 'zeroAmountMessage',
  cardSessionEnded: 'sessionErrorMessage',
  cardRefused: 'authorizationMessage',
  cardInvalid: 'problem.cardInvalid',
  walletRefused: 'problem.walletRefused',
  walletAmountChanged: 'problem.walletAmountChanged',
  walletNotOffered: 'problem.walletNotOffered',
  walletNotApproved: 'problem.walletNotApproved',
  walletSheetReplaced: 'problem.walletSheetReplaced',
  walletWithStoreCardPromo: 'problem.walletWithStoreCardPromo',
  walletWithCertificates: 'rewardsRestrictionMessage',
  cardNotVerified: 'securityCodeMissing',
  financingTermsMissing: 'problem.financingTermsMissing',
  giftCardRefused: 'giftCardErrorMessage',
  giftMessageTooLong: 'problem.giftMessageTooLong',
  unknownRecipient: 'problem.unknownRecipient',
  cannotSplit: 'problem.cannotSplit',
  divisionMismatch: 'problem.divisionMismatch',
  dateNotOffered: 'problem.dateNotOffered',
  tripTaken: 'tripBookingFailedMessage',
  notTaxExempt: 'problem.notTaxExempt',
  taxNotKnown: 'problem.taxNotKnown',
  interrupted: 'problem.interrupted',
  unknownOrder: 'problem.unknownOrder',
  cancelPending: 'problem.cancelPending',
  cancelTooLate: 'problem.cancelTooLate',
  cancelPaymentTaken: 'problem.cancelPaymentTaken',
  signInNeeded: 'problem.signInNeeded',
  unknownRegistry: 'problem.unknownRegistry',
  notForRegistry: 'problem.notForRegistry',
  pictureMissing: 'problem.pictureMissing',
  pictureTooLarge: 'problem.pictureTooLarge',
  pictureTooManyPixels: 'problem.pictureTooManyPixels',
  pictureNeedsJpeg: 'problem.pictureNeedsJpeg',
  pictureUnreadable: 'problem.pictureUnreadable',
  pictureTooOften: 'problem.pictureTooOften',
  pictureBusy: 'problem.pictureBusy',
  registryClosed: 'problem.registryClosed',
  registryClosedInCart: 'problem.registryClosedInCart',
  registryGiftTaken: 'problem.registryGiftTaken',
  giftCardNotAccepted: 'problem.giftCardNotAccepted',
  tenderCodeNotAccepted: 'problem.tenderCodeNotAccepted',
  storedValueForGiftCards: 'problem.storedValueForGiftCards',
  tenderNotApplied: 'problem.tenderNotApplied',
  certificateNotAccepted: 'problem.certificateNotAccepted',
  certificateUsed: 'problem.certificateUsed',
  certificateExpired: 'problem.certificateExpired',
  certificateNotNeeded: 'problem.certificateNotNeeded',
  certificateNotApplied: 'problem.certificateNotApplied',
  rewardsCardNeeded: 'problem.rewardsCardNeeded',
  rewardsAccountUnknown: 'problem.rewardsAccountUnknown',
  rewardsCardNotKnown: 'problem.rewardsCardNotKnown',
  cardNotForRewards: 'rewardsRestrictionMessage',
  storeCardNeeded: 'cbccNotAppliedMessage',
  tooManyTries: 'problem.tooManyTries',
  serviceUnavailable: 'problem.serviceUnavailable',
} as const satisfies { readonly [code: string]: MessageKey }
