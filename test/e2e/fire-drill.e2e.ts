import { expect, type Page } from '@playwright/test'
import { cartPaths } from '#contracts/cart/paths.ts'
import { visaEnding } from '#test/builders/visa-ending.ts'
import { ordersOf, plainArticle } from './books.ts'
import { ClientLog } from './failures.ts'
import { test } from './focus-watch.ts'
import { expectNoFault, expectNoSidewaysScroll } from './page-faults.ts'
import { goToStep } from './quick.ts'
import { clearFaults, mailsTo, playFault } from './sandbox.ts'
import { goodCard, Store } from './store.ts'

test.afterEach(clearFaults)

const outage = 'Pickup availability cannot be shown right now. Please check again later.'
const scriptedNow = (page: Page) => page.getByRole('region', { name: 'Scripted now' })

/** From the home page to the drill, as a developer finds it, and a fault scripted there. */
async function scriptFromHome(store: Store, fault: string, times: string, lastFour = ''): Promise<void> {
  const { page } = store
  await store.open('/')
  await page.getByRole('complementary', { name: 'For developers' }).getByRole('link', { name: 'Fire drill' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fire drill')
  await page.getByLabel('Fault', { exact: true }).selectOption(fault)
  await page.getByLabel('How many times').fill(times)
  await page.getByLabel('Only the card ending in').fill(lastFour)
  await page.getByRole('button', { name: 'Script it' }).click()
  await expect(page.getByRole('status')).toHaveText(`Scripted: ${fault}.`)
}

test('BEYOND-12 CART-22 ERR-06: delivery scripted as down from the home page: the cart says so kindly at its lines, it is logged once, and passes', async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  await scriptFromHome(store, 'Delivery estimates do not come', '2')
  await expect(scriptedNow(page)).toContainText('plays 2 more times')
  const log = new ClientLog(page)
  await page.getByRole('link', { name: 'Go shopping' }).click()
  await store.walkToProduct()
  await store.addTwoAndOpenCart()
  const line = page.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem').first()
  await expect(line).toContainText(outage)
  await expect(line).toContainText(/Arrives|Available/)
  await log.expectOne(cartPaths.getEdd.path)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^checkout/i }).first()).toBeEnabled()
  await page.reload()
  await expect(line).toContainText(/Arrives|Available/)
  await expect(line).not.toContainText(outage)
  await store.open('/fire-drill')
  await expect(scriptedNow(page)).toContainText('Nothing. Everything answers as it should.')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('BEYOND-12: the drill is scripted, corrected and cleared by plain forms, in each width without a fault of axe', async ({
    page,
  }) => {
    const store = new Store(page, 'cb2-ca')
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await scriptFromHome(store, 'A card is declined', '3')
      await page.getByLabel('How many times').fill('0')
      await page.getByRole('button', { name: 'Script it' }).click()
      await expect(page.getByLabel('Fault', { exact: true })).toHaveAccessibleDescription('Please choose a fault.')
      await page.getByLabel('Fault', { exact: true }).selectOption('A mail is refused for now')
      await page.getByRole('button', { name: 'Script it' }).click()
      const times = page.getByLabel('How many times')
      await expect(times).toHaveAccessibleDescription(/Please enter a whole number from 1 to 10,000\./)
      await expect(times).toHaveValue('0')
      await expectNoSidewaysScroll(page, `the drill at ${width}`)
      await times.fill('2')
      await page.getByRole('button', { name: 'Script it' }).click()
      await expect(scriptedNow(page).getByRole('listitem')).toHaveCount(2)
      await page.getByRole('button', { name: 'Clear A card is declined' }).click()
      await expect(scriptedNow(page).getByRole('listitem')).toHaveText([
        /A mail is refused for now.*plays 2 more times/,
      ])
      await page.getByRole('button', { name: 'Clear A mail is refused for now' }).click()
      await expect(page.getByRole('status')).toHaveText('Cleared.')
    }
  })
})

test('BEYOND-12 UX-25: axe finds no fault in the drill, also in one with something wrong', async ({ page }) => {
  const store = new Store(page, 'cb')
  await scriptFromHome(store, 'A wallet does not open', '1')
  await expectNoFault(page, 'the drill')
  await page.getByRole('button', { name: 'Script it' }).click()
  await expect(page.getByText('Please choose a fault.')).toBeVisible()
  await expectNoFault(page, 'the drill with something wrong')
})

test('BEYOND-12 BEYOND-02: the gateway scripted to decline from the home page: the payment step says so, and the next try is taken', async ({
  page,
}) => {
  const email = 'drill-declined@example.com'
  const store = new Store(page, 'cb2')
  // recovery sends what earlier tests left on its way: whatever payment comes next need not be this one
  await scriptFromHome(store, 'A card is declined', '1', '7066')
  const { sku } = await plainArticle('cb2', 50)
  await goToStep(store, 4, { skus: [sku], email, card: { ...goodCard, number: visaEnding('7066') } })
  await page.getByRole('button', { name: 'Place Order', exact: true }).click()
  const popup = page.getByRole('dialog', { name: 'Payment Error' })
  await expect(popup).toContainText('Your card was declined')
  await popup.getByRole('button', { name: 'Update Payment' }).click()
  await expect(page).toHaveURL(/\/checkout\/paymentandbilling/)
  await store.fillCard(goodCard)
  await store.next('Next: Review & Place Order', /\/checkout\/review$/)
  const number = await store.placeOrder()
  const placed = (await ordersOf(email)).filter(({ state }) => state === 'placed')
  expect(placed.map((order) => order.number)).toEqual([number])
})

const away = 'We cannot reach our payment partner right now, so nothing was ordered or charged.'

test('BEYOND-12 BEYOND-02: a gateway that takes no connections: the shopper is told that nothing was ordered or charged, and orders when it is back', async ({
  page,
}) => {
  const email = 'drill-away@example.com'
  const store = new Store(page, 'cb')
  const { sku } = await plainArticle('cb', 52)
  await goToStep(store, 4, { skus: [sku], email })
  await playFault('refuseConnection', { delayMs: 4_000 })
  await page.getByRole('button', { name: 'Place Order', exact: true }).click()
  await expect(page).toHaveURL(/\/checkout\/paymentandbilling/)
  await expect(page.getByRole('main')).toContainText(away)
  expect((await ordersOf(email)).filter(({ state }) => state === 'placed')).toEqual([])
  await expect.poll(() => clearFaults().then(String, String), { timeout: 30_000 }).toBe('undefined')
  await store.next('Next: Review & Place Order', /\/checkout\/review$/)
  const number = await store.placeOrder()
  expect((await ordersOf(email)).filter(({ state }) => state === 'placed').map((order) => order.number)).toEqual([
    number,
  ])
})

test('BEYOND-12 OPEN-91: a wallet whose sheet does not open says so under its button, and opens the next time', async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  const { sku } = await plainArticle('cb', 53)
  await goToStep(store, 3, { skus: [sku], email: 'drill-wallet@example.com' })
  await playFault('noSheet', { standIn: 'wallets' })
  await page.getByRole('button', { name: 'Pay with PayPal' }).click()
  await expect(page.getByRole('alert')).toContainText(away)
  await expect(page.getByLabel(/^card number/i)).toBeVisible()
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Pay with PayPal' }).click()
  await expect((await opening).getByText('Built-in stand-in for PayPal.')).toBeVisible()
})

test('BEYOND-12 SCENE-23: an order placed while mail is refused stands, and its mail comes later', async ({ page }) => {
  const email = 'drill-mail@example.com'
  const store = new Store(page, 'cb')
  const { sku } = await plainArticle('cb', 51)
  await goToStep(store, 4, { skus: [sku], email })
  await playFault('503', { standIn: 'mail' })
  const number = await store.placeOrder()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for your order')
  await expect.poll(() => mailsTo(email), { timeout: 60_000 }).toHaveLength(1)
  expect((await mailsTo(email))[0]?.text).toContain(number)
})

test('BEYOND-12 OPEN-96: a provider that answers 503 leads back to the sign-in page, which says so and takes a password', async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  await playFault('503', { standIn: 'identity', count: 10 })
  await store.open('/')
  await page
    .getByRole('link', { name: /sign in/i })
    .first()
    .click()
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  if (new URL(page.url()).pathname.startsWith('/identity/'))
    await page.getByRole('button', { name: 'Ada Lovelace' }).click()
  await expect(page).toHaveURL(/\/account\/login/)
  await expect(
    page.getByText('Google does not answer at the moment. Please try again later, or sign in with your password.'),
  ).toBeVisible()
  await expect(page.getByLabel(/^password/i).first()).toBeVisible()
})
