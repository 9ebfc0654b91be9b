import { expect, type Locator, type Page } from '@playwright/test'
import type { VariantKey } from '#domain/variant.ts'
import { ordersOf, plainArticle } from './books.ts'
import { test } from './focus-watch.ts'
import { Keyboard } from './keyboard.ts'
import { goodCard, Store } from './store.ts'

type Walk = {
  readonly key: VariantKey
  readonly forcedColors: 'active' | 'none'
  readonly typed: string
  readonly city: string
  readonly postalCode: string
}

/** Both brands and both countries, each once; one of them in the few colours that a shopper has chosen for all pages. */
const walks: readonly Walk[] = [
  { key: 'cb', forcedColors: 'none', typed: '1200 w monroe st chicago', city: 'Chicago', postalCode: '60607' },
  { key: 'cb2-ca', forcedColors: 'active', typed: '220 king st w toronto', city: 'Toronto', postalCode: 'm5h 1k4' },
]

/** Wide as an old phone, or as a screen at 400 %. */
const width = 320
test.use({ viewport: { width, height: 640 } })

/** The page fits, and its layers do. */
async function expectFits(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: test.info().outputPath(`${name}.png`) })
  const over = await page
    .locator('html, dialog[open]')
    .evaluateAll((all) => all.map((one) => one.scrollWidth - innerWidth))
  expect.soft(Math.max(...over), `what stands out of ${name}`).toBeLessThanOrEqual(0)
}

/** A popup is told from the page behind it by a line, where there is neither shadow nor veil. */
async function expectOutlined(layer: Locator): Promise<void> {
  expect(await layer.evaluate((one) => getComputedStyle(one).borderTopStyle)).toBe('solid')
}

for (const { key, forcedColors, typed, city, postalCode } of walks) {
  test(`UX-11 UX-22 UX-25 CALM-30 CALM-33 CALM-35 CALM-50: ${key}: a guest buys with the keyboard alone on a screen of 320 px, forced colours ${forcedColors}, and always sees where she is`, async ({
    page,
  }) => {
    await page.emulateMedia({ forcedColors })
    const store = new Store(page, key)
    const keyboard = new Keyboard(page)
    const main = page.getByRole('main')
    const email = `narrow.${key}@example.com`
    const { name } = await plainArticle(key, 5)
    const visible = page.locator(':visible')
    const button = (words: string | RegExp) =>
      page.getByRole('button', { name: words, exact: true }).and(visible).first()
    const arriveAt = async (path: RegExp, at: string) => {
      await expect(page).toHaveURL(path, { timeout: 20_000 })
      await store.untilAlive()
      await expectFits(page, at)
    }

    await store.open('/')
    await arriveAt(/\/$/, 'home')
    await keyboard.type(page.getByRole('searchbox').or(page.getByRole('combobox')).first(), name)
    await page.keyboard.press('Enter')
    await arriveAt(/\/search\?q=/, 'found')
    await keyboard.press(main.getByRole('article').getByRole('link', { name }).first())
    await arriveAt(/\/product\/\d+/, 'product')
    await keyboard.press(button(/^add to cart$/i))
    const added = page.getByRole('dialog', { name: '1 item(s) added to your cart' })
    await expect(added).toBeVisible()
    await expectFits(page, 'added')
    if (forcedColors === 'active') await expectOutlined(added)
    await keyboard.press(added.getByRole('link', { name: 'View Cart & Checkout' }))

    await arriveAt(/\/checkout\/cart$/, 'cart')
    await keyboard.press(button('Checkout'))
    const flyout = page.getByRole('dialog', { name: 'Checkout Now' })
    await expect(flyout).toBeVisible()
    await expectFits(page, 'flyout')
    await keyboard.press(flyout.getByRole('button', { name: 'Guest Checkout' }))

    await arriveAt(/\/checkout\/shipping$/, 'shipping')
    await keyboard.type(main.getByLabel(/^email/i), email)
    await keyboard.type(main.getByLabel(/^first name/i), 'Ada')
    await keyboard.type(main.getByLabel(/^last name/i), 'Lovelace')
    await keyboard.type(main.getByLabel(/^street address$/i), typed)
    const match = main.getByRole('option', { name: city })
    await expect(match.first()).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(match.first()).toHaveAttribute('aria-selected', 'true')
    await expectFits(page, 'matches')
    await page.keyboard.press('Enter')
    await expect(main.getByLabel(/^city/i)).toHaveValue(city)
    await keyboard.expectSeen()
    await keyboard.type(main.getByLabel(/^(zip|postal) code/i), postalCode)
    await keyboard.type(main.getByLabel(/^phone/i), store.home.phone)
    await expect(button('Next: Payment')).toBeVisible()

    const levels = main.getByRole('group', { name: 'Delivery' }).getByRole('radio')
    await keyboard.goTo(levels.first())
    await page.keyboard.press('ArrowDown')
    await expect(levels.nth(1)).toBeChecked()
    await keyboard.expectSeen()
    await keyboard.press(main.getByLabel(/this is a gift/i), 'Space')
    await keyboard.type(main.getByLabel(/gift message/i), 'By keyboard')
    await expectFits(page, 'options')
    await keyboard.press(button('Next: Payment'))

    await arriveAt(/\/checkout\/paymentandbilling$/, 'payment')
    await keyboard.type(main.getByLabel(/^card number/i), goodCard.number)
    await keyboard.type(main.getByLabel(/^expiration/i), goodCard.expiry)
    await keyboard.type(main.getByLabel(/^security code/i), goodCard.code)
    await keyboard.press(button('Next: Review & Place Order'))
    await arriveAt(/\/checkout\/review$/, 'review')
    await expect(main).toContainText('By keyboard')
    await keyboard.press(button('Place Order'))
    await arriveAt(/\/checkout\/confirmation$/, 'thanks')
    const number = (await page.getByTestId('order-number').textContent()) ?? ''
    expect((await ordersOf(email)).map((order) => order.number)).toEqual([number])
  })
}
