import { expect } from '@playwright/test'
import { allVariants } from '#domain/variant.ts'
import { plainArticle } from './books.ts'
import { test } from './focus-watch.ts'
import { fillCart } from './quick.ts'
import { Store } from './store.ts'

test.use({ viewport: { width: 360, height: 640 } })

test.describe("UX-01: on a small phone 'Guest Checkout' is there at once, before any way to sign in", () => {
  for (const { key } of allVariants) {
    test(key, async ({ page }) => {
      const store = new Store(page, key)
      const { sku } = await plainArticle(key, 0)
      await fillCart(store, [sku])
      await store.open('/checkout/cart')
      await store.untilAlive()
      await page
        .getByRole('button', { name: /^checkout/i })
        .first()
        .click()
      const flyout = page.getByRole('dialog', { name: 'Checkout Now' })
      await expect(flyout.getByRole('button', { name: 'Guest Checkout' })).toBeInViewport({ ratio: 1 })
      const ways = await flyout.locator('button:not([aria-label]), a').allTextContents()
      const [first, ...others] = ways.map((way) => way.trim())
      expect(first).toBe('Guest Checkout')
      expect(others).toContain('Sign in')
    })
  }
})
