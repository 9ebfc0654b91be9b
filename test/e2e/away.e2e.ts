import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { allVariants } from '#domain/variant.ts'
import { readPostmaster } from '#embedded-postgres/postmaster.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase } from '#server/db/pool.ts'
import { importLines, testCatalog } from '#test/builders/catalog.ts'
import { type DatabaseProxy, startProxy } from '#test/proxy.ts'
import { ask } from './books.ts'
import { test } from './focus-watch.ts'
import { ownStore } from './own-store.ts'
import { expectNoFault, expectNoSidewaysScroll } from './page-faults.ts'
import { freePort, type StoreProcess, startStore } from './store-process.ts'

const silent = { info: () => undefined, warn: () => undefined }
const text = 'Your cart is safe. If you were placing an order, look at your order page before you try again.'

test.describe('OPS-10: while the database is away', () => {
  const name = `away_${process.pid}`
  const dataDir = mkdtempSync(join(tmpdir(), 'cartwright-away-'))
  let wire: DatabaseProxy
  let running: StoreProcess

  test.beforeAll(async () => {
    test.setTimeout(120_000)
    await ask(`create database ${name}`)
    const url = databaseUrl()
    await migrate({ url, log: silent })
    const database = createDatabase({ url, max: 2, log: silent })
    await importLines(database, dataDir, testCatalog())
    await database.end()
    wire = await startProxy(url)
    running = await startStore({ dataDir, port: await freePort(), env: { DATABASE_URL: wire.url } })
  })
  test.afterEach(() => wire.heal())
  test.afterAll(async () => {
    await running.stop()
    await wire.close()
    await ask(`drop database if exists ${name} with (force)`)
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** That of the stores under test, in the same server. */
  function databaseUrl(): string {
    const folder = join(ownStore().dataDir, 'postgres')
    const password = readFileSync(join(folder, 'password'), 'utf8').trim()
    return `postgres://cartwright:${password}@127.0.0.1:${readPostmaster(join(folder, 'cluster'))?.port}/${name}`
  }

  for (const { key, host, brand } of allVariants) {
    test(`OPS-10: ${key} says that it will be right back, without a fault, on a narrow phone, by keyboard`, async ({
      page,
    }) => {
      const address = `http://${host}:${running.port}/checkout/cart`
      wire.cut('closed')
      const answer = await page.goto(address)
      expect([answer?.status(), answer?.headers()['retry-after']]).toEqual([503, '10'])
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('We will be right back')
      await expect(page.getByText(text, { exact: true })).toBeVisible()
      const phone = page.locator('a[href^="tel:"]')
      await expect(phone).toBeVisible()
      await expectNoFault(page, key)
      await expectNoSidewaysScroll(page, key)
      for (const width of [390, 820, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await page.screenshot({ path: test.info().outputPath(`${key}-${width}.png`) })
      }

      const again = page.getByRole('link', { name: 'Try again', exact: true })
      const stops = [page.getByRole('link', { name: `${brand} home` }), phone, again]
      for (const stop of stops) {
        await page.keyboard.press('Tab')
        await expect(stop).toBeFocused()
        const outline = await stop.evaluate((link) => Number.parseFloat(getComputedStyle(link).outlineWidth))
        expect(outline).toBeGreaterThanOrEqual(2)
      }
      wire.heal()
      await expect
        .poll(async () => (await page.request.get(`http://127.0.0.1:${running.port}/readyz`)).status())
        .toBe(200)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('We will be right back')
      await expect(page).toHaveURL(address)
      await expect(page.getByRole('main')).toContainText(/cart/i)
    })
  }
})
