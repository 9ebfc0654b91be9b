import { expect, type Locator } from '@playwright/test'
import { plainArticle } from './books.ts'
import { test } from './focus-watch.ts'
import { fillCart } from './quick.ts'
import { goodCard, Store } from './store.ts'

test('CALM-53: product, cart and order are printed without header, buttons, carousels and what still loads', async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  const { sku } = await plainArticle('cb', 21)
  const print = async (shown: Locator) => {
    await page.emulateMedia({ media: 'print' })
    await expect(shown).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const role of ['banner', 'contentinfo', 'button', 'navigation'] as const) {
      await expect(page.getByRole(role), role).toHaveCount(0)
    }
    await expect(page.locator('[aria-busy=true]:visible, [data-place]:visible')).toHaveCount(0)
    await page.emulateMedia({ media: 'screen' })
  }
  await store.walkToProduct()
  await store.untilAlive()
  await print(page.getByRole('main').getByText(/\$\d/).first())
  await fillCart(store, [sku])
  await store.open('/checkout/cart')
  await store.untilAlive()
  await print(page.getByText('Total before tax').first())
  await store.startGuestCheckout()
  await store.fillAddress('ada.prints@example.com')
  await store.toOptions()
  await store.next('Next: Payment', /\/checkout\/paymentandbilling$/)
  await store.fillCard(goodCard)
  await store.next('Next: Review & Place Order', /\/checkout\/review$/)
  await store.placeOrder()
  await print(page.getByTestId('order-number'))
  await page.getByRole('link', { name: 'See or cancel this order' }).click()
  await expect(page.getByRole('heading', { name: 'Changed your mind?' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Total', { exact: true })).toBeVisible()
  for (const pressed of ['Changed your mind?', 'Receipt (PDF)']) await expect(page.getByText(pressed)).toBeHidden()
})
