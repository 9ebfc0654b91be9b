import { afterAll, beforeAll, expect, test } from 'vitest'
import { add, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { createWorld, type World } from '#test/world.ts'

const origin = 'https://checkoutshopper-test.adyen.com'
let world: World
beforeAll(async () => {
  world = await createWorld({
    config: {
      flags: { paymentProvider_EnableAdyen: true, cbhcc_EnableCbhcc: false, oms_UseSharedEngine: true },
      adyen: {
        apiKey: 'key',
        clientKey: 'test_client',
        merchantAccount: 'Shop',
        webhookHmacKey: 'ab'.repeat(32),
        environment: 'test',
        reportKey: null,
        livePrefix: '',
      },
    },
  })
})
afterAll(() => world.close())

test('OPEN-64, PLAT-18: the session names Adyen with its public key, and no other key', async () => {
  const reply = await world.shopper().call('payment', 'providerCreateCardSession', {})
  expect(reply).toEqual({
    isSuccess: true,
    errorMessage: '',
    clientKey: 'test_client',
    environment: 'test',
    gatewayUrl: origin,
  })
})

test('SEC-02, PAY-53: the steps of the checkout let in the origin of its card fields, and no other page does', async () => {
  const shopper = world.shopper()
  await add(shopper, item(sku.mug, 1))
  const rulesAt = async (path: string) => {
    const { headers } = await shopper.get(path)
    return String(headers['content-security-policy'])
      .split('; ')
      .filter((rule) => rule.includes('adyen'))
      .map((rule) => rule.split(' ')[0])
  }
  await shopper.submit('/checkout', { isGuestCheckout: 'true' })
  expect(await rulesAt('/checkout/shipping')).toEqual(['connect-src', 'frame-src', 'form-action'])
  expect(await rulesAt('/checkout/cart')).toEqual([])
  expect(await rulesAt('/')).toEqual([])
  expect(await rulesAt('/account/signin')).toEqual([])
})

test('OPEN-63: a token as long as the encrypted fields of a card is heard, and one that Adyen did not make is not good', async () => {
  const shopper = world.shopper()
  await add(shopper, item(sku.mug, 1))
  const cardToken = `enc.${Buffer.from(JSON.stringify({ encrypted: 'x'.repeat(3_600) })).toString('base64url')}`
  const card = {
    slot: 'CardOne',
    cardToken,
    expMonth: 0,
    expYear: 0,
    adyenCardData: { token: cardToken, brand: '', lastFour: '' },
  } as const
  const reply = await shopper.call('payment', 'providerSaveCard', { cardOneData: card })
  expect(reply.cardOneErrors).toMatchObject({ hasSessionError: true })
  const tooLong = { ...card, cardToken: 'x'.repeat(8_193) }
  expect((await shopper.rawCall('payment', 'providerSaveCard', { cardOneData: tooLong })).statusCode).toBe(400)
})
