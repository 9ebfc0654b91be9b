import type { CartReply } from '#contracts/pages.ts'
import { type ErrorType, errorType } from '#domain/cart/error-types.ts'
import { countryMeasure, systemOfMeasure } from '#domain/catalog/measures.ts'
import type { MessageKey } from '#domain/messages.ts'
import { formatCents } from '#domain/price-format.ts'
import type { FitPlace } from '#domain/shipping/fit.ts'
import type { ShipMethod } from '#domain/shipping/methods.ts'
import { boxMeasuredIn } from '#domain/shipping/oversize.ts'
import type { Country } from '#domain/variant.ts'
import { type LayerName, openLayer } from '#web/layers/open-layer.ts'

/** A popup as the drill opens it. */
export type DrillPopup = {
  readonly name: LayerName
  /** When a shopper meets it. */
  readonly when: string
  readonly open: () => unknown
}

type Lookup = (key: MessageKey) => string
type Line = CartReply['lineItems'][number]

const errors: readonly { readonly type: ErrorType; readonly message: MessageKey; readonly when: string }[] = [
  { type: errorType.invalidBasket, message: 'basket.invalid', when: 'Checkout: the cart is not sound' },
  {
    type: errorType.browseCustomApiException,
    message: 'basket.customLookup',
    when: 'Checkout: a custom item cannot be looked up',
  },
  { type: errorType.nlaItems, message: 'basket.someUnavailable', when: 'Checkout: some items are no longer available' },
  { type: errorType.allNlaItems, message: 'basket.allUnavailable', when: 'Checkout: no item is available any more' },
  {
    type: errorType.installationServiceUnavailable,
    message: 'basket.installation',
    when: 'Checkout: no installation where it goes',
  },
  {
    type: errorType.personalizationServiceUnavailable,
    message: 'basket.personalization',
    when: 'Checkout: no personalization where it goes',
  },
  {
    type: errorType.inHousePersonalizationNlaItems,
    message: 'basket.inHousePersonalization',
    when: 'Checkout: a personalization can no longer be made',
  },
  { type: errorType.pfasItems, message: 'basket.restricted', when: 'Checkout: an item may not go to this state' },
]

// words of its own: the tables they stand in bring maps along that this page has no use for
const methods: { readonly [Method in ShipMethod]: string } = {
  1: 'standard',
  2: '2-day',
  3: 'express',
  6: 'local in-home',
  7: 'long-distance in-home',
  8: 'basic freight',
  9: 'gift card',
}
const fitPlaces: readonly FitPlace[] = ['vehicle', 'doorway', 'stair', 'elevator']

/**
 * Every popup of the cart, with the lines of a real cart where one shows items; each error type by itself (UNAVAIL-23), the
 * shipping popup for each ship method. Nothing of the cart is changed by looking.
 */
export function cartPopups(cart: CartReply, country: Country, message: Lookup): readonly DrillPopup[] {
  const [line] = cart.lineItems
  const of = <Name extends LayerName>(
    name: Name,
    when: string,
    ...input: readonly [Parameters<typeof openLayer<Name>>[1]]
  ) => ({
    name,
    when,
    open: () => openLayer(name, input[0]),
  })
  return [
    ...errors.map(({ type, message: key, when }) =>
      of('unavailableItems', when, {
        ...{ errorType: type, errorMessage: message(key), place: 'cart' },
        items: cart.lineItems.map((item) => unavailable(item, type)),
      }),
    ),
    of('cartError', 'A change of the cart was refused', { message: message('problem.notAvailable') }),
    of('genericError', 'A call failed', { errorMessage: 'Status: 500' }),
    of('genericError', 'The network is in trouble', { errorMessage: 'Status: 503' }),
    of('oversizedItems', 'Checkout: large boxes are picked up', { items: [oversized(line, country)] }),
    of('loginFlyout', 'Checkout: a guest is asked how to go on', { cart, redirectUrl: '/checkout' }),
    of('fragment', 'Checkout: a page of the retailer comes first', {
      url: '/SharedLayer/PopupV2?popupName=CreditCardVerification',
    }),
    of('certificatesInterrupter', 'Certificates would be lost', {}),
    of('applyNewCard', 'A card is entered to use rewards', {
      isProvider: cart.paymentProvider_EnableAdyen,
      isCbhccEnabled: cart.cbhcc_EnableCbhcc,
    }),
    of('totalExplained', 'How the total adds up', { totalName: 'Total' }),
    of('handOver', 'A scanned cart is taken on a phone', {}),
    of('willItFit', 'Will it fit?', fitOf(line)),
    ...Object.entries(methods).map(([method, name]) =>
      of('shippingDelivery', `Shipping and delivery: ${name}`, {
        line: { id: line?.id ?? '', title: line?.title ?? name, calculatedShipMethod: Number(method) },
      }),
    ),
    of('shippingCharges', 'Shipping charges and delivery information', {}),
    of('addedSlideDown', 'An item was added on its page', { added: added(cart), isScanMode: false }),
    of('addedConfirmation', 'An item was added from a list', { added: added(cart), isScanMode: false }),
  ]
}

function unavailable(line: Line, type: ErrorType) {
  const { sku, title, imagePath, navigateUrl, currentPrice, quantity } = line
  return {
    sku,
    title,
    imagePath,
    navigateUrl,
    currentPrice,
    quantity,
    edd: { message: '' },
    quantityLeft: 0,
    availabilityMessage: type === errorType.nlaItems || type === errorType.allNlaItems ? 'No longer available' : '',
    isCustomNla: false,
  }
}

/** In inches. */
const largeBox = { boxNumber: 1, quantity: 1, width: 90, depth: 40, height: 30 }

/** The boxes of a line, or a large one where there are none, and what they are measured in. */
function boxesOf(line: Line | undefined) {
  if (line === undefined || line.boxes.length === 0) return { boxes: [largeBox], unit: systemOfMeasure.inches }
  return { boxes: line.boxes, unit: line.dimensions?.systemOfMeasure ?? systemOfMeasure.inches }
}

function oversized(line: Line | undefined, country: Country) {
  const { boxes, unit } = boxesOf(line)
  const measured = boxes.map((box) => boxMeasuredIn(box, unit, countryMeasure(country)))
  return { sku: line?.sku ?? 0, title: line?.title ?? 'A sofa', boxes: measured }
}

function fitOf(line: Line | undefined) {
  const { boxes, unit } = boxesOf(line)
  return { title: line?.title ?? 'A sofa', boxes, systemOfMeasure: unit, places: fitPlaces }
}

function added(cart: CartReply) {
  const items = cart.lineItems.slice(0, 1).map((line) => ({
    ...{ sku: line.sku, name: line.title, quantity: line.quantity, imagePath: line.imagePath, grId: line.grId },
    ...{ registryType: '', personalization: line.personalization, inHousePersonalization: line.inHousePersonalization },
    formattedPrice: formatCents(line.currentPrice, line.currencyCode),
    isInstallationServiceRequired: line.isInstallationServiceRequired,
    formattedInstallationServiceFee: formatCents(line.installationServiceFee, line.currencyCode),
  }))
  return {
    ...{ isSuccess: true, errorMessage: '', items, addOns: [], trackedAddOns: [], changes: [] },
    cartQuantity: cart.lineItems.reduce((all, line) => all + line.quantity, 0),
    formattedCartSubtotal: formatCents(cart.orderSummary.subtotal, cart.lineItems[0]?.currencyCode ?? 'USD'),
    basketVersion: cart.basketVersion,
  }
}
