import { expect, type Page } from '@playwright/test'
import { plainArticle } from './books.ts'
import { test } from './focus-watch.ts'
import { Store } from './store.ts'

const bestsellers = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: /^bestsellers$/i }) })

test('RECO-09 UX-21: carousels load when they are near, turn by buttons and keys, and hide what is out of sight from the keyboard', async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  const { sku } = await plainArticle('cb', 3)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (/^\/(recommendation|browse)\//.test(pathname)) asked.push(pathname + search)
  })
  await page.setViewportSize({ width: 1281, height: 700 })
  await store.open(`/product/${sku}`)
  await store.untilAlive()
  await page.locator('footer').scrollIntoViewIfNeeded()
  const row = bestsellers(page)
  // rows above may still come, or go because they have nothing to show
  await page.waitForLoadState('networkidle')
  await expect(row.getByText('items 1 to 4 of 15')).toBeVisible()
  await row.getByRole('list').scrollIntoViewIfNeeded()
  await row.getByRole('button', { name: 'Next items' }).click()
  await expect(row.getByText('items 5 to 8 of 15')).toBeVisible()
  const cards = row.getByRole('listitem')
  await expect(cards.nth(4)).toBeInViewport()
  await expect(cards.nth(0)).not.toBeInViewport()
  expect(await row.locator('li:not([inert])').count()).toBe(4)
  // after the buttons the keyboard goes to the first card in sight
  await row.getByRole('button', { name: 'Next items' }).focus()
  await page.keyboard.press('Tab')
  await expect(cards.nth(4).getByRole('link')).toBeFocused()
  await page.setViewportSize({ width: 768, height: 900 })
  await expect(row.getByText(/items \d+ to \d+ of 15/)).toBeVisible()
  expect(await row.locator('li:not([inert])').count()).toBe(2)
  // the feed came as a script, and the widget made items of it
  expect(asked.some((address) => address.startsWith('/recommendation/feed?item='))).toBe(true)
  expect(asked).toContain('/browse/widget/MainPi')
  expect(await page.locator('script[src*="/recommendation/feed"]').count()).toBe(0)
})

test('OPEN-24 ATC-16: a card of a page opens the confirmation; a card in it says "Added"', async ({ page }) => {
  const store = new Store(page, 'cb2')
  await store.open('/checkout/cart')
  await store.untilAlive()
  const row = page.locator('section').filter({ has: page.getByRole('heading', { name: /^trending now$/i }) })
  await row.scrollIntoViewIfNeeded()
  await row
    .getByRole('button', { name: /^Add to Cart/ })
    .nth(1)
    .click()
  const layer = page.getByRole('dialog', { name: '1 item(s) added to your cart' })
  await expect(layer).toBeVisible()
  const bought = layer.locator('section').filter({ has: page.getByRole('heading', { name: /^people also bought$/i }) })
  // its cards take the place of their own outlines meanwhile
  await expect(() => bought.scrollIntoViewIfNeeded({ timeout: 1_000 })).toPass()
  const card = bought.getByRole('article').first()
  await card.getByRole('button', { name: /^Add to Cart/ }).click()
  await expect(card.getByText('Added', { exact: true })).toBeVisible()
  await expect(bought.getByText('Added', { exact: true })).toHaveCount(1)
  await layer.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('link', { name: /cart/i }).first()).toContainText('2')
})
