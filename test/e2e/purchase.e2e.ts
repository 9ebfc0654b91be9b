import { expect, type Page, test } from '@playwright/test'
import type { DataLayerEntry } from '#domain/data-layer.ts'
import type { VariantKey } from '#domain/variant.ts'
import { ask, onHand, ordersOf } from './books.ts'
import { mailsTo } from './sandbox.ts'
import { Store } from './store.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const stores: readonly VariantKey[] = ['cb', 'cb-ca', 'cb2', 'cb2-ca']

test.describe('PLAT-01 PLAT-02 PLAT-03 PLAT-04 PLAT-29 LOGIN-01 ORDER-22 ORDER-23 ORDER-25 PAY-58 STEP-21 SCENE-12 SCENE-19: the whole purchase of a guest', () => {
  for (const key of stores) {
    test(`in ${key}: from the home page to the confirmation and the mail`, async ({ page, browser }) => {
      const store = new Store(page, key)
      const { locale, brand } = store.variant
      const email = `ada.${key.replace('-', '.')}@example.com`

      await store.walkToProduct()
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      await expect(page.locator('html')).toHaveAttribute('data-brand', brand)
      const sku = await store.chooseAnotherOption()
      const name = await page.getByRole('heading', { level: 1 }).textContent()
      const before = await onHand(key, sku)
      await expect(store.basketCount).toHaveText('0')
      await store.addTwoAndOpenCart()

      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      await store.changeQuantity(3)
      await store.checkOutToReview(email)
      const number = await store.placeOrder()

      const main = page.getByRole('main')
      await expect(main).toContainText(email)
      await expect(main).toContainText(name ?? '')
      await expect(main).toContainText('Lovelace')
      await expectOnePurchaseEvent(page, store, number)
      await expectNobodyElseSees(await browser.newPage(), key, number)
      await expectNoWayBackIntoTheOrder(store)

      const [order] = await ordersOf(email)
      expect(order).toMatchObject({ number, state: 'placed', sku })
      expect(order?.billing).toMatchObject({ address1: store.home.address })
      expect(await onHand(key, sku)).toBe(before - 3)
      await expectConfirmedByMail(email, [number, name ?? '', store.money(order?.total ?? 0)])
      const [account] = await ask<{ count: string }>('select count(*) from shop.account where email_key = $1', [email])
      expect(account?.count).toBe('0')
    })
  }
})

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

async function expectConfirmedByMail(email: string, words: readonly string[]): Promise<void> {
  await expect.poll(async () => (await mailsTo(email)).length, { timeout: 20_000 }).toBe(1)
  const [mail] = await mailsTo(email)
  for (const word of words) {
    expect(mail?.text).toContain(word)
    expect(mail?.html).toContain(word)
  }
}
