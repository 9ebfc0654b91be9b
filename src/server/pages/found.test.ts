import fastify, { type FastifyReply } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { variants } from '#domain/variant.ts'
import type { Sql } from '#server/db/database.ts'
import { sitemapRoutes } from '#server/pages/catalog/sitemap.ts'
import { createNavigation } from '#server/pages/render/navigation.ts'
import { sku } from '#test/builders/catalog.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const dataOf = (html: string): { readonly [name: string]: unknown }[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map((match) =>
    JSON.parse(match[1] ?? ''),
  )
const metaOf = (html: string, property: string) =>
  new RegExp(`<meta property="${property}" content="([^"]*)">`).exec(html)?.[1]
const origin = 'http://cb.localhost:3000'

describe('what search engines read of a product page', () => {
  test('a Product with its Offer, and the trail to it', async () => {
    const { body } = await world.shopper().get(`/product/${sku.sofaMoss}`)
    const [product, trail] = dataOf(body)
    expect(product).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Lounge Sofa, Moss',
      sku: String(sku.sofaMoss),
      brand: { name: 'CB' },
      image: [`${origin}/pictures/lounge-sofa.svg`],
      width: { value: 84, unitCode: 'INH' },
      isVariantOf: { '@type': 'ProductGroup', productGroupID: 'lounge-sofa' },
      offers: {
        '@type': 'Offer',
        url: `${origin}/product/${sku.sofaMoss}`,
        price: '1200.00',
        priceCurrency: 'USD',
        availability: 'https://schema.org/InStock',
      },
    })
    expect(trail).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, name: 'Home', item: `${origin}/` },
        { position: 2, name: 'Sofas', item: `${origin}/category/sofas` },
        { position: 3, name: 'Lounge Sofa' },
      ],
    })
  })

  test('OPEN-36: a donation has no price, but an amount between two', async () => {
    const { body } = await world.shopper().get(`/product/${sku.donation}`)
    const { offers } = dataOf(body)[0] as { readonly offers: { readonly [name: string]: unknown } }
    expect(offers).toMatchObject({
      ...{ '@type': 'AggregateOffer', lowPrice: '1.00', highPrice: '1000.00', priceCurrency: 'USD' },
      availability: 'https://schema.org/InStock',
    })
    expect(offers).not.toHaveProperty('price')
    expect(metaOf(body, 'product:retailer_item_id')).toBe(String(sku.donation))
    expect(metaOf(body, 'product:price:amount')).toBeUndefined()
  })

  test.each([
    [sku.bench, 'MadeToOrder'],
    [sku.lamp, 'Discontinued'],
  ])('the availability of %s is %s', async (number, name) => {
    const { body } = await world.shopper().get(`/product/${number}`)
    expect(dataOf(body)[0]).toMatchObject({ offers: { availability: `https://schema.org/${name}` } })
  })

  test('in Canada the price is of Canada', async () => {
    const { body } = await world.shopper('cb-ca').get(`/product/${sku.mug}`)
    expect(dataOf(body)[0]).toMatchObject({ offers: { priceCurrency: 'CAD' } })
  })

  test('Open Graph: absolute address and picture, price and regular price, availability', async () => {
    const { body } = await world.shopper().get(`/product/${sku.sofaOat}`)
    expect(metaOf(body, 'og:type')).toBe('product')
    expect(metaOf(body, 'og:url')).toBe(`${origin}/product/${sku.sofaOat}`)
    expect(metaOf(body, 'og:image')).toBe(`${origin}/pictures/lounge-sofa.svg`)
    expect(metaOf(body, 'og:locale')).toBe('en_US')
    expect(metaOf(body, 'product:price:amount')).toBe('1500.00')
    expect(metaOf(body, 'product:sale_price:amount')).toBe('1200.00')
    expect(metaOf(body, 'product:price:currency')).toBe('USD')
    expect(metaOf(body, 'product:availability')).toBe('in stock')
    expect(body).toContain(`<link rel="canonical" href="${origin}/product/${sku.sofaOat}">`)
  })

  test('pages of one shopper have none', async () => {
    expect(dataOf((await world.shopper().get('/checkout/cart')).body)).toEqual([])
  })
})

describe('/sitemap.xml', () => {
  const locations = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1])

  test('has home, categories and every sku that is sold, of its own store', async () => {
    const answer = await world.shopper('cb').get('/sitemap.xml')
    expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8')
    const found = locations(answer.body)
    const skus = [sku.mug, sku.sofaOat, sku.sofaMoss]
    for (const path of ['/', '/category/furniture', '/category/sofas', ...skus.map((number) => `/product/${number}`)]) {
      expect(found).toContain(`${origin}${path}`)
    }
    expect(found).not.toContain(`${origin}/product/${sku.lamp}`)
    expect(found).not.toContain(`${origin}/product/${sku.mug + 1000}`)
    expect(locations((await world.shopper('cb2').get('/sitemap.xml')).body)).toContain(
      `http://cb2.localhost:3000/product/${sku.mug + 1000}`,
    )
  })

  test('SCALE-09: is split where one file takes no more, and nothing is lost or twice; no file is read past others', async () => {
    const app = fastify()
    app.addHook('onRequest', async (request) => {
      const site = { variant: variants.cb, origin, isSecure: false, sessionCookie: 'sid' } as const
      Object.assign(request, { site })
    })
    const read: { name: string; values: readonly unknown[]; rows: number }[] = []
    const database: Sql = {
      ...world.database,
      async rows(statement, values = []) {
        const rows = await world.database.rows(statement, values)
        read.push({ name: statement.name, values, rows: rows.length })
        return rows
      },
    }
    sitemapRoutes(app, { shared: database, navigation: createNavigation(world.shop.catalog), limit: 7 })
    const whole = locations((await world.shopper('cb').get('/sitemap.xml')).body)
    const index = await app.inject('/sitemap.xml')
    expect(index.body).toContain('<sitemapindex')
    const files = locations(index.body)
    expect(files.length).toBe(Math.ceil(whole.length / 7))
    const parts = await Promise.all(files.map((file) => app.inject(new URL(file ?? '').pathname)))
    expect(parts.flatMap((part) => locations(part.body))).toEqual(whole)
    const slices = read.filter(({ name }) => name === 'catalog.sold-skus')
    expect(slices.length).toBeGreaterThan(1)
    expect(slices.every(({ rows }) => rows <= 7)).toBe(true)
    expect(new Set(slices.map(({ values }) => values[2])).size).toBe(slices.length)
    expect((await app.inject(`/sitemap/${files.length + 1}.xml`)).statusCode).toBe(404)
    await app.close()
  })

  test('SAFE-43: files that are not there are told from what is known: nothing is counted or kept for them', async () => {
    const asked: string[] = []
    const counting: Sql = {
      rows: (statement, values) => {
        asked.push(statement.name)
        return world.database.rows(statement, values)
      },
      row: (statement, values) => {
        asked.push(statement.name)
        return world.database.row(statement, values)
      },
      count: (statement, values) => world.database.count(statement, values),
    }
    const app = fastify()
    app.decorateReply('callNotFound', function (this: FastifyReply) {
      return this.code(404).send()
    })
    app.addHook('onRequest', async (request) => {
      Object.assign(request, { site: { variant: variants.cb, origin, isSecure: false, sessionCookie: 'sid' } })
    })
    sitemapRoutes(app, { shared: counting, navigation: createNavigation(world.shop.catalog), limit: 7 })
    expect((await app.inject('/sitemap/1.xml')).statusCode).toBe(200)
    const known = [...asked]
    expect([...new Set(known)]).toEqual(['catalog.sold-at'])
    for (let number = 500; number < 750; number += 1) {
      expect((await app.inject(`/sitemap/${number}.xml`)).statusCode).toBe(404)
    }
    expect((await app.inject('/sitemap/1.xml')).statusCode).toBe(200)
    expect(asked).toEqual(known)
    await app.close()
  })

  test('/robots.txt names it, with the address of the store', async () => {
    const robots = await world.shopper('cb2-ca').get('/robots.txt')
    expect(robots.body).toContain('Sitemap: http://cb2-ca.localhost:3000/sitemap.xml')
    expect(robots.body).toContain('Disallow: /checkout\n')
  })
})

describe('PDP-10: the drawing of the measures', () => {
  const draw = (file: string) => world.shopper().get(`/drawings/${file}`)

  test.each([
    ['84x38x33x0x1.svg', ['84 in', '38 in', '33 in']],
    ['0x0x75x120x2.svg', ['120 cm', '75 cm']],
    ['60x96x0x0x1.svg', ['60 in', '96 in']],
  ])('%s says %s', async (file, figures) => {
    const answer = await draw(file)
    expect(answer.headers['content-type']).toBe('image/svg+xml; charset=utf-8')
    for (const figure of figures) expect(answer.body).toContain(`>${figure}</text>`)
    expect(answer.body).not.toMatch(/NaN|Infinity/)
  })

  test('CALM-54: in Canada it says centimetres, and the inches under them', async () => {
    const { body } = await world.shopper('cb-ca').get('/drawings/84x38x33x0x1.svg')
    for (const [cm, inches] of [
      ['213 cm', '(84 in)'],
      ['97 cm', '(38 in)'],
      ['84 cm', '(33 in)'],
    ]) {
      expect(body).toMatch(new RegExp(`>${cm}<tspan [^>]+>${inches?.replace(/[()]/g, '\\$&')}</tspan></text>`))
    }
  })

  test.each(['84x38x33x0x3.svg', '84x38.svg', '0x0x0x0x1.svg', '084x38x33x0x1.svg', 'x.svg'])(
    '%s is none',
    async (file) => {
      expect((await draw(file)).statusCode).toBe(404)
    },
  )
})

describe('ATC-08: a custom order from the native form', () => {
  test('is not added before its terms are ticked; the page says why', async () => {
    const shopper = world.shopper()
    await shopper.get(`/product/${sku.bench}`)
    await shopper.get('/session')
    const refused = await shopper.submit('/cart/add', { Sku: String(sku.bench), Quantity: '1' })
    expect(refused.headers.location).toBe(`/product/${sku.bench}`)
    expect((await shopper.page(`/product/${sku.bench}`)).frame.notice).toMatch(/accept the terms/)
    const added = await shopper.submit('/cart/add', { Sku: String(sku.bench), Quantity: '1', AcceptedTerms: 'true' })
    expect(added.headers.location).toBe('/checkout/cart')
    expect(await shopper.call('cart', 'getHeaderCounts', {})).toMatchObject({ basketCount: 1 })
  })
})
