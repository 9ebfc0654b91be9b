import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { add, address, item } from '#test/builders/cart-calls.ts'
import { piece, place, sku, stock } from '#test/builders/catalog.ts'
import { guestInCheckout } from '#test/builders/guest-checkout.ts'
import { makeAccount, signedIn } from '#test/builders/member.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const ada = address()
const grace = address({
  ...{ firstName: 'Grace', lastName: 'Hopper', address1: '1 Broadway' },
  ...{ city: 'New York', state: 'NY', postalCode: '10004', email: '' },
})
const refresh = (shopper: TestShopper) => shopper.call('checkout', 'refreshCheckout', {})
const pickup = { IsPickupSelected: true, Location: String(place.store.CB.US) }
const inCheckout = (...items: ReturnType<typeof item>[]) => guestInCheckout(world, ...items)

/** A member, signed in, with the items in the checkout. */
async function memberWith(email: string, ...items: ReturnType<typeof item>[]) {
  await makeAccount(world, { email })
  const shopper = await signedIn(world, email)
  await add(shopper, ...items)
  await shopper.call('cart', 'checkout', {})
  await shopper.call('checkout', 'saveShippingAddress', ada)
  return shopper
}

/** Ada's mugs, two of them at home and one with Grace. */
async function withTwoRecipients() {
  const shopper = await inCheckout(item(sku.mug, 3))
  const { basketItems } = await refresh(shopper)
  const whole = basketItems[0]!.id
  const split = await shopper.call('checkout', 'splitItem', { basketItemId: whole })
  const piece = split.basketItems.find(({ id }) => id !== whole)!.id
  const sent = await shopper.call('checkout', 'saveMultiShippingAddress', { ...grace, basketItemId: piece })
  const [home, away] = sent.recipientList
  return { shopper, whole, piece, home: home!.id, away: away!.id, sent }
}

const linesOf = ({ basketItems }: { basketItems: { id: string; quantity: number; recipientId: string }[] }) =>
  basketItems.map(({ id, quantity, recipientId }) => ({ id, quantity, recipientId }))
const unknown = 'This recipient is no longer part of your order.'

describe('lines go to several homes', () => {
  test('SHIP-10, CALL-27, OPEN-75: one piece comes off a line of three; a single piece is not split', async () => {
    const shopper = await inCheckout(item(sku.mug, 3))
    const [first] = (await refresh(shopper)).basketItems
    const reply = await shopper.call('checkout', 'splitItem', { basketItemId: first!.id })
    expect(reply.isSuccess).toBe(true)
    expect(reply.basketItems.map((line) => [line.sku, line.quantity, line.optionChoices])).toEqual([
      [sku.mug, 2, first!.optionChoices],
      [sku.mug, 1, first!.optionChoices],
    ])
    const single = await shopper.call('checkout', 'splitItem', { basketItemId: reply.basketItems[1]!.id })
    expect(single).toMatchObject({
      isSuccess: false,
      errorMessage: 'Only an item with a quantity of two or more can be split.',
    })
    expect(linesOf(await refresh(shopper))).toEqual(linesOf(reply))
  })

  test('SHIP-05, SHIP-06, CALL-23, OPEN-74: the address of one line moves that line alone, and makes a second recipient', async () => {
    const { shopper, whole, piece, home, away, sent } = await withTwoRecipients()
    expect(sent).toMatchObject({ isSuccess: true, errors: [], recipientId: away })
    expect(linesOf(sent)).toEqual([
      { id: whole, quantity: 2, recipientId: home },
      { id: piece, quantity: 1, recipientId: away },
    ])
    const { recipientList } = await refresh(shopper)
    expect(recipientList.map((one) => [one.id, one.address?.city])).toEqual([
      [home, 'Chicago'],
      [away, 'New York'],
    ])
    const bad = await shopper.call('checkout', 'saveMultiShippingAddress', {
      ...grace,
      state: 'IL',
      basketItemId: piece,
    })
    expect(bad).toMatchObject({ isSuccess: false, errors: [{ field: 'postalCode' }] })
    expect((await refresh(shopper)).recipientList).toEqual(recipientList)
  })

  test('SHIP-06: the first address of a guest needs an e-mail address, the others do not', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug))
    await shopper.call('cart', 'checkout', {})
    await shopper.submit('/checkout', { isGuestCheckout: 'true' })
    const basketItemId = (await refresh(shopper)).basketItems[0]!.id
    const without = await shopper.call('checkout', 'saveMultiShippingAddress', { ...grace, basketItemId })
    expect(without.errors.map(({ field }) => field)).toEqual(['email'])
    const first = await shopper.call('checkout', 'saveMultiShippingAddress', { ...ada, basketItemId })
    expect(first.recipientList.map((one) => one.address?.city)).toEqual(['Chicago'])
  })

  test('SHIP-08, CALL-25: a line goes to a recipient, and joins the equal line that goes there', async () => {
    const { shopper, whole, piece, home } = await withTwoRecipients()
    const reply = await shopper.call('checkout', 'saveRecipientSelection', { basketItemId: piece, recipientId: home })
    expect(linesOf(reply)).toEqual([{ id: whole, quantity: 3, recipientId: home }])
    expect(linesOf(await refresh(shopper))).toEqual(linesOf(reply))
  })

  test('SHIP-09, CALL-26: all lines of a recipient move, and nothing has the old id', async () => {
    const { shopper, home, away } = await withTwoRecipients()
    const reply = await shopper.call('checkout', 'updateRecipientId', { oldRecipientId: home, newRecipientId: away })
    expect(reply.isSuccess).toBe(true)
    expect(reply.basketItems.map((line) => [line.quantity, line.recipientId])).toEqual([[3, away]])
    expect(reply.recipientList.map(({ id }) => id)).toEqual([away])
  })

  test('SHIP-11, CALL-28, OPEN-75: a whole division is stored as sent; other totals per sku are refused', async () => {
    const { shopper, whole, piece, home, away } = await withTwoRecipients()
    const division = (atHome: number, atAway: number) => ({
      multiRecipientBasket: [
        {
          sku: sku.mug,
          recipients: [
            { recipientId: home, quantity: atHome, basketItemId: whole },
            { recipientId: away, quantity: atAway, basketItemId: piece },
          ],
        },
      ],
    })
    const reply = await shopper.call('checkout', 'saveMultiRecipientBasket', division(1, 2))
    expect(linesOf(reply)).toEqual([
      { id: whole, quantity: 1, recipientId: home },
      { id: piece, quantity: 2, recipientId: away },
    ])
    for (const wrong of [division(2, 2), division(1, 1), { multiRecipientBasket: [] }]) {
      const refused = await shopper.call('checkout', 'saveMultiRecipientBasket', wrong)
      expect(refused).toMatchObject({
        isSuccess: false,
        errorMessage: 'Please divide exactly the items that are in your cart.',
      })
    }
    expect(linesOf(await refresh(shopper))).toEqual(linesOf(reply))
  })

  test('SHIP-07, CALL-24: a stored address of the account becomes a home that lines can go to', async () => {
    const shopper = await memberWith('homes@example.com', item(sku.mug, 2))
    const { addressId } = await shopper.call('checkout', 'saveShippingAddress', { ...grace, saveToAccount: true })
    await shopper.call('checkout', 'saveShippingAddress', ada)
    const reply = await shopper.call('checkout', 'saveMultiShipping', { addressId })
    expect(reply.recipientList.map((one) => [one.address?.city, one.shipments.length])).toEqual([
      ['Chicago', 1],
      ['New York', 0],
    ])
    const foreign = await (await inCheckout(item(sku.mug))).call('checkout', 'saveMultiShipping', { addressId })
    expect(foreign).toMatchObject({ isSuccess: false, errorMessage: unknown })
  })

  test('CALL-91, SCENE-20: recipients, lines and addresses of another cart are as unknown as none', async () => {
    const other = await withTwoRecipients()
    const { shopper, whole, home } = await withTwoRecipients()
    const before = linesOf(await refresh(shopper))
    const replies = [
      await shopper.call('checkout', 'saveRecipientSelection', { basketItemId: whole, recipientId: other.away }),
      await shopper.call('checkout', 'updateRecipientId', { oldRecipientId: home, newRecipientId: other.away }),
      await shopper.call('checkout', 'saveMultiShipping', { addressId: other.home }),
    ]
    for (const reply of replies) expect(reply).toMatchObject({ isSuccess: false, errorMessage: unknown })
    const line = await shopper.call('checkout', 'splitItem', { basketItemId: other.whole })
    expect(line).toMatchObject({ isSuccess: false, errorMessage: 'This item is no longer in your cart.' })
    expect(linesOf(await refresh(shopper))).toEqual(before)
  })

  test('BEYOND-01: every division has its version, and a retried one is done once (OPEN-07)', async () => {
    const shopper = await inCheckout(item(sku.mug, 5))
    const [first] = (await refresh(shopper)).basketItems
    const version = (await refresh(shopper)).basketVersion
    const split = () => shopper.call('checkout', 'splitItem', { basketItemId: first!.id }, { key: 'split-once' })
    const [once, again] = [await split(), await split()]
    expect(again).toEqual(once)
    expect(once.basketVersion).toBe(version + 1)
    expect((await refresh(shopper)).basketItems.map(({ quantity }) => quantity)).toEqual([4, 1])
  })

  test('BEYOND-05, OPEN-78, OPEN-79: the parts of the recipients add up to the order to the cent, each taxed where it goes', async () => {
    const { shopper } = await withTwoRecipients()
    const { recipientList, orderSummary } = await refresh(shopper)
    const [home, away] = recipientList.map(({ totals }) => totals)
    // Illinois takes 6.25 % of items and shipping, New York 4 %
    expect(home).toMatchObject({ subtotal: 2_590, shipping: 995, tax: 224, total: 3_809 })
    expect(away).toMatchObject({ subtotal: 1_295, shipping: 695, tax: 80, total: 2_070 })
    for (const amount of ['subtotal', 'shipping', 'tax', 'total', 'giftOptions', 'discount'] as const) {
      expect([amount, home![amount] + away![amount]]).toEqual([amount, orderSummary[amount]])
    }
  })
})

describe('pickup', () => {
  const withPickup = async () => {
    const shopper = await inCheckout(item(sku.mug, 2), item(sku.mug, 1, pickup))
    const { recipientList } = await refresh(shopper)
    const store = recipientList.find((one) => one.isPickup)!
    return { shopper, store: store.id, home: recipientList.find((one) => !one.isPickup)!.id }
  }

  test('SHIP-29, CALL-65: a pickup changes to shipping, and travels with what goes to that address', async () => {
    const { shopper, store, home } = await withPickup()
    const reply = await shopper.call('checkout', 'updateBopsToShipping', { recipientId: store, newAddressId: home })
    expect(reply.isSuccess).toBe(true)
    expect(reply.basketItems.map((line) => [line.quantity, line.isPickup, line.recipientId])).toEqual([
      [3, false, home],
    ])
    expect(reply.recipientList.map(({ id, isPickup }) => [id, isPickup])).toEqual([[home, false]])
  })

  test('SHIP-29: to an address nothing else goes to, the recipient itself is shipped to', async () => {
    const shopper = await memberWith('pickup@example.com', item(sku.mug, 1, pickup), item(sku.mug))
    const { addressId } = await shopper.call('checkout', 'saveShippingAddress', { ...grace, saveToAccount: true })
    await shopper.call('checkout', 'saveShippingAddress', ada)
    const store = (await refresh(shopper)).recipientList.find((one) => one.isPickup)!.id
    const reply = await shopper.call('checkout', 'updateBopsToShipping', {
      recipientId: store,
      newAddressId: addressId,
    })
    const shipped = reply.recipientList.find(({ id }) => id === store)
    expect(shipped).toMatchObject({ isPickup: false, address: { city: 'New York' }, bopsOptions: null })
    expect(reply.basketItems.map(({ isPickup }) => isPickup)).toEqual([false, false])
  })

  test('GIFT-04, GIFT-05, CALL-63, CALL-64, OPEN-77, SHIP-28: gift receipt and bag of a pickup, and of nobody else', async () => {
    const { shopper, store, home } = await withPickup()
    const receipt = await shopper.call('checkout', 'updateGiftReceipt', { recipientId: store, selectedOption: 1 })
    const bag = await shopper.call('checkout', 'updateBaggingOption', { recipientId: store, selectedOption: 1 })
    const optionsIn = (reply: typeof bag) => reply.recipientList.find(({ id }) => id === store)?.bopsOptions
    expect(optionsIn(receipt)).toEqual({ giftReceiptOption: 1, baggingOption: 0, pickupContact: null })
    expect(optionsIn(bag)).toEqual({ giftReceiptOption: 1, baggingOption: 1, pickupContact: null })
    for (const name of ['updateGiftReceipt', 'updateBaggingOption'] as const) {
      const shipped = await shopper.call('checkout', name, { recipientId: home, selectedOption: 1 })
      expect(shipped).toMatchObject({ isSuccess: false, errorMessage: unknown })
    }
  })
})

describe('when it comes', () => {
  test('SHIP-15, SHIP-16, OPEN-76, OPEN-84: a hold is offered in the season, kept, leads to its week, and is cleared', async () => {
    world.clock.set('2026-11-02T15:00:00Z')
    const shopper = await inCheckout(item(sku.mug))
    const save = (of: object) =>
      refresh(shopper).then(({ recipientList: [recipient] }) =>
        shopper.call('checkout', 'saveShippingAndGiftOptions', {
          recipients: [
            {
              recipientId: recipient!.id,
              shipments: [{ id: recipient!.shipments[0]!.id, selectedServiceLevel: 3, ...of }],
              giftOptions: recipient!.giftOptions,
            },
          ],
        }),
      )
    const offered = (await refresh(shopper)).recipientList[0]!.shipments[0]!
    expect(offered.holidayHoldRanges[1]).toEqual({ startDate: '2026-12-07', endDate: '2026-12-11' })
    const held = (await save({ holidayHold: offered.holidayHoldRanges[1] })).recipientList[0]!.shipments[0]!
    expect(held).toMatchObject({ selectedServiceLevel: 1, holidayHold: { startDate: '2026-12-07' } })
    expect(held.items[0]?.edd.message).toMatch(/^Arrives by \w+, Dec 1\d$/)
    const cleared = (await save({ holidayHold: null, selectedServiceLevel: 1 })).recipientList[0]!.shipments[0]!
    expect(cleared).toMatchObject({ selectedServiceLevel: 1, holidayHold: null })
    world.clock.set('2026-03-02T15:00:00Z')
  })

  test('SHIP-19, OPEN-83: hours that are chosen are what is promised of the delivery, until they are given up', async () => {
    const shopper = await inCheckout(item(sku.sofaOat))
    const [recipient] = (await refresh(shopper)).recipientList
    const shipment = recipient!.shipments[0]!
    const { id: selectedWindowId } = shipment.tripBooking!.windows[4]!
    const choose = async (window: number | null) => {
      const sent = { id: shipment.id, selectedServiceLevel: 6, tripBooking: { selectedWindowId: window } }
      const { recipientList } = await shopper.call('checkout', 'saveShippingAndGiftOptions', {
        recipients: [{ recipientId: recipient!.id, shipments: [sent], giftOptions: recipient!.giftOptions }],
      })
      const { availableServiceLevels, items } = recipientList[0]!.shipments[0]!
      return [availableServiceLevels[0]?.edd.message, items[0]?.edd.message]
    }
    const words = expect.stringMatching(/^Comes \w{3}, Mar \d+, 12 pm - 4 pm$/)
    expect(await choose(selectedWindowId)).toEqual([words, words])
    expect(await choose(null)).toEqual([shipment.items[0]?.edd.message, shipment.items[0]?.edd.message])
  })

  test('SHIP-17, SHIP-18: what leaves on different days can be shipped complete, by standard, on the last of the days', async () => {
    await world.importLines(piece('CB', 7_001, 'Thrown Pot', { makeDays: 10, stock: stock('CB', 0) }))
    const shopper = await inCheckout(item(sku.mug), item(7_001))
    const [recipient] = (await refresh(shopper)).recipientList
    const shipment = recipient!.shipments[0]!
    expect([shipment.isShipCompleteVisible, shipment.isShipCompleteSelected]).toEqual([true, false])
    const sent = { id: shipment.id, selectedServiceLevel: 3, isShipCompleteSelected: true }
    const reply = await shopper.call('checkout', 'saveShippingAndGiftOptions', {
      recipients: [{ recipientId: recipient!.id, shipments: [sent], giftOptions: recipient!.giftOptions }],
    })
    const after = reply.recipientList[0]!.shipments[0]!
    expect(after).toMatchObject({ selectedServiceLevel: 1, isShipCompleteSelected: true })
    const [early, late] = after.items.map(({ edd }) => edd.message)
    expect([early, late]).toEqual(['All together by Mon, Mar 16', 'Available Mon, Mar 16'])
  })
})

describe('preferences', () => {
  test('SHIP-31, CALL-55, OPEN-70: printed mailings, for the shipping and for the billing address, on and off', async () => {
    const shopper = await inCheckout(item(sku.mug))
    for (const isOptIn of [true, false]) {
      for (const isBilling of [true, false]) {
        const reply = await shopper.call('checkout', 'setTymPreferences', { isOptIn, isBilling, address: ada })
        expect(reply.isSuccess).toBe(true)
      }
      const { recipientList, isBillingMailWelcome } = await refresh(shopper)
      expect([recipientList[0]?.isMailWelcome, isBillingMailWelcome]).toEqual([isOptIn, isOptIn])
    }
  })

  test('GIFT-07, GIFT-08, CALL-68, CALL-69, OPEN-78: a marked account switches the tax off and on, by GET and by POST; nobody else does', async () => {
    const shopper = await memberWith('exempt@example.com', item(sku.mug))
    const headers = { requestverificationtoken: shopper.token() }
    const byGet = (taxExemption: 'true' | 'false') =>
      shopper.call('checkout', 'switchTaxExemption', { taxExemption }, { headers })
    const byPost = (isTaxExemptionApplied: boolean) =>
      shopper.call('checkout', 'applyTaxExemption', { isTaxExemptionApplied })
    const taxed = (await refresh(shopper)).orderSummary.tax
    expect(taxed).toBeGreaterThan(0)
    const refused = await byGet('true')
    expect(refused).toMatchObject({ isSuccess: false, orderSummary: { tax: taxed } })
    const mark = statement('test.mark', 'update shop.account set is_tax_exempt = true where email = $1')
    await world.database.count(mark, ['exempt@example.com'])
    for (const ask of [byGet, (on: 'true' | 'false') => byPost(on === 'true')]) {
      expect(await ask('true')).toMatchObject({ isSuccess: true, orderSummary: { tax: 0 } })
      expect(await refresh(shopper)).toMatchObject({ isTaxExemptionOffered: true, isTaxExemptionApplied: true })
      expect(await ask('false')).toMatchObject({ isSuccess: true, orderSummary: { tax: taxed } })
    }
    const withoutToken = await shopper.rawCall('checkout', 'switchTaxExemption', { taxExemption: 'true' })
    expect(withoutToken.json()).toEqual({ IsReset: true })
    expect((await refresh(shopper)).orderSummary.tax).toBe(taxed)
  })
})

test('CART-13: when only a donation is left where a gift was to go, nothing is marked as a gift; with a piece again, it is', async () => {
  const shopper = await inCheckout(item(sku.mug))
  await shopper.call('cart', 'donationAddToCart', { sku: sku.donation, amount: 2_500 })
  const { recipientList, basketItems } = await refresh(shopper)
  const giftOptions = { isGift: true, giftWrap: 'box' as const, giftMessage: 'For Grace', hasGiftReceipt: true }
  const recipientId = recipientList[0]!.id
  await shopper.call('checkout', 'updateGiftOption', { recipientId, giftOptions, serviceLevel: 1 })
  const lineItemId = basketItems.find(({ isDonation }) => !isDonation)!.id
  await shopper.call('cart', 'removeItem', { lineItemId })
  const none = { isGift: false, giftWrap: 'none', giftMessage: '', hasGiftReceipt: false }
  expect((await refresh(shopper)).recipientList.map((one) => one.giftOptions)).toEqual([none])
  await shopper.call('cart', 'restoreItem', { lineItemId })
  expect((await refresh(shopper)).recipientList.map((one) => one.giftOptions)).toEqual([giftOptions])
})
