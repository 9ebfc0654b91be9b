import { expect } from '@playwright/test'
import { storeDay } from '#domain/days.ts'
import { ask } from './books.ts'
import { test } from './focus-watch.ts'
import { goToStep } from './quick.ts'
import { mailsTo } from './sandbox.ts'
import { goodCard, Store } from './store.ts'

const sleeper = { sku: 410100, name: 'Corrin Queen Sleeper' }

test('CALM-03: a piece that comes next autumn says so beside the button, and its date carries the year from the page to the mail', async ({
  page,
}) => {
  const year = Number(storeDay(new Date()).slice(0, 4)) + 1
  await ask('update shop.sku set available_from = $1 where sku = $2', [`${year}-10-01`, sleeper.sku])
  const date = new RegExp(`Available \\w{3}, Oct 1, ${year}`)
  const store = new Store(page, 'cb')
  await store.open('/')
  await store.untilAlive()
  const search = page.getByRole('combobox', { name: 'Search' }).or(page.getByRole('searchbox', { name: 'Search' }))
  await search.fill(sleeper.name)
  await search.press('Enter')
  await page.getByRole('article').getByRole('link', { name: sleeper.name }).first().click()
  await expect(page).toHaveURL(/\/product\/\d+/)

  const main = page.getByRole('main')
  await expect(main.getByText(date)).toBeVisible()
  const waits = main.getByText(`It comes in October ${year}, not before.`)
  await expect(waits).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  const bar = page.locator('form').getByText(`in October ${year}`, { exact: true })
  await expect(bar).toBeInViewport()
  await page.setViewportSize({ width: 1280, height: 800 })

  await store.addToCart.click()
  await page.getByRole('dialog').getByRole('link', { name: 'View Cart & Checkout' }).click()
  await expect(page).toHaveURL(/\/checkout\/cart$/)
  await expect(main.getByText(date)).toBeVisible()

  const email = 'ada.waits@example.com'
  await goToStep(store, 2, { skus: [sleeper.sku], email })
  await expect(main.getByText(date).first()).toBeVisible()
  await store.next('Next: Payment', /\/checkout\/paymentandbilling$/)
  await store.fillCard(goodCard)
  await store.next('Next: Review & Place Order', /\/checkout\/review$/)
  await expect(main.getByText(date).first()).toBeVisible()
  await store.placeOrder()
  await expect(main.getByText(date).first()).toBeVisible()
  await expect
    .poll(async () => (await mailsTo(email)).map(({ text }) => text).join(), { timeout: 20_000 })
    .toMatch(date)
})
