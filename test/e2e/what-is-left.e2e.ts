import { expect } from '@playwright/test'
import { pathTable } from '#contracts/paths.ts'
import { onHand, plainArticle, setOnHand } from './books.ts'
import { test } from './focus-watch.ts'
import { goToStep } from './quick.ts'
import { Store } from './store.ts'

for (const brand of ['cb', 'cb2'] as const) {
  test(`CALM-10 CALM-11: ${brand}: fewer are left than wanted: the line, the checkout and the last button say so and keep them; with none left the cart is empty at once`, async ({
    page,
  }) => {
    const store = new Store(page, brand)
    const main = page.getByRole('main')
    const { name } = await plainArticle(brand, 36)
    await store.open('/')
    await store.untilAlive()
    const field = page.getByRole('searchbox', { name: 'Search' }).or(page.getByRole('combobox', { name: 'Search' }))
    await field.fill(name)
    await field.press('Enter')
    await page.getByRole('article').getByRole('link', { name }).first().click()
    await expect(page).toHaveURL(/\/product\/\d+/)
    await store.untilAlive()
    const sku = store.sku()
    const before = await onHand(brand, sku)
    await store.setQuantity(3)
    await store.addToCart.click()
    const added = page.getByRole('dialog')
    await added.getByRole('link', { name: 'View Cart & Checkout' }).click()
    await expect(page).toHaveURL(/\/checkout\/cart$/)

    // in the cart
    await setOnHand(brand, sku, 2)
    await page.reload()
    await store.untilAlive()
    const line = main.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem')
    await expect(line.getByText('Only 2 left', { exact: true })).toBeVisible()
    await expect(line).toContainText(/(Arrives by|Available) /)
    await expect(main.getByText('No longer available')).toHaveCount(0)
    await line.getByRole('button', { name: /^Set to 2/ }).click()
    await expect(store.basketCount).toHaveText('2')
    await expect(line.getByText('Only 2 left', { exact: true })).toHaveCount(0)
    await expect(line.getByRole('textbox', { name: /^Quantity of/ })).toBeFocused()

    // at the checkout's button
    await setOnHand(brand, sku, 1)
    const popup = page.getByRole('dialog', { name: 'Item(s) no longer available' })
    await main
      .getByRole('button', { name: /^checkout/i })
      .first()
      .click()
    await expect(popup).toContainText('Fewer are left than you have in your cart.')
    await expect(popup.getByRole('listitem')).toContainText('Only 1 left')
    const names = await popup.getByRole('button').allInnerTexts()
    expect(names.filter((name) => name !== '').map((name) => name.toLowerCase())).toEqual(
      ['Keep 1', 'Remove All', 'Reload Cart'].map((name) => name.toLowerCase()),
    )
    await popup.getByRole('button', { name: 'Keep 1' }).click()
    await expect(page.getByRole('dialog', { name: 'Checkout Now' })).toBeVisible()
    await expect(store.basketCount).toHaveText('1')

    // at the last button
    await setOnHand(brand, sku, 3)
    await goToStep(store, 4, { skus: [sku], email: `ida.left.${brand}@example.com` })
    const pieces = [1, 0]
    await page.route(`**${pathTable.order.placeOrder.path}`, async (route) => {
      await setOnHand(brand, sku, pieces.shift() ?? 0)
      await route.continue()
    })
    const place = page.getByRole('button', { name: 'Place Order', exact: true })
    await place.click()
    await expect(popup.getByRole('listitem')).toContainText('Only 1 left')
    await popup.getByRole('button', { name: 'Keep 1' }).click()
    await expect(popup).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(main.getByText('Qty 1', { exact: true }).first()).toBeVisible()

    await place.click()
    await expect(popup.getByRole('listitem')).toContainText('No longer available')
    await popup.getByRole('button', { name: 'Remove All' }).click()
    const empty = page.getByRole('heading', { level: 1, name: 'Your cart is empty.' })
    await expect(empty).toBeFocused()
    await expect(place).toHaveCount(0)
    await expect(page.getByRole('complementary', { name: 'Order summary' })).toHaveCount(0)
    await expect(main).not.toContainText(store.money(0))
    await setOnHand(brand, sku, before)
  })
}
