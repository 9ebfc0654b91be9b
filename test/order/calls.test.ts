import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { windowPromise } from '#domain/shipping/delivery-windows.ts'
import { statement } from '#server/db/database.ts'
import { moveUsesToMailboxes } from '#server/order/place/hold-promo-store.ts'
import { place, sku } from '#test/builders/catalog.ts'
import { endPromo } from '#test/builders/promos.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { type BasketWish, readStock, seedBasket, seedGiftCard, testAddress } from '#test/order/basket.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { cardToken } from '#test/order/gateway.ts'
import { expectBalancedBooks } from '#test/order/ordering.ts'
import { createWorld, type World } from '#test/world.ts'

const cartOf = statement<{ discountCode: string; state: string; version: number }>(
  'test.cart-of',
  'select discount_code as "discountCode", state, version from shop.cart where cart_id = $1',
)
type PlacedRow = { email: string; total: number; billing: { firstName: string }; method: string; adata: string }
const placedOf = statement<PlacedRow>(
  'test.placed-of',
  `select o.email, o.total_cents as total, o.billing_address as billing, p.method, o.facts->>'partnerTransactionId' as adata
   from shop.orders o left join shop.payment p using (shopper_id, order_id) where o.shopper_id = $1 and o.state = 'placed'`,
)
const numberOf = statement<{ orderNumber: string }>(
  'test.number-of',
  'select order_number as "orderNumber" from shop.orders where shopper_id = $1',
)
const addAccount = statement(
  'test.account',
  `insert into shop.account (shopper_id, email, email_key, first_name, last_name, password_hash)
   values ($1, 'member@example.com', 'member@example.com', 'Ada', 'Byron', 'x')`,
)
const addPromo = statement(
  'test.promo',
  `insert into shop.promo (code, kind, percent_millionths, max_uses, per_shopper, ends_at)
   values ($1, 'percent', 100000, $2, $3, $4)`,
)

describe('Place Order and its twins', () => {
  let world: World
  let token: string
  let dieAt: string | null = null
  beforeAll(async () => {
    world = await createWorld({
      killPoint: (name) => {
        if (name === dieAt) throw new Error(`ended at ${name}`)
      },
    })
    token = await cardToken(world)
  })
  afterEach(async () => {
    await deliverAll(world)
    await expectBalancedBooks(world)
  })
  afterAll(() => world.close())

  const mug = [{ sku: sku.mug, quantity: 2 }]

  async function visitor(wish: Partial<BasketWish> = {}) {
    const shopper = world.shopper()
    await shopper.get('/session')
    const shopperId = (await world.shop.sessions.find(shopper.cookies.get('sid')))?.shopperId ?? ''
    const basket = await seedBasket(world.database, { lines: mug, tokens: [token], ...wish, shopperId })
    return { shopper, ...basket }
  }

  const press = (shopper: TestShopper, key?: string) =>
    shopper.call('order', 'placeOrder', { adata: '' }, key === undefined ? {} : { key })

  test('CALL-56 OPEN-89 ORDER-25: a guest places an order and is sent to the confirmation; no account is made', async () => {
    const { shopper, shopperId } = await visitor()
    const reply = await shopper.call('order', 'placeOrder', { adata: 'partner-7' })
    expect(reply).toMatchObject({
      isSuccess: true,
      message: '',
      errorMessage: '',
      redirectUrl: '/checkout/confirmation',
      isPending: false,
      orderNumber: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/),
    })
    expect(await world.database.row(placedOf, [shopperId])).toMatchObject({
      email: testAddress.email,
      adata: 'partner-7',
    })
    const accounts = statement<{ count: number }>('test.accounts', 'select count(*) as count from shop.account')
    expect(await world.database.row(accounts)).toEqual({ count: 0 })
  })

  test('PLAT-15 OPEN-07 SCENE-01: the same request sent three times gives one order and the same answer', async () => {
    const { shopper, shopperId } = await visitor()
    const send = () => shopper.rawCall('order', 'placeOrder', { adata: '' }, { key: 'one-press' })
    const [first, second] = await Promise.all([send(), send()])
    const third = await send()
    expect(first.statusCode).toBe(200)
    expect([second.json(), third.json()]).toEqual([first.json(), first.json()])
    expect(await world.database.rows(placedOf, [shopperId])).toHaveLength(1)
  })

  test('OPEN-07 SCENE-01: the server dies after the commit and before the answer: the retry gets the answer that was kept', async () => {
    const { shopper, shopperId } = await visitor()
    const send = () => shopper.rawCall('order', 'placeOrder', { adata: '' }, { key: 'died-at-k7' })
    dieAt = 'k7'
    const cut = await send()
    dieAt = null
    expect(cut.statusCode).toBe(500)
    const [order] = await world.database.rows(numberOf, [shopperId])
    const kept = await send()
    expect(kept.json()).toMatchObject({ isSuccess: true, orderNumber: order?.orderNumber })
    expect((await send()).json()).toEqual(kept.json())
    expect((await shopper.rawCall('order', 'placeOrder', { adata: 'other' }, { key: 'died-at-k7' })).statusCode).toBe(
      422,
    )
  })

  test('SEC-57: a refused card counts under the address it was tried from, a placed order does not', async () => {
    await world.database.count(statement('test.forget', 'delete from throttle'))
    const spent = statement<{ left: number }>(
      'test.refused-from',
      "select tokens::int as left from throttle where bucket = 'refused-card-address'",
    )
    await press((await visitor()).shopper)
    expect(await world.database.rows(spent)).toEqual([])
    for (const left of [19, 18]) {
      const { shopper } = await visitor({ tokens: [await cardToken(world, '0002')] })
      expect((await press(shopper)).message).toBe('AuthorizationFailure')
      expect(await world.database.rows(spent)).toEqual([{ left }])
    }
  })

  test('SEC-43: a version or a store beyond any that can be is refused or unknown, never a fault', async () => {
    const { shopper, shopperId } = await visitor()
    for (const basketVersion of [3_000_000_000, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER]) {
      const answer = await shopper.rawCall('order', 'placeOrder', { adata: '', basketVersion, shownTotal: 1 })
      expect([basketVersion, answer.statusCode]).toEqual([basketVersion, 400])
    }
    const items = [{ Sku: sku.mug, Quantity: 1, IsPickupSelected: true, Location: '9999999999' }]
    expect(await shopper.call('cart', 'addItems', { items })).toMatchObject({ isSuccess: false })
    expect(await world.database.rows(placedOf, [shopperId])).toEqual([])
  })

  test('OPEN-06 SCENE-02 SCENE-12: a press on a basket that was ordered, from another tab, gives the answer of that order', async () => {
    const { shopper, shopperId } = await visitor()
    const first = await press(shopper)
    expect(await press(shopper)).toEqual(first)
    expect(await world.database.rows(placedOf, [shopperId])).toHaveLength(1)
  })

  test('ORDER-05 OPEN-89: a promo code that has ended: InvalidPromoCode, and the basket is without it', async () => {
    await world.database.count(addPromo, ['ENDED', null, 1, '2026-01-01T00:00:00Z'])
    const { shopper, cartId } = await visitor({ promoCode: 'ENDED' })
    const before = await readStock(world.database, sku.mug, place.warehouse.CB.US)
    const reply = await press(shopper, 'has-ended')
    expect(reply).toMatchObject({
      isSuccess: false,
      message: 'InvalidPromoCode',
      errorMessage: 'This promotion code is no longer valid and was removed.',
      redirectUrl: '/checkout/review',
    })
    const cart = await world.database.row(cartOf, [cartId])
    expect(cart).toMatchObject({ discountCode: '', state: 'open', version: reply.basketVersion })
    expect(await readStock(world.database, sku.mug, place.warehouse.CB.US)).toEqual(before)
    // the retry of the lost answer must not order at the price without the code
    expect(await press(shopper, 'has-ended')).toEqual(reply)
  })

  test('SCENE-07 ORDER-20: two orders race for the last use of a code: one has it, the other gets InvalidPromoCode', async () => {
    await world.database.count(addPromo, ['LASTUSE', 1, 1, null])
    const a = await visitor({ promoCode: 'LASTUSE', email: 'one@example.com' })
    const b = await visitor({ promoCode: 'LASTUSE', email: 'two@example.com' })
    const replies = await Promise.all([press(a.shopper), press(b.shopper)])
    expect(replies.map(({ message }) => message).sort()).toEqual(['', 'InvalidPromoCode'])
    const loser = replies[0]?.isSuccess ? b : a
    expect(await world.database.row(cartOf, [loser.cartId])).toMatchObject({ discountCode: '', state: 'open' })
  })

  test('SCENE-07: a once-per-shopper code is not used again by a guest with the same e-mail in other letters', async () => {
    await world.database.count(addPromo, ['ONCE', null, 1, null])
    const first = await visitor({ promoCode: 'ONCE', email: 'a.b@X.com' })
    expect(await press(first.shopper)).toMatchObject({ isSuccess: true })
    const second = await visitor({ promoCode: 'ONCE', email: 'A.B@x.com' })
    expect(await press(second.shopper)).toMatchObject({ isSuccess: false, message: 'InvalidPromoCode' })
    const other = await visitor({ promoCode: 'ONCE', email: 'c@x.com' })
    expect(await press(other.shopper)).toMatchObject({ isSuccess: true })
  })

  test.each([
    ['sale@gmail.com', 'S.A.L.E+again@GoogleMail.com'],
    ['ann+one@example.com', 'Ann+two@Example.com'],
  ])('SAFE-57: a once-per-shopper code is used once by %s and %s', async (email, again) => {
    const code = `ONE-${email.split('@')[1]?.toUpperCase()}`
    await world.database.count(addPromo, [code, null, 1, null])
    expect(await press((await visitor({ promoCode: code, email })).shopper)).toMatchObject({ isSuccess: true })
    const second = await visitor({ promoCode: code, email: again })
    expect(await press(second.shopper)).toMatchObject({ isSuccess: false, message: 'InvalidPromoCode' })
    const other = await visitor({ promoCode: code, email: `x${email}` })
    expect(await press(other.shopper)).toMatchObject({ isSuccess: true })
  })

  test('SAFE-57: uses noted by the address count for it at once, and for its mailbox once they are written anew', async () => {
    await world.database.count(addPromo, ['FORMER', null, 1, null])
    // noted as before: by the address in small letters, each spelling a use of its own
    const noted = ['f.ormer@gmail.com', 'former+x@gmail.com']
    for (const email of noted) {
      const { shopper, shopperId } = await visitor({ promoCode: 'FORMER', email })
      await world.database.count(
        statement('test.other-uses', "update shop.promo_use set state = 'released' where code = 'FORMER'"),
      )
      expect(await press(shopper)).toMatchObject({ isSuccess: true })
      await world.database.count(
        statement(
          'test.noted-by-address',
          "update shop.promo_use set email_mac = $2, is_of_mailbox = false where code = 'FORMER' and shopper_id = $1",
        ),
        [shopperId, world.shop.orders.macOf(email)],
      )
    }
    await world.database.count(statement('test.both', "update shop.promo_use set state = 'used' where code = 'FORMER'"))
    const wish = async (email: string) =>
      (await press((await visitor({ promoCode: 'FORMER', email })).shopper)).isSuccess
    expect(await wish('F.Ormer@gmail.com')).toBe(false)
    const move = () => world.database.transaction((tx) => moveUsesToMailboxes(tx, world.shop.orders.macOf, 500))
    expect([await move(), await move()]).toEqual([2, 0])
    expect([await wish('former@googlemail.com'), await wish('a.former@gmail.com')]).toEqual([false, true])
  })

  test('SAFE-68: a code that ends between applying and placing is taken out with its sentence, and goes in no more', async () => {
    await world.database.count(addPromo, ['ENDSNOW', null, 1, null])
    const { shopper, cartId } = await visitor()
    expect((await shopper.call('checkout', 'applyPromoCode', { promoCode: 'ENDSNOW' })).isSuccess).toBe(true)
    await endPromo(world.database, 'ENDSNOW')
    expect(await press(shopper)).toMatchObject({ isSuccess: false, message: 'InvalidPromoCode' })
    expect(await world.database.row(cartOf, [cartId])).toMatchObject({ discountCode: '', state: 'open' })
    const again = await shopper.call('checkout', 'applyPromoCode', { promoCode: 'ENDSNOW' })
    expect([again.isSuccess, again.promoErrorMessage]).toEqual([false, expect.stringContaining('ended on')])
    expect(await press(shopper)).toMatchObject({ isSuccess: true })
  })

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

  test('SCENE-08: two baskets spend one gift card at the same moment: one is told which card it was', async () => {
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
    expect(winner.recipientList[0]?.shipments[0]?.items[0]?.edd.message).toBe(windowPromise({ date, from, to }))
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

  test('SCENE-11: a reward certificate worth more than the basket: nothing due, no payment asked, the order goes through', async () => {
    const certificate = statement<{ tenderId: string }>(
      'test.certificate',
      `insert into shop.certificate (certificate_id, kind, code_mac, amount_cents)
       values (gen_random_uuid(), 'reward', 'c1', 50000) returning certificate_id as "tenderId"`,
    )
    const tenderId = (await world.database.row(certificate))?.tenderId ?? ''
    const { shopper } = await visitor({ tokens: [], tenders: [{ kind: 'certificate', tenderId }] })
    expect(await press(shopper)).toMatchObject({ isSuccess: true })
    const used = statement<{ state: string }>(
      'test.certificate-state',
      "select state from shop.certificate where kind = 'reward'",
    )
    expect(await world.database.rows(used)).toEqual([{ state: 'used' }])
  })

  test('PAY-02: something is due and no payment was chosen: the payment step', async () => {
    const { shopper } = await visitor({ tokens: [] })
    expect(await press(shopper)).toMatchObject({ isSuccess: false, redirectUrl: '/checkout/paymentandbilling' })
  })

  test('CALL-57 ORDER-16: Apple Pay from review places the order with that payment', async () => {
    const { shopper, shopperId } = await visitor({ tokens: [] })
    await shopper.call('wallet', 'openWalletSheet', { method: 'applePay' })
    const reply = await shopper.call('order', 'placeApplePayOrder', { nonce: 'apple-1', deviceData: '', adata: '' })
    expect(reply).toMatchObject({ isSuccess: true, redirectUrl: '/checkout/confirmation' })
    expect(await world.database.row(placedOf, [shopperId])).toMatchObject({ method: 'applePay' })
  })

  test('CALL-58 ORDER-17: Apple Pay from the payment step: its billing contact is the billing address of the order', async () => {
    const { shopper, shopperId } = await visitor({ tokens: [] })
    const billingContact = { ...testAddress, firstName: 'Grace', lastName: 'Hopper' }
    await shopper.call('wallet', 'openWalletSheet', { method: 'applePay' })
    const input = { nonce: 'apple-2', deviceData: '', billingContact, adata: '' }
    expect(await shopper.call('order', 'placeApplePayOrderFromPayment', input)).toMatchObject({ isSuccess: true })
    expect(await world.database.row(placedOf, [shopperId])).toMatchObject({ billing: { firstName: 'Grace' } })
  })

  test('CALL-59 ORDER-18: PayPal from the payment step places the order', async () => {
    const { shopper, shopperId } = await visitor({ tokens: [] })
    await shopper.call('wallet', 'openWalletSheet', { method: 'paypal' })
    const input = { data: { nonce: 'paypal-1', email: 'ada@paypal.example' }, adata: '' }
    const reply = await shopper.call('order', 'placePayPalOrderFromPayment', input)
    expect(reply).toMatchObject({ isSuccess: true, redirectUrl: '/checkout/confirmation' })
    expect(await world.database.row(placedOf, [shopperId])).toMatchObject({ method: 'paypal' })
  })

  test("OPEN-91: a nonce 'decline-1' gives AuthorizationFailure", async () => {
    const { shopper } = await visitor({ tokens: [] })
    await shopper.call('wallet', 'openWalletSheet', { method: 'applePay' })
    const input = { nonce: 'decline-1', deviceData: '', adata: '' }
    expect(await shopper.call('order', 'placeApplePayOrder', input)).toMatchObject({ message: 'AuthorizationFailure' })
  })

  test("ORDER-22: a member whose addresses have no e-mail gets the order's mail at the address of the account", async () => {
    const { shopper, shopperId } = await visitor({ email: '' })
    expect(await press(shopper)).toMatchObject({ isSuccess: false, redirectUrl: '/checkout/shipping' })
    await world.database.count(addAccount, [shopperId])
    expect(await press(shopper)).toMatchObject({ isSuccess: true })
    expect(await world.database.row(placedOf, [shopperId])).toMatchObject({ email: 'member@example.com' })
  })

  test('OPEN-118 ORDER-22: the confirmation has number, e-mail, items, recipients and totals of the order', async () => {
    const { shopper } = await visitor({ lines: [{ sku: sku.sofaOat, quantity: 1 }, ...mug] })
    const { orderNumber } = await press(shopper)
    const confirmation = await shopper.call('order', 'getOrderConfirmation', {})
    expect(confirmation).toMatchObject({
      isPending: false,
      isRefused: false,
      challengeUrl: '',
      released: [],
      orderNumber,
      email: testAddress.email,
      items: [
        { sku: sku.sofaOat, title: 'Lounge Sofa, Oat', quantity: 1, totalPrice: 120_000 },
        { sku: sku.mug, quantity: 2, totalPrice: 2_590 },
      ],
      recipientList: [{ isPickup: false, address: { city: 'Oak Brook' } }],
      payments: [{ method: 'card', type: 'Visa', lastFour: '1111' }],
    })
    const { orderSummary, payments } = confirmation
    expect(orderSummary.total).toBe(payments[0]?.amount)
    expect(orderSummary.subtotal).toBe(122_590)
  })

  test('ORDER-23 OPEN-118 SCENE-20: the order of another session is not there: IsReset', async () => {
    const { shopper } = await visitor()
    await press(shopper)
    const stranger = world.shopper()
    await stranger.get('/session')
    expect((await stranger.rawCall('order', 'getOrderConfirmation', {})).json()).toEqual({ IsReset: true })
  })
})
