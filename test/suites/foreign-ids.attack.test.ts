import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallTable } from '#contracts/table.ts'
import { allCalls } from '#contracts/table.ts'
import { add, address, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let owner: TestShopper
let ids: { readonly lineItemId: string; readonly recipientId: string; readonly shipmentId: string }
let before: string

const nobodys = '99999999-9999-4999-8999-999999999999'
const giftOptions = { isGift: true, giftWrap: 'box', giftMessage: 'mine now', hasGiftReceipt: true }
const checkoutOf = async (shopper: TestShopper) => shopper.call('checkout', 'refreshCheckout', {})
/** All that the owner sees of her cart. */
const shownTo = async (shopper: TestShopper) =>
  JSON.stringify([await shopper.call('cart', 'getCartJsx', {}), await checkoutOf(shopper)])

async function withCart(): Promise<TestShopper> {
  const shopper = world.shopper()
  await add(shopper, item(sku.mug, 2))
  await shopper.submit('/checkout', { isGuestCheckout: 'true' })
  await shopper.call('checkout', 'validateAndSaveAddress', address())
  return shopper
}

beforeAll(async () => {
  world = await createWorld()
  owner = await withCart()
  const { lineItems } = await owner.call('cart', 'getCartJsx', {})
  const { recipientList } = await checkoutOf(owner)
  ids = {
    lineItemId: lineItems[0]?.id ?? '',
    recipientId: recipientList[0]?.id ?? '',
    shipmentId: recipientList[0]?.shipments[0]?.id ?? '',
  }
  before = await shownTo(owner)
})
afterAll(() => world.close())

/** For every call that takes an id: its body with the id of somebody's line, recipient and shipment. */
const bodiesWith: { readonly [path: string]: (of: typeof ids) => object } = {
  '/ReactCart/RemoveItem': ({ lineItemId }) => ({ lineItemId }),
  '/ReactCart/RestoreItem': ({ lineItemId }) => ({ lineItemId }),
  '/ReactCart/SaveForLater': ({ lineItemId }) => ({ lineItemId }),
  '/ReactCart/UpdateItem': ({ lineItemId }) => ({ lineItemId, quantity: 9 }),
  '/ReactCart/UpdateShipMethod': ({ lineItemId }) => ({ lineItemId, shipMethod: 2, isPickup: false, locationId: '' }),
  '/ReactCart/GetDeliveryChoices': ({ lineItemId }) => ({ lineItemId }),
  '/ReactCart/RemoveInstallationService': ({ lineItemId }) => ({ lineItemId }),
  '/ReactCart/RemoveItemFromSaveForLater': ({ lineItemId }) => ({ lineItemId }),
  '/ReactCart/GetItemChoices': ({ lineItemId }) => ({ lineItemId }),
  '/ReactCart/ChangeItem': ({ lineItemId }) => ({ lineItemId, sku: sku.lamp, quantity: 1 }),
  '/ReactCart/ChangePersonalization': ({ lineItemId }) => ({ lineItemId, personalizationText: 'IDA' }),
  '/ReactCart/AddInstallationService': ({ lineItemId }) => ({ lineItemId, installationServiceType: 'none' }),
  '/ReactCart/UndoItemChange': ({ lineItemId }) => ({ lineItemId }),
  '/ReactCart/MoveToCart': ({ lineItemId }) => ({ lineItemId }),
  '/ReactCheckout/UpdateGiftOption': ({ recipientId }) => ({ recipientId, giftOptions, serviceLevel: 2 }),
  '/ReactCheckout/UpdateGiftMessage': ({ recipientId }) => ({ recipientId, message: 'mine', isInitialTrigger: false }),
  '/ReactCheckout/ValidateAddress': ({ recipientId }) => address({ recipientId }),
  '/ReactCheckout/ValidateAndSaveAddress': ({ recipientId }) => address({ recipientId }),
  '/ReactCheckout/SaveShippingAddress': ({ recipientId }) => address({ recipientId }),
  '/ReactCheckout/SaveBillingAddress': ({ recipientId }) => address({ recipientId }),
  '/ReactCart/GetShippingCharges': ({ lineItemId }) => ({ lineItemId }),
  '/ReactCheckout/SaveMultiShippingAddress': ({ recipientId, lineItemId }) => ({
    ...address({ recipientId }),
    basketItemId: lineItemId,
  }),
  '/ReactCheckout/SaveRecipientSelection': ({ recipientId, lineItemId }) => ({ recipientId, basketItemId: lineItemId }),
  '/ReactCheckout/SaveMultiRecipientBasket': ({ recipientId, lineItemId }) => ({
    multiRecipientBasket: [{ sku: sku.mug, recipients: [{ recipientId, quantity: 2, basketItemId: lineItemId }] }],
  }),
  '/ReactCheckout/UpdateBopsToShipping': ({ recipientId }) => ({ recipientId, newAddressId: recipientId }),
  '/ReactCheckout/UpdateGiftReceipt': ({ recipientId }) => ({ recipientId, selectedOption: 1 }),
  '/ReactCheckout/UpdateBaggingOption': ({ recipientId }) => ({ recipientId, selectedOption: 1 }),
  '/ReactCheckout/SetTYMPreferences': ({ recipientId }) => ({
    isOptIn: true,
    isBilling: false,
    address: address({ recipientId }),
  }),
  '/checkout/alternativepayments/applyApplePayPayment': ({ recipientId }) => ({
    nonce: 'none',
    billingContact: address({ recipientId }),
  }),
  '/ReactCheckout/PlaceApplePayOrderFromPayment': ({ recipientId }) => ({
    nonce: 'none',
    billingContact: address({ recipientId }),
  }),
  '/ReactCheckout/SaveShippingAndGiftOptions': ({ recipientId, shipmentId }) => ({
    recipients: [{ recipientId, shipments: [{ id: shipmentId, selectedServiceLevel: 2 }], giftOptions }],
  }),
}
/** A call that makes new things of its own is compared by its outcome. */
const outcomeOf = ({ isSuccess, errorMessage, message, errors }: { readonly [field: string]: unknown }) => ({
  ...{ isSuccess, errorMessage, message, errors },
})
const calls = allCalls().filter(({ call }) => bodiesWith[call.route.path] !== undefined)

describe("CALL-91, SCENE-20: another shopper's ids", () => {
  test.each(calls.map((each) => [each.call.route.path, each] as const))(
    'CALL-91, SCENE-20: %s answers as for an id that does not exist, and changes nothing of hers',
    async (path, { topic, name }) => {
      const body = bodiesWith[path]
      const stranger = await withCart()
      const ask = async (of: typeof ids) => {
        const answer = await stranger.rawCall(topic as keyof CallTable, name, body?.(of))
        return [answer.statusCode, outcomeOf(answer.json())]
      }
      const unknown = await ask({ lineItemId: nobodys, recipientId: nobodys, shipmentId: nobodys })
      expect(await ask(ids)).toEqual(unknown)
      expect(await shownTo(owner)).toBe(before)
    },
  )

  test('ORDER-23: another session gets nothing of an order', async () => {
    const answer = await world.shopper().rawCall('order', 'getOrderConfirmation', {})
    expect(answer.json()).toEqual({ IsReset: true })
  })

  test('every id of the table is in this list', () => {
    const taking = allCalls().filter(({ call }) => {
      const text = JSON.stringify(call.input.toJSONSchema?.() ?? {})
      return /"(lineItemId|recipientId)"/.test(text)
    })
    expect(taking.map(({ call }) => call.route.path).filter((path) => bodiesWith[path] === undefined)).toEqual([])
    expect(taking.length).toBe(calls.length)
  })
})
