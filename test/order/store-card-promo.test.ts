import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { newCard } from '#test/builders/cart-calls.ts'
import { place, sku } from '#test/builders/catalog.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { cardToken, gatewayBooks } from '#test/order/gateway.ts'
import { type CartSeed, seedGiftCard, testAddress } from '#test/order/insert-cart.ts'
import { expectBalancedBooks } from '#test/order/ordering.ts'
import { approve, walletVisitor } from '#test/order/wallet-visitor.ts'
import { createWorld, type World } from '#test/world.ts'

const onVisa = statement(
  'test.on-visa',
  "update shop.cart_payment set brand = 'Visa' where shopper_id = $1 and slot = 2",
)
const code = 'STORECARD'
const addCode = statement(
  'test.add-store-card-code',
  `insert into shop.promo (code, kind, percent_millionths, is_store_card_only) values ('STORECARD', 'percent', 500000, true)`,
)
const freeCode = 'STORECARDFREE'
const addFreeCode = statement(
  'test.add-free-store-card-code',
  `insert into shop.promo (code, kind, percent_millionths, is_store_card_only) values ('STORECARDFREE', 'percent', 1000000, true)`,
)
const uses = statement<{ uses: number }>('test.uses', "select uses from shop.promo where code = 'STORECARD'")
const forStoreCards = /^This promotion code is for our store card\./
const notByWallet = /^Your promotion code is for our store card\./

describe('SAFE-14: a promotion for store cards', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
    await world.database.count(addCode)
    await world.database.count(addFreeCode)
  })
  afterEach(async () => {
    await deliverAll(world)
    await expectBalancedBooks(world)
  })
  afterAll(() => world.close())

  const giftCard = async (cents: number) => [
    { kind: 'giftCard' as const, tenderId: await seedGiftCard(world.database, cents) },
  ]
  const cards = async (count = 1) => Promise.all(Array.from({ length: count }, () => cardToken(world)))
  const visitor = (wish: Partial<CartSeed>) =>
    walletVisitor(world, { promoCode: code, email: `${randomUUID()}@example.com`, ...wish })
  const press = (shopper: TestShopper) => shopper.call('order', 'placeOrder', { adata: '' })
  const usesNow = async () => (await world.database.row(uses))?.uses

  /** Refused, nothing charged, no use of the code; the cart says what it costs without it. */
  async function expectRefused(shopper: TestShopper, work: () => Promise<{ isSuccess: boolean; message: string }>) {
    const [books, used] = [(await gatewayBooks(world)).length, await usesNow()]
    expect(await work()).toMatchObject({
      isSuccess: false,
      message: 'InvalidPromoCode',
      errorMessage: expect.stringMatching(forStoreCards),
    })
    const { orderSummary, promo } = await shopper.call('checkout', 'refreshCheckout', {})
    expect([orderSummary.discount, promo.discountCode]).toEqual([0, ''])
    expect([(await gatewayBooks(world)).length, await usesNow()]).toEqual([books, used])
  }

  const methods = ['paypal', 'venmo', 'applePay'] as const
  const refusedWays: readonly (readonly [string, () => Promise<Partial<CartSeed>>])[] = [
    ['Visa', async () => ({ tokens: await cards() })],
    ...methods.map((method) => [`${method} saved`, async () => ({ tokens: ['n-1'], method })] as const),
    ['a gift card that pays all', async () => ({ tenders: await giftCard(50_000) })],
    [
      'a gift card that pays all, beside a store card',
      async () => ({ tenders: await giftCard(50_000), tokens: await cards(), isStoreCard: true }),
    ],
    ['a gift card and Visa', async () => ({ tenders: await giftCard(500), tokens: await cards() })],
  ]
  test.each(refusedWays)('SAFE-14: %s is refused it at placing', async (_name, wish) => {
    const { shopper } = await visitor(await wish())
    await expectRefused(shopper, () => press(shopper))
  })

  test('SAFE-14: a store card and Visa together are refused it at placing', async () => {
    const { shopper, shopperId } = await visitor({ tokens: await cards(2), isStoreCard: true, firstCents: 500 })
    await world.database.count(onVisa, [shopperId])
    await expectRefused(shopper, () => press(shopper))
  })

  const billingContact = { ...testAddress, country: 'US' as const }
  test.each([
    [
      'placeApplePayOrder',
      (shopper: TestShopper, nonce: string) => shopper.call('order', 'placeApplePayOrder', { nonce }),
    ],
    [
      'placeApplePayOrderFromPayment',
      (shopper: TestShopper, nonce: string) =>
        shopper.call('order', 'placeApplePayOrderFromPayment', { nonce, billingContact }),
    ],
    [
      'placePayPalOrderFromPayment',
      (shopper: TestShopper, nonce: string) =>
        shopper.call('order', 'placePayPalOrderFromPayment', { data: { nonce, email: 'ada@example.com' } }),
    ],
  ] as const)('SAFE-14: %s with an approval is refused it, whatever is saved on the cart', async (_name, place) => {
    for (const wish of [{}, { tokens: await cards(), isStoreCard: true }]) {
      const { shopper } = await visitor(wish)
      await expectRefused(shopper, () => place(shopper, 'n-1'))
    }
  })

  test.each(methods)('SAFE-14: %s is refused at applying, with a sheet and without one', async (method) => {
    const apply = async (shopper: TestShopper, nonce: string) => {
      if (method === 'venmo') return shopper.call('wallet', 'applyVenmoPayment', { nonce })
      if (method === 'applePay') return shopper.call('wallet', 'applyApplePayPayment', { nonce })
      await shopper.call('wallet', 'setPayPalPayload', { data: { nonce } })
      return shopper.call('wallet', 'savePayPalPayment', {})
    }
    const refused = { isSuccess: false, errorMessage: expect.stringMatching(notByWallet) }
    const { shopper } = await visitor({})
    expect(await shopper.call('wallet', 'openWalletSheet', { method })).toMatchObject(refused)
    expect(await apply(shopper, randomUUID())).toMatchObject(refused)
    // the sheet was open before the code came
    await shopper.call('checkout', 'removePromoCode', {})
    const { nonce } = await approve(shopper, method)
    await shopper.call('checkout', 'applyPromoCode', { promoCode: code })
    expect(await apply(shopper, nonce)).toMatchObject(refused)
    const { paidWith } = await shopper.call('checkout', 'refreshCheckout', {})
    expect(paidWith).toEqual([])
    // and with the wallet there first it is the code that is refused
    await shopper.call('checkout', 'removePromoCode', {})
    expect(await apply(shopper, nonce)).toMatchObject({ isSuccess: true })
    const entered = await shopper.call('checkout', 'applyPromoCode', { promoCode: code })
    expect(entered).toMatchObject({ isSuccess: false, promoErrorMessage: expect.stringMatching(forStoreCards) })
  })

  test('SAFE-14: Visa is refused at applying, and the code where a gift card would pay all', async () => {
    const { shopper } = await visitor({})
    const cardOneData = await newCard(world, shopper)
    expect(await shopper.call('payment', 'savePayment', { cardOneData })).toMatchObject({
      isSuccess: false,
      cardOneErrors: { hasRewardsRestrictionError: true },
    })
    const { shopper: other } = await walletVisitor(world, { tenders: await giftCard(50_000) })
    const entered = await other.call('checkout', 'applyPromoCode', { promoCode: code })
    expect(entered).toMatchObject({ isSuccess: false, promoErrorMessage: expect.stringMatching(forStoreCards) })
  })

  const atStore = [{ sku: sku.mug, quantity: 1, locationId: place.store.CB.US }]
  test.each([
    ['nothing', async () => ({})],
    ['a gift card', async () => ({ tenders: await giftCard(500) })],
    ['Visa', async () => ({ tokens: await cards() })],
  ] as const)('SAFE-14: a code that leaves nothing to pay is refused with %s applied', async (_name, wish) => {
    const { shopper: entering } = await visitor({ ...(await wish()), promoCode: '', lines: atStore })
    for (const topic of ['cart', 'checkout'] as const) {
      expect(await entering.call(topic, 'applyPromoCode', { promoCode: freeCode })).toMatchObject({
        isSuccess: false,
        promoErrorMessage: expect.stringMatching(forStoreCards),
      })
    }
    const { shopper } = await visitor({ ...(await wish()), promoCode: freeCode, lines: atStore })
    expect(await shopper.call('cart', 'getCartJsx', {})).toMatchObject({
      orderSummary: { discount: 0 },
      cartSummary: { promoMessage: expect.stringMatching(forStoreCards) },
    })
    await expectRefused(shopper, () => press(shopper))
  })

  test('SAFE-14: a code that leaves nothing to pay is given while a store card is applied, entered and at placing', async () => {
    const { shopper } = await visitor({ promoCode: '', lines: atStore, tokens: await cards(), isStoreCard: true })
    const entered = await shopper.call('checkout', 'applyPromoCode', { promoCode: freeCode })
    expect(entered).toMatchObject({ isSuccess: true, orderSummary: { total: 0 } })
    const books = (await gatewayBooks(world)).length
    expect(await press(shopper)).toMatchObject({ isSuccess: true })
    expect(await gatewayBooks(world)).toHaveLength(books)
  })

  test.each([
    ['a store card', async () => ({ tokens: await cards() })],
    ['two store cards', async () => ({ tokens: await cards(2), firstCents: 500 })],
    ['a store card and a gift card', async () => ({ tokens: await cards(), tenders: await giftCard(500) })],
  ] as const)('SAFE-14: %s may use it', async (_name, wish) => {
    const { shopper } = await visitor({ ...(await wish()), isStoreCard: true })
    const used = (await usesNow()) ?? 0
    expect(await press(shopper)).toMatchObject({ isSuccess: true })
    expect((await shopper.call('order', 'getOrderConfirmation', {})).orderSummary.discount).toBe(1295)
    expect(await usesNow()).toBe(used + 1)
  })
})
