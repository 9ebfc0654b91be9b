import { expect, type Page } from '@playwright/test'
import { ask, ordersOf, plainArticle } from './books.ts'
import { popup } from './failures.ts'
import { test } from './focus-watch.ts'
import { expectNoFault } from './page-faults.ts'
import { goToStep } from './quick.ts'
import { goodCard, Store } from './store.ts'

const networkError = (page: Page) => popup(page, 'Network Error')
const nothing = async () => {}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** A page fetches what tells of a lost connection when it is idle: offline it could not be had any more. */
async function untilItCanTell(page: Page, script = 'network-error'): Promise<void> {
  await page.waitForFunction(
    (script) => performance.getEntriesByType('resource').some(({ name }) => name.includes(`/${script}-`)),
    script,
  )
  await page.waitForLoadState('networkidle')
}

/** Presses without a connection, and what is `typed` without one before, and waits for the popup that says so. */
async function pressOffline(page: Page, name: string, type = nothing): Promise<void> {
  await untilItCanTell(page)
  await page.context().setOffline(true)
  await type()
  await press(page, name)
  await expect(networkError(page)).toBeVisible()
}

/** What goes out and is answered from now on, by path. */
function keysOf(page: Page): Map<string, Set<string>> {
  const keys = new Map<string, Set<string>>()
  page.on('request', (request) => {
    const key = request.headers()['idempotency-key']
    const { pathname } = new URL(request.url())
    if (key !== undefined) keys.set(pathname, (keys.get(pathname) ?? new Set()).add(key))
  })
  return keys
}

test("CALM-20: offline at the button of every step, 'Try again' goes on with the very request once there is a connection", async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  await store.walkToProduct()
  await store.untilAlive()
  await store.addTwoAndOpenCart()
  await store.startGuestCheckout()
  await store.fillAllButPostalCode('tunnel@example.com')
  await page.reload()
  await store.untilAlive()
  const steps = [
    {
      name: 'Next',
      path: /\/checkout\/(shipping|shippingandgiftoptions)$/,
      type: () => store.fillPostalCode(),
      fill: async () => {
        await expect(page.getByRole('button', { name: 'Next: Payment', exact: true })).toBeVisible()
        await store.chooseGiftMessage('From the tunnel')
        // what is saved behind the page goes out again by itself, with a key of its own
        await expect
          .poll(() =>
            ask("select gift_options->>'giftMessage' as saved from shop.recipient where address->>'email' = $1", [
              'tunnel@example.com',
            ]),
          )
          .toEqual([{ saved: 'From the tunnel' }])
      },
    },
    {
      name: 'Next: Payment',
      path: /\/checkout\/paymentandbilling$/,
      type: nothing,
      fill: () => store.fillCard(goodCard),
    },
    { name: 'Next: Review & Place Order', path: /\/checkout\/review$/, type: nothing, fill: nothing },
    { name: 'Place Order', path: /\/checkout\/confirmation$/, type: nothing, fill: nothing },
  ]
  for (const { name, path, fill, type } of steps) {
    await test.step(name, async () => {
      const keys = keysOf(page)
      await pressOffline(page, name, type)
      const waiting = [...keys].map(([path, sent]) => [path, [...sent]])
      await networkError(page).getByRole('button', { name: 'Try again' }).click()
      await expect(networkError(page)).toBeVisible()
      expect([...keys].map(([path, sent]) => [path, [...sent]])).toEqual(waiting)
      await page.context().setOffline(false)
      await networkError(page).getByRole('button', { name: 'Try again' }).click()
      await expect(page).toHaveURL(path, { timeout: 20_000 })
      for (const [path = '', sent] of waiting) expect([...(keys.get(String(path)) ?? [])]).toEqual(sent)
      await expect(networkError(page)).toHaveCount(0)
      await fill()
    })
  }
  const number = (await page.getByTestId('order-number').textContent()) ?? ''
  expect((await ordersOf('tunnel@example.com')).map((order) => order.number)).toEqual([number])
})

test("CALM-20 ROUTE-04 ERR-21: 'Stay on this step' keeps the shopper and what she typed; x and Escape lead to the cart, and it is there when she comes back", async ({
  page,
}) => {
  const store = new Store(page, 'cb2-ca')
  const main = page.getByRole('main')
  await goToStep(store, 1, { skus: [(await plainArticle('cb2-ca', 9)).sku], email: '' })
  await store.fillAllButPostalCode('stays@example.com')
  await pressOffline(page, 'Next', () => store.fillPostalCode())
  await press(page, 'Stay on this step')
  await expect(networkError(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/checkout\/shipping$/)
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeFocused()
  await expect(main.getByLabel(/^email/i)).toHaveValue('stays@example.com')

  await press(page, 'Next')
  await expect(networkError(page)).toBeVisible()
  await page.context().setOffline(false)
  await networkError(page).getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/checkout\/cart$/)
  await store.untilAlive()
  await store.startGuestCheckout()
  await expect(main.getByLabel(/^(street )?address$/i)).toHaveValue(store.home.address)
  await store.toOptions()

  await main.getByLabel(/this is a gift/i).check()
  await expect(main.getByLabel(/gift message/i)).toBeVisible()
  await untilItCanTell(page)
  await page.context().setOffline(true)
  await main.getByLabel(/gift message/i).fill('For the long evenings')
  await main.getByLabel(/gift message/i).press('Tab')
  await expect(networkError(page)).toBeVisible()
  await page.context().setOffline(false)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/checkout\/cart$/)
  await store.openStep(2)
  await expect(main.getByLabel(/gift message/i)).toHaveValue('For the long evenings')
})

const sorry = (page: Page) => popup(page, "We're Sorry.")
const answer = (page: Page, name: string) => sorry(page).getByRole('button', { name, exact: true }).click()

/** Does something without a connection; the popup says what is the matter, and the page is the one it was. */
async function cutOff(page: Page, act: () => Promise<unknown>): Promise<void> {
  const shown = page.url()
  await untilItCanTell(page, 'generic-error')
  await page.context().setOffline(true)
  await act()
  await expect(sorry(page)).toContainText('We cannot reach the store. Check your connection, then try again.')
  await expect(sorry(page)).toHaveCount(1)
  expect(page.url()).toBe(shown)
}

/** The connection is back, and the popup's button does what was wanted. */
async function tryAgain(page: Page): Promise<void> {
  await page.context().setOffline(false)
  await answer(page, 'Try again')
  await expect(sorry(page)).toHaveCount(0)
}

/** She lets it be, the focus is where it was, and the connection comes back. */
async function letBe(page: Page): Promise<void> {
  await answer(page, 'Not now')
  await expect(sorry(page)).toHaveCount(0)
  await page.context().setOffline(false)
}

test('CALM-20 OPEN-22: without a connection no page, cart or flyout is lost: from the home page to the first step each press can be made again', async ({
  page,
}) => {
  const store = new Store(page, 'cb2-ca')
  const main = page.getByRole('main')
  await store.open('/')
  await store.untilAlive()
  const department = page.getByRole('navigation', { name: 'Departments' }).getByRole('link').first()
  await cutOff(page, () => department.click())
  await expectNoFault(page, 'the popup of a lost connection')
  await letBe(page)
  await expect(department).toBeFocused()
  await cutOff(page, () => department.click())
  await tryAgain(page)
  await expect(page).toHaveURL(/\/category\//)

  // Back has moved the address already
  const shelf = page.getByRole('form', { name: 'Filters and order' })
  await expect(shelf).toBeVisible()
  await page.context().setOffline(true)
  await page.evaluate(() => history.back())
  await expect(sorry(page)).toBeVisible()
  await letBe(page)
  await expect(page).toHaveURL(/\/category\//)
  await expect(shelf).toBeVisible()

  await main.getByRole('article').first().getByRole('heading').getByRole('link').click()
  await expect(page).toHaveURL(/\/product\/\d+/)
  await expect(main.getByRole('textbox', { name: 'Quantity', exact: true })).toBeVisible()

  await cutOff(page, () => store.addToCart.click())
  await letBe(page)
  await expect(store.addToCart).toBeFocused()
  await store.addToCart.click()
  const added = page.getByRole('dialog', { name: '1 item(s) added to your cart' })
  await added.getByRole('link', { name: 'View Cart & Checkout' }).click()
  await expect(page).toHaveURL(/\/checkout\/cart$/)
  await store.untilAlive()

  const quantity = main.getByRole('textbox', { name: /^quantity of/i })
  await cutOff(page, async () => {
    await quantity.fill('3')
    await quantity.press('Tab')
  })
  await expect(quantity).toHaveValue('3')
  await tryAgain(page)
  await expect(store.basketCount).toHaveText('3')
  await page.context().setOffline(true)
  await main.getByRole('button', { name: /^remove/i }).click()
  await expect(main.getByText('It could not be removed. Please try again.')).toBeVisible()
  // with the connection the cart is read again
  const read = page.waitForResponse(/GetCartJsx/)
  await page.context().setOffline(false)
  await (await read).finished()
  const change = main.getByRole('link', { name: /^change (?!delivery).* of /i }).first()
  await cutOff(page, () => change.click())
  await tryAgain(page)
  await expect(page.getByRole('dialog', { name: /^change/i })).toBeVisible()
  await page.keyboard.press('Escape')

  const checkout = main.getByRole('button', { name: 'Checkout', exact: true }).first()
  await cutOff(page, () => checkout.click())
  await tryAgain(page)
  const flyout = page.getByRole('dialog', { name: 'Checkout Now' })
  await expect(flyout).toBeVisible()
  await cutOff(page, () => flyout.getByRole('button', { name: 'Guest Checkout' }).click())
  await letBe(page)
  await expect(flyout.getByRole('button', { name: 'Guest Checkout' })).toBeFocused()
  await flyout.getByRole('button', { name: 'Guest Checkout' }).click()
  await expect(page).toHaveURL(/\/checkout\/shipping$/)
})

test('CALM-20: a connection that is lost between a step and the next, on the way back to one, or as a layer opens, leaves the shopper where she is', async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  const main = page.getByRole('main')
  await goToStep(store, 2, { skus: [(await plainArticle('cb', 10)).sku], email: 'between@example.com' })
  const payment = '**/checkout/paymentandbilling'
  await page.route(payment, (route) => route.abort('internetdisconnected'))
  await cutOff(page, async () => {
    await page.context().setOffline(false)
    await press(page, 'Next: Payment')
  })
  await page.unroute(payment)
  await tryAgain(page)
  await expect(page).toHaveURL(/\/checkout\/paymentandbilling$/)
  await store.untilAlive()

  await store.fillCard(goodCard)
  await cutOff(page, () => press(page, 'Pay with two cards'))
  await letBe(page)
  await expect(main.getByLabel(/^card number/i)).toHaveValue(goodCard.number)
  await store.next('Next: Review & Place Order', /\/checkout\/review$/)
  await store.untilAlive()
  const edit = main.getByRole('link', { name: /^edit/i }).first()
  await cutOff(page, () => edit.click())
  await letBe(page)
  await expect(edit).toBeFocused()
  const number = await store.placeOrder()
  expect((await ordersOf('between@example.com')).map((order) => order.number)).toEqual([number])
})
