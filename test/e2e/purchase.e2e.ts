import { expect, type Page } from '@playwright/test'
import type { DataLayerEntry } from '#domain/data-layer.ts'
import type { VariantKey } from '#domain/variant.ts'
import { ask, onHand, ordersOf } from './books.ts'
import { test } from './focus-watch.ts'
import { goToStep } from './quick.ts'
import { mailboxAddress, mailsTo } from './sandbox.ts'
import { Store } from './store.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test.describe('PLAT-01 PLAT-02 PLAT-03 PLAT-04 PLAT-29 LOGIN-01 ORDER-22 ORDER-23 ORDER-25 PAY-58 STEP-21 SCENE-12 SCENE-19: the whole purchase of a guest', () => {
  test('CALM-40: in cb: from the home page to the confirmation and the mail, with its pictures', async ({
    page,
    browser,
  }) => {
    const store = new Store(page, 'cb')
    const email = 'ada.cb@example.com'
    const { sku, name, before } = await walkToCart(store)
    await store.changeQuantity(3)
    await store.checkOutToReview(email)
    const number = await store.placeOrder()

    await expectConfirmed(store, email, name)
    await expectOnePurchaseEvent(page, store, number)
    await expectNobodyElseSees(await browser.newPage(), 'cb', number)
    await expectNoWayBackIntoTheOrder(store)
    await expectBooked(store, { email, number, sku, name, before })
    await expectPicturesInMailbox(page, number)
  })

  // the same code serves all four; what differs is the words, the fields of an address, the money and the stock
  for (const key of ['cb-ca', 'cb2', 'cb2-ca'] satisfies VariantKey[]) {
    test(`in ${key}: the same way, with the steps between the cart and the order done by calls`, async ({ page }) => {
      const store = new Store(page, key)
      const email = `ada.${key.replace('-', '.')}@example.com`
      const { sku, name, before } = await walkToCart(store)
      await goToStep(store, 4, { skus: [sku], email })
      const number = await store.placeOrder()

      await expectConfirmed(store, email, name)
      await expectBooked(store, { email, number, sku, name, before })
    })
  }
})

type Bought = { readonly sku: number; readonly name: string; readonly before: number }

/** From the home page to the cart with two of another choice of the first product. */
async function walkToCart(store: Store): Promise<Bought> {
  const { page, variant } = store
  const expectLanguage = () => expect(page.locator('html')).toHaveAttribute('lang', variant.locale)
  await store.walkToProduct()
  await expectLanguage()
  await expect(page.locator('html')).toHaveAttribute('data-brand', variant.brand)
  const sku = await store.chooseAnotherOption()
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  const before = await onHand(variant.key, sku)
  await expect(store.basketCount).toHaveText('0')
  await store.addTwoAndOpenCart()
  await expectLanguage()
  return { sku, name, before }
}

async function expectConfirmed({ page }: Store, email: string, name: string): Promise<void> {
  const main = page.getByRole('main')
  for (const words of [email, name, 'Lovelace']) await expect(main).toContainText(words)
}

/** Order, stock and mail say the same, and nobody has got an account by buying. */
async function expectBooked(
  store: Store,
  { email, number, sku, name, before }: Bought & { readonly email: string; readonly number: string },
): Promise<void> {
  const [order] = await ordersOf(email)
  expect(order).toMatchObject({ number, state: 'placed', sku })
  expect(order?.billing).toMatchObject({ address1: store.home.address })
  expect(await onHand(store.variant.key, sku)).toBe(before - 3)
  await expectConfirmedByMail(email, [number, name, store.money(order?.total ?? 0)])
  const [account] = await ask<{ count: string }>('select count(*) from shop.account where email_key = $1', [email])
  expect(account?.count).toBe('0')
}

/** Loaded three more times and opened in another tab, the confirmation reports the purchase once. */
async function expectOnePurchaseEvent(page: Page, store: Store, number: string): Promise<void> {
  await expect.poll(() => purchasesOf(page)).toEqual([number])
  for (let times = 0; times < 3; times += 1) {
    await page.reload()
    await store.untilAlive()
    await expect(page.getByTestId('order-number')).toHaveText(number)
    expect(await purchasesOf(page)).toEqual([])
  }
  const tab = await page.context().newPage()
  await tab.goto(store.address('/checkout/confirmation'))
  await expect(tab.locator('[data-hydrated]')).toBeAttached()
  expect(await purchasesOf(tab)).toEqual([])
  await tab.close()
}

async function purchasesOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { dataLayer = [] } = window as { dataLayer?: DataLayerEntry[] }
    return dataLayer.flatMap((entry) => (entry.event === 'order_placed' ? [entry.orderNumber] : []))
  })
}

async function expectNobodyElseSees(page: Page, key: VariantKey, number: string): Promise<void> {
  await new Store(page, key).open('/checkout/confirmation')
  await expect(page).toHaveURL(/\/checkout\/cart$/)
  await expect(page.locator('body')).not.toContainText(number)
  await page.close()
}

async function expectNoWayBackIntoTheOrder(store: Store): Promise<void> {
  for (const step of ['shipping', 'shippingandgiftoptions', 'paymentandbilling', 'review']) {
    await store.open(`/checkout/${step}`)
    await expect(store.page).toHaveURL(/\/checkout\/cart$/)
  }
  await expect(store.basketCount).toHaveText('0')
  await expect(store.page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
}

/** The mailbox is another site than the store: what it shows, any reader of mail can show. */
async function expectPicturesInMailbox(page: Page, number: string): Promise<void> {
  await page.goto(mailboxAddress())
  const isPicture = (address: string) => new URL(address).pathname.startsWith('/pictures/')
  // a picture that the browser withholds fails, it does not finish
  const picture = page.waitForEvent('requestfinished', (request) => isPicture(request.url()))
  await page.getByRole('link', { name: number }).first().click()
  expect((await (await picture).response())?.status()).toBe(200)
  const mail = page.frameLocator('iframe')
  await expect(mail.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect(mail.getByRole('link', { name: 'See your order', exact: true })).toBeVisible()
}

async function expectConfirmedByMail(email: string, words: readonly string[]): Promise<void> {
  await expect.poll(async () => (await mailsTo(email)).length, { timeout: 20_000 }).toBe(1)
  const [mail] = await mailsTo(email)
  for (const word of words) {
    expect(mail?.text).toContain(word)
    expect(mail?.html).toContain(word)
  }
}
