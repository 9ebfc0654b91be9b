import { expect } from '@playwright/test'
import type { Store } from './store.ts'

/** From the home page to Rosa's registry by its foot and her name, and with a gift of it into the cart. */
export async function giveAGift(store: Store): Promise<void> {
  const { page } = store
  await store.untilAlive()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Find a registry' }).click()
  const main = page.getByRole('main')
  await main.getByLabel('Name').fill('Wed')
  await main.getByRole('button', { name: 'Find' }).click()
  await main.getByRole('link', { name: 'Rosa Wed' }).click()
  await store.untilAlive()
  await main
    .getByRole('button', { name: /^Give this: / })
    .first()
    .click()
  await expect(page).toHaveURL(/\/checkout\/cart$/)
}
