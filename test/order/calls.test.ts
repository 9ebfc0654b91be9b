import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { sku } from '#test/builders/catalog.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { cardToken } from '#test/order/gateway.ts'
import { type CartSeed, testAddress } from '#test/order/insert-cart.ts'
import { expectBalancedBooks } from '#test/order/ordering.ts'
import { walletVisitor } from '#test/order/wallet-visitor.ts'
import { createWorld, type World } from '#test/world.ts'

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
  const visitor = (wish: Partial<CartSeed> = {}) => walletVisitor(world, { tokens: [token], ...wish })
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

  test('BEYOND-13: what was saved for later is in the cart after the order, and not in the order', async () => {
    const lines = [...mug, { sku: sku.rug, quantity: 3 }]
    const { shopper } = await visitor({ lines })
    const { lineItems } = await shopper.call('cart', 'getCartJsx', {})
    await shopper.call('cart', 'saveForLater', { lineItemId: lineItems.find((line) => line.sku === sku.rug)?.id ?? '' })
    expect(await press(shopper)).toMatchObject({ isSuccess: true })
    const after = await shopper.call('cart', 'getCartJsx', {})
    expect([after.lineItems, after.savedForLater.map((line) => [line.sku, line.quantity])]).toEqual([
      [],
      [[sku.rug, 3]],
    ])
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
    expect(cut.json()).toMatchObject({ isSuccess: true, isPending: true })
    const [order] = await world.database.rows(numberOf, [shopperId])
    const stored = await send()
    expect(stored.json()).toMatchObject({ isSuccess: true, orderNumber: order?.orderNumber })
    expect((await send()).json()).toEqual(stored.json())
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

  test('OPEN-06 SCENE-02 SCENE-12: a press on a cart that was ordered, from another tab, gives the answer of that order', async () => {
    const { shopper, shopperId } = await visitor()
    const first = await press(shopper)
    expect(await press(shopper)).toEqual(first)
    expect(await world.database.rows(placedOf, [shopperId])).toHaveLength(1)
  })

  test('SCENE-11: a reward certificate worth more than the cart: nothing due, no payment asked, the order goes through', async () => {
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
