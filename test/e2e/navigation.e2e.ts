import { expect, type Page } from '@playwright/test'
import { test } from './focus-watch.ts'
import { Store } from './store.ts'

const shelf = '/category/furniture'
const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY))
const firstOfShelf = (page: Page) => page.getByRole('main').locator('a[href^="/product/"]:not([tabindex="-1"])')

/** Lets nothing but memory of this very document tell whether the page was loaded again. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isSameDocument: true }))
const isSameDocument = (page: Page) => page.evaluate(() => 'isSameDocument' in window)

test('UX-05, UX-24: a link opens its page at the top and its content has the focus; Back finds the shelf as one left it, a reload too', async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  await store.open(shelf)
  await store.untilAlive()
  await mark(page)
  const link = firstOfShelf(page).nth(4)
  await link.scrollIntoViewIfNeeded()
  await page.evaluate(() => window.scrollBy(0, 300))
  const before = await scrolled(page)
  expect(before).toBeGreaterThan(200)
  await link.evaluate((element: HTMLElement) => element.click())
  await expect(page).toHaveURL(/\/product\/\d+$/)
  await expect(page.getByRole('main')).toBeFocused()
  expect([await scrolled(page), await isSameDocument(page)]).toEqual([0, true])
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Furniture')
  await expect.poll(() => scrolled(page)).toBe(before)
  await page.goForward()
  await expect(page).toHaveURL(/\/product\/\d+$/)
  await expect.poll(() => scrolled(page)).toBe(0)
  await page.goBack()
  await expect.poll(() => scrolled(page)).toBe(before)
  expect(await isSameDocument(page)).toBe(true)
  await page.reload()
  await store.untilAlive()
  await expect.poll(() => scrolled(page)).toBe(before)
})

test('UX-24: with a key held a link opens a tab of its own, and the page stays', async ({ page, context }) => {
  const store = new Store(page, 'cb2')
  await store.open(shelf)
  await store.untilAlive()
  const opened = context.waitForEvent('page')
  await firstOfShelf(page)
    .first()
    .click({ modifiers: ['ControlOrMeta'] })
  await expect(await opened).toHaveURL(/\/product\/\d+$/)
  await expect(page).toHaveURL(new RegExp(`${shelf}$`))
})

test('a way back before the page lives, after a reload, shows the page of its address', async ({ page }) => {
  const store = new Store(page, 'cb')
  await store.open('/category/furniture')
  await page.getByRole('link', { name: 'CB home' }).click()
  await page.waitForURL(store.address('/'))
  // the program is on its way for as long as the press takes
  const isProgram = (url: URL) => /\/assets\/entry-/.test(url.pathname)
  await page.route(isProgram, () => undefined)
  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /bootstrap/.test(name)))
  await expect(page.locator('[data-hydrated]')).toHaveCount(0)
  await page.unroute(isProgram)
  await page.evaluate(() => history.back())
  await page.waitForURL(/category/)
  await expect(page.getByRole('heading', { level: 1, name: 'Furniture' })).toBeVisible()
})
