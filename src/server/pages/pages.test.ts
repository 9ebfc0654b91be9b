import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PageState } from '#contracts/pages.ts'
import { allVariants } from '#domain/variant.ts'
import { statement } from '#server/db/database.ts'
import { piece, sku } from '#test/builders/catalog.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const sessions = statement<{ n: number }>('test.sessions', 'select count(*)::int as n from session')
const countSessions = async () => (await world.database.row(sessions))?.n
const stateIn = (html: string): PageState =>
  JSON.parse(/<script type="application\/json" id="page-state">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null')

describe('the four storefronts', () => {
  test.each(allVariants.map((variant) => [variant.key, variant] as const))(
    'PLAT-02, PLAT-03, OPEN-08: %s is found by its host, and html carries its locale and brand',
    async (key, variant) => {
      const page = await world.shopper(key).get('/')
      expect(page.statusCode).toBe(200)
      expect(page.body).toContain(`<html lang="${variant.locale}" data-brand="${variant.brand}"`)
      expect(stateIn(page.body).frame).toMatchObject({ variantKey: key, origin: `http://${variant.host}:3000` })
    },
  )

  test('OPEN-08: any other host is CB in the US', async () => {
    const page = await world.shop.app.http.inject({
      url: '/',
      headers: { host: '192.168.1.7:3000', accept: 'text/html' },
    })
    expect(stateIn(page.body).frame.variantKey).toBe('cb')
  })

  test('P2, SEC-07: in production a host that is not configured is answered 421', async () => {
    const origins = {
      cb: 'https://www.cb.example',
      'cb-ca': 'https://www.cb.example.ca',
      cb2: 'https://www.cb2.example',
      'cb2-ca': 'https://www.cb2.example.ca',
    }
    const live = await createWorld({ config: { isProduction: true, origins } })
    const ask = (host: string) => live.shop.app.http.inject({ url: '/session', headers: { host } })
    const [known, unknown] = [await ask('www.cb.example'), await ask('evil.example')]
    expect([known.statusCode, unknown.statusCode]).toEqual([200, 421])
    expect(known.headers['set-cookie']).toMatch(
      /^__Host-sid=[\w.-]{90,120}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(known.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    await live.close()
  })
})

describe("guests' catalogue pages", () => {
  test('P20: however an address is spelled, the page is kept once, under its one address', async () => {
    const pathOf = async (url: string) =>
      (await world.shop.app.http.inject({ url, headers: { accept: 'application/json' } })).json<PageState>().path
    const product = `/product/${sku.mug}`
    for (const url of [`${product}?utm=1`, `/%70roduct/${sku.mug}`]) {
      expect([url, await pathOf(url)]).toEqual([url, product])
    }
    const shelf = '/category/sofas'
    for (const query of ['?sort=nonsense', '?page=x', '?sort=name&sort=name', '?page=01']) {
      expect([query, await pathOf(shelf + query)]).toEqual([query, shelf])
    }
    expect(await pathOf(`${shelf}?x=1&page=1&sort=name`)).toBe(`${shelf}?sort=name`)
  })

  test('OPEN-110: home, category and product answer 200, with what they show as data', async () => {
    const shopper = world.shopper()
    const home = await shopper.page('/')
    expect(home.page).toMatchObject({ name: 'home', departments: [{ slug: 'furniture' }, { slug: 'tableware' }] })
    const category = await shopper.page('/category/sofas')
    expect(category.page).toMatchObject({ name: 'category', products: [{ name: 'Lounge Sofa', lowestPrice: 120_000 }] })
    const product = await shopper.page(`/product/${sku.sofaMoss}`)
    expect(product.page).toMatchObject({
      name: 'product',
      product: {
        selectedSku: sku.sofaMoss,
        department: 'Furniture',
        skus: [
          { optionChoice: 'color:oat' },
          { optionChoice: 'color:moss', currentPrice: 120_000, regularPrice: 150_000 },
        ],
      },
    })
  })

  test('a cached page makes no session, sets no cookie and holds no token', async () => {
    const before = await countSessions()
    const shopper = world.shopper()
    for (const path of ['/', '/category/sofas', `/product/${sku.mug}`]) {
      const page = await shopper.get(path)
      expect(page.headers['set-cookie']).toBeUndefined()
      expect(stateIn(page.body).frame).toMatchObject({ token: '', counts: null, isSignedIn: false, notice: '' })
      expect(page.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'cookie, accept-encoding, accept' })
    }
    expect(await countSessions()).toBe(before)
  })

  test('a visitor with a session gets the page with token and counts, and nobody else does', async () => {
    const shopper = world.shopper()
    await shopper.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 3 }] })
    const own = await shopper.get(`/product/${sku.mug}`)
    expect(own.headers['cache-control']).toBe('private, no-store')
    expect(stateIn(own.body).frame).toMatchObject({
      counts: { basketCount: 3 },
      token: expect.stringMatching(/^[\w-]{86}$/),
    })
    const guest = await world.shopper().get(`/product/${sku.mug}`)
    expect(stateIn(guest.body).frame).toMatchObject({ counts: null, token: '' })
  })

  test('a cached page comes compressed to who can read it, and says the same', async () => {
    const plain = await world.shopper().get('/')
    const small = await world.shopper().get('/', { 'accept-encoding': 'gzip, br' })
    expect(small.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.body)
  })

  test('ROUTE: parts of the query that do not matter make no other page; sort and page number do', async () => {
    const shopper = world.shopper()
    const page = await shopper.page('/category/tableware?utm=x&sort=priceHigh')
    expect(page.path).toBe('/category/tableware?sort=priceHigh')
    const { page: category } = page
    const prices = category.name === 'category' ? category.products.map((card) => card.lowestPrice) : []
    expect(prices).toEqual([...prices].sort((one, other) => other - one))
    expect(prices.length).toBeGreaterThan(3)
    expect((await shopper.get('/category/tableware?page=99')).statusCode).toBe(404)
  })

  test('an import shows on the next page', async () => {
    await world.shopper().get('/category/sofas')
    await world.importLines(piece('CB', 7001, 'New Sofa', {}, { category: 'sofas' }))
    const count = async () => {
      const { page } = await world.shopper().page('/category/sofas')
      return page.name === 'category' ? page.browse.productCount : 0
    }
    await expect.poll(count, { timeout: 10_000 }).toBe(2)
  })

  test('a changed message changes the page (OPEN-11)', async () => {
    const change = statement(
      'test.message',
      `insert into message (key, brand, locale, text) values ('emptyBasketMessage', 'CB', '', 'Nothing yet.')`,
    )
    await world.database.count(change)
    await world.shop.messages.refresh()
    expect((await world.shopper('cb').page('/')).frame.messages.emptyBasketMessage).toBe('Nothing yet.')
    expect((await world.shopper('cb2').page('/')).frame.messages.emptyBasketMessage).toBe('Your cart is empty.')
  })

  test('what is not there answers 404 in the frame of the storefront', async () => {
    for (const path of ['/product/99999', '/product/abc', '/category/none', '/nothing', '/checkout/cart/x.css']) {
      const page = await world.shopper().get(path)
      expect([path, page.statusCode]).toEqual([path, 404])
      expect(stateIn(page.body).page).toMatchObject({ name: 'error', status: 404 })
    }
  })
})

describe('pages of one shopper', () => {
  test('CALL-92: loading a page without a live session makes a new one; an invented cookie never becomes one', async () => {
    const shopper = world.shopper()
    const invented = 'A'.repeat(43)
    shopper.cookies.set('sid', invented)
    const page = await shopper.get('/checkout/cart')
    expect(page.statusCode).toBe(200)
    expect(page.headers['set-cookie']).toMatch(/^sid=[\w.-]{90,120}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(shopper.cookies.get('sid')).not.toBe(invented)
    expect(await world.shop.sessions.find(invented)).toBeNull()
  })

  test('SCENE-17: /session gives a live session a new token and keeps its cookie', async () => {
    const shopper = world.shopper()
    await shopper.get('/session')
    const [cookie, token] = [shopper.cookies.get('sid'), shopper.token()]
    const again = await shopper.get('/session')
    expect(again.headers['set-cookie']).toBeUndefined()
    expect([shopper.cookies.get('sid') === cookie, shopper.token() === token]).toEqual([true, false])
    expect(await shopper.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 1 }] })).toMatchObject({
      isSuccess: true,
    })
  })

  test('OPEN-23: the query app=true opens the session as the app, and the header X-App says it per request', async () => {
    const app = world.shopper()
    await app.get('/?app=true')
    expect((await app.call('cart', 'getCartJsx', {})).isApp).toBe(true)
    const browser = world.shopper()
    expect((await browser.call('cart', 'getCartJsx', {})).isApp).toBe(false)
    expect((await browser.call('cart', 'getCartJsx', {}, { headers: { 'x-app': '1' } })).isApp).toBe(true)
  })

  test.each([
    ['FR', true],
    ['US', false],
    ['CA', false],
  ])("OPEN-42: the cookie ship-to-country '%s' makes isInternational %s", async (country, isInternational) => {
    const cart = await world.shopper().call('cart', 'getCartJsx', {}, { cookies: { 'ship-to-country': country } })
    expect(cart.isInternational).toBe(isInternational)
  })

  test.each([
    ['true', true],
    ['TRUE', false],
    ['1', false],
  ])("PLAT-24: the cookie scan-mode '%s' makes isScanMode %s", async (value, isScanMode) => {
    const shopper = world.shopper()
    shopper.cookies.set('scan-mode', value)
    expect((await shopper.page('/')).frame.isScanMode).toBe(isScanMode)
  })

  test('ROUTE-01, ROUTE-25, OPEN-20: without a cart every address of the checkout leads to the cart', async () => {
    const shopper = world.shopper()
    for (const path of [
      '/checkout',
      '/checkout/shipping',
      '/checkout/shippingandgiftoptions',
      '/checkout/paymentandbilling',
      '/checkout/review',
      '/checkout/confirmation',
    ]) {
      const page = await shopper.get(path)
      expect([path, page.statusCode, page.headers.location]).toEqual([path, 303, '/checkout/cart'])
    }
  })

  test('ROUTE-25: in step 1 the later steps lead back to it', async () => {
    const shopper = world.shopper()
    await shopper.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 1 }] })
    const before = await shopper.get('/checkout/shipping')
    expect(before.headers.location).toBe('/checkout/cart')
    await shopper.submit('/checkout', { isGuestCheckout: 'true' })
    expect((await shopper.page('/checkout')).page).toMatchObject({ name: 'checkout', step: 1 })
    expect((await shopper.get('/checkout/review')).headers.location).toBe('/checkout/shipping')
  })

  test('a page of a shopper is kept by nobody and carries the policy without inline scripts', async () => {
    const { headers, body } = await world.shopper().get('/checkout/cart')
    expect(headers['cache-control']).toBe('private, no-store')
    const policy = String(headers['content-security-policy'])
    for (const rule of [
      "default-src 'self'",
      "script-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]) {
      expect(policy.split('; ')).toContain(rule)
    }
    expect(policy).toContain(`form-action 'self' ${world.gatewayOrigin}`)
    expect(body).not.toMatch(/<script(?![^>]*(src=|type="application\/json"))/)
  })
})

describe('words', () => {
  test.each([
    '/customer-service/terms-of-use',
    '/customer-service/privacy-policy',
    '/customer-service/international-orders',
    '/account/create-account',
    '/account/confirm-address',
    '/design-services/form',
    '/design-services/kids-form',
    '/design-services/appointments',
    '/gift-registry/guest/authenticate',
    '/gift-registry/guest/new',
  ])('ROUTE-19, OPEN-17: %s answers 200', async (path) => {
    expect((await world.shopper().get(path)).statusCode).toBe(200)
  })

  test('the state cannot end its own element', async () => {
    await world.importLines(piece('CB', 7002, 'Nasty', {}, { description: '</script><script>alert(1)</script>' }))
    const page = await world.shopper().get('/product/7002')
    expect(page.body).not.toContain('<script>alert')
    expect(stateIn(page.body).page).toMatchObject({ product: { description: '</script><script>alert(1)</script>' } })
  })

  test('OPEN-103, CALL-85, SEC-48: both popups answer an HTML fragment, every other name 404', async () => {
    const ask = (name: string) => world.shopper().get(`/SharedLayer/PopupV2?popupName=${encodeURIComponent(name)}`)
    expect((await ask('CreditCardVerification')).headers['content-type']).toBe('text/html; charset=utf-8')
    expect((await ask('CertificatesInterrupter')).body).toContain('Reward certificates')
    for (const name of ['', 'Other', '../../etc/passwd', '<script>']) expect((await ask(name)).statusCode).toBe(404)
  })

  test('hashed files are kept for ever, and pictures run nothing', async () => {
    const file = await world.shopper().get('/assets/entry-1.js')
    expect(file.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    })
    expect((await world.shopper().get('/assets/entry-2.js')).statusCode).toBe(404)
    for (const name of ['none.svg', '..%2fsecrets.json', 'x.exe']) {
      expect((await world.shopper().get(`/pictures/${name}`)).statusCode).toBe(404)
    }
  })
})
