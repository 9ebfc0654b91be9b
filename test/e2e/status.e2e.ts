import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { pathTable } from '#contracts/paths.ts'
import { ask, databaseUrlOf } from './books.ts'
import { test } from './focus-watch.ts'
import { expectNoFault, expectNoSidewaysScroll } from './page-faults.ts'
import { callStore, reachStep } from './quick.ts'
import { Store } from './store.ts'
import { freePort, type StoreProcess, startStore } from './store-process.ts'

test.describe('OPS-37, OPS-46: the status of a shop', () => {
  let dataDir = ''
  let running: StoreProcess
  let address = ''

  test.beforeAll(async () => {
    test.setTimeout(240_000)
    dataDir = mkdtempSync(join(tmpdir(), 'cartwright-status-'))
    // started as root, PostgreSQL runs as a user of its own, who must be able to enter
    chmodSync(dataDir, 0o755)
    const opsPort = await freePort()
    running = await startStore({ dataDir, env: { OPS_PORT: String(opsPort) } })
    address = `http://127.0.0.1:${opsPort}/status`
    expect(running.log()).toContain(`Status        ${address}`)
  })
  test.afterAll(async () => {
    await running.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const section = (page: Page, name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })

  /** What the page says is ten seconds old at most. */
  async function until(page: Page, isSo: () => Promise<void>): Promise<void> {
    await expect(async () => {
      await page.goto(address)
      await isSo()
    }).toPass({ timeout: 60_000 })
  }

  async function expectGoodPage(page: Page, name: string): Promise<void> {
    await expectNoFault(page, name)
    await expectNoSidewaysScroll(page, name)
    const dark = { colorScheme: 'dark' } as const
    await page.emulateMedia(dark)
    await expectNoFault(page, `${name}, dark`)
    await page.emulateMedia({ colorScheme: null })
  }

  /** None of the demo's orders is older at a first start; while it is looked at some may become so. */
  const livingChart = /^Orders per minute of the last 3 hours: (1[89]\d|200) in all/

  /** Opens the table below the chart; answers the sum of its numbers. */
  async function openNumbersByKeyboard(page: Page, orders: Locator): Promise<number> {
    const numbers = orders.getByText('The same numbers as a table')
    await page.locator('body').press('Tab')
    await expect(numbers).toBeFocused()
    await page.keyboard.press('Enter')
    const table = orders.getByRole('table', { name: /^Orders per minute/ })
    await expect(table.getByRole('row')).toHaveCount(19)
    const cells = await table.locator('td').allTextContents()
    await page.keyboard.press('Tab')
    await expect(orders.getByRole('region', { name: 'Orders per minute' })).toBeFocused()
    return cells.map(Number).reduce((sum, count) => sum + count, 0)
  }

  test('OPS-46: a first start shows a living shop, with and without orders, by keyboard, in the dark and at 320 px', async ({
    page,
    browser,
  }) => {
    test.setTimeout(180_000)
    await until(page, async () => {
      await expect(page.getByText('Nothing wants a person now.')).toBeVisible({ timeout: 500 })
    })
    const orders = section(page, 'Orders')
    await expect(orders.getByRole('img', { name: livingChart })).toBeVisible()
    await expect(orders.getByRole('row', { name: /^Placed [1-9]/ })).toBeVisible()
    await expect(section(page, 'Processes').getByRole('row')).toHaveCount(2)
    await expect(section(page, 'Last import')).toContainText('done')
    await expect(section(page, 'Database')).toContainText('live')
    expect(await openNumbersByKeyboard(page, orders)).toBeGreaterThan(180)
    await expectGoodPage(page, 'status of a first start')

    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrlOf(dataDir) }
    const removed = execFileSync(process.execPath, ['src/server/demo-cli.ts', 'remove'], { env, encoding: 'utf8' })
    expect(removed).toContain('200 orders that nobody placed')
    await until(page, async () => {
      await expect(orders).toContainText('No orders yet', { timeout: 500 })
    })
    await expectGoodPage(page, 'status without orders')

    const [article] = await ask<{ sku: string }>(
      `select sku.sku from shop.sku join shop.price using (sku) join shop.stock using (sku)
       where brand = 'CB' and country = 'US' and ship_kind = 'parcel' and status = 'active' and personalization is null and on_hand > 9 limit 1`,
      [],
      dataDir,
    )
    const context = await browser.newContext()
    const store = new Store(await context.newPage(), 'cb', running.port)
    await reachStep(store, 4, { skus: [Number(article?.sku)], email: 'status@example.com' })
    await callStore(store.page, pathTable.order.placeOrder.path, { adata: '' })
    await context.close()

    await until(page, async () => {
      await expect(orders.getByRole('row', { name: /^Placed 1 100\.0 %/ })).toBeVisible({ timeout: 500 })
    })
    await expect(orders.getByRole('img', { name: /^Orders per minute of the last 3 hours: 1 in all/ })).toBeVisible()
    expect(await openNumbersByKeyboard(page, orders)).toBe(2)
    await expectGoodPage(page, 'status with an order')
  })
})
