import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { bankRefusals } from '#domain/order/card-refusal.ts'
import { statement } from '#server/db/database.ts'
import { add, address, item, newCard } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { cardsOf, codeTokenOf, memberWithCards, place, save, verify, visa } from '#test/builders/member-cards.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { drill, endDrill, gatewayBooks } from '#test/order/gateway.ts'
import { expectBalancedBooks } from '#test/order/ordering.ts'
import { createWorld, type World } from '#test/world.ts'

const declined = '/checkout/paymentandbilling?paymentErrorId=authorizationError'
const forget = statement('test.forget', 'delete from throttle')
const forgetReason = statement(
  'test.forget-reason',
  `update shop.orders set response = '{"problem": {"code": "cardRefused"}}', problem = '{"code": "cardRefused"}'
   where state = 'refused'`,
)
const forgetAlarms = statement('test.forget-alarms', 'delete from shop.alarm')
const alarms = statement<{ kind: string }>('test.alarms', 'select kind from shop.alarm')
const holdCart = statement('test.hold-cart', 'select 1 from shop.cart where shopper_id = $1 for update')
const putAnotherCard = statement(
  'test.put-another-card',
  "update shop.cart_payment set token = 'another', last_four = '4242' where shopper_id = $1",
)
const lastToOrder = statement<{ shopperId: string }>(
  'test.last-to-order',
  'select shopper_id as "shopperId" from shop.orders order by settled_at desc limit 1',
)
const tokens = statement<{ token: string }>('test.tokens', 'select token from shop.cart_payment where shopper_id = $1')
const waiting = statement(
  'test.waiting',
  "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
)
const reasons = statement<{ reason: string | null }>(
  'test.reasons',
  "select reason from shop.payment where state = 'refused' order by answered_at desc limit 1",
)

describe('CALM-24: a card that its bank refuses', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  beforeEach(async () => {
    await world.database.count(forget)
  })
  afterEach(async () => {
    await endDrill(world)
    await deliverAll(world)
    await expectBalancedBooks(world)
  })
  afterAll(() => world.close())

  /** A guest at the review, whose card was just entered. */
  async function guest(): Promise<TestShopper> {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug, 1))
    await shopper.submit('/checkout', { isGuestCheckout: 'true' })
    await shopper.call('checkout', 'validateAndSaveAddress', address())
    await openPayment(shopper)
    await save(shopper, { cardOneData: await newCard(world, shopper) })
    return shopper
  }
  async function openPayment(shopper: TestShopper): Promise<void> {
    await shopper.call('checkout', 'moveToShippingAndGiftOptions', {})
    const { recipientList } = await shopper.call('checkout', 'refreshCheckout', {})
    const recipients = recipientList.map(({ id, shipments, giftOptions }) => ({
      recipientId: id,
      shipments: shipments.map(({ id: shipmentId, selectedServiceLevel }) => ({
        id: shipmentId,
        selectedServiceLevel,
      })),
      giftOptions,
    }))
    await shopper.call('checkout', 'saveShippingAndGiftOptions', { recipients })
    expect(await shopper.call('checkout', 'moveToPaymentPage', {})).toMatchObject({ isSuccess: true })
  }
  async function refused(shopper: TestShopper, fault: string) {
    await drill(world, { fault, lastFour: '1111' })
    const reply = await place(shopper)
    expect(reply).toMatchObject({ isSuccess: false, message: 'AuthorizationFailure' })
    return reply.errorMessage
  }
  async function refusalOf(shopper: TestShopper, path = declined) {
    const { page } = await shopper.page(path)
    return page.name === 'checkout' ? page.cardRefusal : 'another page'
  }
  const cardOf = async (shopper: TestShopper) => (await cardsOf(shopper)).cardOneInfo
  const sendCode = async (shopper: TestShopper, code: string) => {
    const id = (await cardOf(shopper))?.id ?? ''
    return verify(shopper, { id, cvvToken: await codeTokenOf(world, shopper, code) })
  }
  const corrected = (expMonth: number, expYear: number) => ({
    cardOneData: { slot: 'CardOne' as const, cardToken: '', expMonth, expYear, isExpiryCorrected: true },
  })

  const declinedWords = 'Your card was declined. Please use another card.'
  const told: { readonly [reason: string]: readonly [string, string] } = {
    wrongCode: ['code', 'The security code does not match this card. Please enter it again. Nothing was charged.'],
    wrongExpiry: [
      'expiry',
      'The expiration date does not match this card. Please enter it again. Nothing was charged.',
    ],
    bankAway: ['later', 'The bank of your card did not answer. Please try again in a minute, or use another card.'],
  }
  test.each(['decline', ...bankRefusals])(
    '%s: kept in the books, told by what it asks of the shopper, on the page she is sent to and nowhere else',
    async (fault) => {
      const shopper = await guest()
      const [ask, words] = told[fault] ?? ['anotherCard', declinedWords]
      expect(await refused(shopper, fault)).toBe(words)
      expect(await refusalOf(shopper)).toEqual({ slot: 1, ask })
      expect(await refusalOf(shopper, '/checkout/paymentandbilling')).toBeUndefined()
      const reason = fault === 'decline' ? 'declined' : fault
      expect(await world.database.row(reasons)).toEqual({ reason })
      expect(await cardOf(shopper)).toMatchObject({ lastFour: '1111', type: 'Visa', expMonth: 12, expYear: 2030 })
      expect(await place(shopper)).toMatchObject({ isSuccess: true })
    },
  )

  test('of before its reason was kept reads as a decline', async () => {
    const shopper = await guest()
    await refused(shopper, 'wrongCode')
    await world.database.count(forgetReason)
    expect(await refusalOf(shopper)).toBeNull()
    await save(shopper, { cardOneData: await newCard(world, shopper) })
    expect(await place(shopper)).toMatchObject({ isSuccess: true })
  })

  test('another card in its place: nothing is asked of it', async () => {
    const shopper = await guest()
    await refused(shopper, 'wrongCode')
    await save(shopper, { cardOneData: await newCard(world, shopper, { number: '4242424242424242' }) })
    expect(await refusalOf(shopper)).toBeNull()
  })

  test('the second of two cards: the page says which', async () => {
    const shopper = await guest()
    const both = { cardOneData: await newCard(world, shopper, { number: '4242424242424242', appliedAmount: 100 }) }
    const { orderSummary } = await save(shopper, {
      ...both,
      cardTwoData: await newCard(world, shopper, { slot: 'CardTwo' }),
    })
    expect(orderSummary.amountDue).toBeGreaterThan(100)
    await refused(shopper, 'wrongCode')
    expect(await refusalOf(shopper)).toEqual({ slot: 2, ask: 'code' })
  })

  test('wrong code: the same card pays once its code is right, and a wrong one is told at it', async () => {
    const shopper = await guest()
    await refused(shopper, 'wrongCode')
    expect(await sendCode(shopper, '999')).toMatchObject({
      isSuccess: false,
      hasVerifyFailedError: true,
      errorMessage: 'The security code you entered is not valid.',
    })
    expect(await sendCode(shopper, '123')).toMatchObject({ isSuccess: true })
    expect(await place(shopper)).toMatchObject({ isSuccess: true })
    expect((await gatewayBooks(world)).filter(({ state }) => state === 'authorized').length).toBeGreaterThan(0)
  })

  test('wrong date: the same card pays with the right one, in the cart, at the gateway and in the account', async () => {
    const { shopper, ids } = await memberWithCards(world, visa)
    await openPayment(shopper)
    await save(shopper, { accountCardOneData: { id: ids[0] ?? '' } })
    await verify(shopper, { id: ids[0] ?? '', cvvToken: await codeTokenOf(world, shopper, '123') })
    await refused(shopper, 'wrongExpiry')
    expect(await save(shopper, corrected(1, 2020))).toMatchObject({
      isSuccess: false,
      cardOneErrors: { hasExpDateError: true, hasNumberError: false },
    })
    expect(await save(shopper, corrected(4, 2031))).toMatchObject({
      isSuccess: true,
      creditCardData: { cardOneInfo: { id: ids[0], expMonth: 4, expYear: 2031, isVerificationApplied: true } },
    })
    const { accountCardsInfo } = await cardsOf(shopper)
    expect(accountCardsInfo.map(({ cardInfo }) => [cardInfo.expMonth, cardInfo.expYear])).toEqual([[4, 2031]])
    expect(await refusalOf(shopper)).toBeNull()
    expect(await place(shopper)).toMatchObject({ isSuccess: true })
  })

  test('a date is not corrected of a card that no bank has complained of', async () => {
    const shopper = await guest()
    await save(shopper, corrected(4, 2031))
    expect(await cardOf(shopper)).toMatchObject({ expMonth: 12, expYear: 2030 })
    await refused(shopper, 'wrongCode')
    await save(shopper, corrected(4, 2031))
    expect(await cardOf(shopper)).toMatchObject({ expMonth: 12, expYear: 2030 })
  })

  test('CALM-24: a date is written on the card it was asked for, not on one that was put in its place meanwhile', async () => {
    const shopper = await guest()
    await refused(shopper, 'wrongExpiry')
    const shopperId = (await world.database.row(lastToOrder))?.shopperId
    const saving = await world.database.transaction(async (tx) => {
      await tx.row(holdCart, [shopperId])
      const reply = save(shopper, corrected(4, 2031))
      await vi.waitFor(async () => expect(await world.database.rows(waiting)).not.toEqual([]), { timeout: 25_000 })
      await tx.count(putAnotherCard, [shopperId])
      return { reply }
    })
    expect(await saving.reply).toMatchObject({
      creditCardData: { cardOneInfo: { lastFour: '4242', expMonth: 12, expYear: 2030 } },
    })
    expect(await world.database.rows(tokens, [shopperId])).toEqual([{ token: 'another' }])
  })

  test('SEC-57: dates are corrected five times by a session and ten times from an address, and then nobody is asked', async () => {
    const answers: string[] = []
    for (const tries of [6, 5, 1]) {
      const shopper = await guest()
      for (let nth = 0; nth < tries; nth += 1) {
        await refused(shopper, 'wrongExpiry')
        answers.push((await save(shopper, corrected(nth + 1, 2031))).errorMessage)
      }
    }
    const tooMany = 'Too many tries. Please wait a few minutes and try again.'
    expect(answers).toEqual([...Array(5).fill(''), tooMany, ...Array(5).fill(''), tooMany])
  })

  test('SEC-57, SEC-62: a wrong code counts as a refused card, of a saved card too: past twenty nobody is asked, and a person is told', async () => {
    await world.database.count(forgetAlarms)
    const { shopper, ids } = await memberWithCards(world, visa)
    const wrong = { errorMessage: 'The security code you entered is not valid.' }
    const errorMessage =
      'There were too many tries with a security code. Please use another card or another way to pay.'
    const sendSaved = async (code: string) =>
      verify(shopper, { id: ids[0] ?? '', cvvToken: await codeTokenOf(world, shopper, code) })
    for (let nth = 0; nth < 9; nth += 1) expect(await sendSaved('999')).toMatchObject(wrong)
    const guests = [await guest(), await guest(), await guest()]
    for (const other of guests) {
      await refused(other, 'wrongCode')
      for (const code of ['999', '999']) expect(await sendCode(other, code)).toMatchObject(wrong)
    }
    await refused(await guest(), 'wrongCode')
    expect(await world.database.rows(alarms)).toEqual([])
    expect(await sendCode(guests[0]!, '999')).toMatchObject(wrong)
    expect(await world.database.rows(alarms)).toEqual([{ kind: 'card-testing' }])
    expect(await sendCode(guests[1]!, '123')).toMatchObject({ isSuccess: false, errorMessage })
    expect(await sendSaved('123')).toMatchObject({ isSuccess: false, errorMessage })
  })

  test('SEC-57, SEC-62: a card that is shown to see its rewards counts when its bank refuses it: past twenty nobody is asked, and a person is told', async () => {
    await world.database.count(forgetAlarms)
    const show = async (shopper: TestShopper, number: string) => {
      const { cardToken: token } = await newCard(world, shopper, { number })
      return (await shopper.call('reward', 'getAccountRewardsByToken', { token })).errorMessage
    }
    const refusedByBank = '4000000000000119'
    const noAnswer = await show(await guest(), refusedByBank)
    expect(noAnswer).not.toBe('')
    for (const [tries, told] of [
      [9, []],
      [9, []],
      [1, [{ kind: 'card-testing' }]],
    ] as const) {
      const shopper = await guest()
      for (let nth = 0; nth < tries; nth += 1) expect(await show(shopper, refusedByBank)).toBe(noAnswer)
      expect(await world.database.rows(alarms)).toEqual(told)
    }
    expect(await show(await guest(), visa)).toBe('Too many tries. Please wait a few minutes and try again.')
  })

  test('SEC-57: codes cannot be tried out on a card that was only entered, nor on another shopper’s', async () => {
    const shopper = await guest()
    expect(await sendCode(shopper, '123')).toMatchObject({ isSuccess: false, hasVerifyRequiredError: true })
    await refused(shopper, 'cardBlocked')
    expect(await sendCode(shopper, '123')).toMatchObject({ isSuccess: false, hasVerifyRequiredError: true })
    const victim = await guest()
    await refused(victim, 'wrongCode')
    const id = (await cardOf(victim))?.id ?? ''
    const cvvToken = await codeTokenOf(world, shopper, '123')
    expect(await verify(shopper, { id, cvvToken })).toMatchObject({ isSuccess: false, hasVerifyRequiredError: true })
  })

  test('SEC-57: codes of refused cards are counted by address too: a new session for each does not help', async () => {
    const answers: string[] = []
    for (let nth = 0; nth < 4; nth += 1) {
      const shopper = await guest()
      await refused(shopper, 'wrongCode')
      for (const code of ['999', '999', '999']) answers.push((await sendCode(shopper, code)).errorMessage)
    }
    const wrong = 'The security code you entered is not valid.'
    expect(answers.map((answer) => answer === wrong)).toEqual([...Array(10).fill(true), false, false])
  })
})
