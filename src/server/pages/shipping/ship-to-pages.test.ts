import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sku } from '#test/builders/catalog.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const path = '/customer-service/ship-to'
const own = { origin: 'http://cb.localhost:3000' }
const choose = (shopper: TestShopper, country: string, returnUrl = '/category/tableware') =>
  shopper.submit(path, { country, returnUrl }, own)
const isInternational = async (shopper: TestShopper) => (await shopper.call('cart', 'getCartJsx', {})).isInternational

describe('OPEN-42: a shopper chooses the country things go to', () => {
  test('OPEN-42, OPEN-09: the choice is the cookie ship-to-country, leads back, and is said there and on every page', async () => {
    const shopper = world.shopper()
    const answer = await choose(shopper, 'FR')
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/category/tableware'])
    expect(shopper.cookies.get('ship-to-country')).toBe('FR')
    const { frame } = await shopper.page('/category/tableware')
    expect([frame.shipTo, frame.notice]).toEqual(['France', expect.stringMatching(/^Now shipping to: France\./)])
    expect((await shopper.page('/checkout/cart')).frame.shipTo).toBe('France')
    expect(await isInternational(shopper)).toBe(true)
  })

  test('OPEN-42: home again, the cart is none abroad', async () => {
    const shopper = world.shopper()
    await choose(shopper, 'FR')
    await shopper.get('/')
    await choose(shopper, 'US', '/checkout/cart')
    const { frame } = await shopper.page('/checkout/cart')
    expect([shopper.cookies.get('ship-to-country'), frame.shipTo]).toEqual(['US', ''])
    expect(frame.notice).toBe('Now shipping to: United States.')
    expect(await isInternational(shopper)).toBe(false)
  })

  test.each(['', 'CA', 'ZZ', 'constructor', '<b>'])(
    "'%s' is no choice here: told at the field, nothing set",
    async (country) => {
      const shopper = world.shopper()
      const { headers } = await choose(shopper, country)
      expect(headers.location).toBe(`${path}?returnUrl=%2Fcategory%2Ftableware`)
      const { frame } = await shopper.page(String(headers.location))
      expect([frame.notice, frame.noticeField]).toEqual(['Please enter the country.', 'country'])
      expect(shopper.cookies.has('ship-to-country')).toBe(false)
    },
  )

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example'])(
    'ROUTE-23: it leads to no other site: %s',
    async (returnUrl) => {
      expect((await choose(world.shopper(), 'FR', returnUrl)).headers.location).toBe('/')
    },
  )

  test('the page leads to the other store of the brand, which asks only who had chosen a country abroad there', async () => {
    const shopper = world.shopper()
    const { page } = await shopper.page(path)
    if (page.name !== 'shipTo') throw new Error(page.name)
    expect(page.stores.map(({ country, address }) => [country, address])).toEqual([
      ['US', ''],
      ['CA', `${world.config.origins['cb-ca']}${path}?from=store`],
    ])
    expect((await shopper.get(`${path}?from=store`)).headers.location).toBe('/')
    await choose(shopper, 'FR')
    expect((await shopper.page(`${path}?from=store`)).page).toMatchObject({ name: 'shipTo', chosen: 'FR' })
  })

  test('a page that is kept for guests is drawn for who ships abroad, and tells no other guest', async () => {
    const cookie = 'ship-to-country=JP'
    const drawn = async (headers: { readonly cookie?: string }) =>
      (
        await world.shop.app.http.inject({
          url: '/category/tableware',
          headers: { host: 'cb.localhost:3000', ...headers },
        })
      ).body
    const abroad = await drawn({ cookie })
    expect(abroad).toContain('Japan')
    for (const headers of [{}, { cookie: 'ship-to-country=CA' }]) expect(await drawn(headers)).not.toContain('Japan')
  })

  test('CART-33: abroad, no step of the checkout opens; the cart says why', async () => {
    const shopper = world.shopper()
    await shopper.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 1 }] })
    await shopper.submit('/checkout', { isGuestCheckout: 'true' })
    expect((await shopper.get('/checkout/shipping')).statusCode).toBe(200)
    await choose(shopper, 'FR')
    for (const step of ['/checkout', '/checkout/shipping']) {
      const { headers } = await shopper.get(step)
      const to =
        headers.location === '/checkout/shipping'
          ? (await shopper.get('/checkout/shipping')).headers.location
          : headers.location
      expect(to, step).toBe('/checkout/cart')
    }
    const answer = await shopper.submit('/checkout', { isGuestCheckout: 'true' })
    expect(answer.headers.location).toBe('/customer-service/international-orders')
    await choose(shopper, 'US')
    expect((await shopper.get('/checkout/shipping')).statusCode).toBe(200)
  })
})
