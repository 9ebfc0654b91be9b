import { expect, type Page } from '@playwright/test'
import type { CartReply } from '#contracts/pages.ts'
import { pathTable } from '#contracts/paths.ts'
import { type Article, ask, plainArticle, setOnHand } from './books.ts'
import { callStore, fillCart, openForCalls } from './quick.ts'
import { type Shelf, shelfOf } from './step-states.ts'
import type { Store } from './store.ts'

/** The cart as shoppers see it beside the plain way: with all that a line can be, and with all that can stand in its way. */
export type CartState = {
  readonly name: string
  readonly open: (store: Store) => Promise<void>
  /** Puts right what no shopper leaves so; other tests of this worker read the whole books. */
  readonly leave?: () => Promise<void>
}

const { cart } = pathTable
const main = (page: Page) => page.getByRole('main')
const places = {
  US: { zip: '60601', restricted: '55401', wrong: '9999' },
  CA: { zip: 'M5V 2T6', restricted: 'M5V 2T6', wrong: 'M5V' },
} as const

/** The first article of the storefront with such a row, with enough of it in the warehouse. */
export async function skuWhere({ variant }: Store, condition: string): Promise<number> {
  const rows = await ask<{ sku: string }>(
    `select sku.sku from shop.sku join shop.price using (sku) left join shop.stock using (sku)
     where sku.brand = $1 and price.country = $2 and status = 'active'
       and (available_from is null or available_from <= now()) and ${condition} order by sku.sku limit 1`,
    [variant.brand, variant.country],
  )
  if (rows[0] === undefined) throw new Error(`${variant.key} has no article with ${condition}`)
  return Number(rows[0].sku)
}

/** There is more of its product to choose from. */
const siblings = `ship_kind = 'furniture' and custom_order is null and exists (select 1 from shop.sku o
  where o.brand = sku.brand and o.product_id = sku.product_id and o.sku > sku.sku and o.status = 'active')`
const wish = (Sku: number, Quantity = 1) => ({ Sku, Quantity })
const article = ({ variant }: Store, nth: number): Promise<Article> => plainArticle(variant.key, nth)
const pickUp = ({ sku, location }: Shelf) => ({ ...wish(sku), IsPickupSelected: true, Location: location })

/** A stranger's cart with these wishes, and the page of it. */
async function openCart(store: Store, wishes: readonly object[], zip = ''): Promise<void> {
  const { page, variant } = store
  await page.context().clearCookies()
  await openForCalls(store)
  await callStore(page, cart.addItems.path, { items: wishes })
  if (zip !== '') await callStore(page, cart.applyZipCode.path, { zip, country: variant.country })
  await reopen(store)
}

async function reopen(store: Store, query = ''): Promise<void> {
  await store.open(`/checkout/cart${query}`)
  await store.untilAlive()
}

async function openDrawer(page: Page, name: string | RegExp): Promise<void> {
  const drawer = main(page).getByRole('button', { name })
  if ((await drawer.getAttribute('aria-expanded')) === 'false') await drawer.click()
}

const linesOf = ({ page }: Store) => callStore<CartReply>(page, cart.getCartJsx.path)

/** One wish of each kind of line that a cart takes as it is. */
export async function everyKind(store: Store): Promise<object[]> {
  const installed = await skuWhere(store, `services <> '[]' and ship_kind = 'furniture'`)
  const [service] = await ask<{ type: string }>(
    `select services -> 0 ->> 'type' as type from shop.sku where sku = $1`,
    [installed],
  )
  const mounted = { IsInstallationServiceRequired: true, InstallationServiceType: service?.type ?? '' }
  const words = await skuWhere(store, `personalization ->> 'type' = '100'`)
  const [shelf, plain] = [await shelfOf(store), await article(store, 3)]
  return [
    { ...wish(installed), ...mounted },
    wish(plain.sku, 12),
    { ...wish(words), IsPersonalized: true, PersonalizationText: 'AB' },
    wish(await skuWhere(store, 'custom_order is not null')),
    pickUp(shelf),
    wish(await skuWhere(store, `ship_kind = 'giftCard'`)),
  ]
}

async function putPromo(code: string, what: string): Promise<void> {
  await ask(`insert into shop.promo (code, kind, percent_millionths, least_subtotal_cents)
     values ('${code}', 'percent', ${what}) on conflict do nothing`)
}

export const cartStates: readonly CartState[] = [
  {
    name: 'every-kind',
    async open(store) {
      const { page, variant } = store
      await openCart(store, await everyKind(store), places[variant.country].zip)
      const donation = await skuWhere(store, `ship_kind = 'donation'`).catch(() => 0)
      if (donation !== 0) await callStore(page, cart.donationAddToCart.path, { sku: donation, amount: 2_500 })
      await putPromo('SPRING', '150000, 0')
      await callStore(page, cart.applyPromoCode.path, { promoCode: 'SPRING' })
      await reopen(store)
    },
  },
  {
    name: 'explained',
    async open({ page }) {
      await page.getByRole('button', { name: 'How this adds up' }).click()
      const layer = page.getByRole('dialog', { name: 'How this adds up' })
      await expect(layer.locator('summary').first()).toBeVisible()
      for (const line of await layer.locator('summary').all()) await line.click()
    },
  },
  {
    name: 'refused-codes',
    async open(store) {
      const { page, variant } = store
      await putPromo('FORLARGE', '100000, 900000')
      await openCart(store, [wish((await article(store, 0)).sku)])
      await openDrawer(page, /add a promotion code/i)
      await page.getByLabel('Promotion code').fill('FORLARGE')
      await page.getByRole('button', { name: 'Apply promotion code' }).click()
      await expect(page.getByRole('textbox', { name: 'Promotion code' })).toHaveAttribute('aria-invalid', 'true')
      await page.getByRole('textbox', { name: /^(zip|postal) code$/i }).fill(places[variant.country].wrong)
      await page.getByRole('button', { name: /^apply (zip|postal) code$/i }).click()
      await openDrawer(page, /reward certificates/i)
      await page.getByLabel('Certificate number').fill('REWARD-1000-A003')
      await page.getByLabel('Rewards account number').fill('9001234501')
      await page.getByRole('button', { name: 'Apply reward certificate' }).click()
      await expect(page.locator('[data-field-error]').first()).toBeVisible()
    },
  },
  {
    name: 'sold-out',
    async open(store) {
      const { key } = store.variant
      const [sold, stored] = [await article(store, 6), await article(store, 7)]
      await openCart(store, [wish(sold.sku), wish(stored.sku, 2)], places[store.variant.country].zip)
      await setOnHand(key, sold.sku, 0)
      await reopen(store)
      await setOnHand(key, sold.sku, 40)
    },
  },
  {
    name: 'restricted',
    async open(store) {
      const coated = await skuWhere(store, "is_pfas and ship_kind = 'parcel'")
      await openCart(
        store,
        [wish(coated), wish((await article(store, 7)).sku)],
        places[store.variant.country].restricted,
      )
    },
  },
  {
    name: 'price-changed',
    async open(store) {
      const { sku } = await article(store, 8)
      await openCart(store, [wish(sku)])
      const cheaper = (cents: number) =>
        ask('update shop.price set current_cents = current_cents + $2 where sku = $1', [sku, cents])
      await cheaper(-500)
      await reopen(store)
      await cheaper(500)
    },
  },
  {
    name: 'placing',
    async open(store) {
      const { sku } = await article(store, 9)
      await openCart(store, [wish(sku)])
      const { basketVersion } = await linesOf(store)
      await ask(
        `update shop.cart c set state = 'placing' from shop.cart_line l where l.cart_id = c.cart_id and l.sku = $1
           and c.version = $2 and c.state = 'open'`,
        [sku, basketVersion],
      )
      await reopen(store)
    },
    async leave() {
      await ask(
        `update shop.cart c set state = 'open' where state = 'placing' and not exists (select from shop.orders o
           where o.shopper_id = c.shopper_id and o.cart_id = c.cart_id)`,
      )
    },
  },
  {
    name: 'saved',
    async open(store) {
      const articles = await Promise.all([0, 2, 5, 6, 7, 8].map((nth) => article(store, nth)))
      await openCart(
        store,
        articles.map(({ sku }) => wish(sku)),
      )
      const { lineItems } = await linesOf(store)
      for (const { id } of lineItems.slice(1)) await callStore(store.page, cart.saveForLater.path, { lineItemId: id })
      await reopen(store)
    },
  },
  {
    name: 'removed',
    async open({ page }) {
      await main(page)
        .getByRole('list', { name: 'Items in your cart' })
        .getByRole('button', { name: /^remove/i })
        .click()
      await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
      await page
        .getByRole('region', { name: 'Saved for later' })
        .getByRole('button', { name: /^remove/i })
        .first()
        .click()
      await expect(page.getByRole('button', { name: /^undo/i })).toHaveCount(2)
    },
  },
  {
    name: 'removal-refused',
    async open(store) {
      const { page } = store
      await openCart(store, [wish((await article(store, 0)).sku)])
      await page.route(`**${cart.removeItem.path}`, (route) => route.abort())
      await main(page)
        .getByRole('button', { name: /^remove/i })
        .first()
        .click()
      await expect(main(page).getByText(/could not be removed/i)).toBeVisible()
      await page.unroute(`**${cart.removeItem.path}`)
    },
  },
  {
    name: 'item-changed',
    async open(store) {
      const { page } = store
      await openCart(store, [wish(await skuWhere(store, siblings))])
      await page
        .getByRole('link', { name: /^change (?!delivery).* of /i })
        .first()
        .click()
      const layer = page.getByRole('dialog')
      await layer.getByRole('link').last().click()
      await layer.getByRole('button', { name: 'Change', exact: true }).click()
      await expect(page.getByRole('button', { name: /^undo the change/i })).toBeVisible()
    },
  },
  {
    name: 'scanned',
    async open(store) {
      await openCart(store, [wish((await article(store, 0)).sku)])
      await store.page.context().addCookies([{ name: 'scan-mode', value: 'true', url: store.address('/') }])
      await reopen(store)
    },
  },
  {
    name: 'app',
    async open(store) {
      await store.page.context().clearCookies()
      await store.open('/?app=true')
      await fillCart(store, [(await article(store, 0)).sku])
      await reopen(store, '?app=true')
    },
  },
]

/** What the fire drill's list opens, one after the other; `see` is called while each is open. */
export async function drillCart(store: Store, see: (name: string) => Promise<void>): Promise<void> {
  const { page } = store
  const furniture = await skuWhere(store, `ship_kind = 'furniture' and boxes <> '[]'`)
  await openCart(store, [wish(furniture), wish((await article(store, 2)).sku, 2)], places[store.variant.country].zip)
  await store.open('/fire-drill/cart')
  await store.untilAlive()
  const buttons = main(page).getByRole('listitem').getByRole('button')
  for (let at = 0; at < (await buttons.count()); at += 1) {
    const words = (await buttons.nth(at).textContent()) ?? ''
    await buttons.nth(at).click()
    const dialog = page.getByRole('dialog').first()
    await expect(dialog).toBeVisible()
    await expect(dialog.getByLabel('Loading')).toHaveCount(0)
    await see(`${at}-${words.trim().replace(/\W+/g, '-')}`)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
}
