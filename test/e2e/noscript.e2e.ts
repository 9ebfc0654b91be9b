import { expect, test } from '@playwright/test'
import { stepRow } from '#domain/checkout/steps.ts'
import { type Article, plainArticle } from './books.ts'
import { Store } from './store.ts'

const cartPath = stepRow(0).path

test.describe('UX-24: the pages can be read and a product added to the cart before the scripts have loaded', () => {
  let article: Article
  test.beforeAll(async () => {
    article = await plainArticle('cb', 8)
  })

  test.describe('without any script', () => {
    test.use({ javaScriptEnabled: false })

    test('from the home page into the cart, and there another quantity and removal', async ({ page }) => {
      const store = new Store(page, 'cb')
      await store.walkToProduct()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('main').getByText('$').first()).toBeVisible()

      await store.open(`/product/${article.sku}`)
      await page.getByRole('spinbutton', { name: 'Quantity', exact: true }).fill('2')
      await store.addToCart.click()
      await expect(page).toHaveURL(new RegExp(`${cartPath}$`))
      const quantity = page.getByRole('spinbutton', { name: /^quantity of/i })
      await expect(quantity).toHaveValue('2')
      await expect(page.getByRole('main')).toContainText(store.money(article.price * 2))

      await quantity.fill('3')
      await page.getByRole('button', { name: 'Update' }).click()
      await expect(quantity).toHaveValue('3')
      await expect(page.getByRole('main')).toContainText(store.money(article.price * 3))

      await page.getByRole('button', { name: /^remove/i }).click()
      await expect(page.getByRole('heading', { name: /your cart is empty/i })).toBeVisible()
    })

    test('a quantity that cannot be is refused in words, and the cart stays as it was', async ({ page }) => {
      const store = new Store(page, 'cb')
      await store.open(`/product/${article.sku}`)
      await store.addToCart.click()
      const quantity = page.getByRole('spinbutton', { name: /^quantity of/i })
      await quantity.evaluate((field) => field.removeAttribute('max'))
      await quantity.fill('500')
      await page.getByRole('button', { name: 'Update' }).click()
      // at the place of the message, so that a phone shows it
      await expect(page).toHaveURL(new RegExp(`${cartPath}#told-quantity-`))
      await expect(page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: /\S/ }).first()).toBeVisible()
      // what was typed stands there again with its message; the cart holds one
      await expect(quantity).toHaveValue('500')
      await expect(page.getByRole('main')).toContainText(store.money(article.price))
      await store.open('/checkout/cart')
      await expect(quantity).toHaveValue('1')
    })
  })

  test('with scripts that come late, the form itself does the work', async ({ page }) => {
    const store = new Store(page, 'cb')
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/assets/*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(store.address(`/product/${article.sku}`), { waitUntil: 'commit' })
    await expect(store.addToCart).toBeVisible()
    await expect(page.locator('[data-hydrated]')).toHaveCount(0)
    await store.addToCart.click({ noWaitAfter: true })
    await expect(page).toHaveURL(new RegExp(`${cartPath}$`))
    await expect(page.getByRole('main')).toContainText(article.name)
    release()
    await store.untilAlive()
    await expect(page.getByRole('textbox', { name: /^quantity of/i })).toHaveValue('1')
  })
})
