import { randomUUID } from 'node:crypto'
import type { Call } from '#contracts/call.ts'
import { cartCalls } from '#contracts/cart/calls.ts'
import { checkoutCalls } from '#contracts/checkout/calls.ts'
import { cartHandlers } from '#server/cart/cart-handlers.ts'
import { loadCart } from '#server/cart/cart-service.ts'
import { checkoutHandlers } from '#server/checkout/checkout-handlers.ts'
import type { Database } from '#server/db/database.ts'
import type { CallContext, Handler } from '#server/http/context.ts'
import { createDesignId } from '#server/personalization/design-id.ts'
import { ownDeliveryEngine } from '#server/shipping/delivery-engine.ts'
import { address, item } from '#test/builders/cart-calls.ts'
import { piece, place, prices, sku, testCatalog } from '#test/builders/catalog.ts'
import { runCall, testContext } from '#test/builders/context.ts'
import { promos } from '#test/builders/promos.ts'

export const shelf = Array.from({ length: 40 }, (_, index) => 5_000 + index)

/** The catalogue that the calls below need: 40 pieces that can be installed beside the tests' own. */
export function catalogOfCalls() {
  const service = { type: 'WallMount', name: 'Wall mounting', feeCents: { US: 9_900, CA: 12_900 } }
  const pieces = shelf.flatMap((number) =>
    piece('CB', number, `Piece ${number}`, { prices: prices(1_000), services: [service] }),
  )
  return [...testCatalog(), ...pieces]
}

function handlersOf(newId: () => string) {
  const services = { newId, pfasStates: ['MN'], wallets: null, deliveryEngine: ownDeliveryEngine }
  const signIn = { baseUrl: '', clientId: '', isGoogleEnabled: false, isAppleEnabled: false }
  const cart = cartHandlers({ ...services, signIn, profane: () => [], designId: createDesignId('test') })
  return { cart, checkout: checkoutHandlers(services) }
}

export type Lines = {
  readonly first: string
  readonly saved: string
  readonly removed: string
  readonly recipient: string
}
export type CallCase = {
  readonly topic: 'cart' | 'checkout'
  readonly name: string
  readonly handler: Handler<Call>
  readonly input: (lines: Lines) => unknown
}

function cases<Calls extends { readonly [name: string]: Call }>(
  topic: CallCase['topic'],
  handlers: { readonly [Name in keyof Calls]: unknown },
  calls: Calls,
  inputs: { readonly [Name in keyof Calls]: (lines: Lines) => unknown },
): CallCase[] {
  return Object.keys(calls).map((name) => {
    return { topic, name, handler: handlers[name] as Handler<Call>, input: inputs[name]! }
  })
}

const nothing = () => ({})
const line = ({ first }: Lines) => ({ lineItemId: first })
const savedLine = ({ saved }: Lines) => ({ lineItemId: saved })
const gift = { isGift: true, giftWrap: 'box', giftMessage: 'For you', hasGiftReceipt: true }

/** Every call of cart and checkout with an input that does something to the cart of `guestWith`. */
export function cartCallCases(newId: () => string): CallCase[] {
  const { cart, checkout } = handlersOf(newId)
  return [
    ...cases('cart', cart, cartCalls, {
      getCartJsx: nothing,
      checkout: nothing,
      removeItem: line,
      restoreItem: ({ removed }) => ({ lineItemId: removed }),
      saveForLater: line,
      updateItem: ({ first }) => ({ lineItemId: first, quantity: 7 }),
      updateShipMethod: ({ first }) => ({
        lineItemId: first,
        shipMethod: 1,
        isPickup: true,
        locationId: String(place.store.CB.US),
      }),
      removeInstallationService: line,
      removeItemFromSaveForLater: savedLine,
      moveToCart: savedLine,
      donationAddToCart: () => ({ sku: sku.donation, amount: 500 }),
      applyZipCode: () => ({ zip: '10001', country: 'US' }),
      applyPromoCode: () => ({ promoCode: promos.fiveDollars }),
      removePromoCode: nothing,
      getEdd: () => ({ locationId: String(place.store.CB.US), zipCode: '60601' }),
      addItems: () => ({ items: [cartCalls.addItems.input.parse({ items: [item(sku.mug)] }).items[0]] }),
      getItemChoices: line,
      changeItem: ({ first }) => ({ lineItemId: first, sku: shelf[0] ?? 0, quantity: 3 }),
      changePersonalization: ({ first }) => ({ lineItemId: first, personalizationId: '', personalizationText: 'AB' }),
      addInstallationService: ({ first }) => ({ lineItemId: first, installationServiceType: 'WallMount' }),
      undoItemChange: line,
      getDeliveryChoices: ({ first }) => ({ lineItemId: first }),
      getTotalExplanation: nothing,
      getHeaderCounts: nothing,
      getAvailability: () => ({ sku: sku.mug, zipCode: '', locationId: '' }),
      getCustomOrderConfirmation: () => ({ sku: sku.bench, optionChoiceParameter: '' }),
    }),
    ...cases('checkout', checkout, checkoutCalls, {
      refreshCheckout: nothing,
      validateCart: nothing,
      removeNlaItems: nothing,
      removeAllNlaItems: nothing,
      keepAvailableItems: nothing,
      removeInHousePersonalizedNlaItems: nothing,
      removePersonalizedItems: nothing,
      removePfasItems: nothing,
      removeInstallationService: nothing,
      removeCertificates: nothing,
      providerRemoveCertificates: nothing,
      applyPromoCode: () => ({ promoCode: promos.fiveDollars }),
      verifyPromoCode: () => ({ promoCode: promos.tenPercent }),
      removePromoCode: nothing,
      moveToShippingAndGiftOptions: nothing,
      moveToPaymentPage: nothing,
      moveToReviewPage: nothing,
      validateAddress: () => checkoutCalls.validateAddress.input.parse(address()),
      validateAndSaveAddress: () => checkoutCalls.validateAddress.input.parse(address({ city: 'Elgin' })),
      saveShippingAddress: () => checkoutCalls.validateAddress.input.parse(address({ city: 'Elgin' })),
      saveBillingAddress: () => checkoutCalls.saveBillingAddress.input.parse(address()),
      saveShippingAndGiftOptions: ({ recipient }) => ({
        recipients: [{ recipientId: recipient, shipments: [], giftOptions: gift, bopsOptions: null }],
      }),
      updateGiftOption: ({ recipient }) => ({
        recipientId: recipient,
        giftOptions: gift,
        rewardsOrderSummaryMessage: '',
        serviceLevel: 3,
      }),
      saveMultiShippingAddress: ({ first }) =>
        checkoutCalls.saveMultiShippingAddress.input.parse({ ...address({ city: 'Elgin' }), basketItemId: first }),
      saveMultiShipping: ({ recipient }) => ({ addressId: recipient }),
      saveRecipientSelection: ({ first, recipient }) => ({ basketItemId: first, recipientId: recipient }),
      updateRecipientId: ({ recipient }) => ({ oldRecipientId: recipient, newRecipientId: recipient }),
      splitItem: ({ first }) => ({ basketItemId: first }),
      saveMultiRecipientBasket: () => ({ multiRecipientBasket: [] }),
      updateBopsToShipping: ({ recipient }) => ({ recipientId: recipient, newAddressId: '' }),
      updateGiftReceipt: ({ recipient }) => ({ recipientId: recipient, selectedOption: 1 }),
      updateBaggingOption: ({ recipient }) => ({ recipientId: recipient, selectedOption: 1 }),
      setTymPreferences: () => ({ isOptIn: true, isBilling: false, address: {} }),
      switchTaxExemption: () => ({ taxExemption: 'false' }),
      applyTaxExemption: () => ({ isTaxExemptionApplied: false }),
      updateGiftMessage: ({ recipient }) => ({ recipientId: recipient, message: 'For you', isInitialTrigger: true }),
    }),
  ]
}

/** A guest in the checkout with `count` lines, half of them with installation, and as many saved ones. */
export async function guestWith(database: Database, count: number): Promise<{ context: CallContext; lines: Lines }> {
  const { cart, checkout } = handlersOf(randomUUID)
  const context = testContext(database)
  const installed = { IsInstallationServiceRequired: true }
  const requests = shelf.slice(0, count + 4).map((number, index) => item(number, 2, index % 2 === 0 ? installed : {}))
  const must = async (handler: unknown, input: unknown) => {
    const answer = await runCall(handler as Handler<Call>, context, input)
    if (answer.kind === 'reset' || !(answer.body as { isSuccess: boolean }).isSuccess)
      throw new Error(`the cart could not be made: ${JSON.stringify(answer)}`)
  }
  await must(cart.addItems, cartCalls.addItems.input.parse({ items: requests }))
  const owner = { shopperId: context.shopper.shopperId, variant: context.variant }
  const made = await loadCart(database, owner)
  const [removed, ...later] = made!.lines.slice(count).map(({ lineId }) => lineId)
  await must(cart.removeItem, { lineItemId: removed })
  for (const lineId of later) await must(cart.saveForLater, { lineItemId: lineId })
  await must(cart.applyPromoCode, { promoCode: promos.tenPercent })
  await must(cart.checkout, {})
  await must(checkout.saveShippingAddress, checkoutCalls.saveShippingAddress.input.parse(address()))
  const { lines, savedLines, recipients } = (await loadCart(database, owner))!
  return {
    context,
    lines: {
      first: lines[0]!.lineId,
      saved: savedLines[0]!.lineId,
      removed: removed!,
      recipient: recipients[0]!.recipientId,
    },
  }
}
