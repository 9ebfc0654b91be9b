import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { VariantKey } from '#domain/variant.ts'
import { readPostmaster } from '#embedded-postgres/postmaster.ts'
import { importCatalog } from '#server/catalog/import/importer.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase } from '#server/db/pool.ts'
import { ask } from './books.ts'
import { test } from './focus-watch.ts'
import { ownStore } from './own-store.ts'
import { expectNoFault, expectNoSidewaysScroll } from './page-faults.ts'
import { chooseExhibits, type Place, places } from './places.ts'
import { Store } from './store.ts'
import { freePort, type StoreProcess, startStore } from './store-process.ts'

const silent = { info: () => undefined, warn: () => undefined }
const words = 'Test store. Nothing is sold here.'
/** A phone's short walk past what the other brand and country draw in their own way; every kind is walked in one store. */
const oneOfEveryFrame =
  /^(home|category|search|product-furniture|not-found|sign-in|terms|cart|checkout-[34]-.+|confirmation)$/

test.describe('SAFE-05: a production store with stand-ins says so', () => {
  const name = `test_store_${process.pid}`
  const dataDir = mkdtempSync(join(tmpdir(), 'cartwright-test-store-'))
  let running: StoreProcess | undefined

  test.beforeAll(async () => {
    test.setTimeout(120_000)
    await ask(`create database ${name}`)
    const url = databaseUrl(name)
    await migrate({ url, log: silent })
    const database = createDatabase({ url, max: 2, statementTimeoutMs: 0, log: silent })
    for (const brand of ['cb', 'cb2']) {
      const report = await importCatalog(database, { file: `catalog/demo/${brand}.jsonl` })
      expect(report.isTaken).toBe(true)
    }
    await database.end()
    const port = await freePort()
    running = await startStore({ dataDir, port, env: { ...production(port), DATABASE_URL: url } })
  })
  test.afterAll(async () => {
    await running?.stop()
    await ask(`drop database if exists ${name} with (force)`)
    rmSync(dataDir, { recursive: true, force: true })
  })

  for (const [what, key, width, kinds] of [
    ['every kind of page', 'cb', 1440, places],
    ['one page of every frame', 'cb2-ca', 390, places.filter(({ name }) => oneOfEveryFrame.test(name))],
  ] as const satisfies readonly (readonly [string, VariantKey, number, readonly Place[]])[]) {
    test(`on ${what} of ${key}, at ${width} px`, async ({ page }) => {
      test.setTimeout(180_000)
      await page.setViewportSize({ width, height: 900 })
      const store = new Store(page, key, running?.port)
      const exhibits = await chooseExhibits(store, 'test-store')
      const told = robotsOf(page)
      for (const place of kinds) {
        await test.step(place.name, async () => {
          await place.open(store, exhibits)
          await expectBar(page)
        })
      }
      expect(told.length).toBeGreaterThanOrEqual(kinds.length)
      expect(told.filter(({ robots }) => robots !== 'noindex')).toEqual([])
    })
  }

  test('and it stays when a visitor goes on without a new document, beside a popup as well', async ({ page }) => {
    const store = new Store(page, 'cb2', running?.port)
    await store.open('/')
    await store.untilAlive()
    await page.getByRole('navigation', { name: 'Departments' }).getByRole('link').first().click()
    await expect(page).toHaveURL(/\/category\//)
    await expectBar(page)
    await page
      .getByRole('link', { name: /sign in/i })
      .first()
      .click()
    await expectBar(page)
  })

  test('BEYOND-12: with FIRE_DRILL its pages lead to the drill, which plays what is scripted; another site scripts nothing', async ({
    page,
  }) => {
    const store = new Store(page, 'cb-ca', running?.port)
    await store.open('/')
    await page.getByRole('link', { name: 'Fire drill' }).click()
    await expect(page.getByText(words, { exact: true })).toBeVisible()
    await page.getByLabel('Fault', { exact: true }).selectOption('A mail is refused for now')
    await page.getByRole('button', { name: 'Script it' }).click()
    const now = page.getByRole('region', { name: 'Scripted now' })
    await expect(now.getByRole('listitem')).toHaveCount(1)
    // its own port is for the machine alone
    await expect(page.getByRole('link', { name: 'The mailbox' })).toHaveCount(0)
    const token = await page.locator(`[name=${tokenName}]`).first().inputValue()
    for (const path of ['/fire-drill/script', '/fire-drill/clear']) {
      await postFromElsewhere(page, store.address(path), { fault: 'mail:decline', faultId: 'all', [tokenName]: token })
      await store.open('/fire-drill')
    }
    await expect(now.getByRole('listitem')).toHaveText([/A mail is refused for now/])
    await now.getByRole('button', { name: 'Clear A mail is refused for now' }).click()
    await expect(now).toContainText('Nothing. Everything answers as it should.')
  })

  test('UX-25: axe finds no fault in it, on a page of the shop and on one of a refusal', async ({ page }) => {
    const store = new Store(page, 'cb', running?.port)
    for (const path of ['/', '/cart/add']) {
      await store.open(path)
      await expectNoFault(page, path)
      await expectNoSidewaysScroll(page, path)
    }
  })
})

const tokenName = '__RequestVerificationToken'

/** A form that a page of another site has filled in, even with a right token, and sends. */
async function postFromElsewhere(page: Page, action: string, fields: { readonly [name: string]: string }) {
  const elsewhere = 'http://evil.example/'
  const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`)
  const body = `<form method="post" action="${action}">${inputs.join('')}<button>Win a sofa</button></form>`
  await page.route(elsewhere, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(elsewhere)
  await page.getByRole('button', { name: 'Win a sofa' }).click()
  await expect(page).not.toHaveURL(elsewhere)
}

/** Every document that the browser loads, with what it tells robots. */
function robotsOf(page: Page): { readonly url: string; readonly robots: string | undefined }[] {
  const told: { url: string; robots: string | undefined }[] = []
  page.on('response', (response) => {
    const isDocument = response.request().resourceType() === 'document'
    if (isDocument) told.push({ url: response.url(), robots: response.headers()['x-robots-tag'] })
  })
  return told
}

/** One bar, above all else and covering none of it, no higher than two lines. */
async function expectBar(page: Page): Promise<void> {
  const bar = page.getByText(words, { exact: true })
  await expect(bar).toHaveCount(1)
  const { bottom, top, below, position, color } = await bar.evaluate((element) => {
    const own = element.getBoundingClientRect()
    const style = getComputedStyle(element)
    const next = document.getElementById('root')?.getBoundingClientRect()
    return {
      ...{ top: own.top + scrollY, bottom: own.bottom + scrollY, below: (next?.top ?? 0) + scrollY },
      ...{ position: style.position, color: style.backgroundColor },
    }
  })
  expect([top, position]).toEqual([0, 'static'])
  expect(bottom).toBeLessThanOrEqual(below)
  expect(bottom).toBeGreaterThan(20)
  expect(bottom).toBeLessThan(60)
  // its styles were let in
  expect(color).not.toBe('rgba(0, 0, 0, 0)')
}

function databaseUrl(name: string): string {
  const folder = join(ownStore().dataDir, 'postgres')
  const port = readPostmaster(join(folder, 'cluster'))?.port
  const password = readFileSync(join(folder, 'password'), 'utf8').trim()
  return `postgres://cartwright:${password}@127.0.0.1:${port}/${name}`
}

function production(port: number): NodeJS.ProcessEnv {
  return {
    NODE_ENV: 'production',
    STAND_INS: 'card-gateway,wallets,mail,identity,delivery',
    FIRE_DRILL: 'true',
    SHOP_SECRET: 'secret of a test store, long enough to be one',
    GATEWAY_API_KEY: 'api key of a test store, long enough to be one',
    GATEWAY_HMAC_KEY: '0123456789abcdef'.repeat(4),
    CB_ORIGIN: `http://cb.localhost:${port}`,
    CB_CA_ORIGIN: `http://cb-ca.localhost:${port}`,
    CB2_ORIGIN: `http://cb2.localhost:${port}`,
    CB2_CA_ORIGIN: `http://cb2-ca.localhost:${port}`,
  }
}
