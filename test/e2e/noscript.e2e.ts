import { expect, type Page } from '@playwright/test'
import { stepRow } from '#domain/checkout/steps.ts'
import { type Article, ask, plainArticle } from './books.ts'
import { test } from './focus-watch.ts'
import { createAccount, signIn } from './member.ts'
import { goToStep } from './quick.ts'
import { mailsTo } from './sandbox.ts'
import { Store } from './store.ts'

const cartPath = stepRow(0).path

/** No script comes before what is answered is called; the first of them does, where it is let through. */
async function holdScripts(page: Page, { isFirstThere = false } = {}): Promise<() => void> {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    if (!isFirstThere || !route.request().url().includes('/bootstrap-')) await held
    await route.continue()
  })
  return release
}

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

    for (const key of ['cb', 'cb2'] as const) {
      test(`UX-24 CART-04 CART-05 CART-15 CART-18: from the home page of ${key}, a ZIP code, a promotion code, saved for later and back`, async ({
        page,
      }) => {
        const code = `BARE${key.toUpperCase()}`
        await ask(`insert into shop.promo (code, kind, percent_millionths) values ($1, 'percent', 100000)`, [code])
        const store = new Store(page, key)
        await store.walkToProduct()
        await store.addToCart.click()
        await expect(page).toHaveURL(new RegExp(`${cartPath}$`))
        const main = page.getByRole('main')
        const summary = main.getByRole('region', { name: 'Order summary' })
        await expect(summary).toContainText('Enter ZIP code')

        await main.getByRole('textbox', { name: 'ZIP code' }).fill('60606')
        await main.getByRole('button', { name: 'Apply ZIP code' }).click()
        await expect(summary).not.toContainText('Enter ZIP code')
        await expect(main.getByRole('textbox', { name: 'ZIP code' })).toHaveValue('60606')

        await main.getByRole('textbox', { name: 'Promotion code' }).fill(code.toLowerCase())
        await main.getByRole('button', { name: 'Apply promotion code' }).click()
        await expect(summary).toContainText(`Discount (${code})`)
        await main.getByRole('button', { name: 'Remove promotion code' }).click()
        await expect(summary).not.toContainText(`Discount (${code})`)

        await main.getByRole('button', { name: /^Save for later/ }).click()
        await expect(main.getByRole('heading', { name: /your cart is empty/i })).toBeVisible()
        await main.getByRole('button', { name: /^Move to cart/ }).click()
        await expect(main.getByRole('spinbutton', { name: /^quantity of/i })).toHaveValue('1')
        await main.getByRole('button', { name: /^Save for later/ }).click()
        await main.getByRole('button', { name: /^Remove/ }).click()
        await expect(main.getByRole('button', { name: /^Move to cart/ })).toHaveCount(0)
      })

      test(`UX-24 OPEN-98: from the home page of ${key}, a link to a new password is asked for at the sign-in and by a member`, async ({
        page,
      }) => {
        const email = `ida.bare.${key}@example.com`
        const store = new Store(page, key)
        await createAccount(store, { firstName: 'Ida', lastName: 'Rhodes', email })
        const before = (await mailsTo(email)).length
        const mails = async () => (await mailsTo(email)).length - before
        await store.open('/')
        await page
          .getByRole('banner')
          .getByRole('link', { name: /sign in/i })
          .click()
        const main = page.getByRole('main')
        await main.getByLabel('Email address').fill('ida')
        await main.getByRole('button', { name: 'Reset password' }).click()
        await expect(main.getByLabel('Email address')).toHaveAccessibleDescription(/valid Email/)
        await main.getByLabel('Email address').fill(email)
        await main.getByRole('button', { name: 'Reset password' }).click()
        await expect(main.getByText(/a link to reset its password is on its way/)).toBeVisible()
        await expect.poll(mails, { timeout: 20_000 }).toBe(1)

        await signIn(page, email)
        await page
          .getByRole('banner')
          .getByRole('link', { name: /account/i })
          .click()
        await main.getByRole('button', { name: 'Change password' }).click()
        await expect(page).toHaveURL(/\/account$/)
        await expect(main.getByText(/a link to reset its password is on its way/)).toBeVisible()
        await expect.poll(mails, { timeout: 20_000 }).toBe(2)

        await store.open('/account/reset-password?token=ended')
        await main.getByLabel('Email address').fill(email)
        await main.getByRole('button', { name: 'Send a new link' }).click()
        await expect(main.getByText(/a link to reset its password is on its way/)).toBeVisible()
        await expect.poll(mails, { timeout: 20_000 }).toBe(3)
      })
    }

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
    const release = await holdScripts(page)
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

  test('UX-16: what was typed before the scripts came outlives a reload as what was typed after it does', async ({
    page,
  }) => {
    const store = new Store(page, 'cb')
    await goToStep(store, 1, { skus: [article.sku], email: '' })
    const release = await holdScripts(page)
    await page.reload({ waitUntil: 'commit' })
    const email = page.getByRole('textbox', { name: 'Email', exact: true })
    await email.fill('early@example.com')
    await expect(page.locator('[data-hydrated]')).toHaveCount(0)
    release()
    await store.untilAlive()
    await page.reload()
    await store.untilAlive()
    await expect(email).toHaveValue('early@example.com')
  })

  test.describe('UX-24: a press that only the scripts can answer is answered once they have come', () => {
    const steps = [
      [
        1,
        'Next',
        async (page: Page) => expect(page.getByRole('alert').first()).toContainText(/Please check \d fields/),
      ],
      [2, 'Next: Payment', (page: Page) => expect(page).toHaveURL(/\/checkout\/paymentandbilling$/)],
      [3, 'Next: Review & Place Order', async (page: Page) => expect(page.getByRole('alert').first()).toBeVisible()],
    ] as const
    for (const [step, name, expectAnswer] of steps) {
      test(`step ${step} of the checkout`, async ({ page }) => {
        const store = new Store(page, 'cb')
        await goToStep(store, step, { skus: [article.sku], email: 'early@example.com' })
        const release = await holdScripts(page, { isFirstThere: true })
        const first = page.waitForEvent('requestfinished', (request) => request.url().includes('/bootstrap-'))
        await page.reload({ waitUntil: 'commit' })
        const next = page.getByRole('main').getByRole('button', { name, exact: true })
        await expect(next).toBeVisible()
        await first
        await expect(page.locator('[data-hydrated]')).toHaveCount(0)
        await next.click({ noWaitAfter: true })
        release()
        await expectAnswer(page)
      })
    }
  })
})
