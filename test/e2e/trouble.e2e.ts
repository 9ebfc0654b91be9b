import { expect, type Page } from '@playwright/test'
import { pathTable } from '#contracts/paths.ts'
import type { VariantKey } from '#domain/variant.ts'
import { type Article, ordersOf, plainArticle, setOnHand } from './books.ts'
import { test } from './focus-watch.ts'
import { passOn } from './pass-on.ts'
import { fillCart, goToStep } from './quick.ts'
import { authorizationsSince, clearFaults, playFault } from './sandbox.ts'
import { declinedCard, goodCard, Store } from './store.ts'

const placePath = `**${pathTable.order.placeOrder.path}`
const placeButton = (page: Page) => page.getByRole('button', { name: 'Place Order', exact: true })
const confirmation = /\/checkout\/confirmation$/

/** Lets nothing but memory of this very document tell whether the page was loaded again. */
async function mark(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
}
async function isSameDocument(page: Page): Promise<boolean> {
  return page.evaluate(() => 'isSameDocument' in window)
}

async function atReview(page: Page, key: VariantKey, articles: readonly Article[], email: string): Promise<Store> {
  const store = new Store(page, key)
  await goToStep(store, 4, { skus: articles.map(({ sku }) => sku), email })
  return store
}

async function expectOneOrder(email: string, number: string): Promise<void> {
  const orders = await ordersOf(email)
  expect(orders.map((order) => [order.number, order.state])).toEqual([[number, 'placed']])
}

test('SCENE-05 UX-16: after a decline all that was entered stays, and a good card succeeds without a reload', async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  const article = await plainArticle('cb', 16)
  const email = 'decline@example.com'
  await goToStep(store, 2, { skus: [article.sku], email })
  await store.chooseGiftMessage('For the new house')
  await store.next('Next: Payment', /\/checkout\/paymentandbilling$/)
  await store.fillCard(declinedCard)
  await mark(page)
  await store.next('Next: Review & Place Order', /\/checkout\/review$/)
  await placeButton(page).click()
  await page.getByRole('dialog', { name: 'Payment Error' }).getByRole('button', { name: 'Update Payment' }).click()
  await expect(page.locator('#header_payment')).toBeInViewport()
  await expect(page.getByRole('main')).toContainText('ending in 0002')
  await store.fillCard(goodCard)
  await store.next('Next: Review & Place Order', /\/checkout\/review$/)
  const main = page.getByRole('main')
  for (const stored of ['Lovelace', store.home.address, 'For the new house', 'ending in 1111', article.name]) {
    await expect(main).toContainText(stored)
  }
  expect(await isSameDocument(page)).toBe(true)
  await expectOneOrderAfter(store, email)
})

async function expectOneOrderAfter(store: Store, email: string): Promise<void> {
  const number = await store.placeOrder()
  const placed = (await ordersOf(email)).filter(({ state }) => state === 'placed')
  expect(placed.map((order) => order.number)).toEqual([number])
}

test('SCENE-02: of two tabs at review, the second gets the confirmation of the first', async ({ page, context }) => {
  const email = 'twotabs@example.com'
  const store = await atReview(page, 'cb2', [await plainArticle('cb2', 17)], email)
  const other = new Store(await context.newPage(), 'cb2')
  await other.openStep(4)
  const number = await store.placeOrder()
  expect(await other.placeOrder()).toBe(number)
  await expectOneOrder(email, number)
})

test('SCENE-03 BEYOND-11: an item added in another tab is not charged before the shopper has seen the new total', async ({
  page,
  context,
}) => {
  const [first, added] = await Promise.all([plainArticle('cb', 18), plainArticle('cb', 19)])
  const email = 'changed@example.com'
  const home = new Store(await context.newPage(), 'cb')
  const store = await atReview(page, 'cb', [first], email)
  await home.open('/')
  await home.untilAlive()
  await expect(home.basketCount).toHaveText('1')
  const tab = new Store(await context.newPage(), 'cb')
  await tab.open(`/product/${added.sku}`)
  await tab.addToCart.click()
  await expect(tab.page.getByRole('dialog')).toBeVisible()
  await expect(home.basketCount).toHaveText('2', { timeout: 1_000 })

  const began = new Date()
  await placeButton(page).click()
  const main = page.getByRole('main')
  await expect(
    main.getByRole('alert').or(main.getByRole('status')).filter({ hasText: added.name }).first(),
  ).toBeVisible()
  await expect(page).toHaveURL(/\/checkout\/review$/)
  expect(await authorizationsSince(began)).toEqual([])
  expect(await ordersOf(email)).toEqual([])

  const number = await store.placeOrder()
  await expectOneOrder(email, number)
  const [order] = await ordersOf(email)
  expect(order?.total).toBeGreaterThan(first.price + added.price - 1)
})

test('SCENE-01 PLAT-09: the connection drops after the server has committed, and the retries get the same order', async ({
  page,
}) => {
  const email = 'dropped@example.com'
  const store = await atReview(page, 'cb', [await plainArticle('cb', 20)], email)
  const began = new Date()
  const answers: string[] = []
  const keys = new Set<string | undefined>()
  await page.route(placePath, async (route) => {
    const answer = await passOn(route)
    answers.push(((await answer.json()) as { orderNumber: string }).orderNumber)
    keys.add((await route.request().allHeaders())['idempotency-key'])
    await (answers.length < 3 ? route.abort('connectionreset') : route.fulfill({ response: answer }))
  })
  const number = await store.placeOrder()
  expect(answers).toEqual([number, number, number])
  expect(keys.size).toBe(1)
  await expectOneOrder(email, number)
  expect(await authorizationsSince(began)).toHaveLength(1)
})

test.describe('BEYOND-02: an unknown outcome finds out by itself', () => {
  test('the order was placed and no answer came through: the confirmation follows, one order', async ({ page }) => {
    const email = 'lost@example.com'
    await atReview(page, 'cb2-ca', [await plainArticle('cb2-ca', 6)], email)
    await page.route(placePath, async (route) => {
      await passOn(route)
      await route.abort('connectionreset')
    })
    await placeButton(page).click()
    await expect(page).toHaveURL(confirmation, { timeout: 20_000 })
    await expectOneOrder(email, (await page.getByTestId('order-number').textContent()) ?? '')
  })

  test('the order never left: the shopper is told so, and may place it', async ({ page }) => {
    const email = 'neverleft@example.com'
    const store = await atReview(page, 'cb', [await plainArticle('cb', 21)], email)
    await page.route(placePath, (route) => route.abort('internetdisconnected'))
    await placeButton(page).click()
    await expect(page.getByText('We are finding out what became of your order.')).toBeVisible()
    await expect(placeButton(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Back to Review' }).click({ timeout: 20_000 })
    expect(await ordersOf(email)).toEqual([])
    await page.unrouteAll()
    await expectOneOrder(email, await store.placeOrder())
  })
})

test('BEYOND-02 BEYOND-12: the processor charges and says nothing: the button is busy, and the page that follows settles by itself', async ({
  page,
}) => {
  test.setTimeout(150_000)
  const email = 'silent@example.com'
  await atReview(page, 'cb', [await plainArticle('cb', 22)], email)
  const began = new Date()
  await playFault('timeoutAfterCharge')
  await placeButton(page).click()
  await expect(page.getByRole('button', { name: /placing your order/i })).toBeVisible({ timeout: 1_000 })
  await expect(page).toHaveURL(confirmation, { timeout: 20_000 })
  await clearFaults()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for your order', { timeout: 90_000 })
  await expectOneOrder(email, (await page.getByTestId('order-number').textContent()) ?? '')
  expect(await authorizationsSince(began)).toHaveLength(1)
})

test('ROUTE-04 STEP-15: without a connection the popup says so, and its closing leads to the cart', async ({
  page,
  context,
}) => {
  await atReview(page, 'cb', [await plainArticle('cb', 23)], 'offline@example.com')
  // a page fetches the popup that tells of it when it is idle: offline it could not be had any more
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/network-error-')),
  )
  await context.setOffline(true)
  await placeButton(page).click()
  const popup = page.getByRole('dialog', { name: 'Network Error' })
  await expect(popup).toBeVisible()
  await context.setOffline(false)
  await popup.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/checkout\/cart$/)
  await expect(page.getByRole('list', { name: 'Items in your cart' })).toBeVisible()
})

test.describe('SCENE-17: the session or its token ends in the middle of the shipping form', () => {
  test('a token that is no longer right is renewed, and the same request repeated with the same key', async ({
    page,
  }) => {
    const store = new Store(page, 'cb')
    await goToStep(store, 1, { skus: [(await plainArticle('cb', 24)).sku], email: '' })
    await store.fillAllButPostalCode('token@example.com')
    await page.locator('input[name="__RequestVerificationToken"]').evaluateAll((fields) => {
      for (const field of fields) (field as HTMLInputElement).value = 'spoilt'
    })
    const keys: (string | undefined)[] = []
    page.on('request', async (request) => {
      if (request.url().endsWith(pathTable.checkout.validateCart.path)) keys.push(request.headers()['idempotency-key'])
    })
    await store.fillPostalCode()
    await store.toOptions()
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
    await store.openStep(1)
    await expect(page.getByRole('main').getByLabel(/^email/i)).toHaveValue('token@example.com')
  })

  test('what was typed stands there again after a reload', async ({ page }) => {
    const store = new Store(page, 'cb-ca')
    await goToStep(store, 1, { skus: [(await plainArticle('cb-ca', 7)).sku], email: '' })
    await store.fillAddress('reload@example.com')
    await page.reload()
    await store.untilAlive()
    const form = page.getByRole('main')
    await expect(form.getByLabel(/^email/i)).toHaveValue('reload@example.com')
    await expect(form.getByLabel(/^(street )?address$/i)).toHaveValue(store.home.address)
    await expect(form.getByLabel(/^province/i)).toHaveValue(store.home.state)
  })
})

/** A step that is over leads on at once, which cuts the way back to it short. */
async function back(page: Page): Promise<void> {
  await page.goBack().catch((error: unknown) => {
    if (!String(error).includes('ERR_ABORTED')) throw error
  })
  await page.waitForLoadState('networkidle')
  await expect(placeButton(page)).toHaveCount(0)
}

test('SCENE-12: Back after the order shows no way to order twice, and a new cart is intact', async ({ page }) => {
  const email = 'back@example.com'
  const [first, next] = await Promise.all([plainArticle('cb', 25), plainArticle('cb', 26)])
  const store = await atReview(page, 'cb', [first], email)
  const number = await store.placeOrder()
  await fillCart(store, [next.sku])
  await store.open('/checkout/confirmation')
  await back(page)
  await back(page)
  await back(page)
  await expect(page).toHaveURL(/\/checkout\/cart$/)
  await expect(placeButton(page)).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText(next.name)
  await expectOneOrder(email, number)
})

test.describe('UNAVAIL-18: an item is sold out while the shopper looks at the review', () => {
  let articles: readonly [Article, Article]
  test.beforeAll(async () => {
    articles = [await plainArticle('cb', 27), await plainArticle('cb', 28)]
  })
  test.afterAll(async () => {
    await setOnHand('cb', articles[0].sku, 40)
  })

  test("the popup names it, 'Remove All' takes it out, and the rest is ordered", async ({ page }) => {
    const email = 'soldout@example.com'
    const store = await atReview(page, 'cb', articles, email)
    await setOnHand('cb', articles[0].sku, 0)
    await placeButton(page).click()
    const popup = page.getByRole('dialog', { name: 'Item(s) no longer available' })
    await expect(popup).toContainText(articles[0].name)
    await expect(popup).not.toContainText(articles[1].name)
    await popup.getByRole('button', { name: 'Remove All' }).click()
    await expect(popup).toBeHidden()
    await expect(page.getByRole('main')).not.toContainText(articles[0].name)
    await expect(page.getByRole('main')).toContainText(articles[1].name)
    expect(await ordersOf(email)).toEqual([])
    await expectOneOrder(email, await store.placeOrder())
    expect((await ordersOf(email)).map(({ sku }) => sku)).toEqual([articles[1].sku])
  })
})
