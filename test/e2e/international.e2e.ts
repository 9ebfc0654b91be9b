import { expect, type Page, test } from '@playwright/test'
import { Store } from './store.ts'

const footer = (page: Page) => page.getByRole('contentinfo')
const shipTo = (page: Page) => footer(page).getByRole('link', { name: /^Ship to: / })
const cookieOf = async (page: Page, store: Store) =>
  (await page.context().cookies(store.address('/'))).find(({ name }) => name === 'ship-to-country')?.value

/** From the foot of the page one is on to a country abroad, and back to that page. */
async function shipAbroad(page: Page, country: string): Promise<void> {
  await shipTo(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Where do we ship?')
  await page.getByLabel('Country').selectOption({ label: country })
  await page.getByRole('button', { name: 'Ship there' }).click()
  await expect(shipTo(page)).toContainText(`Ship to: ${country}`)
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`OPEN-42: ${javaScriptEnabled ? 'with' : 'without'} scripts`, () => {
    test.use({ javaScriptEnabled })

    test('OPEN-42 OPEN-09: from the foot of the home page to a country abroad, home again, and to the store of the other country', async ({
      page,
    }) => {
      const store = new Store(page, javaScriptEnabled ? 'cb' : 'cb2')
      await store.open('/')
      await expect(shipTo(page)).toContainText('Ship to: United States')
      await page.getByRole('navigation', { name: 'Departments' }).getByRole('link').first().click()
      await expect(page).toHaveURL(/\/category\//)
      const shelf = page.url()
      await shipAbroad(page, 'France')
      expect(page.url()).toBe(shelf)
      expect(await cookieOf(page, store)).toBe('FR')
      await expect(page.getByRole('main').getByText(/^Now shipping to: France\./)).toBeVisible()

      const canada = new Store(page, javaScriptEnabled ? 'cb-ca' : 'cb2-ca')
      await shipTo(page).click()
      await page
        .getByRole('main')
        .getByRole('link', { name: /^canada$/i })
        .click()
      await expect(page).toHaveURL(canada.address('/'))
      await expect(shipTo(page)).toContainText('Ship to: Canada')

      // the other store still has France: it asks, and then is home
      await shipTo(page).click()
      await page
        .getByRole('main')
        .getByRole('link', { name: /^united states$/i })
        .click()
      await expect(page.getByText('Now shipping to: France.')).toBeVisible()
      await page
        .getByRole('main')
        .getByRole('button', { name: /^united states$/i })
        .click()
      await expect(page).toHaveURL(store.address('/'))
      await expect(shipTo(page)).toContainText('Ship to: United States')
      expect(await cookieOf(page, store)).toBe('US')
    })
  })
}
