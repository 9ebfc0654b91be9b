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

    test('CALM-26: the checkout says that paying needs scripts, whom to call and where the cart is, without a form', async ({
      page,
    }) => {
      const store = new Store(page, 'cb')
      await store.walkToProduct()
      await store.addToCart.click()
      await expect(page).toHaveURL(new RegExp(`${cartPath}$`))
      await page.getByRole('button', { name: 'Checkout', exact: true }).first().click()
      await expect(page).toHaveURL(/\/checkout\/shipping$/)
      const main = page.getByRole('main')
      await expect(main.getByRole('heading', { name: 'Paying needs scripts' })).toBeVisible()
      await expect(main.getByRole('link', { name: /^[\d-]{7,}$/ })).toHaveAttribute('href', /^tel:/)
      const cart = main.getByRole('link', { name: store.address(cartPath) })
      await expect(main.getByRole('textbox')).toHaveCount(0)
      await expect(main.getByRole('combobox')).toHaveCount(0)
      await expect(main.locator('form').filter({ visible: true })).toHaveCount(0)
      await cart.click()
      await expect(page).toHaveURL(new RegExp(`${cartPath}$`))
      await expect(page.getByRole('spinbutton', { name: /^quantity of/i })).toBeVisible()
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
      await expect(quantity).toHaveAccessibleDescription(/from [01] to 99/)
      await expect(page.locator('[data-field-error]')).toBeVisible()
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
