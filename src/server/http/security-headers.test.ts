import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from '#test/world.ts'

const braintree = {
  merchantId: 'm',
  publicKey: 'p',
  privateKey: 'k',
  environment: 'sandbox',
  merchantAccounts: { USD: '', CAD: '' },
} as const

describe('OPEN-91: the policy of pages', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld({ config: { braintree } })
  })
  afterAll(() => world.close())

  const policyAt = async (path: string) => {
    const { headers } = await world.shopper().get(path)
    return String(headers['content-security-policy'])
  }

  test('Braintree is let in on pages of the checkout, and on no other', async () => {
    const checkout = (await policyAt('/checkout/cart')).split('; ')
    expect(checkout).toContain("script-src 'self' https://c.paypal.com")
    expect(checkout.find((rule) => rule.startsWith('frame-src'))).toContain('https://assets.braintreegateway.com')
    for (const path of ['/', '/account/login']) expect(await policyAt(path)).not.toMatch(/braintree|paypal/)
  })
})
