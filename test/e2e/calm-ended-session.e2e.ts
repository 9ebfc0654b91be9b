import { expect, type Page } from '@playwright/test'
import { ask, plainArticle } from './books.ts'
import { answerPopup, popup } from './failures.ts'
import { test } from './focus-watch.ts'
import { chooseExhibits } from './places.ts'
import { goToStep } from './quick.ts'
import { goodCard, Store } from './store.ts'

const sorry = "We're Sorry."
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** The session is gone in the middle of a step: the popup of any IsReset, and then the cart. */
async function loseSession(store: Store, name: string): Promise<void> {
  const { page } = store
  await page.context().clearCookies()
  await press(page, name)
  await expect(popup(page, sorry)).toBeVisible()
  await answerPopup(page, sorry, 'OK')
  await expectEnded(store)
}

async function expectEnded(store: Store): Promise<void> {
  const { page } = store
  await expect(page).toHaveURL(/\/checkout\/cart$/)
  await store.untilAlive()
  await expect(page.getByRole('heading', { name: 'Your session has ended. Your address is still here.' })).toBeFocused()
  await expect(page.getByRole('main')).not.toContainText('Your cart is empty')
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true })).toHaveAttribute(
    'href',
    '/account/login?returnUrl=%2Fcheckout%2Fcart',
  )
}

async function goOnAsGuest(page: Page, title: string): Promise<void> {
  await press(page, 'Go on as a guest')
  const sure = popup(page, 'Put it back into your cart?')
  await expect(sure).toContainText(title)
  await sure.getByRole('button', { name: 'Yes, put it back' }).click()
}

test.describe('CALM-21: a session that ends at a step says so in the cart, and all of it comes back', () => {
  test('at the first two steps: what was typed stands there again', async ({ page }) => {
    const store = new Store(page, 'cb')
    const main = page.getByRole('main')
    const article = await plainArticle('cb', 31)
    await goToStep(store, 1, { skus: [article.sku, article.sku], email: '' })
    await store.fillAllButPostalCode('ended@example.com')
    await page.context().clearCookies()
    await store.fillPostalCode()
    await loseSession(store, 'Next')
    await goOnAsGuest(page, article.name)
    await expect(page).toHaveURL(/\/checkout\/shipping$/)
    await store.untilAlive()
    await expect(main.getByLabel(/^email/i)).toHaveValue('ended@example.com')
    await expect(main.getByLabel(/^(street )?address$/i)).toHaveValue(store.home.address)
    await store.toOptions()

    await store.chooseGiftMessage('For the long evenings')
    // what is saved on the way would be the first to find the session gone
    await expect
      .poll(() =>
        ask(
          "select 1 as saved from shop.recipient where address->>'email' = 'ended@example.com' and gift_options->>'giftMessage' <> ''",
        ),
      )
      .toHaveLength(1)
    await loseSession(store, 'Next: Payment')
    await goOnAsGuest(page, article.name)
    await expect(page).toHaveURL(/\/checkout\/shippingandgiftoptions$/)
    await expect(main.getByLabel(/gift message/i)).toHaveValue('For the long evenings')
    await expect(main).toContainText(store.home.address)
    await store.next('Next: Payment', /\/checkout\/paymentandbilling$/)
  })

  test('at the last two: the card alone is asked for again, and the order is placed', async ({ page }) => {
    const store = new Store(page, 'cb2-ca')
    const article = await plainArticle('cb2-ca', 11)
    await goToStep(store, 3, { skus: [article.sku], email: 'ended.card@example.com' })
    await store.fillCard(goodCard)
    await loseSession(store, 'Next: Review & Place Order')
    await goOnAsGuest(page, article.name)
    await expect(page).toHaveURL(/\/checkout\/paymentandbilling$/)
    await store.untilAlive()
    await store.fillCard(goodCard)
    await store.next('Next: Review & Place Order', /\/checkout\/review$/)
    await loseSession(store, 'Place Order')
    await goOnAsGuest(page, article.name)
    await expect(page).toHaveURL(/\/checkout\/paymentandbilling$/)
    await store.untilAlive()
    await store.fillCard(goodCard)
    await store.next('Next: Review & Place Order', /\/checkout\/review$/)
    await expect(page.getByRole('main')).toContainText(store.home.address)
    await store.placeOrder()
    await store.open('/checkout/cart')
    await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible()
  })

  test('found by a reload of a step: what was typed and not yet saved comes back too', async ({ page }) => {
    const store = new Store(page, 'cb')
    const article = await plainArticle('cb', 31)
    await goToStep(store, 1, { skus: [article.sku], email: '' })
    await store.fillAddress('reloaded@example.com')
    await page.context().clearCookies()
    await page.reload()
    await expectEnded(store)
    await goOnAsGuest(page, article.name)
    await expect(page).toHaveURL(/\/checkout\/shipping$/)
    await store.untilAlive()
    await expect(page.getByRole('main').getByLabel(/^email/i)).toHaveValue('reloaded@example.com')
    await expect(page.getByRole('main').getByLabel(/^(street )?address$/i)).toHaveValue(store.home.address)
  })

  test('a piece with her own words comes back with them', async ({ page }) => {
    const store = new Store(page, 'cb')
    const [{ monogram }, article] = await Promise.all([chooseExhibits(store, 'ended.words'), plainArticle('cb', 31)])
    await store.open(`/product/${monogram}`)
    await store.untilAlive()
    await page.getByRole('button', { name: /^personalize it/i }).click()
    const words = page.getByRole('dialog', { name: 'Personalize it' })
    await words.getByRole('textbox').first().fill('Ann')
    await words.getByRole('button', { name: /^accept/i }).click()
    await expect(page).toHaveURL(/\/checkout\/cart$/)
    await goToStep(store, 1, { skus: [article.sku], email: '' })
    await page.context().clearCookies()
    await page.reload()
    await expect(page.getByRole('heading', { name: /^Your session has ended/ })).toBeFocused()
    await goOnAsGuest(page, article.name)
    await expect(page).toHaveURL(/\/checkout\/shipping$/)
    await store.open('/checkout/cart')
    await expect(page.getByRole('main').locator('img[src*="/personalization/image/"]').first()).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Ann')
  })
})
