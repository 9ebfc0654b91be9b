import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Config } from '#server/config/config.ts'
import type { WebBuild } from '#server/pages/render/web-build.ts'
import { add, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { newMember } from '#test/builders/member.ts'
import { plainBuild } from '#test/builders/plain-build.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'
import { importMapOf, integrityOf } from './script-integrity.ts'

const braintree = {
  merchantId: 'merchant',
  publicKey: 'public',
  privateKey: 'private',
  environment: 'sandbox',
  merchantAccounts: { USD: '', CAD: '' },
} as const
const adyen = {
  apiKey: 'key',
  clientKey: 'test_client',
  merchantAccount: 'Shop',
  webhookHmacKey: 'ab'.repeat(32),
  environment: 'test',
  reportKey: null,
  livePrefix: '',
} as const
const integrity = new Map([['/assets/entry-1.js', integrityOf(Buffer.from('entry'))]])
const build: WebBuild = { ...plainBuild, integrity, importMap: importMapOf(integrity) }
const cart = '/checkout/cart'
const shipping = '/checkout/shipping'
const newCard = '/account/cards/new'

type Headers = { readonly [name: string]: string }

/** A soft navigation from one page of the store to another, as a browser asks for it. */
const goSoftly = (shopper: TestShopper, from: string, to: string, more: Headers) =>
  shopper.get(to, { accept: 'application/json', referer: `http://cb.localhost:3000${from}`, ...more })

/** What an answer is, and whether it holds what a payment page needs. */
async function answerOf(shopper: TestShopper, from: string, to: string, more: Headers = {}) {
  const { headers, body, statusCode } = await goSoftly(shopper, from, to, more)
  const isPage = String(headers['content-type']).startsWith('text/html')
  const policy = String(headers['content-security-policy'])
  return {
    kind: statusCode === 200 ? (isPage ? 'page' : 'state') : statusCode,
    hasIntegrity:
      body.includes('<script type="importmap">') && / src="[^"]+"/.test(body) && body.includes(' integrity="sha384-'),
    hasBraintree: /frame-src[^;]* https:\/\/assets\.braintreegateway\.com/.test(policy),
    hasAdyen: /frame-src[^;]* https:\/\/checkoutshopper-test\.adyen\.com/.test(policy),
  }
}
const softly = { kind: 'state', hasIntegrity: false, hasBraintree: false, hasAdyen: false }

const worlds: World[] = []
async function open(config: Partial<Config>): Promise<World> {
  const world = await createWorld({ config, build })
  worlds.push(world)
  return world
}
afterAll(() => Promise.all(worlds.map((world) => world.close())))

async function shopperAtCheckout(world: World): Promise<TestShopper> {
  const shopper = world.shopper()
  await add(shopper, item(sku.mug, 1))
  await shopper.submit('/checkout', { isGuestCheckout: 'true' })
  return shopper
}

describe('SEC-02, PAY-53: a page where a card or a wallet is entered begins with its own policy and import map', () => {
  let [builtIn, outside]: World[] = []
  beforeAll(async () => {
    builtIn = await open({ braintree: null })
    outside = await open({ braintree, adyen })
  })

  test('CALM-32: the cart is loaded whole from a product where its wallets are Braintree, and softly from a step', async () => {
    const shopper = await shopperAtCheckout(outside!)
    const whole = { kind: 'page', hasIntegrity: true, hasBraintree: true, hasAdyen: true }
    expect(await answerOf(shopper, `/product/${sku.mug}`, cart)).toEqual(whole)
    expect(await answerOf(shopper, '/checkout/confirmation', cart)).toEqual(whole)
    for (const [from, to] of [
      [cart, cart],
      [shipping, cart],
      [cart, shipping],
    ] as const) {
      expect([from, to, await answerOf(shopper, from, to)]).toEqual([from, to, softly])
    }
  })

  test('CALM-32: with the built-in wallets the cart stays soft, carries no map, and a step is still loaded whole', async () => {
    const shopper = await shopperAtCheckout(builtIn!)
    expect(await answerOf(shopper, `/product/${sku.mug}`, cart)).toEqual(softly)
    expect(await answerOf(shopper, cart, shipping)).toEqual({ ...softly, kind: 'page', hasIntegrity: true })
    expect((await shopper.get(cart)).body).not.toContain('importmap')
  })

  test('CALM-32: what the document says of itself goes before its referrer, which after a way back is the very page', async () => {
    const shopper = await shopperAtCheckout(outside!)
    for (const [kind, from, to, answered] of [
      ['other', cart, cart, 'page'],
      ['other', shipping, shipping, 'page'],
      ['payment', `/product/${sku.mug}`, cart, 'state'],
      ['nonsense', `/product/${sku.mug}`, cart, 'page'],
      ['other', cart, '/account/login', 'state'],
    ] as const) {
      const answer = await answerOf(shopper, from, to, { 'x-document': kind })
      expect([kind, from, to, answer.kind]).toEqual([kind, from, to, answered])
    }
    // one that sends no referrer at all
    const plain = { accept: 'application/json', 'x-document': 'other' }
    expect((await shopper.get(cart, plain)).headers['content-type']).toMatch(/^text\/html/)
  })

  test('CALM-60: a soft visit that is answered with the whole page leaves what a form said to the page that is read', async () => {
    const shopper = await shopperAtCheckout(outside!)
    await shopper.submit('/cart/zip', { zip: 'nonsense' })
    const { kind } = await answerOf(shopper, cart, cart, { 'x-document': 'other' })
    const said = await shopper.get(cart)
    expect([kind, said.body.includes('nonsense')]).toEqual(['page', true])
    expect((await shopper.get(cart)).body).not.toContain('nonsense')
  })

  test('CALM-64: the form of a new card is loaded whole from the account, with the frames of its fields let in', async () => {
    for (const [world, isOutside] of [
      [builtIn!, false],
      [outside!, true],
    ] as const) {
      const { shopper } = await newMember(world)
      const whole = { kind: 'page', hasIntegrity: true, hasBraintree: isOutside, hasAdyen: isOutside }
      expect(await answerOf(shopper, '/account', newCard)).toEqual(whole)
      expect(await answerOf(shopper, newCard, newCard)).toEqual(softly)
      expect(await answerOf(shopper, newCard, '/account')).toEqual(softly)
    }
  })
})
