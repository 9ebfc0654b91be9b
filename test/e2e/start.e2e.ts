import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { readPostmaster } from '#embedded-postgres/postmaster.ts'
import { ask } from './books.ts'
import { test } from './focus-watch.ts'
import { fillCart } from './quick.ts'
import { Store } from './store.ts'
import { type StoreProcess, startStore } from './store-process.ts'

test.describe('PLAT-34: a restart loses nothing', () => {
  let dataDir = ''
  let running: StoreProcess | undefined

  test.beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'cartwright-start-'))
    // started as root, PostgreSQL runs as a user of its own, who must be able to enter
    chmodSync(dataDir, 0o755)
  })
  test.afterAll(async () => {
    await running?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const postmaster = () => readPostmaster(join(dataDir, 'postgres', 'cluster'))?.pid ?? 0

  async function expectCart(page: Page, port: number, name: string): Promise<void> {
    const store = new Store(page, 'cb', port)
    await store.open('/checkout/cart')
    await expect(page.getByRole('main')).toContainText(name)
    await expect(page.getByRole('textbox', { name: /^quantity of/i })).toHaveValue('4')
  }

  test('the cart of a session stays after a stop, after kill -9 of the server, and after kill -9 of server and database', async ({
    page,
  }) => {
    test.setTimeout(180_000)
    running = await startStore({ dataDir })
    const { port, gatewayPort } = running
    const again = () => startStore({ dataDir, port, gatewayPort })
    const [article] = await ask<{ sku: string; name: string }>(
      `select sku.sku, product.name from shop.sku join shop.product using (brand, product_id) join shop.price using (sku)
       where brand = 'CB' and country = 'US' and ship_kind = 'parcel' and status = 'active' and personalization is null limit 1`,
      [],
      dataDir,
    )
    const name = article?.name ?? ''
    await fillCart(new Store(page, 'cb', port), [Number(article?.sku)], 4)
    await expectCart(page, port, name)

    await running.stop()
    expect(postmaster(), 'a stop ends the database too').toBe(0)
    running = await again()
    await expectCart(page, port, name)

    const orphan = postmaster()
    await running.stop('SIGKILL')
    expect(postmaster(), 'the database outlives a killed server').toBe(orphan)
    running = await again()
    expect(postmaster(), 'and is adopted').toBe(orphan)
    await expectCart(page, port, name)

    await running.stop('SIGKILL')
    process.kill(orphan, 'SIGKILL')
    running = await again()
    expect(postmaster(), 'another database process').not.toBe(orphan)
    await expectCart(page, port, name)
  })
})
