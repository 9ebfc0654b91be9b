import { expect, type Page } from '@playwright/test'
import { test } from './focus-watch.ts'
import { Store } from './store.ts'

for (const store of ['cb', 'cb2-ca'] as const) {
  test(`CALM-23: in ${store} the focus goes on when a promotion code is applied and removed in the cart, and when a link to reset is sent`, async ({
    page,
  }) => {
    const walk = new Store(page, store)
    const main = page.getByRole('main')
    await walk.walkToProduct()
    await walk.addTwoAndOpenCart()
    await main.getByRole('button', { name: 'Add a promotion code' }).press('Enter')
    const code = main.getByRole('textbox', { name: 'Promotion code' })
    await code.fill('DEMOTEN')
    await code.press('Enter')
    const remove = main.getByRole('button', { name: /^remove promotion code/i })
    await expect(remove).toBeVisible()
    await expectFocus(page)
    await remove.press('Enter')
    await expect(code).toBeVisible()
    await expectFocus(page)

    await page
      .getByRole('banner')
      .getByRole('link', { name: /sign in/i })
      .first()
      .press('Enter')
    await page
      .getByRole('dialog', { name: 'Account Sign In' })
      .getByRole('button', { name: 'Reset password' })
      .press('Enter')
    const reset = page.getByRole('dialog', { name: 'Reset password' })
    const email = reset.getByLabel('Email address')
    await email.fill('nobody.reset@example.com')
    await email.press('Enter')
    await expect(reset.getByRole('button', { name: 'OK' })).toBeVisible()
    await expectFocus(page)
    await reset.getByRole('button', { name: 'OK' }).press('Enter')
    await expect(reset).toHaveCount(0)
    await expectFocus(page)
  })
}

/** Something of the page has it, now that the page says what came of the last press. */
async function expectFocus(page: Page): Promise<void> {
  await expect(page.locator('body :focus')).not.toHaveCount(0)
}
