import { expect, type Page } from '@playwright/test'
import type { VariantKey } from '#domain/variant.ts'
import { plainArticle } from './books.ts'
import { test } from './focus-watch.ts'
import { fillCart, goToStep } from './quick.ts'
import { Store } from './store.ts'

type Entry = { readonly event?: string; readonly [field: string]: unknown }
type Item = { readonly item_id: string; readonly price: number; readonly quantity: number }

/** Everything that any page of this visit puts into its data layer. */
async function recordPushes(page: Page): Promise<Entry[]> {
  const pushed: Entry[] = []
  await page.exposeFunction('tellOfPush', (text: string) => pushed.push(JSON.parse(text) as Entry))
  await page.addInitScript(() => {
    const layer: object[] = []
    layer.push = (...entries) => {
      for (const entry of entries)
        (window as unknown as { tellOfPush(text: string): void }).tellOfPush(JSON.stringify(entry))
      return Array.prototype.push.apply(layer, entries)
    }
    Object.assign(window, { dataLayer: layer })
  })
  return pushed
}

/** The lists of carousels, which come when the shopper is near, in no order. */
const carouselOf = ({ ecommerce }: Entry) => {
  const { item_list_id: id = '' } = (ecommerce ?? {}) as { readonly item_list_id?: string }
  return /^(recommendation|cross_sell)_/.test(id) ? [id] : []
}
/** What a shopper did, in its order. */
const eventsOf = (pushed: readonly Entry[]) =>
  pushed.flatMap((entry) => (carouselOf(entry).length > 0 ? [] : (entry.event ?? [])))
const storedKeys = (page: Page) => page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
const bar = (page: Page) => page.getByRole('region', { name: 'Your privacy choices' })
/** Until the script that collects is there and has had its say. */
const untilCollecting = async (page: Page) => {
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /collector/.test(name)))
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
}

async function open(page: Page, key: VariantKey, consent: Store['consent']) {
  const pushed = await recordPushes(page)
  const store = new Store(page, key)
  store.consent = consent
  return { pushed, store, article: await plainArticle(key, 3) }
}

test('OPEN-112 PLAT-26 SCENE-19: from a list to the purchase each action is one event, in its order', async ({
  page,
}) => {
  const { pushed, store, article } = await open(page, 'cb', null)
  const expected: string[] = []
  const expectNext = async (...names: string[]) => {
    expected.push(...names)
    await expect.poll(() => eventsOf(pushed)).toEqual(expected)
  }

  await store.open('/')
  await expect.poll(() => eventsOf(pushed)).toContain('view_promotion')
  await untilCollecting(page)
  pushed.length = 0
  await page.getByRole('navigation', { name: 'Departments' }).getByRole('link').first().click()
  await expectNext('view_item_list')
  await page.getByRole('article').first().getByRole('heading').getByRole('link').dblclick()
  await expectNext('select_item', 'view_item')
  expect(itemsOf(pushed, 'select_item')).toHaveLength(1)

  pushed.length = 0
  expected.length = 0
  await store.open(`/product/${article.sku}`)
  await expectNext('view_item')
  await store.setQuantity(2)
  await store.addToCart.dblclick()
  await expectNext('add_to_cart')
  const carousels = pushed.flatMap(carouselOf)
  expect(new Set(carousels).size).toBe(carousels.length)
  await page.getByRole('dialog').getByRole('link', { name: 'View Cart & Checkout' }).click()
  await expectNext('cart_loaded', 'view_cart')
  await store.changeQuantity(3)
  await expectNext('add_to_cart', 'cart_loaded')
  await store.checkOutToReview('ada.analytics@example.com')
  await expectNext('begin_checkout', 'add_shipping_info', 'add_payment_info')
  const number = await store.placeOrder()
  await expectNext('order_placed', 'purchase')
  for (let times = 0; times < 2; times += 1) {
    await page.reload()
    await untilCollecting(page)
  }
  await page.goBack()
  await store.untilAlive()
  await expect
    .poll(() => eventsOf(pushed).filter((name) => ['purchase', 'order_placed'].includes(name)))
    .toHaveLength(2)

  const price = article.price / 100
  expect(itemsOf(pushed, 'view_item')).toMatchObject([{ item_id: String(article.sku), price, quantity: 1 }])
  expect(itemsOf(pushed, 'add_to_cart').map(({ quantity }) => quantity)).toEqual([2, 1])
  expect(itemsOf(pushed, 'begin_checkout')).toMatchObject([{ item_id: String(article.sku), quantity: 3 }])
  const order = pushed.find(({ event }) => event === 'order_placed') ?? {}
  expect(order).toMatchObject({ orderNumber: number, lines: [{ sku: article.sku, price: article.price, quantity: 3 }] })
  const [line] = order.lines as { category: string; regularPrice: number }[]
  expect(line?.category).not.toBe('')
  expect(line?.regularPrice).toBeGreaterThanOrEqual(article.price)
  const purchase = pushed.find(({ event }) => event === 'purchase')?.ecommerce
  expect(purchase).toMatchObject({ transaction_id: number, currency: 'USD', value: Math.round(300 * price) / 100 })
  expect(JSON.stringify(pushed)).not.toMatch(/Ada|Lovelace|@example|Wacker|Chicago|60606|312-555|1111/)
})

function itemsOf(pushed: readonly Entry[], name: string): Item[] {
  return pushed
    .filter(({ event }) => event === name)
    .flatMap(({ ecommerce }) => (ecommerce as { items: Item[] } | undefined)?.items ?? [])
}

test('OPEN-112: where the store asks, nothing is pushed or kept before the answer, and the answer can be changed', async ({
  page,
}) => {
  const { pushed, store, article } = await open(page, 'cb-ca', null)
  await store.open(`/product/${article.sku}`)
  await expect(bar(page)).toBeVisible()
  await store.addToCart.click()
  await expect(page.getByRole('dialog').getByText('1 item(s) added to your cart')).toBeVisible()
  await page.keyboard.press('Escape')
  expect(pushed).toEqual([])
  expect((await storedKeys(page)).filter((key) => /^analytics/.test(key))).toEqual([])

  await bar(page).getByRole('button', { name: 'Accept' }).click()
  await expect(bar(page)).toHaveCount(0)
  await expect.poll(() => eventsOf(pushed)).toEqual(['view_item'])
  await store.open('/checkout/cart')
  await expect.poll(() => eventsOf(pushed)).toEqual(['view_item', 'cart_loaded', 'view_cart'])
  await expect(bar(page)).toHaveCount(0)

  const footer = page.getByRole('contentinfo')
  await footer.getByRole('button', { name: 'Your privacy choices' }).click()
  await expect(bar(page)).toBeFocused()
  await expect(bar(page)).toContainText('You accepted.')
  await bar(page).getByRole('button', { name: 'Decline' }).click()
  await expect(footer.getByRole('button', { name: 'Your privacy choices' })).toBeFocused()
  await store.changeQuantity(2)
  expect(eventsOf(pushed)).toEqual(['view_item', 'cart_loaded', 'view_cart'])
  expect((await storedKeys(page)).filter((key) => /^analytics/.test(key))).toEqual(['analyticsConsent'])
})

test('OPEN-112: who declined buys without a single event', async ({ page }) => {
  const { pushed, store, article } = await open(page, 'cb2-ca', 'declined')
  await goToStep(store, 4, { skus: [article.sku], email: 'ada.unmeasured@example.com' })
  await expect(bar(page)).toHaveCount(0)
  await store.placeOrder()
  await untilCollecting(page)
  expect(pushed).toEqual([])
  expect((await storedKeys(page)).filter((key) => key.startsWith('analytics:'))).toEqual([])
})

test('OPEN-112: a browser that objects is heard in every store, and told so', async ({ page }) => {
  const { pushed, store, article } = await open(page, 'cb2', null)
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  await fillCart(store, [article.sku])
  await store.open('/checkout/cart')
  await untilCollecting(page)
  expect(pushed).toEqual([])
  await page.getByRole('button', { name: 'Your privacy choices' }).click()
  await expect(bar(page)).toContainText('nothing is measured')
})
