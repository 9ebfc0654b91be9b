import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemText } from '#server/http/problem-text.ts'
import type { WithCardTry } from '#server/payment/payment-services.ts'
import { proveAccount } from '#server/payment/rewards-proof.ts'
import type { CardGateway } from '#server/providers/card-gateway/port.ts'
import { importStoredValue } from '#server/tender/stored-value-import.ts'
import { storedValueMac } from '#server/tender/stored-value-mac.ts'
import { add, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { testContext } from '#test/builders/context.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({
    isAdyen: true,
    config: { flags: { paymentProvider_EnableAdyen: true, cbhcc_EnableCbhcc: false, oms_UseSharedEngine: true } },
  })
  const demo = join(import.meta.dirname, '../../../catalog/stored-value.jsonl')
  await importStoredValue(world.database, demo, storedValueMac(world.config.secret))
})
afterAll(() => world.close())

const storeCard = '6045880000051002'

/** What adyen-web's fields give for a card: brand and last four, and a token of what only Adyen can read. */
async function encryptedCard(number: string) {
  const session = await fetch(`${world.gatewayOrigin}/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': world.config.gateway.apiKey },
    body: '{}',
  })
  const { gatewayUrl } = (await session.json()) as { gatewayUrl: string }
  const answer = await fetch(gatewayUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: world.config.origins.cb },
    body: JSON.stringify({ number, cvv: '123', expMonth: 12, expYear: 2030 }),
  })
  const { cardToken: encryptedCardNumber } = (await answer.json()) as { cardToken: string }
  const token = `enc.${Buffer.from(JSON.stringify({ encryptedCardNumber })).toString('base64url')}`
  const card = { slot: 'CardOne', cardToken: token, expMonth: 0, expYear: 0, appliedAmount: null } as const
  return { ...card, lastFour: number.slice(-4), adyenCardData: { token, brand: '', lastFour: number.slice(-4) } }
}

async function withMugs(): Promise<TestShopper> {
  const shopper = world.shopper()
  await add(shopper, item(sku.mug, 4))
  return shopper
}

describe('rewards of a card that Adyen reads', () => {
  test('PAY-54, CALL-50, CERT-09, OPEN-55: an unsaved store card of the cart shows its certificates, and one of them pays', async () => {
    const shopper = await withMugs()
    const cardOneData = await encryptedCard(storeCard)
    expect(await shopper.call('payment', 'providerSaveCard', { cardOneData })).toMatchObject({ isSuccess: true })
    const { cardOneInfo } = (await shopper.call('checkout', 'refreshCheckout', {})).paymentData.creditCardData
    expect(cardOneInfo).toMatchObject({ type: 'StoreCreditCard', lastFour: '1002', storedPaymentMethodId: '' })
    const { rewardsData } = await shopper.call('reward', 'lookupRewardsCard', { cardToken: cardOneInfo?.id ?? '' })
    expect(rewardsData.certificates.map(({ certificateNumber }) => certificateNumber)).toContain('B001')
    const stored = { slot: 'CardOne', cardToken: '', expMonth: 0, expYear: 0, appliedAmount: null } as const
    const body = { certificateNumber: 'B001', savePaymentCardInfo: { cardOneData: stored, accountCardOneData: null } }
    const applied = await shopper.call('reward', 'providerApplyCertificate', body)
    expect(applied).toMatchObject({ isSuccess: true, rewardsData: { rewardsTotal: 2_500 } })
  })

  test('CERT-07: a store card entered in the cart proves the account by what Adyen encrypted', async () => {
    const shopper = await withMugs()
    const { cardToken } = await encryptedCard(storeCard)
    const applied = await shopper.call('reward', 'providerApplyCartCertificate', {
      certificateNumber: 'B001',
      cardToken,
    })
    expect(applied).toMatchObject({ isSuccess: true, rewardsData: { rewardsTotal: 2_500 } })
    const visa = await encryptedCard('4111111111111111')
    const refused = await shopper.call('reward', 'providerApplyCartCertificate', {
      ...{ certificateNumber: 'B001', cardToken: visa.cardToken },
    })
    expect(refused.rewardsData.errorMessage).toBe('Reward certificates can only be used with your store card.')
  })

  test('PAY-54: Adyen has no hosted session: its key, where a tnsSession is asked for, shows nobody’s rewards', async () => {
    const reply = await (await withMugs()).call('reward', 'getAccountRewards', { tnsSession: 'test_client' })
    expect(reply).toMatchObject({ isSuccess: false, rewardsTotal: 0, certificates: [] })
  })

  test('CERT-09: an account of Adyen that tells no alias of a card names no rewards account by it, and the page says what does', async () => {
    const { gateway } = world.shop.orders
    const card = {
      token: 'stored.a.b',
      brand: 'PLCCSynchrony',
      lastFour: '1002',
      expMonth: 0,
      expYear: 0,
      ageSeconds: 0,
    }
    const cardGateway: CardGateway = {
      ...gateway,
      describeToken: async () => ({ state: 'described', card: { ...card, fingerprint: '' } }),
    }
    const context = testContext(world.database)
    const mac = storedValueMac(world.config.secret)
    const withCardTry: WithCardTry = (_address, ask) => ask()
    const proven = await proveAccount({ cardGateway, mac, withCardTry }, context, { card: 'enc.token' })
    if (proven.ok) throw new Error('An account was proven by nothing')
    expect(problemText(context, proven.problem)).toBe(
      'We cannot see from this card which rewards account is yours. In your cart you can use the number of your rewards account instead.',
    )
    const byNumber = await proveAccount({ cardGateway, mac, withCardTry }, context, { accountNumber: '9001 2345 02' })
    expect(byNumber).toMatchObject({ ok: true, value: { isByCard: false } })
  })
})
