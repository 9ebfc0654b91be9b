import { expect, type Page } from '@playwright/test'
import { ask } from './books.ts'
import { test } from './focus-watch.ts'
import { Store } from './store.ts'

/** Amounts of the page whose letters stand on two lines, and how many amounts there are. */
function amounts(page: Page): Promise<{ readonly count: number; readonly broken: string[] }> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    let count = 0
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const isSeen = node.parentElement?.closest('script, noscript, .visually-hidden') === null
      for (const match of (node.textContent ?? '').matchAll(/CAD\s[\d,.]*\d/g)) {
        const range = document.createRange()
        range.setStart(node, match.index)
        range.setEnd(node, match.index + match[0].length)
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (!isSeen || tops.size === 0) continue
        count += 1
        if (tops.size > 1) broken.push(match[0])
      }
    }
    return { count, broken }
  })
}

for (const width of [390, 320]) {
  test(`CALM-52: at ${width} px no Canadian amount breaks over lines, from the home page to the cart`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const store = new Store(page, 'cb-ca')
    const expectWhole = async () => {
      const { count, broken } = await amounts(page)
      expect(count).toBeGreaterThan(0)
      expect(broken).toEqual([])
      // nor does a number to call
      const phones = page.getByRole('link', { name: /^1-800-/ })
      const lines = await phones.evaluateAll((links) => links.map((link) => link.getClientRects().length))
      expect(Math.max(...lines)).toBe(1)
    }
    await store.open('/')
    await store.untilAlive()
    await expectWhole()
    // a product whose choices differ in price shows a range of two long amounts
    const [range = { name: '' }] = await ask<{ name: string }>(
      `select p.name from shop.product p join shop.sku k using (brand, product_id) join shop.price r using (sku)
       where p.brand = 'CB' and r.country = 'CA' and k.status = 'active'
       group by p.name having min(r.current_cents) between 100000 and max(r.current_cents) - 1 order by p.name limit 1`,
    )
    const search = page.getByRole('combobox', { name: 'Search' }).or(page.getByRole('searchbox', { name: 'Search' }))
    await search.fill(range.name)
    await search.press('Enter')
    await expect(page.getByRole('article').first()).toBeVisible()
    await expectWhole()
    await page.getByRole('article').getByRole('link', { name: range.name }).first().click()
    await expect(page).toHaveURL(/\/product\/\d+/)
    await store.untilAlive()
    await expectWhole()
    await page.locator('form').getByRole('button', { name: 'Add to Cart' }).filter({ visible: true }).first().click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await expectWhole()
    const terms = dialog.getByRole('button', { name: 'Accept & Add to Cart' })
    if (await terms.isVisible()) await terms.click()
    else await dialog.getByRole('link', { name: 'View Cart & Checkout' }).click()
    await expect(page).toHaveURL(/\/checkout\/cart$/)
    await expect(page.getByRole('main').getByText('CAD').first()).toBeVisible()
    await expectWhole()
  })
}
