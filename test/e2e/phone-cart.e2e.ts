import { expect, type Page } from '@playwright/test'
import { ask, plainArticle } from './books.ts'
import { test } from './focus-watch.ts'
import { Keyboard } from './keyboard.ts'
import { expectNoFault, expectNoSidewaysScroll } from './page-faults.ts'
import { fillCart } from './quick.ts'
import { goodCard, Store } from './store.ts'

const phone = { width: 390, height: 844 }

/** A cart of so many lines, opened from the home page on a phone. */
async function openCart(page: Page, key: 'cb' | 'cb2', count: number): Promise<Store> {
  const store = new Store(page, key)
  const articles = await Promise.all(Array.from({ length: count }, (_, nth) => plainArticle(key, nth)))
  await fillCart(
    store,
    articles.map(({ sku }) => sku),
  )
  await page.setViewportSize(phone)
  await store.open('/')
  await page.getByRole('banner').getByRole('link', { name: /cart/i }).click()
  await expect(page).toHaveURL(/\/checkout\/cart$/)
  await store.untilAlive()
  return store
}

const bar = (page: Page) => page.locator('[data-go-on]')

/** Which of the two places of a button is wholly in sight, with nothing over it; '' for none. */
async function placeInSight(page: Page, name: string): Promise<string> {
  return page.evaluate((name) => {
    const isInSight = (button: Element | undefined) => {
      const box = button?.getBoundingClientRect()
      if (button === undefined || box === undefined || box.height === 0) return false
      const at = (y: number) => document.elementFromPoint(box.left + box.width / 2, y)
      const edges = [box.top + 1, box.bottom - 1]
      return edges.every((y) => y > 0 && y < innerHeight && button.contains(at(y)))
    }
    const buttons = [...document.querySelectorAll('button')].filter((one) => one.textContent?.trim() === name)
    const inBar = buttons.find((one) => one.closest('[data-go-on]') !== null)
    const own = buttons.find((one) => one.closest('[data-go-on]') === null)
    if (isInSight(own)) return inBar === undefined ? 'own' : 'both'
    return isInSight(inBar) ? 'bar' : ''
  }, name)
}

for (const key of ['cb', 'cb2'] as const) {
  test(`CALM-30: ${key}: with thirteen lines on a phone the way on is in sight wherever the cart is scrolled, once`, async ({
    page,
  }) => {
    const store = await openCart(page, key, 13)
    await expect(bar(page)).toContainText(/total before tax/i)
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    const seen = new Set<string>()
    for (let top = 0; top < height; top += 350) {
      await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top)
      await expect.poll(() => placeInSight(page, 'Checkout'), { message: `scrolled to ${top}` }).toMatch(/^(own|bar)$/)
      seen.add(await placeInSight(page, 'Checkout'))
    }
    expect([...seen].sort()).toEqual(['bar', 'own'])
    await expectNoSidewaysScroll(page, `the cart of ${key} with its bar`)
    await page.setViewportSize(phone)

    await page.emulateMedia({ media: 'print' })
    await expect(bar(page)).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await expectNoFault(page, `the cart of ${key} with its bar`)
    await bar(page).getByText('Checkout').click()
    await expect(page.getByRole('dialog', { name: 'Checkout Now' })).toBeVisible()
    expect(store.variant.key).toBe(key)
  })
}

test('CALM-30: each step has the bar while its own button is out of sight, and what has the focus is never under it', async ({
  page,
}) => {
  const store = await openCart(page, 'cb', 2)
  await store.startGuestCheckout()
  await store.untilAlive()
  const toOptions = async () => {
    await store.fillAddress('ada.thumbs@example.com')
    await store.toOptions()
  }
  const steps = [
    // an address that is not whole stays where it is
    { name: 'Next', fill: async () => undefined, path: /\/shipping$/ },
    { name: 'Next: Payment', fill: toOptions, path: /\/paymentandbilling$/ },
    { name: 'Next: Review & Place Order', fill: () => store.fillCard(goodCard), path: /\/review$/ },
  ]
  for (const { name, fill, path } of steps) {
    await fill()
    await page.setViewportSize({ ...phone, height: 480 })
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await expect.poll(() => placeInSight(page, name), { message: name }).toBe('bar')
    for (let nth = 0; nth < 25; nth += 1) {
      await page.keyboard.press('Tab')
      const overlap = await page.evaluate(() => {
        const edge = document.querySelector('[data-go-on]')?.getBoundingClientRect().top ?? innerHeight
        const box = document.activeElement?.getBoundingClientRect()
        return box === undefined || document.activeElement === document.body ? 0 : box.bottom - edge
      })
      expect(overlap, `${name}, Tab ${nth}`).toBeLessThanOrEqual(1)
    }
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await expect(bar(page)).toBeVisible()
    await bar(page).getByText(name, { exact: true }).click()
    await expect(page).toHaveURL(path)
  }
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await expect.poll(() => placeInSight(page, 'Place Order')).toMatch(/^(own|bar)$/)
})

test('CALM-31: on a phone a line takes at most 200 px; what can be asked about it is in one menu, by touch and by keyboard', async ({
  page,
}) => {
  const rows = await ask<{ sku: number }>(
    `select min(k.sku)::int as sku from shop.sku k join shop.product p using (brand, product_id) join shop.stock t using (sku)
       join shop.location w using (location_id)
     where k.brand = 'CB' and k.ship_kind in ('furniture', 'parcel') and k.status = 'active' and w.kind = 'warehouse' and w.country = 'US'
       and t.on_hand - t.held > 5 and k.custom_order is null and not k.is_pfas
     group by p.product_id, k.ship_kind order by k.ship_kind, min(k.sku) limit 13`,
  )
  const store = new Store(page, 'cb')
  await fillCart(
    store,
    rows.map(({ sku }) => sku),
  )
  await page.setViewportSize(phone)
  await store.open('/')
  await page.getByRole('banner').getByRole('link', { name: /cart/i }).click()
  await store.untilAlive()
  const lines = page.getByRole('list', { name: 'Items in your cart' }).locator(':scope > li')
  await expect(lines).toHaveCount(13)
  const heights = await lines.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
  expect(Math.max(...heights)).toBeLessThanOrEqual(200)

  const line = lines.filter({ has: page.getByText('Oversize item') }).first()
  const inMenu = ['Save for later', 'Shipping and delivery', 'Oversize item', 'Will it fit?']
  const items = inMenu.map((name) => line.getByRole('button', { name: new RegExp(`^${name.replace('?', '\\?')}`) }))
  for (const item of items) await expect(item).toBeHidden()
  await expect(line.getByRole('button', { name: /^Remove/ })).toBeInViewport()
  await expect(line.getByRole('textbox', { name: /^Quantity of/ })).toBeInViewport()
  const menu = line.getByRole('button', { name: /^More for/ })
  await menu.click()
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
  for (const item of items) await expect(item).toBeVisible()
  await expectNoFault(page, 'a line with its menu open')
  await menu.click()
  for (const item of items) await expect(item).toBeHidden()

  await menu.focus()
  await page.keyboard.press('Enter')
  await new Keyboard(page).press(line.getByRole('button', { name: 'Shipping and delivery' }))
  const popup = page.getByRole('dialog')
  await expect(popup).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(line.getByRole('button', { name: 'Shipping and delivery' })).toBeFocused()

  await page.setViewportSize({ width: 320, height: 800 })
  await expectNoSidewaysScroll(page, 'thirteen lines at 320')
})
