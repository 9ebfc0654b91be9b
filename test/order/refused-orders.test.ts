import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { storeDay } from '#domain/days.ts'
import { windowPromise } from '#domain/shipping/delivery-windows.ts'
import { statement } from '#server/db/database.ts'
import { place, sku } from '#test/builders/catalog.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { cardToken } from '#test/order/gateway.ts'
import { type CartSeed, seedGiftCard, setStock, testAddress } from '#test/order/insert-cart.ts'
import { expectBalancedBooks } from '#test/order/ordering.ts'
import { walletVisitor } from '#test/order/wallet-visitor.ts'
import { createWorld, type World } from '#test/world.ts'

const cartOf = statement<{ version: number }>('test.cart-of', 'select version from shop.cart where cart_id = $1')
describe('an order that is not placed', () => {
  let world: World
  let token: string
  beforeAll(async () => {
    world = await createWorld()
    token = await cardToken(world)
  })
  afterEach(async () => {
    await deliverAll(world)
    await expectBalancedBooks(world)
  })
  afterAll(() => world.close())

  const mug = [{ sku: sku.mug, quantity: 2 }]
  const visitor = (wish: Partial<CartSeed> = {}) => walletVisitor(world, { tokens: [token], ...wish })
  const press = (shopper: TestShopper) => shopper.call('order', 'placeOrder', { adata: '' })

  test('ORDER-06 ROUTE-10 OPEN-89: a declined card: AuthorizationFailure and the exact address', async () => {
    const { shopper } = await visitor({ tokens: [await cardToken(world, '0002')] })
    expect(await press(shopper)).toMatchObject({
      isSuccess: false,
      message: 'AuthorizationFailure',
      errorMessage: 'Your card was declined. Please use another card.',
      redirectUrl: '/checkout/paymentandbilling?paymentErrorId=authorizationError#header_payment',
    })
  })

  test('ORDER-09 OPEN-89: a gift card emptied before the order: GiftCardError', async () => {
    const tenderId = await seedGiftCard(world.database, 5_000, '9876')
    const lines = [{ sku: sku.donation, quantity: 1, donationCents: 5_000 }]
    const tenders = [{ kind: 'giftCard' as const, tenderId }]
    const a = await visitor({ lines, tenders, tokens: [] })
    const b = await visitor({ lines, tenders, tokens: [] })
    expect(await press(a.shopper)).toMatchObject({ isSuccess: true })
    expect(await press(b.shopper)).toMatchObject({ isSuccess: false, message: 'GiftCardError' })
  })

  test('SCENE-08: two carts spend one gift card at the same moment: one is told which card it was', async () => {
    const tenderId = await seedGiftCard(world.database, 5_000, '5432')
    const lines = [{ sku: sku.donation, quantity: 1, donationCents: 5_000 }]
    const tenders = [{ kind: 'giftCard' as const, tenderId }]
    const visitors = [await visitor({ lines, tenders, tokens: [] }), await visitor({ lines, tenders, tokens: [] })]
    const replies = await Promise.all(visitors.map(({ shopper }) => press(shopper)))
    const lost = replies.find(({ isSuccess }) => !isSuccess)
    expect(replies.filter(({ isSuccess }) => isSuccess)).toHaveLength(1)
    expect(lost).toMatchObject({
      message: 'GiftCardError',
      errorMessage: 'A gift card could not be used.',
      giftCardErrors: [
        {
          name: 'Gift card ending in 5432',
          displayNumber: '5432',
          errorMessage: 'It can no longer be used for this order.',
        },
      ],
    })
  })

  test('ORDER-10 OPEN-83 SHIP-19: two orders for the last place of a delivery window: one gets TripBookingFailed and keeps all but the window', async () => {
    const lines = [{ sku: sku.sofaOat, quantity: 1 }]
    const visitors = [await visitor({ lines }), await visitor({ lines })]
    const bookingOf = async ({ shopper }: (typeof visitors)[number]) => {
      const { recipientList, orderSummary, basketItems } = await shopper.call('checkout', 'refreshCheckout', {})
      const [recipient] = recipientList
      const [shipment] = recipient!.shipments
      return { recipient: recipient!, shipment: shipment!, orderSummary, basketItems, trip: shipment!.tripBooking! }
    }
    const { id, date, from, to } = (await bookingOf(visitors[0]!)).trip.windows[4]!
    const addTrip = statement(
      'test.trip',
      `insert into shop.trip (trip_id, day, region, from_time, to_time, capacity) overriding system value
       values ($1, $2, 'IL', $3, $4, 1)`,
    )
    await world.database.count(addTrip, [id, date, from, to])
    for (const one of visitors) {
      const { recipient, shipment } = await bookingOf(one)
      const sent = { id: shipment.id, selectedServiceLevel: 6, tripBooking: { selectedWindowId: id } }
      const { giftOptions } = recipient
      const recipients = [{ recipientId: recipient.id, shipments: [sent], giftOptions }]
      expect(await one.shopper.call('checkout', 'saveShippingAndGiftOptions', { recipients })).toMatchObject({
        isSuccess: true,
        recipientList: [{ shipments: [{ tripBooking: { selectedWindowId: id } }] }],
      })
    }
    const before = await Promise.all(visitors.map(bookingOf))
    const replies = await Promise.all(visitors.map(({ shopper }) => press(shopper)))
    const lost = replies.findIndex(({ message }) => message === 'TripBookingFailed')
    expect(replies[lost]).toMatchObject({
      isSuccess: false,
      message: 'TripBookingFailed',
      redirectUrl: '/checkout/shippingandgiftoptions',
    })
    expect(replies[1 - lost]).toMatchObject({ isSuccess: true, redirectUrl: '/checkout/confirmation' })
    const after = await bookingOf(visitors[lost]!)
    expect(after.trip.selectedWindowId).toBeNull()
    expect(after.trip.windows.find((window) => window.id === id)?.isFree).toBe(false)
    expect(after.trip.windows.filter((window) => window.isFree)).toHaveLength(after.trip.windows.length - 1)
    expect([after.orderSummary, after.basketItems]).toEqual([before[lost]!.orderSummary, before[lost]!.basketItems])
    const winner = await visitors[1 - lost]!.shopper.call('order', 'getOrderConfirmation', {})
    expect(winner.recipientList[0]?.shipments[0]?.items[0]?.edd.message).toBe(
      windowPromise({ date, from, to }, storeDay(world.clock.now())),
    )
    expect(winner.recipientList[0]?.shipments[0]?.tripBooking).toEqual({
      windows: [{ id, date, from, to, isFree: false }],
      selectedWindowId: id,
    })
  })

  test('ORDER-21 UNAVAIL-23: an item that was sold out meanwhile: type 3 with the item', async () => {
    const { shopper } = await visitor({ lines: [...mug, { sku: sku.lamp, quantity: 1 }] })
    expect(await press(shopper)).toMatchObject({
      isSuccess: false,
      message: '',
      errorType: 3,
      items: [{ sku: sku.lamp, title: 'Paper Lamp' }],
    })
  })

  test.each([
    ['taken off sale', sku.lamp],
    ['sold out', sku.lastVase],
  ])(
    'UNAVAIL-24 ORDER-21: all there is of the cart was %s meanwhile: type 7 in PlaceOrder as in ValidateCart, and the popup of all empties it',
    async (_, gone) => {
      await setStock(world.database, sku.lastVase, place.warehouse.CB.US, 0)
      const { shopper } = await visitor({ lines: [{ sku: gone, quantity: 1 }] })
      const refusal = {
        ...{ isSuccess: false, errorType: 7, items: [{ sku: gone }] },
        errorMessage: 'The items of your cart are no longer available.',
      }
      expect(await shopper.call('checkout', 'validateCart', {})).toMatchObject(refusal)
      expect(await press(shopper)).toMatchObject(refusal)
      expect(await shopper.call('checkout', 'removeAllNlaItems', {})).toMatchObject({ isSuccess: true })
      expect(await press(shopper)).toMatchObject({ isSuccess: false, errorType: 8 })
    },
  )

  test('CALM-10: fewer are left when the button is pressed: PlaceOrder says how many, and they can be kept and ordered', async () => {
    await setStock(world.database, sku.lastVase, place.warehouse.CB.US, 3)
    const { shopper } = await visitor({ lines: [{ sku: sku.lastVase, quantity: 3 }] })
    await setStock(world.database, sku.lastVase, place.warehouse.CB.US, 2)
    const item = { sku: sku.lastVase, quantity: 3, availabilityMessage: 'Only 2 left', quantityLeft: 2 }
    expect(await press(shopper)).toMatchObject({ isSuccess: false, errorType: 7, items: [item] })
    expect(await shopper.call('checkout', 'keepAvailableItems', {})).toMatchObject({ isSuccess: true })
    expect((await shopper.call('checkout', 'validateCart', {})).errorType).toBe(0)
    await setStock(world.database, sku.lastVase, place.warehouse.CB.US, 1)
  })

  test('SCENE-03 BEYOND-01: another total than the one shown: CartChanged with the new one, nothing is charged', async () => {
    const { shopper, cartId } = await visitor()
    const version = (await world.database.row(cartOf, [cartId]))?.version ?? 0
    const reply = await shopper.call('order', 'placeOrder', { adata: '', basketVersion: version, shownTotal: 2_500 })
    expect(reply).toMatchObject({ isSuccess: false, message: 'CartChanged', basketVersion: version })
    expect(reply.orderSummary?.total).toBeGreaterThan(2_500)
    const shownTotal = reply.orderSummary?.total ?? 0
    const again = await shopper.call('order', 'placeOrder', { adata: '', basketVersion: version, shownTotal })
    expect(again).toMatchObject({ isSuccess: true })
  })

  test('SCENE-03 BEYOND-01: another street of the same ZIP than the review showed: CartChanged, nothing goes there unseen', async () => {
    const { shopper } = await visitor()
    const { basketVersion, orderSummary } = await shopper.call('checkout', 'refreshCheckout', {})
    const other = { ...testAddress, address1: '9 Other Street' }
    expect(await shopper.call('checkout', 'saveShippingAddress', other)).toMatchObject({ isSuccess: true })
    const seen = { adata: '', shownTotal: orderSummary.total }
    const reply = await shopper.call('order', 'placeOrder', { ...seen, basketVersion })
    expect(reply).toMatchObject({ isSuccess: false, message: 'CartChanged' })
    expect(reply.errorMessage).not.toBe('')
    const now = await shopper.call('checkout', 'refreshCheckout', {})
    expect(now.recipientList[0]?.address?.address1).toBe('9 Other Street')
    const again = await shopper.call('order', 'placeOrder', { ...seen, basketVersion: now.basketVersion })
    expect(again).toMatchObject({ isSuccess: true })
  })

  test('PAY-02: something is due and no payment was chosen: the payment step', async () => {
    const { shopper } = await visitor({ tokens: [] })
    expect(await press(shopper)).toMatchObject({ isSuccess: false, redirectUrl: '/checkout/paymentandbilling' })
  })
})
