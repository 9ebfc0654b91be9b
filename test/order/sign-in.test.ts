import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { recover } from '#server/order/place/recovery.ts'
import { sku } from '#test/builders/catalog.ts'
import { newMember, signedIn } from '#test/builders/member.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { cancel } from '#test/order/cancelling.ts'
import { deliverAll, mailedTo } from '#test/order/deliveries.ts'
import { cardToken, drill, endDrill, gatewayBooks } from '#test/order/gateway.ts'
import { type CartSeed, insertCart, testAddress } from '#test/order/insert-cart.ts'
import { expectBalancedBooks } from '#test/order/ordering.ts'
import { createWorld, type World } from '#test/world.ts'

const pendingCount = statement<{ count: number }>(
  'test.pending-count',
  "select count(*)::int as count from shop.orders where state = 'pending'",
)
const orderNumbers = statement<{ orderNumber: string }>(
  'test.order-numbers',
  'select order_number as "orderNumber" from shop.orders where created_at > now() - interval \'1 hour\'',
)
const cartOf = statement<{ cartId: string; state: string }>(
  'test.live-cart',
  `select cart_id as "cartId", state from shop.cart where shopper_id = $1 and state in ('open', 'placing')`,
)
const verify = statement(
  'test.verify-address',
  'update shop.account set email_verified_at = case when $2 then now() end where email_key = $1',
)
const giveUp = statement(
  'test.give-up',
  `update shop.orders set created_at = created_at - interval '61 seconds', lease_until = now() - interval '1 second'
   where state = 'pending'`,
)
const forget = statement('test.forget-orders', 'delete from shop.throttle')

// a busy machine takes its time
const patience = { timeout: 25_000 }

describe('a guest orders, and her browser signs in', () => {
  let world: World
  let token: string
  beforeAll(async () => {
    world = await createWorld()
    token = await cardToken(world)
  })
  beforeEach(() => world.database.count(forget).then(() => undefined))
  afterEach(async () => {
    await deliverAll(world)
    await expectBalancedBooks(world)
  })
  afterAll(() => world.close())

  const mug = { lines: [{ sku: sku.mug, quantity: 2 }] }
  const shopperIdOf = async (shopper: TestShopper) => {
    await shopper.get('/session')
    return (await world.shop.sessions.find(shopper.cookies.get('sid')))?.shopperId ?? ''
  }
  const seed = async (shopper: TestShopper, wish: Partial<CartSeed> = {}) =>
    insertCart(world.database, { ...mug, tokens: [token], ...wish, shopperId: await shopperIdOf(shopper) })
  /** A ready cart, and what its shopper sees of it. */
  const seedShown = async (shopper: TestShopper, wish: Partial<CartSeed> = {}) => {
    await seed(shopper, wish)
    const { basketId, orderSummary } = await shopper.call('checkout', 'refreshCheckout', {})
    return { basketId, shownTotal: orderSummary.total }
  }
  const press = async (shopper: TestShopper, key: string, body: object = {}) =>
    (await shopper.rawCall('order', 'placeOrder', { adata: '', ...body }, { key })).json()
  const made = async () => (await world.database.rows(orderNumbers)).map(({ orderNumber }) => orderNumber)
  const authorized = async () =>
    (await gatewayBooks(world)).filter(({ state }) => state === 'authorized').map(({ reference }) => reference)

  /** The account's own cart, and how the repeat says which cart was shown. */
  const cases = (['empty', 'ready', 'ready with an equal total'] as const).flatMap((cart) =>
    (['with its basket', 'without'] as const).map((named) => [cart, named] as const),
  )
  const accountCart = (cart: string): Partial<CartSeed> =>
    cart === 'ready' ? { lines: [{ sku: sku.mug, quantity: 5 }] } : mug

  test.each(cases)(
    "SAFE-12: a sign-in during a slow gateway, the account's cart %s: the repeat %s follows the one order",
    async (cart, named) => {
      const { shopper: elsewhere, email } = await newMember(world)
      if (cart !== 'empty') await seed(elsewhere, accountCart(cart))
      const [before, charged] = [await made(), await authorized()]
      await drill(world, { fault: 'slow', delayMs: 6_000 })
      const key = `press-${cart.replaceAll(' ', '-')}-${named.replaceAll(' ', '-')}`
      let first: Promise<{ orderNumber: string }> = Promise.reject(new Error('never pressed'))
      first.catch(() => undefined)
      let body = {}
      const shopper = await signedIn(world, email, async (guest) => {
        const seen = await seedShown(guest)
        if (named === 'with its basket') body = seen
        first = press(guest, key, body)
        await expect.poll(async () => (await world.database.row(pendingCount))?.count, patience).toBe(1)
      })
      const repeated = press(shopper, key, body)
      await sleep(200)
      await endDrill(world)
      const same = await repeated
      const [answer, other] = [await first, await press(shopper, `${key}-2`, body)]
      expect(answer).toMatchObject({ isSuccess: true, orderNumber: expect.stringMatching(/./) })
      expect([same.orderNumber, other.orderNumber]).toEqual([answer.orderNumber, answer.orderNumber])
      expect((await press(shopper, key, body)).orderNumber).toBe(answer.orderNumber)
      expect((await made()).filter((number) => !before.includes(number))).toEqual([answer.orderNumber])
      expect((await authorized()).filter((reference) => !charged.includes(reference))).toHaveLength(1)
      // the account's own cart is as it was
      const own = await world.database.row(cartOf, [await shopperIdOf(elsewhere)])
      expect(own?.state).toBe(cart === 'empty' ? undefined : 'open')
    },
  )

  test('SAFE-12: the order of another cart than the shown one is CartChanged, also with an equal total and version', async () => {
    const { shopper, email } = await newMember(world)
    await seed(shopper)
    const stranger = await insertCart(world.database, { ...mug, tokens: [token] })
    const before = await made()
    let merged = ''
    const browser = await signedIn(world, email, async (guest) => {
      merged = (await seed(guest, { lines: [{ sku: sku.sofaOat, quantity: 1 }] })).cartId
    })
    for (const [nth, basketId] of [merged, stranger.cartId, crypto.randomUUID()].entries()) {
      const { basketVersion, orderSummary } = await browser.call('checkout', 'refreshCheckout', {})
      const seen = { basketId, basketVersion, shownTotal: orderSummary.total }
      const answer = await press(browser, `other-basket-${nth}`, seen)
      expect(answer).toMatchObject({ isSuccess: false, message: 'CartChanged', redirectUrl: '/checkout/review' })
      expect(answer.errorMessage).not.toBe('')
      expect(answer.orderSummary.total).toBe(orderSummary.total)
      expect(answer.basketId).not.toBe(basketId)
    }
    expect(await made()).toEqual(before)
  })

  test('SAFE-12: two requests of one press never make two tries of it, though the first was refused meanwhile', async () => {
    const guest = world.shopper()
    await seed(guest, { tokens: [await cardToken(world, '0002')] })
    const answers = await Promise.all([1, 2, 3, 4].map(() => press(guest, 'one-refused-press')))
    const [first] = answers
    expect(first).toMatchObject({ message: 'AuthorizationFailure' })
    expect(answers).toEqual(answers.map(() => first))
    expect(await press(guest, 'one-refused-press')).toEqual(first)
    const tries = statement<{ count: number }>(
      'test.tries-of',
      'select count(*)::int as count from shop.orders where shopper_id = $1',
    )
    expect(await world.database.row(tries, [await shopperIdOf(guest)])).toEqual({ count: 1 })
  })

  test('SAFE-12: an order that is given up after the sign-in brings the guest’s lines into the account’s cart', async () => {
    const { shopper: elsewhere, email } = await newMember(world)
    await drill(world, { fault: '503' })
    let body = {}
    const shopper = await signedIn(world, email, async (guest) => {
      body = await seedShown(guest)
      expect(await press(guest, 'refused-later', body)).toMatchObject({ isPending: true })
    })
    await world.database.count(giveUp)
    await recover(world.shop.orders)
    const answer = await press(shopper, 'refused-later', body)
    expect(answer).toMatchObject({ isSuccess: false, errorMessage: expect.stringMatching(/./) })
    expect(await press(shopper, 'refused-later', body)).toEqual(answer)
    for (const one of [shopper, elsewhere]) {
      const { basketItems } = await one.call('checkout', 'refreshCheckout', {})
      expect(basketItems.map(({ sku, quantity }) => [sku, quantity])).toEqual([[sku.mug, 2]])
    }
  })

  describe('afterwards', () => {
    async function orderedThenSignedIn(email: string, orderedWith: string) {
      let placed = { orderNumber: '', seen: { basketId: '', shownTotal: 0 } }
      const shopper = await signedIn(world, email, async (guest) => {
        const seen = await seedShown(guest, { email: orderedWith })
        placed = { orderNumber: (await press(guest, 'the-first-press', seen)).orderNumber, seen }
      })
      return { shopper, ...placed }
    }
    const accountOrders = async (shopper: TestShopper) => {
      const { page } = await shopper.page('/account')
      return page.name === 'account' ? page.orders.map(({ orderNumber }) => orderNumber) : null
    }

    test.each([
      ['the account’s own address, verified', true, true],
      ['the account’s own address, not verified', true, false],
      ['another address', false, true],
    ])(
      'SAFE-13: ordered with %s: all that is asked of the order answers in this browser',
      async (_, isOwn, isVerified) => {
        const { email, shopper: elsewhere } = await newMember(world)
        await world.database.count(verify, [email, isVerified])
        const { shopper, orderNumber, seen } = await orderedThenSignedIn(email, isOwn ? email : testAddress.email)
        for (const [key, body] of [
          ['the-first-press', seen],
          ['another-press', seen],
          ['another-bare-press', {}],
        ] as const) {
          expect(await press(shopper, key, body)).toMatchObject({ isSuccess: true, orderNumber })
        }
        expect(await shopper.call('order', 'getOrderConfirmation', {})).toMatchObject({
          orderNumber,
          basketId: seen.basketId,
        })
        const { page } = await shopper.page('/checkout/confirmation')
        expect(page).toMatchObject({ name: 'confirmation', confirmation: { orderNumber } })
        for (const kind of ['receipt', 'gift-receipt']) {
          expect((await shopper.get(`/order/${orderNumber}/${kind}.pdf`)).statusCode).toBe(200)
        }
        const isJoined = isOwn && isVerified
        expect((await shopper.page(`/account/orders/${orderNumber}`)).page).toMatchObject({
          name: 'accountOrder',
          isInAccount: isJoined,
          order: { orderNumber },
        })
        expect(await accountOrders(shopper)).toEqual(isJoined ? [orderNumber] : [])
        // another browser of the account has it only when it joined
        const inOther = await elsewhere.get(`/account/orders/${orderNumber}`, { accept: 'application/json' })
        expect(inOther.statusCode).toBe(isJoined ? 200 : 404)
        const cancelled = await cancel({ shopper, orderNumber })
        expect(cancelled).toMatchObject({ isSuccess: true, orderNumber })
      },
    )

    test('SAFE-13: it joins at the next sign-in when the address was verified since', async () => {
      const { email } = await newMember(world)
      await world.database.count(verify, [email, false])
      const { orderNumber, shopper } = await orderedThenSignedIn(email, email.toUpperCase())
      expect(await accountOrders(shopper)).toEqual([])
      await world.database.count(verify, [email, true])
      expect(await accountOrders(await signedIn(world, email))).toEqual([orderNumber])
    })

    test('SAFE-13: it joins at once when she who is signed in proves the address by a mailed link', async () => {
      const { email } = await newMember(world)
      await world.database.count(verify, [email, false])
      const { orderNumber, shopper } = await orderedThenSignedIn(email, email)
      const { requestToken: token } = await shopper.call('account', 'getRequestVerificationToken', {})
      await shopper.call('account', 'requestPasswordReset', { accountEmail: email, token })
      const [mail] = await mailedTo(world, email, ['mail.reset-password'])
      const mailed = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
      await shopper.submit('/account/reset-password', { token: mailed, password: 'a brand new passphrase' })
      expect(await accountOrders(shopper)).toEqual([orderNumber])
    })

    test('SAFE-13: it is not shown to who signs in to another account, nor after signing out', async () => {
      const { email } = await newMember(world)
      const { email: other } = await newMember(world)
      const { shopper, orderNumber } = await orderedThenSignedIn(email, testAddress.email)
      const password = 'correct horse battery'
      const { sessionToken } = await shopper.call('account', 'authenticate', { username: other, password })
      await shopper.submit('/account/auth', { sessionToken, redirectUrl: '/checkout/cart' })
      await shopper.get('/session')
      expect((await shopper.rawCall('order', 'getOrderConfirmation', {})).json()).toEqual({ IsReset: true })
      expect((await shopper.get(`/account/orders/${orderNumber}`)).statusCode).toBe(404)
      expect(await cancel({ shopper, orderNumber })).toMatchObject({ isSuccess: false })
    })
  })
})
