import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { demoPassword } from '#server/demo/seed-shoppers.ts'
import { test } from './focus-watch.ts'
import { ownStore } from './own-store.ts'
import { Store } from './store.ts'

/** What `npm start` prints in the terminal of this store. */
function printedPassword(): string {
  const secrets: { readonly shop: string } = JSON.parse(readFileSync(join(ownStore().dataDir, 'secrets.json'), 'utf8'))
  return demoPassword(secrets.shop)
}

test('OPEN-111: from the home page a shopper of the demo signs in and finds her registries, saved cards and addresses', async ({
  page,
}) => {
  const store = new Store(page, 'cb2-ca')
  await store.open('/')
  await store.untilAlive()
  const banner = page.getByRole('banner')
  await banner.getByRole('link', { name: 'Sign in' }).click()
  const popup = page.getByRole('dialog', { name: /^account sign in$/i })
  await popup.getByLabel('Email address').fill('vera.full@example.com')
  await popup.getByLabel('Password', { exact: true }).fill(printedPassword())
  await popup.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(popup).toHaveCount(0)
  await store.untilAlive()
  await banner.locator('a[href="/account"]').click()
  await expect(page).toHaveURL(store.address('/account'))
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Hello, Vera')
  await expect(main.getByRole('button', { name: /^Remove: .* ending in \d{4}$/ })).toHaveCount(5)
  await expect(main.getByText(/Toronto/).first()).toBeVisible()
  const registries = main.getByRole('link', { name: /^(Housewarming|Gift List) on / })
  await expect(registries).toHaveCount(2)
  await registries.first().click()
  await expect(page.getByRole('textbox', { name: /^Quantity of / })).toHaveCount(4)
})
