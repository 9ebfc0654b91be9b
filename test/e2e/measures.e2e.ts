import { expect, type Page } from '@playwright/test'
import { test } from './focus-watch.ts'
import { Store } from './store.ts'

const sofa = 'Orrin Made-to-Order Sofa'

/** From the home page over the search to a sofa. */
async function walkToSofa(page: Page, key: 'cb' | 'cb-ca'): Promise<void> {
  const store = new Store(page, key)
  await store.open('/')
  await store.untilAlive()
  const search = page.getByRole('combobox', { name: 'Search' }).or(page.getByRole('searchbox', { name: 'Search' }))
  await search.fill(sofa)
  await search.press('Enter')
  await page.getByRole('article').getByRole('link', { name: sofa }).first().click()
  await expect(page).toHaveURL(/\/product\/\d+/)
  await store.untilAlive()
}

const figures = (page: Page) =>
  page.getByRole('main').locator('dt', { hasText: 'Width' }).locator('xpath=following-sibling::dd[1]')

/** The first row of the popup of boxes: number, quantity and three sides. */
async function boxSides(page: Page): Promise<{ readonly caption: string; readonly sides: string[] }> {
  await page.getByRole('main').getByRole('button', { name: 'Oversize item' }).click()
  const table = page.getByRole('dialog').getByRole('table')
  const cells = table.getByRole('row').nth(1).getByRole('cell')
  // its rows are asked for when it opens
  await expect(cells).toHaveCount(5)
  const sides = await cells.allTextContents()
  return { caption: (await table.locator('caption').textContent()) ?? '', sides: sides.slice(2) }
}

test('CALM-54: Canada reads centimetres with the inches in brackets on page and popup, the United States inches', async ({
  page,
}) => {
  await walkToSofa(page, 'cb')
  const inches = /^([\d.]+) in$/.exec((await figures(page).textContent()) ?? '')?.[1]
  const ofUs = await boxSides(page)
  expect(ofUs.caption).toContain('Measures in inches')

  await walkToSofa(page, 'cb-ca')
  const cm = (side: string | undefined) => Math.round(Number(side) * 2.54)
  await expect(figures(page)).toHaveText(`${cm(inches)} cm (${inches} in)`)
  const ofCanada = await boxSides(page)
  expect(ofCanada.caption).toContain('Measures in centimeters (inches)')
  expect(ofCanada.sides).toEqual(ofUs.sides.map((side) => `${cm(side)} (${side})`))
})
