import { expect } from '@playwright/test'
import { pathTable } from '#contracts/paths.ts'
import { authorizationErrorAddress, type Step, stepRow, steps } from '#domain/checkout/steps.ts'
import { plainArticle } from './books.ts'
import { test } from './focus-watch.ts'
import { callStore, fillCart, goToStep, reachStep } from './quick.ts'
import { declinedCard, Store } from './store.ts'

const pathOf = (step: Step) => stepRow(step).path
const endsAt = (path: string) => new RegExp(`${path}$`)

/** How far a shopper has come, and how to get there. */
const states: readonly { readonly state: string; readonly reached: Step; readonly step: 0 | 1 | 2 | 3 | 4 }[] = [
  { state: 'nothing in the cart', reached: 0, step: 0 },
  { state: 'only a cart', reached: 0, step: 0 },
  { state: 'guest checkout chosen', reached: 1, step: 1 },
  { state: 'an address saved', reached: 2, step: 2 },
  { state: 'shipping chosen', reached: 3, step: 3 },
  { state: 'a card saved', reached: 4, step: 4 },
]

test.describe('ROUTE-01 ROUTE-02 ROUTE-25 OPEN-20: an address of the checkout opens the earliest step that is not complete', () => {
  for (const [nth, { state, reached, step }] of states.entries()) {
    test(`with ${state}: ${pathOf(reached)}`, async ({ page }) => {
      const store = new Store(page, 'cb2')
      const { sku } = await plainArticle('cb2', nth)
      if (state === 'only a cart') await fillCart(store, [sku])
      if (step > 0) await reachStep(store, step as 1 | 2 | 3 | 4, { skus: [sku], email: `way${nth}@example.com` })

      await store.open('/checkout')
      await expect(page).toHaveURL(endsAt(pathOf(reached)))
      for (const wished of steps) {
        const isOpen = wished.step <= reached
        const answer = await page.goto(store.address(wished.path))
        expect(answer?.status(), wished.path).toBe(200)
        // before an order the confirmation leads back to the cart
        const expected = isOpen ? wished.path : wished.step === 5 ? pathOf(0) : pathOf(reached)
        await expect(page, `${wished.path} with ${state}`).toHaveURL(endsAt(expected))
      }
    })
  }
})

test('ROUTE-07 ROUTE-08 ROUTE-09 ROUTE-11 ROUTE-12 STEP-22 UX-05: each step marks itself as the current one and has a title of its own', async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  const { sku } = await plainArticle('cb', 11)
  await reachStep(store, 4, { skus: [sku], email: 'steps@example.com' })
  const names = page.getByRole('navigation', { name: 'Checkout steps' }).getByRole('listitem')
  const titles = new Set<string>()

  async function expectCurrent(step: Step): Promise<void> {
    await expect(names).toHaveCount(steps.length)
    const current = await names.evaluateAll((items) =>
      items.map((item) => item.getAttribute('aria-current') === 'step'),
    )
    expect(current.indexOf(true)).toBe(step)
    expect(current.filter(Boolean)).toHaveLength(1)
    titles.add(await page.title())
  }

  for (const step of [1, 2, 3, 4] as const) {
    await store.openStep(step)
    await expectCurrent(step)
  }
  // back by the step's own name, and every one before it can be opened
  await names.nth(2).getByRole('link').click()
  await expect(page).toHaveURL(endsAt(pathOf(2)))
  await expect(names.nth(1).getByRole('link')).toHaveAttribute('href', pathOf(1))
  await callStore(page, pathTable.order.placeOrder.path, {})
  await store.open(pathOf(5))
  await expectCurrent(5)
  expect(titles.size).toBe(5)
})

test('ROUTE-10 ORDER-06 ORDER-07 ORDER-08: a declined card leads to the exact address of the authorization error', async ({
  page,
}) => {
  const store = new Store(page, 'cb-ca')
  const { sku } = await plainArticle('cb-ca', 3)
  await goToStep(store, 4, { skus: [sku], email: 'declined@example.com', card: declinedCard })
  await page.getByRole('button', { name: 'Place Order', exact: true }).click()
  const popup = page.getByRole('dialog', { name: 'Payment Error' })
  await expect(popup).toContainText('Your card was declined. Please use another card.')
  await popup.getByRole('button', { name: 'Update Payment' }).click()
  await expect(page).toHaveURL(store.address(authorizationErrorAddress))
  await expect(page.locator('#header_payment')).toBeInViewport()
})

const smallPages = [
  '/customer-service/terms-of-use',
  '/customer-service/privacy-policy',
  '/customer-service/international-orders',
  '/account/create-account',
  '/account/confirm-address',
  '/account/login',
  '/design-services/form',
  '/design-services/kids-form',
  '/design-services/appointments',
  '/gift-registry/guest/authenticate',
  '/gift-registry/guest/new',
]

test('OPEN-17 ROUTE-19: the small pages exist, each answers 200 with a heading of its own', async ({ page }) => {
  const headings = new Set<string>()
  for (const path of smallPages) {
    const answer = await page.goto(new Store(page, 'cb2-ca').address(path))
    expect(answer?.status(), path).toBe(200)
    headings.add((await page.getByRole('heading', { level: 1 }).textContent()) ?? '')
  }
  expect(headings.size).toBe(smallPages.length)
})

test('ROUTE-19 LOGIN-14 LOGIN-15: the three links of the sign-in page lead to their pages', async ({ page }) => {
  const store = new Store(page, 'cb')
  for (const path of smallPages.filter((each) => /terms|privacy|create/.test(each))) {
    await store.open('/account/login')
    await store.untilAlive()
    await page.getByRole('main').locator(`a[href="${path}"]`).click()
    await expect(page).toHaveURL(endsAt(path))
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Sign In')
  }
})

test('an address where nothing is says so in the frame of the store, with status 404', async ({ page }) => {
  const answer = await page.goto(new Store(page, 'cb').address('/product/1'))
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  await expect(page.getByRole('navigation', { name: 'Departments' })).toBeVisible()
})
