import { expect, type Page } from '@playwright/test'
import { test } from './focus-watch.ts'
import { Store } from './store.ts'

const isHere = 'Not available for this ZIP code'

/** A piece whose finish holds PFAS, of each brand that has a store in the United States. */
const coated = { cb: 'Verano Outdoor Rug', cb2: 'Deck Outdoor Rug' } as const

for (const key of ['cb', 'cb2'] as const) {
  test(`PDP-06 OPEN-48 BEYOND-10 CALM-06: ${key}, from the home page to a piece that Minnesota forbids: no date, and what could be had in its place`, async ({
    page,
  }) => {
    const store = new Store(page, key)
    await store.open('/')
    await store.untilAlive()
    const field = page.getByRole('searchbox', { name: 'Search' }).or(page.getByRole('combobox', { name: 'Search' }))
    await field.fill(coated[key])
    await field.press('Enter')
    await page.getByRole('article').getByRole('link', { name: coated[key] }).first().click()
    await expect(page).toHaveURL(/\/product\/\d+/)

    await askZip(page, '00000')
    await expect(page.getByText(isHere)).toBeVisible()
    await expect(page.getByText(/^Arrives by|How this date comes about/)).toHaveCount(0)
    await askZip(page, '60606')
    await expect(page.getByText(/^Arrives by/).first()).toBeVisible()
    await askZip(page, '55401')
    await expect(page.getByText(isHere)).toBeVisible()
    await expect(page.getByText(/^Arrives by|How this date comes about/)).toHaveCount(0)
    await expect(page.getByRole('radio', { name: 'Ship it to me' })).toHaveCount(0)

    await store.addToCart.click()
    await page.getByRole('dialog').getByRole('link', { name: 'View Cart & Checkout' }).click()
    const line = page.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem').first()
    // the ZIP of the product page came along (CALM-01)
    await expect(line).toContainText(isHere)
    await expect(line).not.toContainText(/Arrives|In stock/)
    await expect(line).toContainText('Minnesota does not allow this: it holds PFAS.')

    await page.getByRole('button', { name: 'Checkout', exact: true }).first().click()
    const popup = page.getByRole('dialog', { name: 'Item(s) cannot be shipped to or picked up in this state' })
    await expect(popup).toContainText(isHere)
    await expect(popup).not.toContainText(/Arrives|In stock/)
    await popup.getByRole('button', { name: 'Reload Cart' }).click()

    const substitute = line.getByText('In its place:').getByRole('link')
    const name = (await substitute.textContent()) ?? ''
    await substitute.click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name.split(',')[0] ?? name)
    await askZip(page, '55401')
    await expect(page.getByText(/^Arrives by/).first()).toBeVisible()
  })
}

async function askZip(page: Page, zip: string): Promise<void> {
  const field = page.getByLabel('Your ZIP code')
  await field.fill(zip)
  await field.press('Enter')
}
