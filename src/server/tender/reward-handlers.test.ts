import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { importStoredValue } from '#server/tender/stored-value-import.ts'
import { storedValueMac } from '#server/tender/stored-value-mac.ts'
import { add, item, newCard } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { newMember } from '#test/builders/member.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  const demo = join(import.meta.dirname, '../../../catalog/stored-value.jsonl')
  await importStoredValue(world.database, demo, storedValueMac(world.config.secret))
})
afterAll(() => world.close())

/** Cards and accounts of the demo: the first two have certificates in dollars. */
const storeCard = { number: '6045880000061001', cvv: '', expMonth: 0, expYear: 0 }
const otherStoreCard = { number: '6045880000051002', cvv: '', expMonth: 0, expYear: 0 }
const coBrandCard = { number: '5243040000061004', cvv: '123', expMonth: 12, expYear: 2030 }
const account = '9001 2345 01'
const otherAccount = '9001 2345 02'

let made = 0
/** A certificate of its own for a test. */
async function issue(amountCents: number, more: object = {}): Promise<string> {
  made += 1
  const code = `OWN${String(made).padStart(6, '0')}`
  const line = {
    kind: 'certificate',
    code,
    accountNumber: account,
    amountCents,
    currency: 'USD',
    expiresOn: '2027-12-31',
  }
  const file = join(world.config.dataDir, 'certificates.jsonl')
  writeFileSync(file, JSON.stringify({ ...line, ...more }))
  await importStoredValue(world.database, file, storedValueMac(world.config.secret))
  return code
}

async function withMugs(quantity = 4): Promise<TestShopper> {
  const shopper = world.shopper()
  await add(shopper, item(sku.mug, quantity))
  return shopper
}

const refresh = (shopper: TestShopper) => shopper.call('checkout', 'refreshCheckout', {})
const inCart = (shopper: TestShopper, certificateNumber: string, proof: object = { accountNumber: account }) =>
  shopper.call('reward', 'applyCartCertificate', { certificateNumber, ...proof })
const dueOf = async (shopper: TestShopper) => (await refresh(shopper)).orderSummary.amountDue

const refusedText =
  'We could not apply this certificate. Please check its number, and that it belongs to your rewards account.'

describe('certificates in the cart', () => {
  test.each([
    ['applyCartCertificate', 'removeCertificate'],
    ['providerApplyCartCertificate', 'providerRemoveCertificate'],
  ] as const)(
    'CERT-07, CERT-08, CALL-07, CALL-08, CALL-45, CALL-46: %s lowers what is due, %s gives it back',
    async (applying, removing) => {
      const certificateNumber = await issue(1_000)
      const shopper = await withMugs()
      const before = await dueOf(shopper)
      const applied = await shopper.call('reward', applying, { accountNumber: account, certificateNumber })
      expect(applied).toMatchObject({ isSuccess: true, errorMessage: '', isPaymentNeeded: true })
      expect(applied.rewardsData).toEqual({
        rewardsTotal: 1_000,
        certificates: [{ certificateNumber: certificateNumber.slice(-4), amount: 1_000, expirationDate: '2027-12-31' }],
        errorMessage: '',
      })
      expect(applied.orderSummary).toMatchObject({ amountDue: before - 1_000, rewardsTotal: 1_000 })
      expect((await shopper.call('cart', 'getCartJsx', {})).rewardsData.certificates).toHaveLength(1)
      const removed = await shopper.call('reward', removing, { certificateNumber })
      expect(removed).toMatchObject({ isSuccess: true, rewardsData: { rewardsTotal: 0, certificates: [] } })
      expect(removed.orderSummary.amountDue).toBe(before)
    },
  )

  test('CERT-07: a bad one gives rewardsData.errorMessage; so does removing one that is not applied (CERT-08)', async () => {
    const shopper = await withMugs()
    const applied = await inCart(shopper, 'NOSUCHNUMBER')
    expect(applied).toMatchObject({ isSuccess: false, rewardsData: { rewardsTotal: 0, errorMessage: refusedText } })
    const removed = await shopper.call('reward', 'removeCertificate', { certificateNumber: 'NOSUCHNUMBER' })
    const errorMessage = 'This certificate is not applied to your order.'
    expect(removed).toMatchObject({ isSuccess: false, rewardsData: { errorMessage } })
  })

  test('OPEN-53: used, expired, foreign and unknown ones are refused; foreign and unknown alike', async () => {
    const shopper = await withMugs()
    const said = async (code: string) => (await inCart(shopper, code)).rewardsData.errorMessage
    const used = await issue(1_000)
    await world.database.count(spend, [storedValueMac(world.config.secret).code(used)])
    expect(await said(used)).toBe('This certificate has been used already.')
    expect(await said(await issue(1_000, { expiresOn: '2026-01-31' }))).toBe('This certificate has expired.')
    expect(await said(await issue(1_000, { accountNumber: otherAccount }))).toBe(refusedText)
    expect(await said('UNKNOWN99')).toBe(refusedText)
    expect(await said(await issue(1_000, { currency: 'CAD' }))).toBe(refusedText)
    expect((await refresh(shopper)).orderSummary.rewardsTotal).toBe(0)
  })

  test('OPEN-53: never worth more than the amount due; then no more is taken, and the rest is told', async () => {
    const shopper = await withMugs(1)
    const before = await dueOf(shopper)
    const applied = await inCart(shopper, await issue(900_000))
    expect(applied.orderSummary).toMatchObject({ amountDue: 0, rewardsTotal: before })
    expect(applied.orderSummary.rewardsExceedOrderTotalMessage).not.toBe('')
    expect((await inCart(shopper, await issue(1_000))).rewardsData.errorMessage).toBe(
      'Your order is paid in full. Keep this certificate for another.',
    )
  })

  test('the same one twice is once', async () => {
    const shopper = await withMugs()
    const number = await issue(1_000)
    await inCart(shopper, number)
    expect((await inCart(shopper, number)).rewardsData.rewardsTotal).toBe(1_000)
  })

  test('CERT-07: shown by the token of a store card, or of a co-brand card of its own account', async () => {
    const shopper = await withMugs()
    const tokenOf = async (card: Parameters<typeof newCard>[2]) => (await newCard(world, shopper, card)).cardToken
    const certificateNumber = await issue(1_000)
    const foreign = await inCart(shopper, certificateNumber, { cardToken: await tokenOf(otherStoreCard) })
    expect(foreign.rewardsData.errorMessage).toBe(refusedText)
    const own = await inCart(shopper, certificateNumber, { cardToken: await tokenOf(storeCard) })
    expect(own.isSuccess).toBe(true)
    const coBrand = await inCart(shopper, 'REWARD-3000-D001', { cardToken: await tokenOf(coBrandCard) })
    expect(coBrand.rewardsData).toMatchObject({ rewardsTotal: 4_000, errorMessage: '' })
  })

  test('CERT-07: a Visa shows no rewards account, nor does a card without one, nor nothing at all', async () => {
    const shopper = await withMugs()
    const said = async (proof: object) => (await inCart(shopper, 'REWARD-2000-A001', proof)).rewardsData.errorMessage
    const { cardToken: visa } = await newCard(world, shopper)
    expect(await said({ cardToken: visa })).toBe('Reward certificates can only be used with your store card.')
    const { cardToken: plain } = await newCard(world, shopper, { ...storeCard, number: '6045880000009999' })
    expect(await said({ cardToken: plain })).toBe('We do not know a rewards account of this card or number.')
    expect(await said({ accountNumber: '99999999' })).toBe('We do not know a rewards account of this card or number.')
    expect(await said({})).toBe('Please enter your store card or the number of your rewards account.')
  })

  test('OPEN-64: a card number is refused in place of an account number', async () => {
    const shopper = await withMugs()
    for (const accountNumber of ['4111111111111111', storeCard.number]) {
      const body = { accountNumber, certificateNumber: 'REWARD-2000-A001' }
      expect((await shopper.rawCall('reward', 'applyCartCertificate', body)).statusCode).toBe(400)
    }
    // a store card need not pass Luhn (OPEN-60): such a number is no account's either
    const odd = await inCart(shopper, 'REWARD-2000-A001', { accountNumber: '6045880000061002' })
    expect(odd.isSuccess).toBe(false)
  })
})

/** Keeps a card for the member who signed in last. */
const saveCard = statement<{ id: string }>(
  'test.save-store-card',
  `insert into shop.account_card (shopper_id, card_id, provider, token, brand, type, last_four)
   select shopper_id, gen_random_uuid(), 'built-in', $1, 'PLCCSynchrony', 'StoreCreditCard', '1002'
   from shop.account order by created_at desc limit 1 returning card_id as id`,
)

const spend = statement(
  'test.spend-certificate',
  `update shop.certificate set state = 'used', order_id = gen_random_uuid() where code_mac = $1`,
)

describe('certificates in the payment step', () => {
  test('CERT-09, CALL-44, OPEN-55: with a new card, then with the card that the cart has', async () => {
    const shopper = await withMugs()
    const cardOneData = await newCard(world, shopper, storeCard)
    const first = { certificateNumber: await issue(1_000), cardOneData }
    expect((await shopper.call('reward', 'applyCertificate', first)).rewardsData.rewardsTotal).toBe(1_000)
    await shopper.call('payment', 'savePayment', { cardOneData })
    const stored = { ...cardOneData, cardToken: '' }
    const second = { certificateNumber: await issue(500), cardOneData: stored }
    expect((await shopper.call('reward', 'applyCertificate', second)).rewardsData.rewardsTotal).toBe(1_500)
  })

  test('CERT-09, CALL-49, OPEN-55: the provider’s path takes savePaymentCardInfo', async () => {
    const shopper = await withMugs()
    const cardOneData = await newCard(world, shopper, storeCard)
    const body = { certificateNumber: await issue(1_000), savePaymentCardInfo: { cardOneData } }
    expect((await shopper.call('reward', 'providerApplyCertificate', body)).rewardsData.rewardsTotal).toBe(1_000)
    const without = { certificateNumber: await issue(1_000), savePaymentCardInfo: null }
    const refused = await (await withMugs()).call('reward', 'providerApplyCertificate', without)
    expect(refused.rewardsData.errorMessage).toContain('Please enter your store card')
  })

  test('CERT-10, OPEN-68: while one is applied a Visa is refused, and a Visa from before opens no review', async () => {
    const shopper = await withMugs()
    const visa = await newCard(world, shopper)
    await shopper.call('payment', 'savePayment', { cardOneData: visa })
    await inCart(shopper, await issue(1_000))
    const { creditCardData } = (await refresh(shopper)).paymentData
    expect(creditCardData.isOnlyCbccAllowed).toBe(true)
    expect(creditCardData.cardOneInfo?.errors.hasRewardsRestrictionError).toBe(true)
    const again = await shopper.call('payment', 'savePayment', { cardOneData: await newCard(world, shopper) })
    expect(again).toMatchObject({ isSuccess: false, cardOneErrors: { hasRewardsRestrictionError: true } })
    const store = await shopper.call('payment', 'savePayment', {
      cardOneData: await newCard(world, shopper, storeCard),
    })
    expect(store.isSuccess).toBe(true)
    await shopper.call('checkout', 'removeCertificates', {})
    expect((await refresh(shopper)).paymentData.creditCardData.isOnlyCbccAllowed).toBe(false)
  })
})

describe('account rewards', () => {
  const endings = (reply: { readonly certificates: readonly { readonly certificateNumber: string }[] }) =>
    reply.certificates.map(({ certificateNumber }) => certificateNumber)

  test('PAY-54, PAY-55, CALL-60, CALL-61, OPEN-56: by hosted session and by token', async () => {
    const shopper = await withMugs(1)
    const session = await shopper.call('payment', 'createCardSession', {})
    const answer = await fetch(session.gatewayUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'http://cb.localhost:3000' },
      body: JSON.stringify(otherStoreCard),
    })
    const { cardToken } = (await answer.json()) as { cardToken: string }
    const bySession = await shopper.call('reward', 'getAccountRewards', { tnsSession: session.tnsSession })
    const byToken = await shopper.call('reward', 'getAccountRewardsByToken', { token: cardToken })
    expect(bySession).toEqual(byToken)
    expect(byToken).toMatchObject({ isSuccess: true, rewardsTotal: expect.any(Number) })
    expect(endings(byToken)).toContain('B001')
    expect(byToken.rewardsTotal > (await dueOf(shopper))).toBe(byToken.rewardExceedOrderTotalMessage !== '')
    expect(byToken).not.toHaveProperty('rewardsExceedOrderTotalMessage')
    expect((await refresh(shopper)).orderSummary).toHaveProperty('rewardsExceedOrderTotalMessage')
  })

  test('PAY-54: the end of a number from the list applies it, with the card in hand only', async () => {
    const shopper = await withMugs()
    const { cardToken } = await newCard(world, shopper, otherStoreCard)
    expect((await inCart(shopper, 'B001', { accountNumber: otherAccount })).isSuccess).toBe(false)
    expect((await inCart(shopper, 'B001', { cardToken })).rewardsData.rewardsTotal).toBe(2_500)
  })

  test.each(['getSavedCardRewards', 'providerGetSavedCardRewards'] as const)(
    'CALL-62, OPEN-56: %s answers a card that is not hers as an unknown one',
    async (name) => {
      const reply = await (await withMugs()).call('reward', name, { accountCardId: 'nobody' })
      expect(reply).toMatchObject({ isSuccess: false, rewardsTotal: 0, certificates: [] })
      expect(reply.errorMessage).not.toBe('')
    },
  )

  test('PAY-54, OPEN-56: a saved store card by its id, on both paths; another member does not get it by that id', async () => {
    const { shopper } = await newMember(world)
    await add(shopper, item(sku.mug))
    const { cardToken } = await newCard(world, shopper, otherStoreCard)
    await shopper.call('reward', 'getAccountRewardsByToken', { token: cardToken })
    const accountCardId = (await world.database.row(saveCard, [cardToken]))?.id ?? ''
    const regular = await shopper.call('reward', 'getSavedCardRewards', { accountCardId })
    expect(endings(regular)).toContain('B001')
    expect(await shopper.call('reward', 'providerGetSavedCardRewards', { accountCardId })).toEqual(regular)
    const { shopper: other } = await newMember(world)
    expect((await other.call('reward', 'getSavedCardRewards', { accountCardId })).isSuccess).toBe(false)
  })

  test('CALL-50, OPEN-54: lookup by number, by token, and with neither', async () => {
    const shopper = await withMugs()
    const { cardToken } = await newCard(world, shopper, otherStoreCard)
    const byNumber = await shopper.call('reward', 'lookupRewardsCard', { accountNumber: otherAccount })
    const byToken = await shopper.call('reward', 'lookupRewardsCard', { cardToken })
    expect(byNumber).toEqual(byToken)
    expect(endings(byToken.rewardsData)).toContain('B001')
    const neither = await shopper.call('reward', 'lookupRewardsCard', {})
    expect(neither).toMatchObject({ isSuccess: false, rewardsData: { rewardsTotal: 0, certificates: [] } })
  })
})

describe('the store card’s offer', () => {
  test('PROMO-11, CALL-54: kept with the store card; without one it is refused with a message', async () => {
    const shopper = await withMugs()
    const refused = await shopper.call('reward', 'savePlccOffer', { selectedOption: 2 })
    expect(refused).toMatchObject({ isSuccess: false, errorMessage: 'Please apply your store card to use this offer.' })
    await shopper.call('payment', 'savePayment', { cardOneData: await newCard(world, shopper, storeCard) })
    expect((await refresh(shopper)).plccOffer).toMatchObject({ isAvailable: true, selectedOption: 0 })
    for (const selectedOption of [1, 2] as const) {
      const saved = await shopper.call('reward', 'savePlccOffer', { selectedOption })
      expect(saved).toMatchObject({ isSuccess: true, errorMessage: '' })
      expect((await refresh(shopper)).plccOffer.selectedOption).toBe(selectedOption)
    }
  })
})
