import { expect, type Page } from '@playwright/test'
import { ask, plainArticle } from './books.ts'
import { popup } from './failures.ts'
import { test } from './focus-watch.ts'
import { goToStep } from './quick.ts'
import { goodCard, Store } from './store.ts'

const networkError = (page: Page) => popup(page, 'Network Error')
const nothing = async () => {}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** A page fetches what tells of a lost connection when it is idle: offline it could not be had any more. */
async function untilItCanTell(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/network-error-')),
  )
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
  await expect(page.getByTestId('order-number')).not.toBeEmpty()
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
