import { expect, type Page } from '@playwright/test'
import { test } from './focus-watch.ts'
import { Store } from './store.ts'

/** What a screen reader is told at once in the page; the same words at a field are no second telling. */
const alerts = (page: Page) => page.getByRole('alert').filter({ hasText: /\S/ })

test('CALM-29: an empty address is told once, as a summary whose links lead to its fields', async ({ page }) => {
  const store = new Store(page, 'cb')
  await store.walkToProduct()
  await store.untilAlive()
  await store.addToCart.click()
  await page.getByRole('dialog').getByRole('link', { name: 'View Cart & Checkout' }).click()
  await expect(page).toHaveURL(/\/checkout\/cart$/)
  await store.startGuestCheckout()
  await store.untilAlive()
  await page.getByRole('main').getByRole('button', { name: 'Next', exact: true }).click()
  await expect(alerts(page)).toHaveCount(1)
  await expect(alerts(page)).toContainText(/Please check \d fields/)
  await expect(page.getByRole('main').getByRole('textbox', { name: 'First name' })).toHaveAccessibleDescription(
    /Please enter your first name/,
  )
  await alerts(page).getByRole('link', { name: 'City' }).click()
  await expect(page.getByRole('main').getByRole('textbox', { name: 'City' })).toBeFocused()
})
