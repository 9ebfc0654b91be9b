import { defaultHelpPhones } from './help.ts'
import { pageErrorMessages } from './page-errors.ts'
import type { Locale, Variant, VariantKey } from './variant.ts'

/** The default of one configured message: one text, or texts by locale, or texts by storefront. */
export type MessageDefault =
  | string
  | { readonly byLocale: { readonly [Name in Locale]: string } }
  | { readonly byVariant: { readonly [Key in VariantKey]: string } }

/**
 * Defaults of every configured message (OPEN-11, OPEN-12, OPEN-13, OPEN-15), of the fixed field sentences (VALID-01 to
 * VALID-22) and of every problem. An operator's row of the message table goes before the default.
 */
export const defaultMessages = {
  // OPEN-11
  networkErrorMessage: 'We are having trouble connecting. Please try again in a few minutes.',
  genericErrorMessage: 'Something went wrong. Please try again.',
  // CALM-20: under the generic message where the store could not be reached
  storeNotReached: 'We cannot reach the store. Check your connection, then try again. Your cart is safe.',
  eddOutagePickupMessage: 'Pickup availability cannot be shown right now. Please check again later.',
  cartErrorPopupButton: '',
  missingPostalCode: {
    byLocale: { 'en-US': 'Please enter a ZIP code.', 'en-CA': 'Please enter a postal code.' },
  },
  postalCodeValidationError: {
    byLocale: { 'en-US': '{0} is not a valid ZIP code.', 'en-CA': '{0} is not a valid postal code.' },
  },
  emptyBasketMessage: 'Your cart is empty.',
  // CALM-33: over the options of a parcel whose address is being changed
  optionsHeld: 'Finish your address to choose',
  giftCardServiceUnavailableMessage: 'Gift cards cannot be used right now. Please try again later.',

  // OPEN-12
  tnsErrorMessage: 'We could not read your card. Please enter it again.',
  sessionErrorMessage: 'Your payment session has ended. Please enter your card again.',
  rewardsRestrictionMessage: 'Reward certificates can only be used with your store card.',
  rewardsMessage: 'You earn rewards with this card.',
  synchronyPaymentMessage: 'Your store card payment is processed by Synchrony Bank.',
  tnsPaymentMessage: 'Your card is read by our payment partner. We never see or keep its number.',
  tnsDeprecationMessage: 'Saved cards may ask for their security code once more.',
  zeroAmountMessage: 'Please enter an amount above zero.',
  cbccNotAppliedMessage: 'Please apply your store card to use this offer.',
  authorizationMessage: 'Your card was declined. Please use another card.',
  // CALM-24: a typing mistake is told as one; all that says something of card or holder is told as a decline
  'refusal.code': 'The security code does not match this card. Please enter it again. Nothing was charged.',
  'refusal.expiry': 'The expiration date does not match this card. Please enter it again. Nothing was charged.',
  'refusal.later': 'The bank of your card did not answer. Please try again in a minute, or use another card.',
  'refusal.anotherCard': 'If you did not expect this, your bank can tell you why.',
  invalidPromoMessage: 'This promotion code is no longer valid and was removed.',
  giftCardErrorMessage: 'A gift card could not be used.',
  tripBookingFailedMessage: 'The delivery time you chose is no longer free. Please choose another.',
  rewardsExceedOrderTotalMessage:
    'Your rewards are worth more than this order. The rest of a certificate is not paid out.',

  // OPEN-13
  cartReturningCustomersMessage: 'Sign in for faster checkout.',
  cartNewCustomersMessage: 'You can create an account after checkout.',
  'oktaSignInWidget.lockout': 'Your account is locked. Please try again later.',
  'oktaSignInWidget.usernameRequired': 'Please enter your email address.',
  'oktaSignInWidget.passwordRequired': 'Please enter your password.',
  'oktaSignInWidget.genericSummary': 'We found some errors. Please review the form.',
  // SAFE-50, SAFE-53: said where it helps, in place of the widget's own
  'signIn.linkFirst': 'Please use the link in our mail first.',
  'signIn.network': 'There were too many tries from your network. Please try again in a few minutes.',

  // OPEN-98
  'resetPassword.header': 'Enter your email address and we will send you a link to reset your password.',
  'resetPassword.sent': 'If there is an account for this email address, a link to reset its password is on its way.',
  'resetPassword.formEnded': 'This form has ended. Please send it once more.',

  // OPEN-15
  helpPhone: { byVariant: defaultHelpPhones },

  // VALID-01 to VALID-22
  cardNumberMissing: 'Please enter a valid credit card number.',
  cardNumberInvalid: 'The credit card number you entered is not valid.',
  expirationMissing: 'Please enter a valid expiration date.',
  expirationInvalid: 'The expiration date you entered is not valid.',
  cardReissued: 'Card has been reissued. Please use new card.',
  securityCodeMissing: 'Please enter a valid security code.',
  securityCodeInvalid: 'The security code you entered is not valid.',
  selectTwoCards: 'Please select two cards.',
  cardInUse: 'Card already in use.',
  invalidEmailAddress: 'Please enter a valid Email Address (i.e. name@example.com).',
  zipNotUpdated: 'Zip code could not be updated',

  // ATC-13: a line per term
  'customOrder.acceptFirst': 'Please read and accept the terms of this piece, then add it again.',
  'personalization.terms':
    'Your words are made exactly as you typed them. Please check their spelling.\nA personalized piece cannot be returned or exchanged, unless it arrives damaged or wrong.\nAn order of it cannot be changed once its making has begun.',

  // OPEN-42
  'shipTo.abroad':
    'Now shipping to: {country}. Orders there are placed by request: fill your cart and press Checkout, and we write to you.',
  'shipTo.home': 'Now shipping to: {country}.',

  // problems.ts
  'problem.unknownLine': 'This item is no longer in your cart.',
  'problem.unknownSku': 'We do not know this item.',
  'problem.notAvailable': 'This item is no longer available.',
  'problem.quantityOutOfRange': 'Please choose a quantity from {min} to {max}.',
  'problem.lineLimitExceeded': 'You can have at most {max} of one item in your cart.',
  'problem.cartFull':
    'Your cart is full: it holds at most {limit} different items. Please take one out before you add another.',
  'problem.savedItemsFull':
    'You have saved {limit} items for later, which is as many as we can keep. Please remove one of them first.',
  'problem.homesFull': 'One order can go to at most {limit} addresses. Please choose one that it goes to already.',
  'problem.giftCardsFull': 'One order can be paid with at most {limit} gift cards.',
  'problem.tenderCodesFull': 'One order can be paid with at most {limit} codes.',
  'problem.certificatesFull': 'One order can be paid with at most {limit} certificates.',
  'problem.addressBookFull':
    'Your account already has {limit} saved addresses. Please continue without saving this one, or remove one in your account.',
  'account.addressesFull':
    'Your account already has {limit} saved addresses. Please remove another first, then undo this.',
  'problem.registriesFull': 'You already have {limit} registries and lists in this store. Please use one of them.',
  'problem.registryFull':
    'This registry already asks for {limit} different items. Please take one out before you add another.',
  'problem.storeWithoutItem': 'This store does not have the item. Please choose another store or have it shipped.',
  'problem.unknownStore': 'We do not know this store.',
  'problem.notForPickup': 'This item cannot be picked up at a store.',
  'problem.notSoldAtStore':
    'This item cannot be picked up at this store: its state does not allow it. Please choose another store.',
  'problem.notDelivered': 'This item cannot be shipped to where your order goes. You can still pick it up.',
  'problem.noneToShip': 'We do not have enough of this item to ship. You can still pick it up.',
  'problem.fewerLeft': 'Only {left} of it left. Please choose fewer, or another one.',
  'problem.notInstalledAtStore': 'Stores do not install. Have it shipped to add its installation.',
  'problem.cannotUndo': 'This can no longer be undone: the item has changed since.',
  'problem.donationOutOfRange': 'Please choose an amount from {min} to {max}.',
  'problem.donationNotWhole': 'Please choose whole dollars, without cents.',
  'problem.notADonation': 'Only a donation can be added with an amount of your own.',
  'problem.cartBeingPlaced': 'Your order is being placed. Please wait a moment.',
  'problem.tenderPaysLess': 'It can pay {now} now, not the {shown} shown before.',
  'problem.tenderPaysNothing': 'It can no longer be used for this order.',
  'problem.cartChanged': 'Your cart has changed. Please look at it again before you place the order.',
  'problem.unknownPostalCode': {
    byLocale: {
      'en-US': '{0} is not a ZIP code we deliver to.',
      'en-CA': '{0} is not a postal code we deliver to.',
    },
  },
  'problem.postalCodeStateMismatch': {
    byLocale: {
      'en-US': 'The ZIP code {postalCode} is not in {state}.',
      'en-CA': 'The postal code {postalCode} is not in {state}.',
    },
  },
  'problem.poBoxForFreight': 'Furniture cannot be delivered to a PO box. Please enter the street address of your home.',
  'problem.invalidField': 'Please check {label}.',
  'problem.missingField': 'Please enter {label}.',
  // OPEN-106
  'problem.missingText': 'Please enter text',
  'problem.missingLines': 'Please enter at least one line of text',
  'problem.fieldTooLong': 'Please use at most {limit} characters for {label}.',
  'problem.invalidName': 'Please use letters, spaces, hyphens and apostrophes only for {label}.',
  'problem.invalidPhone': 'Please enter a phone number with 10 digits.',
  'problem.crewPhoneMissing': 'Please enter a phone number, or book a delivery day where one is offered.',
  'problem.unknownPromo': 'We do not know this promotion code. Please check that it is typed as it was printed.',
  'problem.promoNotStarted': 'This promotion code is not good yet. You can use it from {day} on.',
  'problem.promoEnded': 'This promotion code ended on {day}.',
  'problem.promoOtherStore': 'This promotion code is for {storeName}. It can be used in that store only.',
  'problem.promoUsedUp': 'This promotion code has been used as often as it was given out.',
  'problem.promoUsedByShopper': 'You have used this promotion code as often as one shopper may.',
  'problem.promoBelowMinimum': 'This promotion code needs {minSubtotal} of merchandise. Add {missing} more to use it.',
  'problem.promoStoreCardOnly':
    'This promotion code is for our store card. Pay with your store card to use it; gift cards and codes may pay a part.',
  'problem.noPromo': 'There is no promotion code to remove.',
  'problem.stepNotReached': 'Please complete the earlier steps first.',
  'problem.financingTermsMissing':
    'Your total has grown, and financing it has terms now. Please choose your card offer once more to read them.',
  'problem.orderedByRequest':
    'You ship to another country. Orders there are placed by request: press Checkout in your cart to send us one.',
  'problem.noPayment': 'Please choose how to pay.',
  'problem.paymentSumMismatch': 'The amounts of your cards do not add up to {due}.',
  'problem.cardInvalid': 'Please check your card and try again.',
  'problem.walletRefused': 'Your payment was declined and you were not charged. Please choose another way to pay.',
  'problem.walletAmountChanged': 'Your total is now {due}. Please approve it once more, or choose another way to pay.',
  'problem.walletNotOffered': 'This way to pay is not available. Please choose another.',
  'problem.walletWithStoreCardPromo':
    'Your promotion code is for our store card. Pay with your store card, or remove the code to pay this way.',
  'problem.walletNotApproved': 'Please approve the payment first.',
  'problem.walletSheetReplaced':
    'Your total may have changed since. Please approve it once more, or choose another way to pay.',
  'problem.giftMessageTooLong': 'A gift message has at most {limit} characters.',
  'problem.unknownRecipient': 'This recipient is no longer part of your order.',
  'problem.cannotSplit': 'Only an item with a quantity of two or more can be split.',
  'problem.divisionMismatch': 'Please divide exactly the items that are in your cart.',
  'problem.notTaxExempt': 'Only an account that is marked as tax exempt can order without tax.',
  'problem.dateNotOffered': 'Please choose one of the offered dates.',
  'problem.signInNeeded': 'Please sign in first.',
  'problem.unknownRegistry': 'We do not know this registry, or the item is no longer in it.',
  'problem.notForRegistry': 'This item cannot be added to a registry.',
  'registry.tooOften': 'Your registry would ask for more than {max} of it.',
  'registry.madeToOrder': 'It is made to order for one person, so it cannot wait in a registry.',
  'registry.closed': 'Your registry is closed. What was bought from it stays in your thank-you list.',
  'registry.giftIsOwn': 'It is now an item of your own.',
  'registry.opened': 'Your registry is open again.',
  'registry.notSaved': 'Your other changes are below, and not saved yet.',
  'registry.checkUnsaved': 'Your other changes are not saved yet. Please check them below.',
  'registry.pictureSaved': 'Your picture is on your registry.',
  'registry.pictureRemoved': 'The picture is removed.',
  'problem.pictureMissing': 'Please choose a picture first.',
  'problem.pictureTooLarge':
    'This picture is too large. Please choose one of at most {limit} MB, or send a screenshot of it.',
  'problem.pictureTooManyPixels':
    'This picture has {pixels} megapixels, and we can open up to {limit}. Please make it smaller, or send a screenshot of it.',
  'problem.pictureNeedsJpeg':
    'This PNG is too large for us to open. Please save it as a JPEG, or send a screenshot of it.',
  'problem.pictureUnreadable':
    'We could not read this picture. Please choose a photo as JPEG, PNG or WebP, at least {least} pixels wide and high.',
  'problem.pictureTooOften': 'You have changed the picture many times. Please try again in an hour.',
  'problem.pictureBusy': 'Many pictures are coming in right now. Please try again in a minute.',
  'problem.registryClosed': 'This registry is closed, so nothing can be added to it or bought from it.',
  'problem.registryClosedInCart':
    'A registry that a gift in your cart is for has been closed. Nothing is lost: the gift is still in your cart. You can keep it as an item of your own, or remove it.',
  'problem.registryGiftTaken':
    'Somebody else is buying a gift of your cart from the registry right now, or has just bought it. Please take it out of your cart, or try again in a few minutes.',
  'problem.giftCardNotAccepted': 'We could not apply this gift card. Please check its number and PIN.',
  'problem.tenderCodeNotAccepted': 'We could not apply this code. Please check it.',
  'problem.certificateNotAccepted':
    'We could not apply this certificate. Please check its number, and that it belongs to your rewards account.',
  'problem.certificateUsed': 'This certificate has been used already.',
  'problem.certificateExpired': 'This certificate has expired.',
  'problem.certificateNotNeeded': 'Your order is paid in full. Keep this certificate for another.',
  'problem.certificateNotApplied': 'This certificate is not applied to your order.',
  'problem.rewardsCardNeeded': 'Please enter your store card or the number of your rewards account.',
  'problem.rewardsAccountUnknown': 'We do not know a rewards account of this card or number.',
  'problem.rewardsCardNotKnown':
    'We cannot see from this card which rewards account is yours. In your cart you can use the number of your rewards account instead.',
  'problem.tenderNotApplied': 'This gift card or code is not applied to your order.',
  'problem.storedValueForGiftCards':
    'Gift cards cannot be bought with gift cards, codes or certificates. Please pay for them another way.',
  'tender.notForGiftCards':
    'The gift cards in your order are paid by card or wallet. Gift cards, codes and certificates pay for everything else.',
  'problem.tooManyTries': 'Too many tries. Please wait a few minutes and try again.',
  'problem.taxNotKnown':
    'We could not work out the tax just now, so your order was not placed and nothing was charged. Please try again in a minute.',
  'tax.unanswered': 'Worked out when you order',
  'problem.interrupted': 'Your order was interrupted. You were not charged. Please try again.',
  'problem.unknownOrder': 'We do not know this order.',
  'problem.cancelPending': 'The payment of this order is still being confirmed. You can cancel it once it is placed.',
  'problem.cancelTooLate':
    'This order is being prepared and can no longer be cancelled here. Please call us at {phone}, {hours}.',
  'problem.cancelPaymentTaken':
    'The payment of this order has been taken, so it can no longer be cancelled here. Please call us at {phone}, {hours}.',
  'problem.serviceUnavailable':
    'We cannot reach our payment partner right now, so nothing was ordered or charged. Please try again in a few minutes, or pay another way.',

  // BEYOND-01: what changed since the shopper last looked
  'change.price': 'The price of {title} changed from {before} to {after}.',
  'change.stock': '{title}: {after}.',
  'change.quantity': 'The quantity of {title} changed from {before} to {after}.',
  'change.added': '{title} was added to your cart.',
  'change.removed': '{title} was taken out of your cart.',
  'change.installation': 'The installation of {title} was removed.',
  'change.line': '{title} was changed in your cart.',
  'change.merge': 'From before you signed in: {title}, now {after} in your cart.',
  'change.promoApplied': 'The promotion code {after} was applied.',
  'change.promoRemoved': 'The promotion code {before} was removed.',
  'change.delivery': 'The delivery of {title} changed.',
  'change.destination': 'Shipping and tax are now computed for {after}.',
  // CALM-02
  'change.shippingUnderEstimate': 'Shipping to {place} is {after}, {difference} less than estimated.',
  'change.shippingOverEstimate': 'Shipping to {place} is {after}, {difference} more than estimated.',
  'change.shippingLess': 'Shipping to {place} is {after}, {difference} less than before.',
  'change.shippingMore': 'Shipping to {place} is {after}, {difference} more than before.',
  'change.taxKnown': 'Tax for {place} is {after}.',
  'change.taxLess': 'Tax for {place} is {after}, {difference} less than before.',
  'change.taxMore': 'Tax for {place} is {after}, {difference} more than before.',
  'change.date': '{title} has another date: {after}.',
  'change.placeOfRegistry': 'the address of the registry',
  'change.places': 'your addresses',
  'change.free': 'free',
  'change.serviceLevel': 'Another delivery had to be chosen for {title}, because it now goes to another place.',
  'change.certificates': 'Your reward certificates were removed.',
  'change.tenderApplied': 'A gift card or code ending in {after} was applied.',
  'change.tenderRemoved': 'The gift card or code ending in {before} was removed.',

  // OPEN-69, OPEN-63
  'plcc.rewardText': 'Earn 10% back in rewards on this order with your store card.',
  'plcc.financingText': 'Pay over 12 months with your store card.',
  'plcc.financingTerms':
    'No interest if the purchase is paid in full within 12 months. Otherwise interest is charged from the purchase date.',
  'payment.accountCardsFull': 'Your account already has {limit} saved cards. Please continue without saving this card.',
  'payment.removeCardFirst': 'Your account already has {limit} saved cards. Please remove one first.',
  'account.cardsFull': 'Your account already has {limit} saved cards. Please remove another first, then undo this.',
  'payment.cardSavedAlready': 'This card is in your account already.',
  'payment.cardNotGood':
    'The bank of this card did not confirm it. Please check its number, date and code, or use another card.',
  'payment.codeTriesUsed':
    'There were too many tries with a security code. Please use another card or another way to pay.',
  'payment.savedCardUnknown': 'This saved card cannot be used here. Please enter your card.',

  // UNAVAIL-23: why a cart cannot go on
  'basket.invalid': 'Something in your cart is not right. Please look at it again.',
  'basket.customLookup': 'We cannot look up a custom item of your cart right now. Please try again later.',
  'basket.someUnavailable': 'Some items of your cart are no longer available.',
  'basket.allUnavailable': 'The items of your cart are no longer available.',
  // CALM-10
  'basket.fewerLeft': 'Fewer are left than you have in your cart.',
  'basket.installation': 'The installation service is not available where your order goes.',
  'basket.personalization': 'The personalization of an item is not available where your order goes.',
  'basket.inHousePersonalization': 'The personalization of an item can no longer be made.',
  // BEYOND-10: at the line, as soon as its destination is known
  'line.restricted': '{state} does not allow this: it holds PFAS.',
  'line.installation': 'Installation is not offered where this goes. You can have it without.',
  'line.personalization': 'This cannot be personalized for where it goes. You can have it plain.',
  'basket.restricted': 'Some items cannot be shipped to or picked up in this state.',
  // SAFE-01, SAFE-43, SAFE-65: the page in place of one that cannot be made now, or that was refused
  ...pageErrorMessages,
} as const satisfies { readonly [key: string]: MessageDefault }

export type MessageKey = keyof typeof defaultMessages

/** Topics of messages that the server says, in its replies: they do not come with every page. */
const saidInReplies = [
  'account',
  'basket',
  'change',
  'oktaSignInWidget',
  'payment',
  'plcc',
  'problem',
  'resetPassword',
  'shipTo',
  'signIn',
  'tax',
  'unavailable',
] as const

/** Problems that the browser finds too, before it asks. */
const foundInPages = [
  'problem.crewPhoneMissing',
  'problem.donationNotWhole',
  'problem.donationOutOfRange',
  'problem.fieldTooLong',
  'problem.giftMessageTooLong',
  'problem.invalidField',
  'problem.invalidName',
  'problem.invalidPhone',
  'problem.missingField',
  'problem.poBoxForFreight',
  'problem.postalCodeStateMismatch',
  'problem.unknownPostalCode',
] as const satisfies readonly MessageKey[]

/** Messages that a page can say by itself. */
export type PageMessageKey =
  | Exclude<MessageKey, `${(typeof saidInReplies)[number]}.${string}`>
  | (typeof foundInPages)[number]

// marked pure, so that the browser's bundle leaves the texts out: the page brings those it needs
export const allMessageKeys = /* @__PURE__ */ Object.keys(defaultMessages) as readonly MessageKey[]

/** The texts of one storefront, complete. */
export type MessageTexts = { readonly [Key in MessageKey]: string }

/** Of the texts of a storefront those that travel with its pages. */
export function pageTexts(texts: MessageTexts): { readonly [Key in PageMessageKey]: string } {
  const isOwn = (key: string) =>
    !saidInReplies.some((topic) => key.startsWith(`${topic}.`)) || foundInPages.some((each) => each === key)
  const own = Object.entries(texts).filter(([key]) => isOwn(key))
  return Object.fromEntries(own) as { [Key in PageMessageKey]: string }
}

/** The default text of a message in a storefront. */
export function defaultMessage(key: MessageKey, variant: Variant): string {
  const row: MessageDefault = defaultMessages[key]
  if (typeof row === 'string') return row
  return 'byLocale' in row ? row.byLocale[variant.locale] : row.byVariant[variant.key]
}

/** All default texts of a storefront. */
export function defaultTexts(variant: Variant): MessageTexts {
  return Object.fromEntries(allMessageKeys.map((key) => [key, defaultMessage(key, variant)])) as MessageTexts
}
