import type { CheckoutReply, ConfirmationReply } from '#contracts/pages.ts'
import { stepRow } from '#domain/checkout/steps.ts'
import { defaultTexts } from '#domain/messages.ts'
import type { CardRefusal } from '#domain/order/card-refusal.ts'
import { variants } from '#domain/variant.ts'
import { type Answer, type FakeServer, fakeServer } from '#test/web/fake-server.ts'
import { aFrame, aState } from '#test/web/pages.ts'
import { type Rendered, renderPage } from '#test/web/render-page.tsx'

export type Recipient = CheckoutReply['recipientList'][number]
export type Shipment = Recipient['shipments'][number]
export type Address = NonNullable<Recipient['address']>
export type AppliedCard = NonNullable<CheckoutReply['paymentData']['creditCardData']['cardOneInfo']>

export function anAddress(patch: Partial<Address> = {}): Address {
  return {
    addressId: '',
    recipientId: 'r1',
    firstName: 'Ada',
    lastName: 'Lovelace',
    companyName: '',
    address1: '233 S Wacker Dr',
    address2: '',
    city: 'Chicago',
    state: 'IL',
    postalCode: '60606',
    country: 'US',
    phone: '3125550110',
    email: 'ada@example.com',
    saveToAccount: false,
    ...patch,
  }
}

/** A parcel with three service levels. */
export function aShipment(patch: Partial<Shipment> = {}): Shipment {
  return {
    id: 'r1.1',
    holidayHold: null,
    holidayHoldRanges: [],
    tripBooking: null,
    availableServiceLevels: [
      { level: 1, name: 'Standard', charge: 1_495, edd: { message: 'Arrives Wed, Nov 25 - Fri, Nov 27' } },
      { level: 2, name: '2-Day', charge: 2_995, edd: { message: 'Arrives by Mon, Nov 23' } },
      { level: 3, name: 'Express', charge: 3_995, edd: { message: 'Arrives by Fri, Nov 20' } },
    ],
    selectedServiceLevel: 1,
    isShipCompleteVisible: false,
    isShipCompleteSelected: false,
    items: [
      {
        basketItemId: 'item-1',
        sku: 101,
        quantity: 2,
        edd: { message: 'Arrives Wed, Nov 25 - Fri, Nov 27' },
        isParcelShipping: true,
      },
    ],
    ...patch,
  }
}

export const noGift = { isGift: false, giftWrap: 'none' as const, giftMessage: '', hasGiftReceipt: false }

export const noTotals: Recipient['totals'] = {
  ...{ subtotal: 0, discount: 0, shipping: 0, surcharge: 0, installation: 0 },
  ...{ giftOptions: 0, donation: 0, tax: 0, total: 0 },
}

export function aRecipient(patch: Partial<Recipient> = {}): Recipient {
  return {
    id: 'r1',
    isPickup: false,
    storeNumber: '',
    storeName: '',
    address: anAddress(),
    shipments: [aShipment()],
    crew: null,
    isBoxForFreight: false,
    bopsOptions: null,
    giftOptions: noGift,
    isMailWelcome: false,
    totals: noTotals,
    ...patch,
  }
}

export function aBasketItem(patch: Partial<CheckoutReply['basketItems'][number]> = {}) {
  return {
    id: 'item-1',
    sku: 101,
    title: 'Linen Throw',
    imagePath: '/pictures/throw.svg',
    navigateUrl: '/product/101',
    quantity: 2,
    currentPrice: 4_900,
    totalPrice: 9_800,
    recipientId: 'r1',
    grId: 0,
    recipients: [{ recipientId: 'r1', quantity: 2, basketItemId: 'item-1' }],
    personalization: null,
    optionChoices: [{ code: 'color', name: 'Color', value: 'Oat' }],
    isPickup: false,
    isRemoved: false,
    isDonation: false,
    isInstallationServiceRequired: false,
    installationServiceFee: 0,
    availability: 1,
    edd: { message: 'Arrives Wed, Nov 25 - Fri, Nov 27' },
    makingTime: '',
    dimensions: null,
    boxes: [],
    ...{ regularPrice: 0, priceTypeCode: 'R', markdownTypeCode: '', propertyCodes: [] },
    ...{ category: 'Throws', department: 'Textiles', class: 'Bedding', subclass: 'Linen' },
    priceQuantityTotals: { quantity: 2 },
    ...patch,
  }
}

export function aSummary(patch: Partial<CheckoutReply['orderSummary']> = {}): CheckoutReply['orderSummary'] {
  return {
    subtotal: 9_800,
    discount: 0,
    shipping: 1_495,
    surcharge: 0,
    installation: 0,
    giftOptions: 0,
    donation: 0,
    tax: 900,
    rewardsTotal: 0,
    giftCardsTotal: 0,
    tenderCodesTotal: 0,
    total: 12_195,
    amountDue: 12_195,
    rewardsExceedOrderTotalMessage: '',
    isTaxKnown: true,
    taxParts: [],
    ...patch,
  }
}

export function anAppliedCard(patch: Partial<AppliedCard> = {}): AppliedCard {
  return {
    adyenCardData: null,
    appliedAmount: 12_195,
    appliedAmountString: '121.95',
    basketPaymentId: 1,
    basketPaymentGuid: 'payment-1',
    cbhccDesignType: 0,
    expMonth: 5,
    expYear: 2030,
    hasVerifyData: true,
    id: 'payment-1',
    isApplied: true,
    isAutoApplied: false,
    isVerificationApplied: false,
    isPrimary: true,
    isValid: true,
    lastFour: '1111',
    needsFocus: false,
    order: 1,
    saveToAccount: false,
    selectionIndex: -1,
    storedPaymentMethodId: '',
    type: 'Visa',
    verifyCreditCard: false,
    errors: {
      hasRewardsRestrictionError: false,
      hasSessionError: false,
      hasZeroAmountError: false,
      cbccNotAppliedError: false,
    },
    ...patch,
  }
}

export function aPayment(cardOneInfo: AppliedCard | null = null, isPaymentNeeded = true): CheckoutReply['paymentData'] {
  return {
    creditCardData: { cardOneInfo, cardTwoInfo: null, accountCardsInfo: [], isOnlyCbccAllowed: false },
    rewardsData: { rewardsTotal: 0, rewardExceedOrderTotalMessage: '', certificates: [], errorMessage: '' },
    tenderCodesData: { tenderCodes: [], giftCards: [] },
    payPalData: { isApplied: false, email: '', appliedAmount: 0 },
    alternativePaymentsData: { type: '', isApplied: false, username: '', appliedAmount: 0 },
    isPaymentNeeded,
  }
}

export function aCheckout(patch: Partial<CheckoutReply> = {}): CheckoutReply {
  return {
    isSuccess: true,
    basketId: 'basket-1',
    step: 1,
    highestStep: 1,
    currencyCode: 'USD',
    isGuest: true,
    isInternational: false,
    isOneParcel: false,
    hasTns: true,
    hasSynchrony: false,
    paymentProvider_EnableAdyen: false,
    cbhcc_EnableCbhcc: false,
    oms_UseSharedEngine: false,
    paidWith: [],
    walletMethods: [],
    walletProvider: '',
    accountCardsInfoLimit: 5,
    messages: { ...defaultTexts(variants.cb) },
    basketItems: [aBasketItem()],
    recipientList: [aRecipient()],
    billingAddress: null,
    isBillingSame: true,
    isBillingMailWelcome: false,
    isTaxExemptionOffered: false,
    isTaxExemptionApplied: false,
    accountInfo: { shippingAddresses: [], registryAddresses: [] },
    paymentData: aPayment(),
    plccOffer: {
      isAvailable: false,
      rewardText: '',
      financingText: '',
      financingTerms: null,
      selectedOption: 0,
      errorMessage: '',
    },
    promo: { discountCode: '', errorMessage: '' },
    orderSummary: aSummary(),
    basketVersion: 7,
    changes: [],
    ...patch,
  }
}

export function aConfirmation(patch: Partial<ConfirmationReply> = {}): ConfirmationReply {
  return {
    isPending: false,
    isRefused: false,
    isCancelled: false,
    cancelUntil: '',
    challengeUrl: '',
    released: [],
    errorMessage: '',
    redirectUrl: '',
    orderNumber: '8NNB-M2GQ-X115',
    basketId: 'basket-1',
    seller: { name: 'CB Stores LLC', address: ['1 Main Street', 'Oak Brook, IL 60523'], registrations: [] },
    email: 'ada@example.com',
    buyer: { firstName: 'Ada', lastName: 'Byron' },
    placedAt: '2026-11-21T12:00:00.000Z',
    items: [aBasketItem()],
    recipientList: [aRecipient()],
    orderSummary: aSummary(),
    payments: [
      {
        method: 'card',
        type: 'Visa',
        lastFour: '1111',
        holder: '',
        name: 'Visa ending in 1111',
        amount: 12_195,
        offer: '',
      },
    ],
    moneyMoves: [],
    ...patch,
  }
}

const said = { isSuccess: true, errorMessage: '', basketVersion: 8, changes: [] }

/** A business failure with its sentence. */
export function refusal(errorMessage: string) {
  return { ...said, isSuccess: false, errorMessage }
}

/** What PlaceOrder answers; a success unless told otherwise. */
export function placeReply(patch: object = {}) {
  return {
    ...said,
    message: '',
    redirectUrl: '/checkout/confirmation',
    giftCardErrors: [],
    released: [],
    orderNumber: '8NNB-M2GQ-X115',
    isPending: false,
    errorType: 0,
    items: [],
    orderSummary: null,
    paidWith: [],
    basketId: 'basket-1',
    ...patch,
  }
}

export const gatewayPath = '/sessions/ses_1/cards'
const gateway = 'http://gateway.localhost:3001'

/** A server that says yes to everything. */
export function answersOf(checkout: CheckoutReply): { readonly [path: string]: Answer } {
  const { recipientList, orderSummary } = checkout
  const recipients = { ...said, recipientList, orderSummary }
  const savedAddress = { ...recipients, errors: [], addressId: '', recipientId: 'r1' }
  const savedCard = {
    ...said,
    creditCardData: { ...checkout.paymentData.creditCardData, cardOneInfo: anAppliedCard() },
    cardOneErrors: null,
    cardTwoErrors: null,
    orderSummary,
    isPaymentNeeded: true,
  }
  const moved = { ...said, redirectUrl: '' }
  return {
    '/ReactCheckout/RefreshCheckout': () => checkout,
    '/ReactCheckout/ValidateCart': () => ({ ...said, errorType: 0, items: [], basketId: 'basket-1' }),
    '/ReactCheckout/VerifyPromoCode': () => ({
      ...said,
      isPromoCodeRemoved: false,
      promoErrorMessage: '',
      orderSummary,
    }),
    '/ReactCheckout/ValidateAndSaveAddress': () => savedAddress,
    '/ReactCheckout/SaveBillingAddress': () => savedAddress,
    '/ReactCheckout/SaveShippingAndGiftOptions': () => recipients,
    '/ReactCheckout/UpdateGiftOption': () => recipients,
    '/ReactCheckout/UpdateGiftMessage': () => recipients,
    '/ReactCheckout/MoveToShippingAndGiftOptions': () => moved,
    '/ReactCheckout/MoveToPaymentPage': () => moved,
    '/ReactCheckout/MoveToReviewPage': () => moved,
    '/ReactCheckout/CreateCardSession': () => ({
      ...said,
      tnsSession: 'ses_1',
      gatewayUrl: `${gateway}${gatewayPath}`,
    }),
    '/api/checkout/payment-provider/create-card-session': () => ({
      ...said,
      clientKey: 'key_1',
      environment: 'built-in',
      gatewayUrl: `${gateway}/frame/key_1`,
    }),
    [gatewayPath]: () => Response.json({ cardToken: 'tok_1', brand: 'Visa', lastFour: '1111' }, { status: 201 }),
    '/ReactCheckout/SavePayment': () => savedCard,
    '/api/checkout/payment-provider/save-credit-card-to-basket': () => savedCard,
    '/ReactCheckout/PlaceOrder': () => placeReply(),
  }
}

export type OpenedCheckout = Rendered & { readonly server: FakeServer }

/** A step of the checkout, alive, before a server that says yes to everything unless told otherwise. */
export async function openCheckout(
  step: 1 | 2 | 3 | 4,
  patch: Partial<CheckoutReply> = {},
  answers: { readonly [path: string]: Answer } = {},
  search = '',
  cardRefusal: CardRefusal | null = null,
): Promise<OpenedCheckout> {
  const checkout = aCheckout({ step, highestStep: step, ...patch })
  const frame = aFrame()
  const pages = ([1, 2, 3, 4] as const).map((shown) => {
    const { path } = stepRow(shown)
    return [path, () => aState({ name: 'checkout', step: shown, checkout }, path, frame)] as const
  })
  const server = fakeServer({ ...answersOf(checkout), ...Object.fromEntries(pages), ...answers })
  const path = `${stepRow(step).path}${search}`
  const rendered = await renderPage(aState({ name: 'checkout', step, checkout, cardRefusal }, path, frame))
  return { server, ...rendered }
}

/** A card the shop takes. */
export const goodCard = { number: '4111 1111 1111 1111', expiry: '05/30', code: '123' }
