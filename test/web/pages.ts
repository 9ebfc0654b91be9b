import type { CartReply, Frame, Page, PageState, ProductDetail, ProductSku } from '#contracts/pages.ts'
import { defaultTexts, pageTexts } from '#domain/messages.ts'
import { type VariantKey, variants } from '#domain/variant.ts'

type Line = CartReply['lineItems'][number]

/** What stands round a page of a storefront. */
export function aFrame(patch: Partial<Frame> = {}, variantKey: VariantKey = 'cb'): Frame {
  return {
    variantKey,
    token: 'page-token',
    counts: { basketCount: 0, favoritesCount: 0, isBeingOrdered: false },
    favorites: [],
    shipTo: '',
    isSignedIn: false,
    isApp: false,
    isScanMode: false,
    asksConsent: false,
    navigation: [
      { slug: 'living', name: 'Living', navigateUrl: '/category/living' },
      { slug: 'dining', name: 'Dining', navigateUrl: '/category/dining' },
    ],
    messages: pageTexts(defaultTexts(variants[variantKey])),
    flags: { paymentProvider_EnableAdyen: false, cbhcc_EnableCbhcc: false, oms_UseSharedEngine: false },
    origin: 'http://cb.localhost',
    notice: '',
    noticeField: '',
    errors: {},
    isRefused: false,
    typed: {},
    ...patch,
  }
}

/** A page with its frame, as the server hands it over. */
export function aState(page: Page, path: string, frame: Frame = aFrame()): PageState {
  return { frame, page, path, title: 'A page', description: '' }
}

export function aLine(patch: Partial<Line> = {}): Line {
  return {
    id: 'line-1',
    sku: 101,
    title: 'Oak Table',
    imagePath: '/pictures/table.svg',
    navigateUrl: '/product/101',
    currentPrice: 12_999,
    regularPrice: 12_999,
    quantity: 1,
    totalPrice: 12_999,
    optionChoices: [{ code: 'color', name: 'Color', value: 'Oat' }],
    isPersonalized: false,
    personalization: null,
    inHousePersonalization: null,
    isPersonalizable: false,
    isPickup: false,
    storeNumber: '',
    storeName: '',
    shipMethod: 1,
    calculatedShipMethod: 1,
    availability: 1,
    availabilityMessage: 'In stock',
    quantityLeft: 0,
    edd: { message: 'Arrives by Wed, Nov 25', shipStatus: 1, pickupStatus: 7 },
    isInstallationServiceRequired: false,
    installationServiceType: '',
    installationServiceFee: 0,
    installationServices: [],
    grId: 0,
    isDonation: false,
    dimensions: { depth: 30, height: 30, width: 60, diameter: 0, systemOfMeasure: 1 },
    boxes: [{ boxNumber: 1, quantity: 1, width: 40, depth: 30, height: 20 }],
    propertyCodes: [],
    price: 12_999,
    priceTypeCode: 'R',
    markdownTypeCode: '',
    category: 'Tables',
    department: 'Furniture',
    class: 'Dining',
    subclass: 'Wood',
    storePickupNumber: '',
    name: 'Oak Table',
    brand: 'CB',
    currencyCode: 'USD',
    isMadeToOrder: false,
    position: 1,
    ...patch,
  }
}

export function orderSummaryOf(lines: readonly Line[]): CartReply['orderSummary'] {
  const subtotal = lines.reduce((sum, line) => sum + line.currentPrice * line.quantity, 0)
  return {
    subtotal,
    discount: 0,
    shipping: 0,
    surcharge: 0,
    installation: 0,
    giftOptions: 0,
    donation: 0,
    tax: 0,
    rewardsTotal: 0,
    giftCardsTotal: 0,
    tenderCodesTotal: 0,
    total: subtotal,
    amountDue: subtotal,
    rewardsExceedOrderTotalMessage: '',
    isTaxKnown: false,
    taxParts: [],
  }
}

export function aCart(lineItems: readonly Line[] = [aLine()], patch: Partial<CartReply> = {}): CartReply {
  return {
    basketVersion: 1,
    changes: [],
    paymentProvider_EnableAdyen: false,
    cbhcc_EnableCbhcc: false,
    oms_UseSharedEngine: false,
    lineItems: [...lineItems],
    savedForLater: [],
    cartSummary: { discountCode: '', taxZipCode: '' },
    orderSummary: orderSummaryOf(lineItems),
    rewardsData: { rewardsTotal: 0, rewardExceedOrderTotalMessage: '', certificates: [], errorMessage: '' },
    isGuest: true,
    isInternational: false,
    isApp: false,
    isPlacing: false,
    messages: { ...defaultTexts(variants.cb) },
    oktaConfigurations: { baseUrl: '', clientId: '', isGoogleEnabled: true, isAppleEnabled: true },
    oktaSignInWidgetMessages: { lockout: '', usernameRequired: '', passwordRequired: '', genericSummary: '' },
    cartNewCustomersMessage: 'You can create an account after checkout.',
    cartReturningCustomersMessage: 'Sign in for faster checkout.',
    ...patch,
  }
}

export function aSku(patch: Partial<ProductSku> = {}): ProductSku {
  return {
    farMonth: '',
    sku: 101,
    name: 'Oak Table, Oat',
    optionChoice: 'color:oat',
    currentPrice: 12_999,
    regularPrice: 14_999,
    pictures: [{ path: '/pictures/table.svg', alt: 'Oak table', width: 800, height: 1000, color: '#e8e1d6' }],
    availability: 1,
    availabilityMessage: 'Arrives by Wed, Nov 25',
    isNla: false,
    isStockSku: true,
    isSuperSpecialOrder: false,
    shipKind: 'furniture',
    propertyCodes: [],
    dimensions: { depth: 30, height: 30, width: 60, diameter: 0, systemOfMeasure: 1 },
    boxes: [{ boxNumber: 1, quantity: 1, width: 62, depth: 32, height: 12 }],
    isOversized: true,
    installationServices: [],
    personalizationType: 0,
    personalization: null,
    hasCustomOrderConfirmation: false,
    customOrder: null,
    makingTime: '',
    ...patch,
  }
}

export function aProduct(patch: Partial<ProductDetail> = {}): ProductDetail {
  return {
    productId: 'p-1',
    name: 'Oak Table',
    description: 'A table for many years.',
    details: ['Solid oak'],
    care: 'Wipe dry.',
    category: { slug: 'tables', name: 'Tables', navigateUrl: '/category/tables' },
    department: 'Furniture',
    class: 'Dining',
    subclass: 'Wood',
    options: [
      {
        code: 'color',
        name: 'Color',
        values: [
          { value: 'oat', name: 'Oat', color: '#e8e1d6' },
          { value: 'smoke', name: 'Smoke', color: '#555555' },
        ],
      },
    ],
    skus: [aSku(), aSku({ sku: 102, name: 'Oak Table, Smoke', optionChoice: 'color:smoke', currentPrice: 13_999 })],
    selectedSku: 101,
    hasGrouper: false,
    stores: [
      { storeNumber: '12', name: 'Michigan Avenue', city: 'Chicago', state: 'IL' },
      { storeNumber: '14', name: 'Southport', city: 'Chicago', state: 'IL' },
    ],
    ...patch,
  }
}
