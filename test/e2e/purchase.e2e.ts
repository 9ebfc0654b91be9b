import { expect, test } from '@playwright/test'
import type { VariantKey } from '#domain/variant.ts'
import { Store } from './store.ts'

const stores: readonly VariantKey[] = ['cb', 'cb-ca', 'cb2', 'cb2-ca']

test.describe('PLAT-02 PLAT-04 ORDER-22 ORDER-25: the whole purchase of a guest', () => {
  for (const key of stores) {
    test(`in ${key}: from the home page to the confirmation and the mail`, async ({ page, request }) => {
      const store = new Store(page, key)
      const email = `ada.${key.replace('-', '.')}@example.com`
      await store.walkToProduct()
      await expect(page.locator('html')).toHaveAttribute('lang', store.variant.locale)
      await expect(page.locator('html')).toHaveAttribute('data-brand', store.variant.brand)
      await store.addTwoAndOpenCart()
      await store.checkOutToReview(email)
      const number = await store.placeOrder()
      expect(number).not.toBe('')
      await expect(page.getByRole('main')).toContainText(email)
      await page.reload()
      await expect(page.getByTestId('order-number')).toHaveText(number)
      await store.open('/')
      await expect(page.getByTestId('basket-count')).toHaveText(/\b0\b/)
      await expect
        .poll(
          async () =>
            (
              await (await request.get(`http://127.0.0.1:${process.env.STORE_GATEWAY_PORT}/mailbox/messages`)).text()
            ).includes(number),
          {
            timeout: 20_000,
          },
        )
        .toBe(true)
    })
  }
})
