import { expect, type Page } from '@playwright/test'
import { test } from './focus-watch.ts'
import { mailsTo } from './sandbox.ts'
import { Store } from './store.ts'

const footer = (page: Page) => page.getByRole('contentinfo')
const shipTo = (page: Page) => footer(page).getByRole('link', { name: /^Ship to: / })
const cookieOf = async (page: Page, store: Store) =>
  (await page.context().cookies(store.address('/'))).find(({ name }) => name === 'ship-to-country')?.value

/** By keyboard: carousels that come into the page move its foot under a pointer. */
async function openShipTo(page: Page): Promise<void> {
  await shipTo(page).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^where do we ship\?$/i)
}

/** From the foot of the page one is on to a country abroad, and back to that page. */
async function shipAbroad(page: Page, country: string): Promise<void> {
  await openShipTo(page)
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
      const department = page.getByRole('navigation', { name: 'Departments' }).getByRole('link').first()
      const name = (await department.textContent()) ?? ''
      await department.click()
      // the address is there before the page is
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      const shelf = page.url()
      await shipAbroad(page, 'France')
      expect(page.url()).toBe(shelf)
      expect(await cookieOf(page, store)).toBe('FR')
      await expect(page.getByRole('main').getByText(/^Now shipping to: France\./)).toBeVisible()

      const canada = new Store(page, javaScriptEnabled ? 'cb-ca' : 'cb2-ca')
      await openShipTo(page)
      await page
        .getByRole('main')
        .getByRole('link', { name: /^canada$/i })
        .click()
      await expect(page).toHaveURL(canada.address('/'))
      await expect(shipTo(page)).toContainText('Ship to: Canada')

      // the other store still has France: it asks, and then is home
      await openShipTo(page)
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

/** Where the retailer reads what is asked for, unless told otherwise. */
const retailer = 'orders@cartwright.example'

/** A piece into the cart from the first list there is, and on to the cart. */
async function fillFromList(page: Page, hasScripts: boolean): Promise<string> {
  await page
    .getByRole('navigation', { name: 'Departments' })
    .getByRole('link', { name: /^furniture/i })
    .click()
  await expect(page).toHaveURL(/\/category\//)
  // pressed before that, the native form adds it and leads to the cart
  if (hasScripts) await expect(page.locator('[data-hydrated]')).toBeAttached()
  const add = page
    .getByRole('article')
    .getByRole('button', { name: /^Add to Cart: / })
    .first()
  const name = ((await add.getAttribute('aria-label')) ?? '').replace('Add to Cart: ', '')
  await add.click()
  if (hasScripts) await page.getByRole('dialog').getByRole('link', { name: 'View Cart & Checkout' }).click()
  await expect(page).toHaveURL(/\/checkout\/cart$/)
  return name
}

for (const [key, javaScriptEnabled, country] of [
  ['cb2', true, 'Japan'],
  ['cb-ca', false, 'France'],
] as const) {
  test.describe(`CART-33: ${javaScriptEnabled ? 'with' : 'without'} scripts`, () => {
    test.use({ javaScriptEnabled })

    test(`CART-33 SHIPPOP-16: in ${key} a cart for ${country} leads to a request, which reaches the retailer, and to no checkout`, async ({
      page,
    }) => {
      const store = new Store(page, key)
      await store.open('/')
      if (javaScriptEnabled) await store.untilAlive()
      await shipAbroad(page, country)
      const piece = await fillFromList(page, javaScriptEnabled)
      await expect(page.getByText(`Shipping to: ${country}. Orders there are placed by request`)).toBeVisible()
      const main = page.getByRole('main')
      await expect(main.getByText(`Ship to ${country}`)).toBeVisible()
      await expect(main.getByText('By request', { exact: true })).toBeVisible()
      await expect(
        main.getByText(/^Arrives by|^Available |^Estimated shipping|^Tax$|ZIP code|postal code/),
      ).toHaveCount(0)
      await page.getByRole('button', { name: /^checkout$/i }).click()
      await expect(page).toHaveURL(/\/customer-service\/international-orders$/)
      await expect(main.getByRole('listitem').filter({ hasText: piece })).toContainText('1 ×')
      await expect(main.getByRole('link', { name: /^1-800-555-01[24]0|1-800-555-0130$/ })).toBeVisible()
      await expect(page.getByLabel('Country')).toHaveValue(/^(JP|FR)$/)

      // refused at its field, with what was typed
      const email = `zoe.${key}@example.com`
      await page.getByLabel('Your name').fill('Zoë Müller')
      await page.getByLabel('Email address').fill(email)
      await page.getByLabel(/^Phone number/).fill('call me')
      await page.getByRole('button', { name: 'Send request' }).click()
      await expect(page.getByLabel(/^Phone number/)).toHaveAccessibleDescription(/check the phone number/)
      await page.getByLabel(/^Phone number/).fill('+33 1 23 45 67 89')
      await page.getByLabel(/^Anything else/).fill('By sea, please')
      await page.getByRole('button', { name: 'Send request' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/we have your request/i)

      const mine = async () => (await mailsTo(retailer)).filter(({ text }) => text.includes(email))
      await expect.poll(async () => (await mine()).length, { timeout: 20_000 }).toBe(1)
      const [mail] = await mine()
      for (const said of ['Name: Zoë Müller', `Country: ${country}`, `1 x ${piece}`, 'By sea, please'])
        expect(mail?.text).toContain(said)
      // not by its address either
      await store.open('/checkout/shipping')
      await expect(page).toHaveURL(/\/checkout\/cart$/)
    })
  })
}

test('SHIPPOP-16 SHIPPOP-03: the popup of an international cart has the phone number of the store and the way to the request', async ({
  page,
}) => {
  const store = new Store(page, 'cb2')
  await store.open('/')
  await store.untilAlive()
  await shipAbroad(page, 'Mexico')
  await fillFromList(page, true)
  await page.getByRole('button', { name: 'Ordering from another country' }).click()
  const orders = page.getByRole('dialog').getByRole('region', { name: 'International orders' })
  await expect(orders.getByRole('link', { name: '1-800-555-0120' })).toHaveAttribute('href', 'tel:18005550120')
  await orders.getByRole('link', { name: 'international request form' }).click()
  await expect(page.getByRole('button', { name: 'Send request' })).toBeVisible()
})
