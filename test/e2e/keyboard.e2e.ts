import { expect } from '@playwright/test'
import type { VariantKey } from '#domain/variant.ts'
import { ordersOf } from './books.ts'
import { test } from './focus-watch.ts'
import { Keyboard } from './keyboard.ts'
import { chooseExhibits } from './places.ts'
import { goToStep } from './quick.ts'
import { goodCard, Store } from './store.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const journeys: readonly { readonly key: VariantKey; readonly state: string }[] = [
  { key: 'cb', state: 'Illinois' },
  { key: 'cb2-ca', state: 'Ontario' },
]

test.describe('UX-11 UX-19 UX-22 ERR-33: the whole purchase with the keyboard alone, and the focus is always seen', () => {
  for (const { key, state } of journeys) {
    test(`in ${key}`, async ({ page }) => {
      test.setTimeout(150_000)
      const store = new Store(page, key)
      const keyboard = new Keyboard(page)
      const main = page.getByRole('main')
      const email = `keys.${key}@example.com`
      const button = (name: string | RegExp) => main.getByRole('button', { name }).and(page.locator(':visible'))

      await store.open('/')
      await store.untilAlive()
      await keyboard.press(page.getByRole('navigation', { name: 'Departments' }).getByRole('link').first())
      await expect(page).toHaveURL(/\/category\//)
      await keyboard.press(page.getByRole('article').first().getByRole('heading').getByRole('link'))
      await expect(page).toHaveURL(/\/product\/\d+/)

      // the large picture and back
      const picture = main.getByRole('link', { name: /zoom/i })
      await keyboard.press(picture)
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(picture).toBeFocused()

      const before = page.url()
      await keyboard.press(main.locator('section[aria-label] li a:not([aria-current])').first())
      await expect(page).not.toHaveURL(before)
      await keyboard.type(main.getByRole('textbox', { name: 'Quantity', exact: true }), '2')
      const add = button(/^add to cart$/i)
      await keyboard.press(add)
      const added = page.getByRole('dialog', { name: '2 item(s) added to your cart' })
      await expect(added).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(added).toBeHidden()
      await expect(add).toBeFocused()
      await keyboard.goTo(store.basketCount, 'Shift+Tab')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/checkout\/cart$/)

      const checkout = button(/^checkout$/i)
      await keyboard.press(checkout)
      const flyout = page.getByRole('dialog', { name: 'Checkout Now' })
      await expect(flyout).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(flyout).toHaveCount(0)
      await expect(checkout).toBeFocused()
      await page.keyboard.press('Enter')
      await keyboard.press(flyout.getByRole('button', { name: 'Guest Checkout' }))
      await expect(page).toHaveURL(/\/checkout\/shipping$/)
      await store.untilAlive()

      const { home } = store
      await keyboard.type(main.getByLabel(/^email/i), email)
      await keyboard.type(main.getByLabel(/^first name/i), 'Ada')
      await keyboard.type(main.getByLabel(/^last name/i), 'Lovelace')
      await keyboard.type(main.getByLabel(/^(street )?address$/i), home.address)
      await keyboard.type(main.getByLabel(/^city/i), home.city)
      await keyboard.choose(main.getByLabel(/^(state|province)/i), state)
      await keyboard.type(main.getByLabel(/^(zip|postal) code/i), home.postalCode)
      await keyboard.type(main.getByLabel(/^phone/i), home.phone)
      await keyboard.press(button('Next'))
      await expect(page).toHaveURL(/\/checkout\/shippingandgiftoptions$/)

      await keyboard.press(main.getByLabel(/this is a gift/i), 'Space')
      await keyboard.type(main.getByLabel(/gift message/i), 'By keyboard')
      await keyboard.press(button('Next: Payment'))
      await expect(page).toHaveURL(/\/checkout\/paymentandbilling$/)

      await keyboard.type(main.getByLabel(/^card number/i), goodCard.number)
      await keyboard.type(main.getByLabel(/^expiration/i), goodCard.expiry)
      await keyboard.type(main.getByLabel(/^security code/i), goodCard.code)
      await keyboard.press(button('Next: Review & Place Order'))
      await expect(page).toHaveURL(/\/checkout\/review$/)

      await keyboard.press(button('Place Order'))
      await expect(page).toHaveURL(/\/checkout\/confirmation$/, { timeout: 20_000 })
      const number = (await page.getByTestId('order-number').textContent()) ?? ''
      expect((await ordersOf(email)).map((order) => order.number)).toEqual([number])
    })
  }
})

test('UX-11 UX-22 SHIP-05 SHIP-19 SHIP-30: two homes, a delivery time and a gift with the keyboard alone, and no press loses the focus', async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  const keyboard = new Keyboard(page)
  const main = page.getByRole('main')
  const { furniture, plain } = await chooseExhibits(store, 'two.homes')
  const email = 'keys.homes@example.com'
  await goToStep(store, 1, { skus: [furniture, plain], email })
  const button = (name: string | RegExp) => main.getByRole('button', { name }).and(page.locator(':visible'))
  const lines = main.getByRole('list', { name: 'Items and where they go' }).getByRole('listitem')
  const status = page.getByRole('status')

  await keyboard.press(button('Ship to multiple addresses'))
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  for (const [nth, firstName] of ['Ada', 'Grace'].entries()) {
    const line = lines.nth(nth)
    const where = line.getByRole('combobox', { name: /^send .* to$/i })
    await keyboard.choose(where, 'Enter a new')
    if (nth === 0) await keyboard.type(line.getByLabel(/^email/i), email)
    await keyboard.type(line.getByLabel(/^first name/i), firstName)
    await keyboard.type(line.getByLabel(/^last name/i), 'Lovelace')
    await keyboard.type(line.getByLabel(/^street address$/i), store.home.address)
    await keyboard.type(line.getByLabel(/^city/i), store.home.city)
    await keyboard.choose(line.getByRole('combobox', { name: 'State' }), 'Illinois')
    await keyboard.type(line.getByLabel(/^zip code/i), store.home.postalCode)
    await keyboard.type(line.getByLabel(/^phone/i), store.home.phone)
    await keyboard.press(line.getByRole('button', { name: 'Use this address' }))
    await expect(where).toBeFocused()
    await expect(status.filter({ hasText: `goes to ${firstName} Lovelace, Chicago.` })).toBeAttached()
  }
  await keyboard.press(button(/^remove grace lovelace/i))
  const doubt = page.getByRole('dialog', { name: 'Are you sure?' })
  await keyboard.press(doubt.getByRole('button', { name: 'No' }))
  await expect(doubt).toHaveCount(0)
  await expect(button(/^remove grace lovelace/i)).toBeFocused()
  await keyboard.press(button('Next'))
  await expect(page).toHaveURL(/\/checkout\/shippingandgiftoptions$/)

  await keyboard.goTo(main.getByRole('combobox', { name: 'Delivery day' }))
  await page.keyboard.press('ArrowDown')
  const hours = main.getByRole('group', { name: /^Time on / }).getByRole('radio')
  await expect(hours.first()).toBeChecked()
  await keyboard.goTo(hours.first())
  await page.keyboard.press('ArrowDown')
  await expect(hours.nth(1)).toBeChecked()
  const second = page.getByRole('region', { name: 'Delivery to Grace Lovelace' })
  await keyboard.press(second.getByLabel('This is a gift'), 'Space')
  await keyboard.type(second.getByLabel(/gift message/i), 'By keyboard')
  await keyboard.press(button('Next: Payment'))
  await expect(page).toHaveURL(/\/checkout\/paymentandbilling$/)
  await expect(main).toContainText('By keyboard')
})
