import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, address, item, newCard } from '#test/builders/cart-calls.ts'
import { place, sku } from '#test/builders/catalog.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const refresh = (shopper: TestShopper) => shopper.call('checkout', 'refreshCheckout', {})
const saveShipping = (shopper: TestShopper, of: Parameters<typeof address>[0] = {}) =>
  shopper.call('checkout', 'validateAndSaveAddress', address(of))

/** A guest who chose guest checkout, with these items; step 1 is open. */
async function inCheckout(...items: ReturnType<typeof item>[]) {
  const shopper = world.shopper()
  await add(shopper, ...(items.length > 0 ? items : [item(sku.mug, 2)]))
  await shopper.call('cart', 'checkout', {})
  await shopper.submit('/checkout', { isGuestCheckout: 'true' })
  return shopper
}

const recipientOf = async (shopper: TestShopper) => (await refresh(shopper)).recipientList[0]!

describe('the checkout as a whole', () => {
  test('OPEN-12: each configured message of the payment is served, with its text', async () => {
    const { messages } = await refresh(await inCheckout())
    expect(messages).toMatchObject({
      tnsErrorMessage: 'We could not read your card. Please enter it again.',
      sessionErrorMessage: 'Your payment session has ended. Please enter your card again.',
      rewardsRestrictionMessage: 'Reward certificates can only be used with your store card.',
      rewardsMessage: 'You earn rewards with this card.',
      synchronyPaymentMessage: expect.stringMatching(/^[A-Z].+\.$/),
      tnsPaymentMessage: expect.stringMatching(/^[A-Z].+\.$/),
      tnsDeprecationMessage: expect.stringMatching(/^[A-Z].+\.$/),
      zeroAmountMessage: 'Please enter an amount above zero.',
      cbccNotAppliedMessage: 'Please apply your store card to use this offer.',
      authorizationMessage: 'Your card was declined. Please use another card.',
      invalidPromoMessage: 'This promotion code is no longer valid and was removed.',
      giftCardErrorMessage: 'A gift card could not be used.',
      tripBookingFailedMessage: 'The delivery time you chose is no longer free. Please choose another.',
    })
  })

  test('OPEN-85, CALL-30, DATA-04, DATA-06, DATA-07, DATA-08, PAY-01: a guest at step 1', async () => {
    const shopper = await inCheckout()
    const checkout = await refresh(shopper)
    expect(checkout).toMatchObject({
      isSuccess: true,
      step: 1,
      highestStep: 1,
      currencyCode: 'USD',
      isGuest: true,
      hasTns: true,
      hasSynchrony: false,
      accountCardsInfoLimit: 5,
      accountInfo: { shippingAddresses: [], registryAddresses: [] },
      promo: { discountCode: '', errorMessage: '' },
      billingAddress: null,
      isBillingSame: true,
    })
    const [recipient] = checkout.recipientList
    expect(recipient).toMatchObject({ isPickup: false, address: null, bopsOptions: null })
    expect(checkout.basketItems[0]).toMatchObject({
      sku: sku.mug,
      quantity: 2,
      recipientId: recipient?.id,
      priceQuantityTotals: { quantity: 2 },
      isRemoved: false,
    })
    expect(recipient?.shipments[0]?.items).toEqual([
      expect.objectContaining({ basketItemId: checkout.basketItems[0]?.id, isParcelShipping: true }),
    ])
    expect(checkout.paymentData).toMatchObject({
      creditCardData: { cardOneInfo: null, cardTwoInfo: null, accountCardsInfo: [], isOnlyCbccAllowed: false },
      isPaymentNeeded: true,
    })
  })

  test.each([
    ['parcels to one home', [item(sku.mug, 2)], true],
    ['a piece that a crew brings beside them', [item(sku.mug), item(sku.sofaOat)], false],
  ] as const)(
    'CALM-33: %s: whether shipping and its options are one step, before and after the address',
    async (_, items, isOne) => {
      const shopper = await inCheckout(...items)
      expect((await refresh(shopper)).isOneParcel).toBe(isOne)
      await shopper.call('checkout', 'validateAndSaveAddress', address())
      expect((await refresh(shopper)).isOneParcel).toBe(isOne)
    },
  )

  test('OPEN-67: hasTns ends with the flag of the other provider', async () => {
    const flags = { paymentProvider_EnableAdyen: true, cbhcc_EnableCbhcc: false, oms_UseSharedEngine: true }
    const own = await createWorld({ config: { flags } })
    const shopper = own.shopper()
    await add(shopper, item(sku.mug))
    const checkout = await refresh(shopper)
    await own.close()
    expect([checkout.hasTns, checkout.paymentProvider_EnableAdyen]).toEqual([false, true])
  })

  test('OPEN-69: financing terms begin at 500 dollars', async () => {
    const small = await refresh(await inCheckout(item(sku.mug)))
    const large = await refresh(await inCheckout(item(sku.sofaOat)))
    expect(small.plccOffer.financingTerms).toBeNull()
    expect(large.plccOffer.financingTerms).not.toBe('')
  })
})

describe('addresses', () => {
  test('SHIP-01, SHIP-02, CALL-20, CALL-21, OPEN-74: an address is saved in its stored form and moves the tax', async () => {
    for (const name of ['validateAndSaveAddress', 'saveShippingAddress'] as const) {
      const shopper = await inCheckout()
      const reply = await shopper.call('checkout', name, address({ firstName: '  Ada ' }))
      expect(reply).toMatchObject({ isSuccess: true, errors: [], orderSummary: { isTaxKnown: true } })
      expect(reply.recipientId).toBe(reply.recipientList[0]?.id)
      expect(reply.recipientList[0]?.address).toMatchObject({
        firstName: 'Ada',
        postalCode: '60601',
        phone: '3125550100',
      })
    }
  })

  test('OPEN-74, VALID-44: 60601 in New York is an error of the postal code, and nothing is saved', async () => {
    const shopper = await inCheckout()
    const reply = await saveShipping(shopper, { state: 'NY' })
    expect(reply).toMatchObject({
      isSuccess: false,
      errorMessage: 'The ZIP code 60601 is not in NY.',
      errors: [{ field: 'postalCode', message: 'The ZIP code 60601 is not in NY.' }],
    })
    expect((await recipientOf(shopper)).address).toBeNull()
  })

  test.each([
    [{ firstName: 'A1' }, 'firstName'],
    [{ lastName: '' }, 'lastName'],
    [{ email: 'ada@example' }, 'email'],
    [{ email: '' }, 'email'],
    [{ postalCode: '6060' }, 'postalCode'],
    [{ phone: '12' }, 'phone'],
    [{ city: '' }, 'city'],
  ])('VALID-44, OPEN-74: %j is refused at its field', async (wrong, field) => {
    const shopper = await inCheckout()
    const reply = await saveShipping(shopper, wrong)
    expect(reply.isSuccess).toBe(false)
    expect(reply.errors.map((error) => error.field)).toEqual([field])
  })

  test('CALL-19, SHIP-01, OPEN-74: checking alone saves nothing and suggests the stored form', async () => {
    const shopper = await inCheckout()
    const good = await shopper.call('checkout', 'validateAddress', address({ city: ' Chicago ' }))
    const bad = await shopper.call('checkout', 'validateAddress', address({ postalCode: '00000' }))
    expect(good).toMatchObject({ isSuccess: true, suggestedAddress: { city: 'Chicago', phone: '3125550100' } })
    expect(bad).toMatchObject({ isSuccess: false, errors: [{ field: 'postalCode' }], suggestedAddress: null })
    const elsewhere = await shopper.call('checkout', 'validateAddress', address({ postalCode: '10004' }))
    expect(elsewhere).toMatchObject({
      ...{ isSuccess: false, errors: [{ field: 'postalCode' }] },
      suggestedAddress: { city: 'Chicago', state: 'NY', postalCode: '10004' },
    })
    expect((await recipientOf(shopper)).address).toBeNull()
  })

  test('PAY-58, CALL-22: an own billing address is kept; same as shipping follows the shipping address', async () => {
    const shopper = await inCheckout()
    await saveShipping(shopper)
    const own = { ...address({ lastName: 'Lovelace' }), isSameAsShipping: false }
    expect((await shopper.call('checkout', 'saveBillingAddress', own)).isSuccess).toBe(true)
    const stored = await refresh(shopper)
    await shopper.call('checkout', 'saveBillingAddress', { ...address({ lastName: '' }), isSameAsShipping: true })
    const same = await refresh(shopper)
    expect([stored.billingAddress?.lastName, stored.isBillingSame]).toEqual(['Lovelace', false])
    expect([same.billingAddress?.lastName, same.isBillingSame]).toEqual(['Byron', true])
  })

  test('CALL-91, SCENE-20: a foreign recipient or address is as unknown as one that does not exist', async () => {
    const other = await recipientOf(await inCheckout())
    const shopper = await inCheckout()
    const foreign = await saveShipping(shopper, { recipientId: other.id })
    const unknown = await saveShipping(shopper, { recipientId: 'nobody' })
    const addressId = await saveShipping(shopper, { addressId: '00000000-0000-4000-8000-000000000000' })
    for (const reply of [foreign, unknown, addressId]) {
      expect(reply).toMatchObject({
        isSuccess: false,
        errorMessage: 'This recipient is no longer part of your order.',
      })
    }
  })

  test('SCENE-15, BEYOND-01: furniture whose address moves to Alaska is told at its line and priced anew', async () => {
    const shopper = await inCheckout(item(sku.sofaOat))
    const near = await saveShipping(shopper)
    const far = await saveShipping(shopper, { city: 'Anchorage', state: 'AK', postalCode: '99501' })
    expect([near.orderSummary.shipping, far.orderSummary.shipping]).toEqual([11_900, 19_900])
    const lineId = (await refresh(shopper)).basketItems[0]?.id
    // with what that costs, and when it comes then (CALM-02)
    expect(far.changes.map((change) => [change.kind, change.lineItemId, change.before, change.after])).toEqual([
      ['shipping', lineId, 6, 7],
      ['shipping', '', 11_900, 19_900],
      ['tax', '', near.orderSummary.tax, 0],
      ['estimate', lineId, expect.stringMatching(/^Arrives by/), expect.stringMatching(/^Arrives by/)],
    ])
  })

  test.each([
    ['furniture that stays near our delivery points', sku.sofaOat, { address1: '2 Oak St' }],
    ['a parcel that goes to Alaska', sku.mug, { city: 'Anchorage', state: 'AK', postalCode: '99501' }],
  ])('SCENE-15: %s keeps its way', async (_what, which, moved) => {
    const shopper = await inCheckout(item(which))
    await saveShipping(shopper)
    const after = await saveShipping(shopper, moved)
    expect(after).toMatchObject({ isSuccess: true })
    const ways = after.changes.filter(({ kind, lineItemId }) => kind === 'shipping' && lineItemId !== '')
    expect(ways).toEqual([])
  })
})

describe('shipping and gift options', () => {
  test('SHIP-14, SHIP-12, CALL-29, OPEN-76: a level is offered with its charge, chosen, charged and kept', async () => {
    const shopper = await inCheckout()
    await saveShipping(shopper)
    const recipient = await recipientOf(shopper)
    const shipment = recipient.shipments[0]!
    expect(shipment.availableServiceLevels.map(({ level, charge }) => [level, charge])).toEqual([
      [1, 995],
      [2, 2_495],
      [3, 3_495],
    ])
    const giftOptions = { isGift: true, giftWrap: 'wrap' as const, giftMessage: 'For you', hasGiftReceipt: true }
    const sent = {
      recipientId: recipient.id,
      shipments: [{ id: shipment.id, selectedServiceLevel: 3 }],
      giftOptions,
    }
    const reply = await shopper.call('checkout', 'saveShippingAndGiftOptions', { recipients: [sent] })
    expect(reply).toMatchObject({ isSuccess: true, orderSummary: { shipping: 3_495, giftOptions: 895 } })
    const stored = await recipientOf(shopper)
    expect(stored.giftOptions).toEqual(giftOptions)
    expect(stored.shipments[0]?.selectedServiceLevel).toBe(3)
    expect(reply.recipientList).toEqual([stored])
  })

  test.each([
    ['a level nobody offers', { selectedServiceLevel: 6 }],
    ['a hold on days nobody offers', { holidayHold: { startDate: '2026-12-20', endDate: '2026-12-24' } }],
    ['a trip nobody offers', { tripBooking: { selectedWindowId: 4 } }],
  ])('OPEN-76, OPEN-84: %s is refused and nothing of it is saved', async (_what, wrong) => {
    const shopper = await inCheckout()
    const recipient = await recipientOf(shopper)
    const shipment = { id: recipient.shipments[0]!.id, selectedServiceLevel: 2, ...wrong }
    const sent = { recipientId: recipient.id, shipments: [shipment], giftOptions: recipient.giftOptions }
    const reply = await shopper.call('checkout', 'saveShippingAndGiftOptions', { recipients: [sent] })
    expect(reply.isSuccess).toBe(false)
    expect(await recipientOf(shopper)).toEqual(recipient)
  })

  test('GIFT-01, CALL-67, OPEN-77: box and wrap have their fee lines, and the level comes with them', async () => {
    const shopper = await inCheckout()
    const { id: recipientId } = await recipientOf(shopper)
    const wrapped = (giftWrap: 'none' | 'box' | 'wrap', serviceLevel: number) =>
      shopper.call('checkout', 'updateGiftOption', {
        recipientId,
        giftOptions: { isGift: true, giftWrap, giftMessage: '', hasGiftReceipt: false },
        serviceLevel,
      })
    const fees = []
    for (const wrap of ['none', 'box', 'wrap'] as const) fees.push((await wrapped(wrap, 1)).orderSummary.giftOptions)
    expect(fees).toEqual([0, 595, 895])
    expect((await wrapped('box', 2)).orderSummary.shipping).toBe(2_495)
    expect((await wrapped('box', 8)).isSuccess).toBe(false)
  })

  test('GIFT-02, CALL-66, OPEN-77: a message of 240 characters is kept, one of 241 refused', async () => {
    const shopper = await inCheckout()
    const { id: recipientId } = await recipientOf(shopper)
    const write = (message: string) =>
      shopper.call('checkout', 'updateGiftMessage', { recipientId, message, isInitialTrigger: true })
    const stored = await write('x'.repeat(240))
    const refused = await write('y'.repeat(241))
    expect(stored.recipientList[0]?.giftOptions).toMatchObject({ isGift: true, giftMessage: 'x'.repeat(240) })
    expect(refused).toMatchObject({ isSuccess: false, errorMessage: 'A gift message has at most 240 characters.' })
    expect((await recipientOf(shopper)).giftOptions.giftMessage).toBe('x'.repeat(240))
  })

  test('SHIP-28, DATA-06: a pickup recipient has its store and options, and its contact is judged', async () => {
    const Location = String(place.store.CB.US)
    const shopper = await inCheckout(item(sku.mug, 1, { IsPickupSelected: true, Location }))
    const recipient = await recipientOf(shopper)
    expect(recipient).toMatchObject({
      isPickup: true,
      storeNumber: Location,
      storeName: 'Oak Brook',
      shipments: [],
      bopsOptions: { giftReceiptOption: 0, baggingOption: 0, pickupContact: null },
    })
    const save = (email: string) => {
      const pickupContact = { firstName: 'Ada', lastName: 'Byron', email, phone: '' }
      const bopsOptions = { giftReceiptOption: 1 as const, baggingOption: 0 as const, pickupContact }
      const sent = { recipientId: recipient.id, shipments: [], giftOptions: recipient.giftOptions, bopsOptions }
      return shopper.call('checkout', 'saveShippingAndGiftOptions', { recipients: [sent] })
    }
    expect((await save('no address')).isSuccess).toBe(false)
    expect((await save('ada@example.com')).recipientList[0]?.bopsOptions).toMatchObject({
      giftReceiptOption: 1,
      pickupContact: { email: 'ada@example.com' },
    })
  })

  test('GIFT-10: an answer leads a shopper on whose step is not hers: no address yet, or the cart emptied in another tab', async () => {
    const shopper = await inCheckout()
    const { id: recipientId, giftOptions } = await recipientOf(shopper)
    const gift = { recipientId, giftOptions: { ...giftOptions, isGift: true }, serviceLevel: 1 } as const
    const choose = () => shopper.call('checkout', 'updateGiftOption', gift)
    expect(await choose()).toMatchObject({ isSuccess: true, redirectUrl: '/checkout/shipping' })
    await saveShipping(shopper)
    await shopper.call('checkout', 'moveToShippingAndGiftOptions', {})
    expect(await choose()).toMatchObject({ isSuccess: true, redirectUrl: '' })
    const { lineItems } = await shopper.call('cart', 'getCartJsx', {})
    await shopper.call('cart', 'removeItem', { lineItemId: lineItems[0]!.id })
    expect(await choose()).toMatchObject({ redirectUrl: '/checkout/cart' })
  })

  test('CALL-91, SCENE-20: options for a foreign recipient are refused', async () => {
    const other = await recipientOf(await inCheckout())
    const shopper = await inCheckout()
    const sent = { recipientId: other.id, message: 'x', isInitialTrigger: true }
    expect((await shopper.call('checkout', 'updateGiftMessage', sent)).isSuccess).toBe(false)
  })
})

describe('steps', () => {
  test('STEP-20, OPEN-88: a move before the earlier steps are complete is refused and changes nothing', async () => {
    const shopper = await inCheckout()
    for (const name of ['moveToShippingAndGiftOptions', 'moveToPaymentPage', 'moveToReviewPage'] as const) {
      const reply = await shopper.call('checkout', name, {})
      expect(reply).toMatchObject({
        isSuccess: false,
        errorMessage: 'Please complete the earlier steps first.',
        redirectUrl: '/checkout/shipping',
      })
    }
    expect((await refresh(shopper)).highestStep).toBe(1)
  })

  test('CALL-36, OPEN-20, OPEN-88, STEP-20: each move opens its step, and review needs a payment', async () => {
    const shopper = await inCheckout()
    await saveShipping(shopper)
    const reached: [string, number][] = []
    const step = async (name: 'moveToShippingAndGiftOptions' | 'moveToPaymentPage' | 'moveToReviewPage') => {
      const { redirectUrl } = await shopper.call('checkout', name, {})
      reached.push([redirectUrl, (await refresh(shopper)).highestStep])
    }
    await step('moveToShippingAndGiftOptions')
    await step('moveToPaymentPage')
    await step('moveToReviewPage')
    await shopper.call('payment', 'savePayment', { cardOneData: await newCard(world, shopper) })
    await step('moveToReviewPage')
    expect(reached).toEqual([
      ['/checkout/shippingandgiftoptions', 2],
      ['/checkout/paymentandbilling', 3],
      ['/checkout/paymentandbilling', 3],
      ['/checkout/review', 4],
    ])
  })

  test('OPEN-20: another good address keeps the step; an empty cart has none', async () => {
    const shopper = await inCheckout()
    await saveShipping(shopper)
    await shopper.call('checkout', 'moveToPaymentPage', {})
    await saveShipping(shopper, { city: 'Elgin' })
    const stored = await refresh(shopper)
    await shopper.call('cart', 'removeItem', { lineItemId: stored.basketItems[0]!.id })
    expect([stored.highestStep, (await refresh(shopper)).highestStep]).toEqual([3, 0])
  })

  test('OPEN-20: a shipped line added to an order for pickup leads back to the shipping step', async () => {
    const shopper = await inCheckout(item(sku.mug, 1, { IsPickupSelected: true, Location: String(place.store.CB.US) }))
    await shopper.call('checkout', 'moveToPaymentPage', {})
    const before = await refresh(shopper)
    await add(shopper, item(sku.rug))
    expect([before.highestStep, (await refresh(shopper)).highestStep]).toEqual([3, 1])
  })

  test('OPEN-20: a guest who has not chosen guest checkout has reached no step', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug))
    await shopper.call('cart', 'checkout', {})
    await saveShipping(shopper)
    expect((await refresh(shopper)).highestStep).toBe(0)
  })
})
