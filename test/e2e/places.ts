import { expect } from '@playwright/test'
import { pathTable } from '#contracts/paths.ts'
import type { VariantKey } from '#domain/variant.ts'
import { ask, plainArticle } from './books.ts'
import { askForAccount } from './member.ts'
import { callStore, fillCart, goToStep, openForCalls } from './quick.ts'
import type { Store } from './store.ts'

/** What the pages of a storefront are shown with: real articles of its catalogue. */
export type Exhibits = {
  readonly plain: number
  readonly second: number
  /** Furniture with options, several pictures and large boxes. */
  readonly furniture: number
  readonly giftCard: number
  readonly donation: number
  /** Made to order, with terms to accept. */
  readonly customOrder: number
  /** Takes a shopper's own words. */
  readonly monogram: number
  readonly email: string
}

export async function chooseExhibits(store: Store, purpose: string): Promise<Exhibits> {
  const { key } = store.variant
  const [plain, second] = await Promise.all([plainArticle(key, 2), plainArticle(key, 5)])
  const furniture = await skuWhere(key, `ship_kind = 'furniture' and jsonb_array_length(options) > 0 and boxes <> '[]'`)
  const giftCard = await skuWhere(key, `ship_kind = 'giftCard'`)
  const donation = await skuWhere(key, `ship_kind = 'donation'`)
  const customOrder = await skuWhere(key, 'custom_order is not null')
  const monogram = await skuWhere(key, "personalization ->> 'type' in ('700', '705')")
  const email = `${purpose}.${key}@example.com`
  return { plain: plain.sku, second: second.sku, furniture, giftCard, donation, customOrder, monogram, email }
}

async function skuWhere(key: VariantKey, condition: string): Promise<number> {
  const [brand, country] = [key.startsWith('cb2') ? 'CB2' : 'CB', key.endsWith('ca') ? 'CA' : 'US']
  const rows = await ask<{ sku: string }>(
    `select sku.sku from shop.sku join shop.product using (brand, product_id) join shop.price using (sku)
     where brand = $1 and country = $2 and status = 'active' and ${condition} order by sku limit 1`,
    [brand, country],
  )
  if (rows[0] === undefined) throw new Error(`${key} has no article with ${condition}`)
  return Number(rows[0].sku)
}

export type Place = {
  readonly name: string
  /** Not a page of the store's scripts. */
  readonly isForeign?: true
  readonly open: (store: Store, exhibits: Exhibits) => Promise<void>
}

async function openFirstDepartment(store: Store): Promise<void> {
  await store.open('/')
  const first = store.page.getByRole('navigation', { name: 'Departments' }).getByRole('link').first()
  await store.open((await first.getAttribute('href')) ?? '')
}

const at = (name: string, path: string): Place => ({ name, open: (store) => store.open(path) })
const onWay = (name: string, path: string): Place => ({
  name,
  async open(store) {
    await store.open(path)
    await expect(store.page).toHaveURL(new RegExp(`${path}$`))
  },
})

/**
 * Every page there is, in the order of one visit: the steps of the checkout need the cart of the places before them,
 * and the confirmation ends it.
 */
export const places: readonly Place[] = [
  at('home', '/'),
  {
    name: 'category',
    async open(store) {
      await openFirstDepartment(store)
    },
  },
  {
    name: 'category-filters',
    async open(store) {
      await openFirstDepartment(store)
      await store.untilAlive()
      await store.page.getByRole('form', { name: 'Filters and order' }).locator('summary').first().click()
    },
  },
  {
    name: 'category-filtered',
    async open(store) {
      await openFirstDepartment(store)
      await store.untilAlive()
      const filters = store.page.getByRole('form', { name: 'Filters and order' })
      await filters.locator('summary').first().click()
      await filters.getByRole('checkbox').first().check()
      await expect(store.page.getByRole('navigation', { name: 'Chosen filters' })).toBeVisible()
      await store.page.keyboard.press('Escape')
    },
  },
  at('search', '/search?q=table'),
  at('search-typo', '/search?q=tabel'),
  at('search-nothing', '/search?q=zzyzx'),
  {
    name: 'search-suggestions',
    async open(store) {
      await store.open('/')
      await store.untilAlive()
      await store.page.getByRole('searchbox').or(store.page.getByRole('combobox')).first().click()
      await store.page.keyboard.type('cha')
      await expect(store.page.getByRole('option').first()).toBeVisible()
    },
  },
  at('favorites-empty', '/favorites'),
  {
    name: 'favorites',
    async open(store, { plain, furniture, second }) {
      await openForCalls(store)
      for (const Sku of [plain, furniture, second]) {
        await callStore(store.page, pathTable.browse.setFavorite.path, { Sku, IsFavorite: true })
      }
      await store.open('/favorites')
    },
  },
  { name: 'product-furniture', open: (store, { furniture }) => store.open(`/product/${furniture}`) },
  { name: 'product-plain', open: (store, { plain }) => store.open(`/product/${plain}`) },
  { name: 'product-custom', open: (store, { customOrder }) => store.open(`/product/${customOrder}`) },
  { name: 'product-monogram', open: (store, { monogram }) => store.open(`/product/${monogram}`) },
  { name: 'product-gift-card', open: (store, { giftCard }) => store.open(`/product/${giftCard}`) },
  { name: 'product-donation', open: (store, { donation }) => store.open(`/product/${donation}`) },
  {
    name: 'consent',
    async open(store) {
      await store.open('/')
      await store.untilAlive()
      await store.page.getByRole('button', { name: 'Your privacy choices' }).click()
      await expect(store.page.getByRole('region', { name: 'Your privacy choices' })).toBeVisible()
    },
  },
  at('not-found', '/nowhere'),
  at('sign-in', '/account/login'),
  at('create-account', '/account/create-account'),
  {
    name: 'check-mail',
    open: (store) =>
      askForAccount(store, { firstName: 'Ida', lastName: 'Rhodes', email: `ida.${Date.now()}@example.com` }),
  },
  at('confirm-address-ended', '/account/confirm-address'),
  at('find-order', '/account/find-order'),
  at('find-registry', '/gift-registry/find?name=nobody'),
  at('terms', '/customer-service/terms-of-use'),
  at('privacy', '/customer-service/privacy-policy'),
  at('ship-to', '/customer-service/ship-to'),
  at('international', '/customer-service/international-orders'),
  at('cart-empty', '/checkout/cart'),
  at('hand-over-ended', '/cart/hand-over'),
  at('fire-drill-cart', '/fire-drill/cart'),
  {
    name: 'cart',
    async open(store, { plain, second, furniture, donation }) {
      await fillCart(store, [plain, second, furniture], 2)
      await callStore(store.page, pathTable.cart.donationAddToCart.path, { sku: donation, amount: 2_500 })
      const cart = await callStore<{ lineItems: { id: string; sku: number }[] }>(
        store.page,
        pathTable.cart.getCartJsx.path,
      )
      const line = cart.lineItems.find(({ sku }) => sku === second)
      await callStore(store.page, pathTable.cart.saveForLater.path, { lineItemId: line?.id ?? '' })
      await store.open('/checkout/cart')
    },
  },
  {
    name: 'checkout-1-shipping-first',
    open: (store, { plain, email }) => goToStep(store, 1, { skus: [plain], email }),
  },
  {
    name: 'checkout-4-review',
    open: (store, { plain, email }) => goToStep(store, 4, { skus: [plain], email }),
  },
  onWay('checkout-3-payment', '/checkout/paymentandbilling'),
  onWay('checkout-2-options', '/checkout/shippingandgiftoptions'),
  onWay('checkout-1-shipping', '/checkout/shipping'),
  {
    name: 'confirmation',
    async open(store) {
      await callStore(store.page, pathTable.order.placeOrder.path, {})
      await store.open('/checkout/confirmation')
      await expect(store.page.getByTestId('order-number')).not.toBeEmpty()
    },
  },
]
