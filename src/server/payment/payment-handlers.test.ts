import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SentBy } from '#contracts/call.ts'
import type { paymentCalls } from '#contracts/payment/calls.ts'
import { passesLuhn } from '#domain/payment/luhn.ts'
import { add, item, newCard } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { promos, putPromos } from '#test/builders/promos.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await putPromos(world.database)
})
afterAll(() => world.close())

/** A number of 16 digits with this start and these last four that passes Luhn. */
function cardNumber(start: string, lastFour: string): string {
  const middle = 12 - start.length
  for (let fill = 0; ; fill += 1) {
    const number = `${start}${String(fill).padStart(middle, '0')}${lastFour}`
    if (passesLuhn(number)) return number
  }
}

async function withMugs(of: World = world) {
  const shopper = of.shopper()
  await add(shopper, item(sku.mug, 4))
  return shopper
}

const refresh = (shopper: TestShopper) => shopper.call('checkout', 'refreshCheckout', {})
const save = (shopper: TestShopper, body: SentBy<typeof paymentCalls.savePayment>) =>
  shopper.call('payment', 'savePayment', body)

describe('card sessions', () => {
  test('OPEN-64: the hosted session has its token and the address of another origin', async () => {
    const reply = await (await withMugs()).call('payment', 'createCardSession', {})
    expect(reply).toMatchObject({ isSuccess: true, errorMessage: '' })
    expect(reply.tnsSession).not.toBe('')
    expect(new URL(reply.gatewayUrl).origin).toBe(world.gatewayOrigin)
  })

  test('OPEN-64: the provider session has client key, environment and the page of framed fields', async () => {
    const reply = await (await withMugs()).call('payment', 'providerCreateCardSession', {})
    expect(reply.isSuccess).toBe(true)
    expect([reply.clientKey, reply.environment].includes('')).toBe(false)
    expect(new URL(reply.gatewayUrl).origin).toBe(world.gatewayOrigin)
  })
})

describe('one new card', () => {
  test('PAY-52, OPEN-63, PAY-05, PAY-07, PAY-08: it is applied to all that is due', async () => {
    const shopper = await withMugs()
    const cardOneData = await newCard(world, shopper)
    const reply = await save(shopper, { cardOneData })
    const due = reply.orderSummary.amountDue
    expect(reply).toMatchObject({ isSuccess: true, errorMessage: '', cardOneErrors: null, isPaymentNeeded: true })
    expect(reply.creditCardData.cardOneInfo).toMatchObject({
      appliedAmount: due,
      appliedAmountString: `${(due / 100).toFixed(2)}`,
      lastFour: '1111',
      type: 'Visa',
      expMonth: 12,
      expYear: 2030,
      order: 1,
      isPrimary: true,
      isApplied: true,
      isValid: true,
      selectionIndex: -1,
      hasVerifyData: true,
      cbhccDesignType: 0,
    })
    expect(reply.creditCardData.cardOneInfo?.basketPaymentId).toBeGreaterThan(0)
    expect((await refresh(shopper)).paymentData.creditCardData).toEqual(reply.creditCardData)
  })

  test('PAY-52: the path of the other provider does the same', async () => {
    const shopper = await withMugs()
    const { cardToken: token, ...card } = await newCard(world, shopper)
    const adyenCardData = { token, brand: 'Visa', lastFour: '1111' }
    const reply = await shopper.call('payment', 'providerSaveCard', {
      cardOneData: { ...card, cardToken: '', adyenCardData },
    })
    expect(reply.isSuccess).toBe(true)
    expect(reply.creditCardData.cardOneInfo?.lastFour).toBe('1111')
  })

  test('PAY-53: tables hold token, brand, last four and expiry, and no number', async () => {
    const shopper = await withMugs()
    await save(shopper, { cardOneData: await newCard(world, shopper, { number: '5555555555554444' }) })
    const { basketId } = await refresh(shopper)
    const [row] = await world.database.rows<{ brand: string; last_four: string; everything: string }>(
      {
        name: 'test.payment',
        text: `select p.brand, p.last_four, concat(p::text, c::text,
           (select string_agg(e::text, '') from shop.cart_event e where e.cart_id = c.cart_id),
           (select string_agg(k::text, '') from shop.request_key k where k.shopper_id = c.shopper_id)) as everything
         from shop.cart_payment p join shop.cart c using (shopper_id, cart_id) where c.cart_id = $1`,
      },
      [basketId],
    )
    expect([row?.brand, row?.last_four]).toEqual(['MasterCard', '4444'])
    expect(row?.everything).not.toContain('5555555555554444')
    expect(row?.everything).not.toContain('555555555555')
  })

  test('OPEN-63: what the body claims of the card is not believed', async () => {
    const shopper = await withMugs()
    const card = await newCard(world, shopper)
    const reply = await save(shopper, {
      cardOneData: { ...card, brand: 'PLCCSynchrony', type: 'StoreCreditCard', lastFour: '9999', expYear: 2099 },
    })
    expect(reply.creditCardData.cardOneInfo).toMatchObject({ type: 'Visa', lastFour: '1111', expYear: 2030 })
  })

  test('PAY-57, PAY-52: saving again without a token keeps the card that is there', async () => {
    const shopper = await withMugs()
    await save(shopper, { cardOneData: await newCard(world, shopper) })
    const stored = await save(shopper, { cardOneData: { slot: 'CardOne', cardToken: '', expMonth: 0, expYear: 0 } })
    const nothing = await save(shopper, {})
    for (const reply of [stored, nothing]) {
      expect([reply.isSuccess, reply.creditCardData.cardOneInfo?.lastFour]).toEqual([true, '1111'])
    }
  })

  test('PAY-52: another card takes its place', async () => {
    const shopper = await withMugs()
    await save(shopper, { cardOneData: await newCard(world, shopper) })
    await save(shopper, { cardOneData: await newCard(world, shopper, { number: '5555555555554444' }) })
    expect((await refresh(shopper)).paymentData.creditCardData.cardOneInfo).toMatchObject({
      type: 'MasterCard',
      lastFour: '4444',
    })
  })

  test('PAY-13: a guest cannot keep a card in an account', async () => {
    const shopper = await withMugs()
    const card = await newCard(world, shopper)
    const reply = await save(shopper, { cardOneData: { ...card, saveToAccount: true } })
    expect(reply.creditCardData.cardOneInfo?.saveToAccount).toBe(false)
  })
})

describe('cards that are refused', () => {
  test('PAY-12, PAY-59: a card the processor will not take is told at the card, and nothing is saved', async () => {
    const shopper = await withMugs()
    const card = await newCard(world, shopper, { number: cardNumber('41111111', '0119') })
    const reply = await save(shopper, { cardOneData: card })
    expect(reply).toMatchObject({
      isSuccess: false,
      errorMessage: 'We could not read your card. Please enter it again.',
      cardOneErrors: { hasTnsError: true, hasSessionError: false },
    })
    expect((await refresh(shopper)).paymentData.creditCardData.cardOneInfo).toBeNull()
  })

  test('OPEN-64, PAY-59: a token of 16 minutes and one nobody made end the session', async () => {
    const shopper = await withMugs()
    const old = await newCard(world, shopper)
    world.clock.turn(16 * 60_000)
    const late = await save(shopper, { cardOneData: old })
    const invented = await save(shopper, { cardOneData: { ...old, cardToken: 'tok_invented' } })
    world.clock.set('2026-03-02T15:00:00Z')
    for (const reply of [late, invented]) {
      expect(reply).toMatchObject({
        isSuccess: false,
        errorMessage: 'Your payment session has ended. Please enter your card again.',
        cardOneErrors: { hasSessionError: true, hasTnsError: false },
      })
    }
  })

  test('PAY-24, OPEN-61: a 524304 card is refused with the flag on and taken with it off', async () => {
    const flags = { paymentProvider_EnableAdyen: false, cbhcc_EnableCbhcc: true, oms_UseSharedEngine: true }
    const own = await createWorld({ config: { flags } })
    const number = cardNumber('524304', '0006')
    const [withFlag, without] = [await withMugs(own), await withMugs()]
    const refused = await save(withFlag, { cardOneData: await newCard(own, withFlag, { number }) })
    const taken = await save(without, { cardOneData: await newCard(world, without, { number }) })
    await own.close()
    expect(refused).toMatchObject({
      isSuccess: false,
      errorMessage: 'Card has been reissued. Please use new card.',
      cardOneErrors: { hasOldCbccCardUsedError: true },
    })
    expect(taken.creditCardData.cardOneInfo).toMatchObject({ type: 'CoBrandMasterCard', cbhccDesignType: 1 })
  })

  test('CERT-10, OPEN-68: with a code for store cards another card is refused', async () => {
    const shopper = await withMugs()
    await shopper.call('checkout', 'applyPromoCode', { promoCode: promos.storeCard })
    const before = await refresh(shopper)
    const reply = await save(shopper, { cardOneData: await newCard(world, shopper) })
    expect(before.paymentData.creditCardData.isOnlyCbccAllowed).toBe(true)
    expect(reply).toMatchObject({ isSuccess: false, cardOneErrors: { hasRewardsRestrictionError: true } })
  })

  test('PAY-52: no card at all while something is due is refused', async () => {
    const reply = await save(await withMugs(), {})
    expect(reply).toMatchObject({ isSuccess: false, errorMessage: 'Please choose how to pay.' })
  })

  test('PAY-52: a saved card nobody has is refused with a sentence', async () => {
    const shopper = await withMugs()
    const reply = await save(shopper, { accountCardOneData: { id: 'card-1' } })
    expect(reply).toMatchObject({
      isSuccess: false,
      errorMessage: 'This saved card cannot be used here. Please enter your card.',
    })
  })
})

describe('two new cards', () => {
  async function twoCards(amounts: readonly [number | null, number | null]) {
    const shopper = await withMugs()
    const due = (await refresh(shopper)).orderSummary.amountDue
    const one = await newCard(world, shopper)
    const two = await newCard(world, shopper, { slot: 'CardTwo', number: '5555555555554444' })
    const reply = await save(shopper, {
      cardOneData: { ...one, appliedAmount: amounts[0] },
      cardTwoData: { ...two, appliedAmount: amounts[1] },
    })
    return { shopper, due, reply }
  }

  test('PAY-36, PAY-37, PAY-07: the second takes what the first leaves', async () => {
    const { shopper, due, reply } = await twoCards([1_000, null])
    expect(reply.isSuccess).toBe(true)
    const { cardOneInfo, cardTwoInfo } = (await refresh(shopper)).paymentData.creditCardData
    expect([cardOneInfo?.appliedAmount, cardTwoInfo?.appliedAmount]).toEqual([1_000, due - 1_000])
    expect(cardTwoInfo).toMatchObject({ order: 2, isPrimary: false, lastFour: '4444' })
  })

  test('PAY-36: two amounts that do not sum to what is due are refused', async () => {
    const { shopper, reply } = await twoCards([1_000, 499])
    expect(reply.isSuccess).toBe(false)
    expect(reply.errorMessage).toContain('do not add up')
    expect((await refresh(shopper)).paymentData.creditCardData.cardOneInfo).toBeNull()
  })

  test.each([0, -1, 12.5, 100_000_000])('PAY-37: %s on the first card is a zero-amount error', async (first) => {
    const { reply } = await twoCards([first, null])
    expect(reply).toMatchObject({ isSuccess: false, cardOneErrors: { hasZeroAmountError: true } })
  })

  const atFirst = { cardOneErrors: { hasZeroAmountError: true }, cardTwoErrors: null }
  const atSecond = { cardOneErrors: null, cardTwoErrors: { hasZeroAmountError: true } }
  const atBoth = { cardOneErrors: { hasZeroAmountError: true }, cardTwoErrors: { hasZeroAmountError: true } }
  const zero = 'Please enter an amount above zero.'
  test.each([
    ['half a cent and the rest', (due: number) => [0.5, due - 0.5], atBoth, zero],
    ['a cent and a half', () => [1.5, null], atFirst, zero],
    ['an amount below zero and the rest', (due: number) => [-500, due + 500], atFirst, zero],
    ['all and nothing', (due: number) => [due, 0], atSecond, zero],
    ['more than is due', (due: number) => [due + 1, -1], atSecond, zero],
    ['NaN as text', () => ['NaN', null], atFirst, zero],
    ['texts', () => ['500', '500'], atBoth, zero],
    ['an empty text', () => ['', null], atFirst, zero],
    ['beyond whole numbers', () => [1e21, null], atFirst, zero],
    ['a cent too little', (due: number) => [500, due - 501], atFirst, /^The amounts of your cards do not add up to /],
  ] as const)('SAFE-15: %s is a message at the amount, and nothing is saved', async (_name, amountsOf, at, message) => {
    const shopper = await withMugs()
    const due = (await refresh(shopper)).orderSummary.amountDue
    const one = await newCard(world, shopper)
    const two = await newCard(world, shopper, { slot: 'CardTwo', number: '5555555555554444' })
    const [first, second] = amountsOf(due)
    const reply = await save(shopper, {
      cardOneData: { ...one, appliedAmount: first },
      cardTwoData: { ...two, appliedAmount: second },
    })
    expect(reply).toMatchObject({ isSuccess: false, errorMessage: expect.stringMatching(message), ...at })
    expect((await refresh(shopper)).paymentData.creditCardData.cardOneInfo).toBeNull()
  })

  test('SAFE-15: an amount that is no JSON is a bad request, and one cent on either card is good', async () => {
    const shopper = await withMugs()
    const due = (await refresh(shopper)).orderSummary.amountDue
    const one = await newCard(world, shopper)
    const two = await newCard(world, shopper, { slot: 'CardTwo', number: '5555555555554444' })
    const text = JSON.stringify({ cardOneData: one, cardTwoData: two }).replace(
      '"appliedAmount":null',
      '"appliedAmount":NaN',
    )
    expect((await shopper.rawCall('payment', 'savePayment', text)).statusCode).toBe(400)
    for (const first of [1, due - 1]) {
      const amounts = [first, due - first] as const
      const reply = await save(shopper, {
        cardOneData: { ...one, appliedAmount: amounts[0] },
        cardTwoData: { ...two, appliedAmount: amounts[1] },
      })
      expect(reply.isSuccess).toBe(true)
    }
  })

  test('PAY-36, OPEN-20: when the amount due changes, the two no longer fit and the payment step is open again', async () => {
    const { shopper } = await twoCards([1_000, null])
    await add(shopper, item(sku.mug))
    const reply = await shopper.call('checkout', 'moveToReviewPage', {})
    expect(reply.isSuccess).toBe(false)
  })
})

describe('the gateway is away', () => {
  test('OPEN-65: nothing is saved, and the shopper may try again with the same card', async () => {
    const own = await createWorld()
    const shopper = await withMugs(own)
    const cardOneData = await newCard(own, shopper)
    await own.gateway.close()
    const saved = await save(shopper, { cardOneData })
    const session = await shopper.call('payment', 'createCardSession', {})
    const checkout = await refresh(shopper)
    await own.close().catch(() => undefined)
    for (const reply of [saved, session]) {
      expect(reply).toMatchObject({
        isSuccess: false,
        errorMessage:
          'We cannot reach our payment partner right now, so nothing was ordered or charged. Please try again in a few minutes, or pay another way.',
      })
    }
    expect(checkout.paymentData.creditCardData.cardOneInfo).toBeNull()
  })
})
