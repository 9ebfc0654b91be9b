import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { plainArticle } from './books.ts'
import { test } from './focus-watch.ts'
import { passOn } from './pass-on.ts'
import { goToStep } from './quick.ts'
import { Store } from './store.ts'

/** Origins whose scripts may run on a payment page, and why (PCI DSS 6.4.3). One more needs a line and a reason here. */
const allowed: readonly { readonly origin: 'store'; readonly why: string }[] = [
  { origin: 'store', why: 'the bundle of this build, adyen-web in it; every byte is compared with what was built' },
]

const assets = join(import.meta.dirname, '../../build/client/assets')
const sha256 = (body: Buffer) => createHash('sha256').update(body).digest('hex')
/** The inventory of this build: every script there is, by its address. */
const built = new Map(
  readdirSync(assets)
    .filter((name) => name.endsWith('.js'))
    .map((name) => [`/assets/${name}`, sha256(readFileSync(join(assets, name)))]),
)

type Ran = { readonly url: string; readonly hash: string }

/**
 * Every script that the pages of this browser get from now on, with the hash of what was served. Scripts of the store
 * pass through our hands: a browser no longer knows what a page that was left had loaded.
 */
async function recordScripts(page: Page, origin: string): Promise<() => Promise<Ran[]>> {
  const ran: Ran[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (request.resourceType() === 'script' && new URL(url).origin !== origin) ran.push({ url, hash: '' })
  })
  const isOwnScript = (url: URL) => url.origin === origin && url.pathname.endsWith('.js')
  await page.route(isOwnScript, async (route) => {
    const answer = await passOn(route)
    ran.push({ url: route.request().url(), hash: sha256(await answer.body()) })
    await route.fulfill({ response: answer })
  })
  return async () => {
    await page.unrouteAll({ behavior: 'wait' })
    return ran
  }
}

/** Scripts of a store that are not those of its build, in words. */
function strangersOf(ran: readonly Ran[], origin: string): string[] {
  return ran.flatMap(({ url, hash }) => {
    const { origin: from, pathname } = new URL(url)
    if (from !== origin) return [`${url} comes from elsewhere`]
    const expected = built.get(pathname)
    if (expected === undefined) return [`${pathname} is not of this build`]
    return expected === hash ? [] : [`${pathname} was changed`]
  })
}

test.describe('SEC-02, PAY-53: only known and unchanged scripts run on the payment pages', () => {
  for (const [step, key] of [
    [3, 'cb'],
    [4, 'cb2'],
  ] as const) {
    test(`step ${step} of ${key}: every script is of this build, byte by byte, and none stands in the page`, async ({
      page,
    }) => {
      const store = new Store(page, key)
      const { sku } = await plainArticle(key, 9)
      const scripts = await recordScripts(page, new URL(store.address('/')).origin)
      await goToStep(store, step, { skus: [sku], email: 'scripts@example.com' })
      const ran = await scripts()
      expect(allowed.map(({ origin }) => origin)).toEqual(['store'])
      expect(ran.length).toBeGreaterThan(5)
      expect(strangersOf(ran, new URL(store.address('/')).origin)).toEqual([])
      const served = await page.evaluate(async () =>
        (await fetch(location.pathname, { headers: { accept: 'text/html' } })).text(),
      )
      const named = served.match(/<script[^>]* src=[^>]*>|<link rel="modulepreload"[^>]*>/g) ?? []
      expect(named.length).toBeGreaterThan(5)
      expect(named.filter((element) => !/ integrity="sha384-[\w+/=]{64}"/.test(element))).toEqual([])
      const inPage = page.locator('script:not([src]):not([type="application/json"]):not([type="importmap"])')
      await expect(inPage).toHaveCount(0)
      const importMap = JSON.parse((await page.locator('script[type="importmap"]').textContent()) ?? '{}') as {
        integrity: { [path: string]: string }
      }
      expect(Object.keys(importMap.integrity).sort()).toEqual([...built.keys()].sort())
      for (const frame of page.frames()) expect(new URL(frame.url()).origin).toBe(new URL(store.address('/')).origin)
    })
  }

  test('one byte more in one script: the browser runs nothing of it, and the comparison names it', async ({ page }) => {
    const store = new Store(page, 'cb')
    const { sku } = await plainArticle('cb', 9)
    await goToStep(store, 3, { skus: [sku], email: 'changed-script@example.com' })
    await page.route('**/assets/*.js', async (route) => {
      const answer = await passOn(route)
      await route.fulfill({ response: answer, body: `${await answer.text()} ;window.isSkimmed = true` })
    })
    const refused: string[] = []
    page.on('console', (message) => {
      if (message.text().includes('integrity')) refused.push(message.text())
    })
    await page.goto(store.address('/checkout/paymentandbilling'))
    await expect.poll(() => refused.length).toBeGreaterThan(0)
    expect(await page.evaluate(() => 'isSkimmed' in window)).toBe(false)
    await page.unrouteAll({ behavior: 'wait' })
    const origin = new URL(store.address('/')).origin
    const [path = '', hash = ''] = [...built][0] ?? []
    expect(strangersOf([{ url: `${origin}${path}`, hash }], origin)).toEqual([])
    expect(strangersOf([{ url: `${origin}${path}`, hash: sha256(Buffer.from('changed')) }], origin)).toEqual([
      `${path} was changed`,
    ])
    expect(strangersOf([{ url: 'https://evil.example/skim.js', hash }], origin)).toEqual([
      'https://evil.example/skim.js comes from elsewhere',
    ])
  })

  test('one byte more in a script that a press fetches: the browser refuses it, and nothing of it runs', async ({
    page,
  }) => {
    const store = new Store(page, 'cb')
    const { sku } = await plainArticle('cb', 9)
    await goToStep(store, 3, { skus: [sku], email: 'late-script@example.com' })
    await page.waitForLoadState('networkidle')
    const changed: string[] = []
    await page.route('**/assets/*.js', async (route) => {
      const answer = await passOn(route)
      changed.push(route.request().url())
      await route.fulfill({ response: answer, body: `${await answer.text()} ;window.isSkimmed = true` })
    })
    const refused: string[] = []
    page.on('console', (message) => {
      if (message.text().includes('integrity')) refused.push(message.text())
    })
    await page.getByRole('button', { name: 'Pay with two cards' }).click()
    await expect.poll(() => refused.length).toBeGreaterThan(0)
    expect(changed.length).toBeGreaterThan(0)
    expect(await page.evaluate(() => 'isSkimmed' in window)).toBe(false)
    await expect(page.getByRole('dialog', { name: 'Select Two Cards' })).toHaveCount(0)
    await page.unrouteAll({ behavior: 'wait' })
  })

  test('a payment step is entered by a page load, whatever led there: no soft navigation around the import map', async ({
    page,
  }) => {
    const store = new Store(page, 'cb')
    const { sku } = await plainArticle('cb', 9)
    await goToStep(store, 3, { skus: [sku], email: 'soft-way@example.com' })
    const kindOf = (path: string) =>
      page.evaluate(async (address) => {
        const answer = await fetch(address, { headers: { accept: 'application/json' } })
        return answer.headers.get('content-type')
      }, path)
    expect(await kindOf('/checkout/paymentandbilling')).toContain('application/json')
    await store.open('/checkout/cart')
    expect(await kindOf('/checkout/paymentandbilling')).toContain('text/html')
  })

  test('a payment step that is gone back to, after a reload of the page behind it, is loaded whole again', async ({
    page,
  }) => {
    const store = new Store(page, 'cb')
    const { sku } = await plainArticle('cb', 9)
    await goToStep(store, 3, { skus: [sku], email: 'way-back@example.com' })
    const importMap = page.locator('script[type="importmap"]')
    await expect(importMap).toHaveCount(1)
    await page.getByRole('link', { name: 'CB home' }).click()
    await page.waitForURL(store.address('/'))
    await page.reload()
    await expect(page.locator('[data-hydrated]')).toBeAttached()
    await expect(importMap).toHaveCount(0)
    await page.goBack()
    await page.waitForURL(/paymentandbilling/)
    await expect(page.getByLabel(/^card number/i)).toBeVisible()
    await expect(importMap).toHaveCount(1)
  })

  test('a script of another origin, and one written into the page, are stopped by the browser and reported', async ({
    page,
  }) => {
    const store = new Store(page, 'cb')
    const { sku } = await plainArticle('cb', 9)
    await goToStep(store, 3, { skus: [sku], email: 'stopped-script@example.com' })
    const stopped = await page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const found: string[] = []
          addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
            found.push(`${violatedDirective} ${blockedURI}`)
            if (found.length === 2) resolve(found.sort())
          })
          const foreign = document.createElement('script')
          foreign.src = 'https://evil.example/skim.js'
          const inline = document.createElement('script')
          inline.textContent = 'window.isSkimmed = true'
          document.head.append(foreign, inline)
        }),
    )
    expect(stopped).toEqual(['script-src-elem https://evil.example/skim.js', 'script-src-elem inline'])
    expect(await page.evaluate(() => 'isSkimmed' in window)).toBe(false)
    await page.unrouteAll({ behavior: 'wait' })
  })
})
