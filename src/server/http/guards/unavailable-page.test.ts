import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { allVariants, variants } from '#domain/variant.ts'
import { plainBuild } from '#test/builders/plain-build.ts'
import { createWorld, type World } from '#test/world.ts'

/** As the build writes them down: of the brands' rules those of this brand, of widths none, of all else none. */
const styles =
  '.header-module_x{color:red}@font-face{font-family:Archivo;src:url(/assets/archivo-1.woff2)}:root{--text-44:2.75rem}' +
  '@media (width<=600px){:root{--text-44:2rem}}[data-brand]{color:blue}[data-brand=CB]{--ink:#1f1d1a}[data-brand=CB2]{--ink:#111}'

const logged: { event?: string; level: string; refused?: number; err?: unknown }[] = []
let world: World
beforeAll(async () => {
  world = await createWorld({
    build: { ...plainBuild, firstStyles: { error: styles } },
    logLine: (line) => logged.push(JSON.parse(line)),
  })
  for (const { key } of allVariants) await world.shopper(key).get('/', { 'accept-encoding': 'br' })
  await takeAway(world.databaseUrl)
})
afterAll(() => world.close())

/** From now on nobody gets in, and who was in is out. */
async function takeAway(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  const client = new pg.Client({ connectionString: inject('testPostgres').url })
  await client.connect()
  await client.query(`alter database ${name} allow_connections false`)
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  await client.end()
}

const safeText = 'Your cart is safe. If you were placing an order, look at your order page before you try again.'

describe('SAFE-65: while the database is away', () => {
  test.each(allVariants.map((variant) => [variant.key, variant] as const))(
    'a browser at %s gets a whole page of its brand, which says when to try again',
    async (key, { brand, locale }) => {
      const page = await world.shopper(key).get('/checkout/cart')
      expect([page.statusCode, page.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
      expect(page.headers).toMatchObject({
        'retry-after': '10',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin-allow-popups',
      })
      expect(page.body).toContain(`<html lang="${locale}" data-brand="${brand}"`)
      expect(page.body).toContain('<h1>We will be right back</h1>')
      expect(page.body).toContain(`aria-label="${brand} home">${brand}</a>`)
      expect(page.body).not.toMatch(/<script|isSuccess/)
    },
  )

  test.each(allVariants.map(({ key }) => key))(
    'OPS-10: at %s it is the one page of its store, whatever is asked for, with the help line; HEAD has its headers',
    async (key) => {
      const shopper = world.shopper(key)
      const pages = await Promise.all(['/checkout/cart', '/account', '/favorites?x=1'].map((path) => shopper.get(path)))
      const [page] = pages
      expect(
        pages.map(({ statusCode, headers }) => [statusCode, headers['retry-after'], headers['cache-control']]),
      ).toEqual(pages.map(() => [503, '10', 'no-store']))
      expect(new Set(pages.map(({ body }) => body)).size).toBe(1)
      expect(page?.body).toContain(`<h1>We will be right back</h1><p>${safeText}</p>`)
      expect(page?.body).toContain('<a class="way" href="">Try again</a>')
      const line = world.shop.messages.textOf(variants[key])('helpPhone')
      expect(page?.body).toContain(`>${line}</a>`)
      const head = await world.shop.app.http.inject({
        ...{ method: 'HEAD', url: '/checkout/cart' },
        headers: { host: `${variants[key].host}:3000`, accept: 'text/html', cookie: 'sid=x' },
      })
      const changing = new Set(['date', 'x-request-id', 'connection', 'set-cookie'])
      const steady = (headers: object) => Object.entries(headers).filter(([name]) => !changing.has(name))
      expect([head.statusCode, head.body]).toEqual([503, ''])
      expect(steady(head.headers)).toEqual(steady(page?.headers ?? {}))
    },
  )

  test('OPS-10: forms that were sent get it with 503, that of Place Order too', async () => {
    const shopper = world.shopper()
    await shopper.get('/session')
    const from = {
      accept: 'text/html',
      origin: 'http://cb.localhost:3000',
      referer: 'http://cb.localhost:3000/checkout/review',
    }
    const fields = { sku: '1', email: 'ann@example.com', password: 'x' }
    const sent = [
      await shopper.submit('/favorites', fields, from),
      await shopper.submit('/checkout', fields, from),
      await shopper.submit('/account/login', fields, from),
      // an order is placed by a script: whoever sends its call as a browser gets the page too
      await shopper.rawPost('/ReactCheckout/PlaceOrder', { adata: '' }, from),
    ]
    for (const { statusCode, headers, body } of sent) {
      expect([statusCode, headers['retry-after']]).toEqual([503, '10'])
      expect(body).toContain(`<h1>We will be right back</h1><p>${safeText}</p>`)
      expect(body).toContain('<a class="way" href="/checkout/review">Go back</a>')
    }
  })

  test('its styles are those of the brand, and the only ones its policy lets in', async () => {
    const { body, headers } = await world.shopper('cb2').get('/checkout/cart')
    const [, own = ''] = /<style>(.*?)<\/style>/s.exec(body) ?? []
    const hash = createHash('sha256').update(own).digest('base64')
    expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'`)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(own).toContain('@font-face{font-family:Archivo')
    expect(own).toContain(':root{--text-44:2.75rem}')
    expect(own).toContain('[data-brand=CB2]{--ink:#111}')
    expect(own).not.toMatch(/\[data-brand=CB\]|header-module|--text-44:2rem|color:blue/)
  })

  test('a call and a soft navigation get JSON, with Retry-After', async () => {
    const call = await world.shopper().rawPost('/Checkout/Log', { message: 'x', level: 'error' })
    const soft = await world.shopper().get('/checkout/cart', { accept: 'application/json' })
    for (const answer of [call, soft]) {
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '10'])
      expect(answer.json()).toEqual({ isSuccess: false, errorMessage: expect.stringMatching(/trouble connecting/) })
    }
  })

  test('a form that was sent says that it may or may not have come through, and leads nowhere that is no page', async () => {
    const shopper = world.shopper()
    await shopper.get('/session')
    const sent = await shopper.submit(
      '/favorites',
      { sku: '1' },
      { accept: 'text/html', origin: 'http://cb.localhost:3000' },
    )
    expect([sent.statusCode, sent.headers['retry-after']]).toEqual([503, '10'])
    expect(sent.body).toContain(`<h1>We will be right back</h1><p>${safeText}</p>`)
    expect(sent.body).toContain('<a class="way" href="/">')
  })

  test('pages that are kept go on', async () => {
    const stored = await world.shopper().get('/', { 'accept-encoding': 'br' })
    expect([stored.statusCode, stored.headers['content-encoding']]).toEqual([200, 'br'])
  })

  test('SAFE-43: each one is counted, and the log has no stack of any', async () => {
    const counted = async () => Number(/^http_unavailable_total (\d+)$/m.exec(await world.shop.app.metrics.text())?.[1])
    const before = await counted()
    for (let nth = 0; nth < 20; nth += 1) await world.shopper().get('/checkout/cart')
    expect(await counted()).toBe(before + 20)
    const told = logged.filter(({ level }) => level !== 'info')
    expect(told.length).toBeGreaterThan(0)
    expect(told.filter(({ event, err }) => event !== 'unavailable' || err !== undefined)).toEqual([])
  })
})
