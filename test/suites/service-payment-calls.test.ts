import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCalls } from '#contracts/table.ts'
import { importStoredValue } from '#server/tender/stored-value-import.ts'
import { storedValueMac } from '#server/tender/stored-value-mac.ts'
import { add, item, newCard } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let shopper: TestShopper
beforeAll(async () => {
  world = await createWorld()
  const demo = join(import.meta.dirname, '../../catalog/stored-value.jsonl')
  await importStoredValue(world.database, demo, storedValueMac(world.config.secret))
  shopper = world.shopper()
  await add(shopper, item(sku.mug, 8))
})
afterAll(() => world.close())

const service = '/api/checkout/payment-provider'
const verbs = [
  ['/ReactCheckout/GetAccountRewards', ['GET', 'POST']],
  ['/ReactCheckout/GetAccountRewardsByToken', ['POST']],
  [`${service}/apply-cart-reward-certificate`, ['POST']],
  [`${service}/apply-gift-card`, ['POST']],
  [`${service}/apply-reward-certificate`, ['POST']],
  [`${service}/create-card-session`, ['POST']],
  [`${service}/get-account-rewards`, ['GET']],
  [`${service}/lookup-rewards-card`, ['POST']],
  [`${service}/remove-certificates`, ['POST']],
  [`${service}/remove-gift-card`, ['POST']],
  [`${service}/remove-reward-certificate`, ['POST']],
  [`${service}/save-credit-card-to-basket`, ['POST']],
] as const

test('OPEN-02: the table of verbs has every payment call of the service layer', () => {
  const paths = allCalls().map(({ call }) => call.route.path)
  const isService = (path: string) => path.startsWith(service) || /GetAccountRewards/.test(path)
  expect(verbs.map(([path]) => path)).toEqual([...new Set(paths.filter(isService))].sort((a, b) => (a < b ? -1 : 1)))
})

test.each(verbs)('OPEN-02, CALL-87: %s answers to %j and to nothing else', async (path, methods) => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    const { statusCode } = await world.shop.app.http.inject({
      method,
      url: path,
      headers: { host: 'cb.localhost:3000', 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { payload: '{}' }),
    })
    const isOwn = methods.some((own) => own === method)
    expect([method, statusCode === 405]).toEqual([method, !isOwn])
  }
})

const summary = async () => (await shopper.call('checkout', 'refreshCheckout', {})).orderSummary
const storeCard = { number: '6045880000061001' }
const certificateNumber = 'REWARD-2000-A001'

/** What a call of the service layer answers, by the path and the names of the document. */
async function send(path: string, body: object) {
  const answer = await shopper.rawPost(`${service}/${path}`, body)
  expect([path, answer.statusCode, answer.json().isSuccess]).toEqual([path, 200, true])
  return answer.json()
}

test('CALL-87: a gift card by {cardNumber, cardPin} lowers what is due in the books, {cardNumber} gives it back', async () => {
  const before = await summary()
  const applied = await send('apply-gift-card', { cardNumber: '6006491234560001', cardPin: '12345678' })
  expect(applied.giftCards).toMatchObject([{ displayNumber: '0001', appliedAmount: 5_000 }])
  expect(await summary()).toMatchObject({ giftCardsTotal: 5_000, amountDue: before.amountDue - 5_000 })
  const removed = await send('remove-gift-card', { cardNumber: applied.giftCards[0].cardNumber })
  expect(removed.giftCards).toEqual([])
  expect(await summary()).toMatchObject({ giftCardsTotal: 0, amountDue: before.amountDue })
})

test('CALL-87: a certificate by {accountNumber, cardToken, certificateNumber}, and off by {certificateNumber} or all at once', async () => {
  const body = { accountNumber: '9001234501', cardToken: '', certificateNumber }
  const rewards = { rewardsTotal: 2_000, errorMessage: '' }
  expect((await send('apply-cart-reward-certificate', body)).rewardsData).toMatchObject(rewards)
  expect(await summary()).toMatchObject({ rewardsTotal: 2_000 })
  expect((await send('remove-reward-certificate', { certificateNumber })).rewardsData).toMatchObject({
    rewardsTotal: 0,
    certificates: [],
    errorMessage: '',
  })
  expect(await summary()).toMatchObject({ rewardsTotal: 0 })
  await send('apply-cart-reward-certificate', body)
  await send('remove-certificates', {})
  expect(await summary()).toMatchObject({ rewardsTotal: 0 })
})

test('CALL-87: a certificate by {certificateNumber, savePaymentCardInfo} with the store card it belongs to', async () => {
  const cardOneData = await newCard(world, shopper, storeCard)
  const body = { certificateNumber, savePaymentCardInfo: { cardOneData, accountCardOneData: null } }
  expect((await send('apply-reward-certificate', body)).rewardsData).toMatchObject({ rewardsTotal: 2_000 })
  expect(await summary()).toMatchObject({ rewardsTotal: 2_000 })
  await send('remove-certificates', {})
})

test('CALL-87: {accountNumber, cardToken} looks the rewards of an account up, and changes nothing', async () => {
  const before = await summary()
  const { rewardsData } = await send('lookup-rewards-card', { accountNumber: '9001234501', cardToken: '' })
  expect(Object.keys(rewardsData).sort()).toEqual([
    'certificates',
    'errorMessage',
    'rewardExceedOrderTotalMessage',
    'rewardsTotal',
  ])
  expect(rewardsData.rewardsTotal).toBeGreaterThan(0)
  expect(await summary()).toEqual(before)
})

test('CALL-87: {cardOneData, cardTwoData, accountCardOneData, accountCardTwoData} keeps the card with the cart', async () => {
  const cardOneData = await newCard(world, shopper)
  const none = { cardTwoData: null, accountCardOneData: null, accountCardTwoData: null }
  const saved = await send('save-credit-card-to-basket', { cardOneData, ...none })
  expect(saved.creditCardData.cardOneInfo).toMatchObject({ lastFour: '1111', type: 'Visa' })
  const { paymentData } = await shopper.call('checkout', 'refreshCheckout', {})
  expect(paymentData.creditCardData).toEqual(saved.creditCardData)
})
