import { expect } from '@playwright/test'
import { plainArticle } from './books.ts'
import { test } from './focus-watch.ts'
import { goToStep } from './quick.ts'
import { mailsTo } from './sandbox.ts'
import { goodCard, Store } from './store.ts'

test('CART-13 OPEN-36: in cb a donation is found, given, changed, paid and confirmed by mail', async ({ page }) => {
  const store = new Store(page, 'cb')
  const email = 'ada.gives@example.com'
  const main = page.getByRole('main')
  await store.walkToDonation()
  await store.untilAlive()
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await expect(main).toContainText('Any amount from $1')
  await expect(main).not.toContainText('$0.00')
  await expect(main.getByLabel(/quantity|zip/i)).toHaveCount(0)

  await page.getByRole('radio', { name: 'Another amount' }).check()
  const typed = page.getByLabel('Your amount')
  await typed.fill('12.50')
  await store.addToCart.click()
  await expect(typed).toHaveAccessibleDescription(/whole dollars, without cents/)
  await expect(typed).toBeFocused()
  await expect(store.basketCount).toHaveText('0')
  await typed.fill('12')
  await store.addToCart.click()
  const layer = page.getByRole('dialog', { name: '1 item(s) added to your cart' })
  await expect(layer).toContainText(store.money(1_200))
  await layer.getByRole('link', { name: 'View Cart & Checkout' }).click()

  const amount = page.getByLabel(`Amount of ${name}`)
  await expect(amount).toHaveValue('12')
  await expect(main.getByRole('button', { name: /save for later|shipping and delivery/i })).toHaveCount(0)
  await amount.fill('1001')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(amount).toHaveAccessibleDescription(/from \$1\.00 to \$1,000\.00/)
  await amount.fill('40')
  await amount.press('Enter')
  const summary = page.getByRole('region', { name: 'Order summary' })
  const row = (title: string) => summary.getByText(title, { exact: true }).locator('xpath=following-sibling::dd')
  await expect(row('Total')).toHaveText(store.money(4_000))
  await expect(row('Donation')).toHaveText(store.money(4_000))
  await expect(row('Tax')).toHaveText(store.money(0))

  await store.startGuestCheckout()
  await store.fillAddress(email)
  await store.toOptions()
  await store.next('Next: Payment', /\/checkout\/paymentandbilling$/)
  await store.fillCard(goodCard)
  await store.next('Next: Review & Place Order', /\/checkout\/review$/)
  const number = await store.placeOrder()
  for (const words of [name, store.money(4_000)]) await expect(main).toContainText(words)
  await expectMail(email, [number, name, store.money(4_000)])
})

test('CART-13 OPEN-36 UX-10: in cb2-ca a donation is chosen by keys alone, removed, brought back as it was, and ordered beside another thing', async ({
  page,
}) => {
  const store = new Store(page, 'cb2-ca')
  await store.walkToDonation()
  await store.untilAlive()
  const chosen = page.getByRole('radio', { name: 'CAD 5' })
  await chosen.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'CAD 10' })).toBeChecked()
  await page.keyboard.press('Enter')
  const layer = page.getByRole('dialog', { name: '1 item(s) added to your cart' })
  await expect(layer).toContainText(store.money(1_000))
  await layer.getByRole('link', { name: 'View Cart & Checkout' }).click()
  const amount = page.getByLabel(/^Amount of/)
  await expect(amount).toHaveValue('10')
  await page.getByRole('button', { name: /^remove /i }).click()
  await expect(store.basketCount).toHaveText('0')
  await page.getByRole('button', { name: /^undo/i }).click()
  await expect(amount).toHaveValue('10')
  await expect(store.basketCount).toHaveText('1')

  // beside another thing: each has its part in the order, its page and its mail
  const name =
    (await page
      .getByRole('main')
      .getByRole('link', { name: /donation/i })
      .first()
      .textContent()) ?? ''
  const other = await plainArticle('cb2-ca', 5)
  const email = 'ada.gives.too@example.com'
  await goToStep(store, 4, { skus: [other.sku], email })
  await expect(page.getByRole('list', { name: 'Donations' })).toContainText(name)
  const number = await store.placeOrder()
  const next = page.getByRole('region', { name: 'What happens next' })
  await expect(next).toContainText(`${name}, ${store.money(1_000)}`)
  await expect(next).toContainText(other.name)
  await page.getByRole('link', { name: /this order/i }).click()
  await expect(page).toHaveURL(/\/account\/orders\//)
  await expect(page.getByRole('main')).toContainText(name)
  await expectMail(email, [number, name, other.name, store.money(1_000), 'Nothing is shipped for it'])
})

async function expectMail(email: string, words: readonly string[]): Promise<void> {
  await expect.poll(async () => (await mailsTo(email)).length, { timeout: 20_000 }).toBe(1)
  const [mail] = await mailsTo(email)
  for (const word of words) {
    expect(mail?.text).toContain(word)
    expect(mail?.html).toContain(word)
  }
}
