import { expect, type Page } from '@playwright/test'
import { plainArticle } from './books.ts'
import { test } from './focus-watch.ts'
import { Keyboard } from './keyboard.ts'
import { fillCart } from './quick.ts'
import { Store } from './store.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const lines = (page: Page) => page.getByRole('list', { name: 'Items in your cart' }).getByRole('heading')
const totals = (page: Page) => page.getByRole('region', { name: 'Order summary' }).locator('dl')

async function openCart(page: Page, count: number): Promise<{ store: Store; names: string[] }> {
  const store = new Store(page, 'cb')
  const articles = await Promise.all([34, 35, 36].slice(0, count).map((nth) => plainArticle('cb', nth)))
  await fillCart(
    store,
    articles.map(({ sku }) => sku),
    2,
  )
  await store.open('/checkout/cart')
  await store.untilAlive()
  await expect(lines(page)).toHaveCount(count)
  return { store, names: await lines(page).allTextContents() }
}

test('UX-10: without a mouse: a removed line leaves its place to an undo, and comes back just as it was', async ({
  page,
}) => {
  await page.clock.install()
  const { names } = await openCart(page, 3)
  const before = await totals(page).textContent()
  const keyboard = new Keyboard(page)
  const second = page.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem').nth(1)
  await second.getByRole('heading').getByRole('link').focus()
  await keyboard.press(second.getByRole('button', { name: /^remove/i }))
  await expect(lines(page)).toHaveText([names[0] ?? '', names[2] ?? ''])
  await expect(page.getByRole('link', { name: names[2] ?? '', exact: true }).last()).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: `${names[1]} removed` })).toBeAttached()
  await expect(page.getByTestId('basket-count')).toHaveText('4')
  // it waits for those who take their time
  await page.clock.fastForward(5_000)
  const undo = page.getByRole('button', { name: /^undo/i })
  await keyboard.goTo(undo, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(lines(page)).toHaveText(names)
  await expect(page.getByRole('link', { name: names[1] ?? '', exact: true }).last()).toBeFocused()
  await expect(totals(page)).toHaveText(before ?? '')
  await expect(page.getByTestId('basket-count')).toHaveText('6')
})

test('UX-10: the last line leaves an empty cart with the undo, and the focus on its heading', async ({ page }) => {
  const { names } = await openCart(page, 1)
  await page
    .getByRole('button', { name: /^remove/i })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('button', { name: /^undo/i }).click()
  await expect(lines(page)).toHaveText(names)
})

test('BEYOND-11 SCENE-03: a quantity changed in one tab is that of every tab within a second', async ({
  page,
  context,
}) => {
  const { store } = await openCart(page, 2)
  const other = new Store(await context.newPage(), 'cb')
  await other.open('/checkout/cart')
  await other.untilAlive()
  const home = new Store(await context.newPage(), 'cb')
  await home.open('/')
  await home.untilAlive()
  await expect(home.basketCount).toHaveText('4')
  await page.bringToFront()
  const quantity = (on: Page) => on.getByRole('textbox', { name: /^quantity of/i }).first()
  await quantity(page).fill('7')
  await quantity(page).press('Tab')
  await expect(store.basketCount).toHaveText('9')
  await expect(home.basketCount).toHaveText('9', { timeout: 1_000 })
  await expect(quantity(other.page)).toHaveValue('7', { timeout: 1_000 })
  await expect(totals(other.page)).toHaveText((await totals(page).textContent()) ?? '', { timeout: 1_000 })
})

test('SCENE-12: a full cart is intact when the browser is closed and opened again', async ({
  page,
  browser,
  context,
}) => {
  const { store, names } = await openCart(page, 2)
  const stored = await context.storageState()
  await context.close()
  const again = await browser.newContext({ storageState: stored })
  const reopened = new Store(await again.newPage(), 'cb')
  await reopened.open('/checkout/cart')
  await expect(lines(reopened.page)).toHaveText(names)
  await expect(reopened.basketCount).toHaveText('4')
  expect(store.variant).toBe(reopened.variant)
  await again.close()
})

test('CART-01 BEYOND-06: a cart with 2 lines and a saved item shows all its parts; every line of the summary opens to how it came about, and adds up to what the cart shows', async ({
  page,
}) => {
  const { store, names } = await openCart(page, 3)
  await page.getByRole('button', { name: `Save for later ${names[2]}` }).click()
  await expect(lines(page)).toHaveText(names.slice(0, 2))
  const saved = page.getByRole('region', { name: 'Saved for later' })
  await expect(saved.getByRole('listitem').getByRole('heading')).toHaveText([names[2] ?? ''])
  await expect(totals(page)).toContainText('Subtotal')
  await page.getByRole('button', { name: 'Add a promotion code' }).click()
  await expect(page.getByRole('textbox', { name: 'Promotion code' })).toBeVisible()
  await page.getByRole('textbox', { name: 'ZIP code' }).fill('60601')
  await page.getByRole('button', { name: 'Apply ZIP code' }).click()
  await expect(totals(page)).not.toContainText('Enter ZIP code')
  await page.getByRole('button', { name: 'How this adds up' }).click()
  const layer = page.getByRole('dialog', { name: 'How this adds up' })
  await layer.getByText('Tax', { exact: true }).click()
  await expect(layer).toContainText(/Illinois.*State rate 6\.25% of \$[\d,.]+: items \$[\d,.]+, shipping \$[\d,.]+\./)
  await layer.getByText('Shipping', { exact: true }).click()
  await expect(layer).toContainText(/Standard to Illinois/)
  const total = await totals(page).locator('dd').last().textContent()
  await expect(layer.getByText('Total', { exact: true }).locator('..')).toContainText(total ?? store.money(0))
})
