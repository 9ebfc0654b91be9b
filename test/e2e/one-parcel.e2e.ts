import { expect, type Page } from '@playwright/test'
import type { VariantKey } from '#domain/variant.ts'
import { ordersOf, plainArticle } from './books.ts'
import { test } from './focus-watch.ts'
import { expectNoFault, expectNoSidewaysScroll } from './page-faults.ts'
import { countPresses } from './presses.ts'
import { goodCard, Store } from './store.ts'

const main = (page: Page) => page.getByRole('main')
const spoken = (page: Page) => page.locator('[aria-live=polite][aria-atomic=false]')
const toPayment = (page: Page) => page.getByRole('button', { name: 'Next: Payment', exact: true })
const levels = (page: Page) => main(page).getByRole('group', { name: 'Delivery' }).getByRole('radio')

/** From the home page over the search to a plain piece, and with it to the cart. */
async function walkToCart(page: Page, key: VariantKey, nth: number): Promise<Store> {
  const store = new Store(page, key)
  const { name } = await plainArticle(key, nth)
  await store.open('/')
  await store.untilAlive()
  const field = page.getByRole('combobox', { name: 'Search' }).or(page.getByRole('searchbox', { name: 'Search' }))
  await field.fill(name)
  await field.press('Enter')
  await page.getByRole('article').getByRole('link', { name }).first().click()
  await expect(page).toHaveURL(/\/product\/\d+/)
  await store.untilAlive()
  await store.addToCart.click()
  await page.getByRole('dialog').getByRole('link', { name: 'View Cart & Checkout' }).click()
  await expect(page).toHaveURL(/\/checkout\/cart$/)
  await store.untilAlive()
  return store
}

for (const key of ['cb', 'cb2-ca'] satisfies VariantKey[]) {
  test(`CALM-33: ${key}: a guest with one parcel makes 5 presses from the cart to the order, and meets 7 text fields before the payment`, async ({
    page,
  }) => {
    const store = await walkToCart(page, key, 5)
    const email = `ada.five.${key}@example.com`
    const presses = await countPresses(page)
    await store.startGuestCheckout()
    await store.untilAlive()
    await store.fillAddress(email)

    // nothing is pressed: the options are there, the standard one is chosen, with its date and its price
    await expect(toPayment(page)).toBeVisible()
    await expect(page).toHaveURL(/\/checkout\/shipping$/)
    await expect(levels(page).first()).toBeChecked()
    await expect(levels(page).first()).toHaveAccessibleName(/^Standard ?(Arrives|Available) .*\d.*(Free|\d+\.\d\d)$/i)
    await expect(spoken(page)).toContainText('Shipping options are below your address. Chosen: Standard, ')
    // whoever types is not taken away
    await expect(main(page).getByLabel(/^(zip|postal) code/i)).toBeFocused()
    const texts = main(page).locator('input:not([type=radio], [type=checkbox], [type=hidden]), textarea')
    await expect(texts.filter({ visible: true })).toHaveCount(7)
    await expectNoFault(page, 'the address with its options below')
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoSidewaysScroll(page, `the address with its options at ${width}`)
    }

    await store.next('Next: Payment', /\/checkout\/paymentandbilling$/)
    await store.untilAlive()
    await store.fillCard(goodCard)
    await store.next('Next: Review & Place Order', /\/checkout\/review$/)
    const number = await store.placeOrder()
    expect((await ordersOf(email)).map((order) => order.number)).toEqual([number])
    expect(presses.names()).toEqual([
      expect.stringMatching(/^checkout/i),
      'Guest Checkout',
      'Next: Payment',
      'Next: Review & Place Order',
      'Place Order',
    ])
  })
}

test('CALM-33 ROUTE-08 STEP-22: what was chosen is there after Back, a reload and at the address of step 2; an address that is refused holds the options', async ({
  page,
}) => {
  const store = await walkToCart(page, 'cb2', 6)
  const express = main(page).getByRole('radio', { name: /^express/i })
  const street = main(page).getByLabel(/^street address/i)
  await store.startGuestCheckout()
  await store.untilAlive()
  await store.fillAllButPostalCode('ada.back@example.com')
  // sent by hand before it has saved itself: at the options, not past them
  await store.fillPostalCode()
  await page.keyboard.press('Enter')
  await expect(store.optionsBelow).toBeFocused()
  await store.toOptions()
  await express.check()
  await store.next('Next: Payment', /\/checkout\/paymentandbilling$/)

  await page.goBack()
  await expect(page).toHaveURL(/\/checkout\/shipping$/)
  await expect(express).toBeChecked()
  await page.reload()
  await store.untilAlive()
  await expect(express).toBeChecked()
  await expect(toPayment(page)).toBeVisible()
  const steps = page.getByRole('navigation', { name: 'Checkout steps' })
  await steps.getByRole('link', { name: 'Shipping & Gift Options' }).click()
  await expect(page).toHaveURL(/\/checkout\/shippingandgiftoptions$/)
  await expect(steps.locator('[aria-current=step]')).toContainText('Shipping & Gift Options')
  await expect(express).toBeChecked()
  await main(page).getByRole('link', { name: /^edit/i }).first().click()
  await expect(page).toHaveURL(/\/checkout\/shipping$/)

  const known = await street.inputValue()
  const next = page.getByRole('button', { name: 'Next', exact: true })
  await street.fill('4111 1111 1111 1111')
  await next.click()
  await expect(street).toHaveAttribute('aria-invalid', 'true')
  await expect(street).toBeFocused()
  await expect(
    main(page)
      .locator('[inert]')
      .filter({ has: page.locator('fieldset') }),
  ).toHaveCount(1)
  await street.fill(`${known}, Door 2`)
  await expect(toPayment(page)).toBeVisible()
  await expect(street).toBeFocused()
  await expect(express).toBeChecked()
  await store.next('Next: Payment', /\/checkout\/paymentandbilling$/)
  await expect(main(page)).toContainText(`${known}, Door 2`)
})
