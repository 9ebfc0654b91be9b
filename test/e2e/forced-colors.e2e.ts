import { expect, type Locator } from '@playwright/test'
import { plainArticle } from './books.ts'
import { test } from './focus-watch.ts'
import { goToStep } from './quick.ts'
import { Store } from './store.ts'

/** What tells a state without any colour: lines, their width and style, weight, and whether a drawing is filled. */
const shape = (one: Locator) =>
  one.evaluate((node) => {
    const of = (each: Element) => {
      const style = getComputedStyle(each)
      const { borderBottomStyle, borderBottomWidth, outlineStyle, outlineWidth, fontWeight } = style
      return [borderBottomStyle, borderBottomWidth, outlineStyle, outlineWidth, fontWeight, style.fill === 'none']
    }
    return JSON.stringify([of(node), ...[...node.querySelectorAll('svg')].map(of)])
  })

test('CALM-50: in forced colours a chosen department, heart, color, size and step have another shape than the rest', async ({
  page,
}, info) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const store = new Store(page, 'cb')
  await store.open('/')
  await store.untilAlive()
  const departments = page.getByRole('navigation', { name: 'Departments' })
  await departments.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/category\//)
  const differs = async (chosen: Locator, other: Locator) => {
    await expect(chosen.first()).toBeVisible()
    expect(await shape(chosen.first())).not.toBe(await shape(other.first()))
  }
  const main = page.getByRole('main')
  const shown = departments.locator('a[aria-current]')
  await differs(shown, departments.locator('a:not([aria-current])'))
  const hearts = main.getByRole('button', { name: /^Favorite/ })
  await hearts.first().click()
  await expect(hearts.first()).toHaveAttribute('aria-pressed', 'true')
  await differs(hearts.first(), hearts.nth(1))
  await page.screenshot({ path: info.outputPath('category.png') })
  await page
    .getByRole('article')
    .filter({ has: page.getByRole('link') })
    .first()
    .getByRole('heading')
    .getByRole('link')
    .click()
  await expect(page).toHaveURL(/\/product\/\d+/)
  // its color and its size
  const chosen = main.locator('li > a[aria-current="true"]')
  await expect(chosen.first()).toBeVisible()
  expect(await chosen.count()).toBeGreaterThan(1)
  for (const one of await chosen.all()) await differs(one, one.locator('xpath=../../li/a[not(@aria-current)]'))
  await page.screenshot({ path: info.outputPath('product.png') })

  const { sku } = await plainArticle('cb', 8)
  await goToStep(store, 2, { skus: [sku], email: 'ada.forced@example.com' })
  await store.openStep(2)
  const steps = page.getByRole('navigation', { name: 'Checkout steps' })
  await differs(steps.locator('[aria-current] > :first-child'), steps.locator('li:last-child > :first-child'))
  await page.setViewportSize({ width: 800, height: 900 })
  const names = steps.locator('li:not([aria-current]) > :nth-child(2)')
  for (const name of await names.all())
    expect(await name.evaluate((node) => getComputedStyle(node).fontSize)).toBe('0px')
  await page.screenshot({ path: info.outputPath('steps.png') })
})
