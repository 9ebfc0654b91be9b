import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SentBy } from '#contracts/call.ts'
import type { orderCalls } from '#contracts/order/calls.ts'
import { statement } from '#server/db/database.ts'
import { sku } from '#test/builders/catalog.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { cardToken, gatewayBooks, walletNonce } from '#test/order/gateway.ts'
import { type CartSeed, insertCart, seedCertificate, seedGiftCard, testAddress } from '#test/order/insert-cart.ts'
import { expectBalancedBooks } from '#test/order/ordering.ts'
import { approve } from '#test/order/wallet-visitor.ts'
import { createWorld, type World } from '#test/world.ts'

const endCertificate = statement(
  'test.end-certificate',
  "update shop.certificate set ends_at = now() - interval '1 second' where certificate_id = $1",
)
const removePayments = statement('test.remove-payments', 'delete from shop.cart_payment where cart_id = $1')
const setFirst = statement(
  'test.set-first',
  'update shop.cart_payment set amount_cents = $2 where cart_id = $1 and slot = 1',
)
const orderCount = statement<{ count: number }>(
  'test.orders-of',
  'select count(*)::int as count from shop.orders where shopper_id = $1',
)

type Seen = Pick<SentBy<typeof orderCalls.placeOrder>, 'basketId' | 'basketVersion' | 'shownTotal' | 'shownTenders'>
type Kind = 'giftCard' | 'tenderCode' | 'certificate'

describe('what is charged is what was shown', () => {
  let world: World
  let token: string
  beforeAll(async () => {
    world = await createWorld()
    token = await cardToken(world)
  })
  beforeEach(() => world.database.count(statement('test.forget', 'delete from throttle')).then(() => undefined))
  afterEach(async () => {
    await deliverAll(world)
    await expectBalancedBooks(world)
  })
  afterAll(() => world.close())

  const gift = (cents: number) => [{ sku: sku.donation, quantity: 1, donationCents: cents }]
  async function visitor(wish: Partial<CartSeed> = {}) {
    const shopper = world.shopper()
    await shopper.get('/session')
    const shopperId = (await world.shop.sessions.find(shopper.cookies.get('sid')))?.shopperId ?? ''
    const cart = await insertCart(world.database, { lines: gift(10_000), tokens: [token], ...wish, shopperId })
    return { shopper, ...cart }
  }
  /** What the review page sends of what it shows. */
  async function seenBy(shopper: TestShopper) {
    const { basketId, basketVersion, orderSummary, paidWith } = await shopper.call('checkout', 'refreshCheckout', {})
    const shownTenders = paidWith.map(({ id, amount }) => ({ id, amount }))
    return { basketId, basketVersion, shownTotal: orderSummary.total, shownTenders }
  }
  const press = (shopper: TestShopper, seen: Seen = {}) => shopper.call('order', 'placeOrder', { adata: '', ...seen })
  const chargedCents = async () =>
    (await gatewayBooks(world)).reduce((sum, { state, amount }) => sum + (state === 'authorized' ? amount : 0), 0)

  async function stored(kind: Kind, cents: number): Promise<{ kind: Kind; tenderId: string }> {
    const tenderId =
      kind === 'giftCard'
        ? await seedGiftCard(world.database, cents)
        : await seedCertificate(world.database, kind === 'certificate' ? 'reward' : 'tender', cents)
    return { kind, tenderId }
  }
  /** Somebody else orders with it. */
  async function spend(tender: { kind: Kind; tenderId: string }, cents: number): Promise<void> {
    const other = await visitor({ lines: gift(cents), tenders: [tender], tokens: [] })
    expect(await press(other.shopper)).toMatchObject({ isSuccess: true })
  }
  const names = {
    giftCard: 'Gift card ending in 4444',
    tenderCode: 'Code ending in 7777',
    certificate: 'Reward certificate ending in 7777',
  }

  const spent = (['giftCard', 'tenderCode', 'certificate'] as const).flatMap((kind) =>
    (['what was shown', 'nothing', 'total and version only'] as const).map((says) => [kind, says] as const),
  )
  test.each(spent)(
    'SAFE-10: a %s spent elsewhere since, of a page that says %s: GiftCardError, nothing is charged',
    async (kind, says) => {
      const tender = await stored(kind, 5_000)
      const isStoreCard = kind === 'certificate'
      const { shopper, shopperId } = await visitor({ tenders: [tender], isStoreCard })
      const seen = await seenBy(shopper)
      await spend(tender, 5_000)
      const before = await chargedCents()
      const { basketVersion, shownTotal } = seen
      const said = says === 'nothing' ? {} : says === 'what was shown' ? seen : { basketVersion, shownTotal }
      const answer = await press(shopper, said)
      expect(answer).toMatchObject({
        isSuccess: false,
        message: 'GiftCardError',
        errorMessage: 'A gift card could not be used.',
        redirectUrl: '/checkout/review',
        giftCardErrors: [{ name: names[kind], errorMessage: 'It can no longer be used for this order.' }],
        orderSummary: { total: 10_000, amountDue: 10_000 },
        paidWith: [{ amount: 10_000 }],
      })
      expect(await chargedCents()).toEqual(before)
      expect(await world.database.row(orderCount, [shopperId])).toEqual({ count: 0 })
      // shown the new amounts, and pressed again
      expect(await press(shopper, await seenBy(shopper))).toMatchObject({ isSuccess: true })
      expect((await chargedCents()) - before).toBe(10_000)
    },
  )

  test('SAFE-10: a gift card spent in part: what it pays now, and the card is not charged for the rest unasked', async () => {
    const tender = await stored('giftCard', 5_000)
    const { shopper } = await visitor({ tenders: [tender] })
    const seen = await seenBy(shopper)
    await spend(tender, 3_000)
    expect(await press(shopper, seen)).toMatchObject({
      message: 'GiftCardError',
      giftCardErrors: [{ displayNumber: '4444', errorMessage: 'It can pay $20.00 now, not the $50.00 shown before.' }],
      orderSummary: { giftCardsTotal: 2_000, amountDue: 8_000 },
    })
  })

  test('SAFE-10: four carts, one certificate, placed at once: one order, three GiftCardError, no card charged more than shown', async () => {
    const tender = await stored('certificate', 5_000)
    const visitors = await Promise.all(
      [1, 2, 3, 4].map((nth) => visitor({ tenders: [tender], isStoreCard: true, email: `race${nth}@example.com` })),
    )
    const seen = await Promise.all(visitors.map(({ shopper }) => seenBy(shopper)))
    const before = await chargedCents()
    for (const says of [seen, seen.map(() => ({}))]) {
      const answers = await Promise.all(visitors.map(({ shopper }, nth) => press(shopper, says[nth])))
      const isFirst = says === seen
      const messages = answers.map(({ isSuccess, message }) => (isSuccess ? 'placed' : message)).sort()
      expect(messages).toEqual(['GiftCardError', 'GiftCardError', 'GiftCardError', 'placed'])
      // the second time the winner is answered with its order, and the others without what they saw
      if (isFirst) expect((await chargedCents()) - before).toBe(5_000)
    }
    expect((await chargedCents()) - before).toBe(5_000)
  })

  test('SAFE-10: two cards: one that would pay more than shown, or is gone, is CartChanged with the new amounts', async () => {
    const { shopper, cartId } = await visitor({ tokens: [token, token], firstCents: 4_000 })
    const seen = await seenBy(shopper)
    expect(seen.shownTenders.map(({ amount }) => amount)).toEqual([4_000, 6_000])
    const before = await chargedCents()
    await world.database.count(setFirst, [cartId, 7_000])
    const answer = await press(shopper, seen)
    expect(answer).toMatchObject({ message: 'CartChanged', paidWith: [{ amount: 7_000 }, { amount: 3_000 }] })
    expect(answer.errorMessage).not.toBe('')
    await world.database.count(removePayments, [cartId])
    expect(await press(shopper, seen)).toMatchObject({ message: 'CartChanged', paidWith: [] })
    expect(await chargedCents()).toEqual(before)
  })

  const twins = [
    'placeOrder',
    'placeApplePayOrder',
    'placeApplePayOrderFromPayment',
    'placePayPalOrderFromPayment',
  ] as const
  test.each(twins)(
    'SAFE-10 BEYOND-01: %s that names the cart or its version, and no total, is refused with 400',
    async (name) => {
      const { shopper, shopperId } = await visitor()
      const { basketId, basketVersion, shownTotal, shownTenders } = await seenBy(shopper)
      const method = name === 'placePayPalOrderFromPayment' ? 'paypal' : 'applePay'
      const nonce = name === 'placeOrder' ? '' : await walletNonce(world, method, 10_000)
      const bodies = {
        placeOrder: {},
        placeApplePayOrder: { nonce },
        placeApplePayOrderFromPayment: { nonce, billingContact: { ...testAddress } },
        placePayPalOrderFromPayment: { data: { nonce } },
      }
      const before = await chargedCents()
      for (const seen of [{ basketId }, { basketVersion }, { basketId, basketVersion, shownTenders }]) {
        expect((await shopper.rawCall('order', name, { ...bodies[name], ...seen })).statusCode).toBe(400)
      }
      expect(await chargedCents()).toEqual(before)
      expect(await world.database.row(orderCount, [shopperId])).toEqual({ count: 0 })
      // with the total it is judged, not turned away
      const said = await shopper.rawCall('order', name, { ...bodies[name], basketId, basketVersion, shownTotal })
      expect(said.statusCode).toBe(200)
    },
  )

  test.each(['placeApplePayOrder', 'placeApplePayOrderFromPayment', 'placePayPalOrderFromPayment'] as const)(
    'SAFE-10 SAFE-12: %s compares too: a drained gift card, another amount, another cart',
    async (name) => {
      const tender = await stored('giftCard', 5_000)
      const method = name === 'placePayPalOrderFromPayment' ? 'paypal' : 'applePay'
      const { shopper, shopperId } = await visitor({ tenders: [tender], tokens: [] })
      const { basketId, basketVersion, shownTotal } = await seenBy(shopper)
      const { nonce, amountDue } = await approve(shopper, method)
      expect(amountDue).toBe(5_000)
      const shown = (cents: number) => [
        { id: tender.tenderId, amount: 10_000 - cents },
        { id: method, amount: cents },
      ]
      const send = async (of: Seen) => {
        const seen = { adata: '', basketId, basketVersion, shownTotal, ...of }
        const billingContact = { ...testAddress }
        const apple = { nonce, deviceData: '', ...seen }
        if (name === 'placePayPalOrderFromPayment') return shopper.call('order', name, { data: { nonce }, ...seen })
        if (name === 'placeApplePayOrder') return shopper.call('order', name, apple)
        return shopper.call('order', name, { ...apple, billingContact })
      }
      expect(await send({ shownTenders: shown(4_000) })).toMatchObject({ message: 'GiftCardError' })
      expect(await send({ shownTenders: [{ id: method, amount: 5_000 }] })).toMatchObject({ message: 'CartChanged' })
      expect(await send({ shownTenders: shown(5_000), basketId: crypto.randomUUID() })).toMatchObject({
        message: 'CartChanged',
        basketId,
      })
      expect(await world.database.row(orderCount, [shopperId])).toEqual({ count: 0 })
      expect(await send({ shownTenders: shown(5_000) })).toMatchObject({ isSuccess: true })
    },
  )

  const drained = (['in part', 'wholly'] as const).flatMap((how) =>
    (['what was shown', 'nothing'] as const).map((says) => [how, says] as const),
  )
  test.each(drained)(
    'SAFE-11: a gift card that was to pay all, drained %s, of a page that says %s: GiftCardError with that card',
    async (how, says) => {
      const tender = await stored('giftCard', 10_000)
      const { shopper } = await visitor({ tenders: [tender], tokens: [] })
      const seen = await seenBy(shopper)
      await spend(tender, how === 'wholly' ? 10_000 : 3_000)
      for (const _ of [1, 2]) {
        const answer = await press(shopper, says === 'nothing' ? {} : seen)
        expect(answer).toMatchObject({
          isSuccess: false,
          message: 'GiftCardError',
          redirectUrl: '/checkout/paymentandbilling',
          giftCardErrors: [{ name: names.giftCard, displayNumber: '4444', errorMessage: expect.stringMatching(/\.$/) }],
        })
        expect(answer.errorMessage).not.toBe('')
      }
    },
  )

  test('SAFE-10: a certificate whose day is over since it was shown is GiftCardError', async () => {
    const tender = await stored('certificate', 5_000)
    const { shopper } = await visitor({ tenders: [tender], isStoreCard: true })
    const seen = await seenBy(shopper)
    await world.database.count(endCertificate, [tender.tenderId])
    expect(await press(shopper, seen)).toMatchObject({ message: 'GiftCardError' })
  })

  test('SAFE-10: the same stored value paying less because less is due is CartChanged by the total, not its fault', async () => {
    const tender = await stored('giftCard', 20_000)
    const { shopper } = await visitor({ tenders: [tender], tokens: [] })
    const seen = await seenBy(shopper)
    const more = { ...seen, shownTotal: 12_000, shownTenders: [{ id: tender.tenderId, amount: 12_000 }] }
    expect(await press(shopper, more)).toMatchObject({ message: 'CartChanged', giftCardErrors: [] })
  })
})
