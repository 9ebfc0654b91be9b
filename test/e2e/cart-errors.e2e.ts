import { expect, type Locator, type Page } from '@playwright/test'
import { pathTable } from '#contracts/paths.ts'
import { ask, plainArticle, setOnHand } from './books.ts'
import { test } from './focus-watch.ts'
import { callStore, openForCalls } from './quick.ts'
import { Store } from './store.ts'

/** Nothing is replaced here: the store's own data are such that the cart cannot go on. */

type Article = { readonly sku: number; readonly name: string }
const { cart } = pathTable
const gone = 'Item(s) no longer available'
const edit = 'Please Edit Your Cart to Proceed'
const restricted = 'Item(s) cannot be shipped to or picked up in this state'

async function articleWhere(condition: string, least = 6): Promise<Article> {
  const rows = await ask<{ sku: string; name: string }>(
    `select sku.sku, sku.name from shop.sku join shop.price using (sku) join shop.stock using (sku)
     join shop.location using (location_id) where sku.brand = 'CB' and price.country = 'US' and location.kind = 'warehouse'
       and location.brand = 'CB' and location.country = 'US' and status = 'active' and on_hand - held >= $1
       and (available_from is null or available_from <= now()) and ${condition} order by sku.sku limit 1`,
    [least],
  )
  if (rows[0] === undefined) throw new Error(`no article with ${condition}`)
  return { sku: Number(rows[0].sku), name: rows[0].name }
}

/** The cart page with a plain article and the wished ones in it. */
async function openCart(page: Page, wishes: readonly object[], zip = ''): Promise<Store> {
  const store = new Store(page, 'cb')
  await openForCalls(store)
  await callStore(page, cart.addItems.path, { items: wishes })
  if (zip !== '') await callStore(page, cart.applyZipCode.path, { zip, country: 'US' })
  await store.open('/checkout/cart')
  await store.untilAlive()
  return store
}

const checkOut = (page: Page) => page.getByRole('button', { name: 'Checkout', exact: true }).first().click()

async function popupOf(page: Page, title: string): Promise<Locator> {
  await checkOut(page)
  const popup = page.getByRole('dialog', { name: title })
  await expect(popup).toBeVisible()
  return popup
}

/** The cart goes on: a guest is asked how to check out. */
const expectToGoOn = (page: Page) => expect(page.getByRole('dialog', { name: 'Checkout Now' })).toBeVisible()
const lines = (page: Page) => page.getByRole('list', { name: 'Items in your cart' })

async function reloadAndGoOn(page: Page, popup: Locator): Promise<void> {
  await popup.getByRole('button', { name: 'Reload Cart' }).click()
  await expect(popup).toBeHidden()
  await checkOut(page)
  await expectToGoOn(page)
}

let plain: Article
test.beforeAll(async () => {
  plain = await plainArticle('cb', 31)
})
const one = ({ sku }: Article) => ({ Sku: sku, Quantity: 1 })

test('UNAVAIL-28 CART-36: type 1, the cart is just being ordered elsewhere; reloaded when that is over it goes on', async ({
  page,
}) => {
  await openCart(page, [one(plain)])
  const { basketVersion } = await callStore<{ basketVersion: number }>(page, cart.getCartJsx.path)
  const turn = (from: string, to: string) =>
    ask(
      `update shop.cart c set state = '${to}' from shop.cart_line l where l.cart_id = c.cart_id and l.sku = $1
         and c.version = $2 and c.state = '${from}'`,
      [plain.sku, basketVersion],
    )
  await turn('open', 'placing')
  const popup = await popupOf(page, edit)
  await turn('placing', 'open')
  await reloadAndGoOn(page, popup)
})

test('UNAVAIL-23 CART-36: type 2, a make that the catalogue does not know any more; reloaded when it does it goes on', async ({
  page,
}) => {
  const custom = await articleWhere('custom_order is not null', 0)
  await openCart(page, [one(custom), one(plain)])
  const [row] = await ask<{ choice: string }>('select option_choice as choice from shop.sku where sku = $1', [
    custom.sku,
  ])
  const choose = (choice: string) => ask('update shop.sku set option_choice = $2 where sku = $1', [custom.sku, choice])
  await choose(`${row?.choice}-old`)
  try {
    const popup = await popupOf(page, edit)
    await choose(row?.choice ?? '')
    await reloadAndGoOn(page, popup)
  } finally {
    await choose(row?.choice ?? '')
  }
})

test.describe('UNAVAIL-24 UNAVAIL-11: types 3 and 7, sold out', () => {
  test("one of two: 'Remove All' takes it out and the rest goes on", async ({ page }) => {
    const sold = await plainArticle('cb', 32)
    await openCart(page, [one(sold), one(plain)])
    await setOnHand('cb', sold.sku, 0)
    const popup = await popupOf(page, gone)
    await expect(popup).toContainText(sold.name)
    await expect(popup).not.toContainText(plain.name)
    await popup.getByRole('button', { name: 'Remove All' }).click()
    await expectToGoOn(page)
    await expect(lines(page)).not.toContainText(sold.name)
    await setOnHand('cb', sold.sku, 40)
  })

  test("all: 'Remove All' leaves an empty cart", async ({ page }) => {
    const sold = await plainArticle('cb', 33)
    await openCart(page, [one(sold)])
    await setOnHand('cb', sold.sku, 0)
    const popup = await popupOf(page, gone)
    await popup.getByRole('button', { name: 'Remove All' }).click()
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
    await expect(popup).toBeHidden()
    await setOnHand('cb', sold.sku, 40)
  })
})

test("UNAVAIL-27 UNAVAIL-15: type 4, no installer in Alaska; 'Continue' keeps the item without it", async ({
  page,
}) => {
  const shelf = await articleWhere('services @> \'[{"type": "wallMount"}]\' and ship_kind = \'parcel\'')
  const wish = { ...one(shelf), IsInstallationServiceRequired: true, InstallationServiceType: 'wallMount' }
  await openCart(page, [wish], '99501')
  const popup = await popupOf(page, edit)
  await expect(popup).toContainText(shelf.name)
  await popup.getByRole('button', { name: 'Continue' }).click()
  await expectToGoOn(page)
  await expect(lines(page)).toContainText(shelf.name)
  await expect(lines(page)).not.toContainText('Remove installation')
})

test('UNAVAIL-27 CART-36: type 5, no words of a shopper to Alaska; with another ZIP the cart goes on', async ({
  page,
}) => {
  const sign = await articleWhere("personalization ->> 'type' = '100'")
  const wish = { ...one(sign), IsPersonalized: true, PersonalizationText: 'AB' }
  await openCart(page, [wish], '99501')
  const popup = await popupOf(page, edit)
  await expect(popup).toContainText(sign.name)
  await callStore(page, cart.applyZipCode.path, { zip: '60601', country: 'US' })
  await reloadAndGoOn(page, popup)
})

test("UNAVAIL-25 UNAVAIL-12: type 6, embroidery is over; 'Remove All' takes the towels out", async ({ page }) => {
  const towel = await articleWhere("personalization ->> 'type' = '700'")
  const wish = { ...one(towel), IsPersonalized: true, PersonalizationText: 'AB' }
  await openCart(page, [wish, one(plain)])
  const [row] = await ask<{ stored: object }>('select personalization as stored from shop.sku where sku = $1', [
    towel.sku,
  ])
  await ask('update shop.sku set personalization = null where sku = $1', [towel.sku])
  try {
    const popup = await popupOf(page, edit)
    await expect(popup).toContainText(towel.name)
    await popup.getByRole('button', { name: 'Remove All' }).click()
    await expectToGoOn(page)
    await expect(lines(page)).not.toContainText(towel.name)
  } finally {
    await ask('update shop.sku set personalization = $2 where sku = $1', [towel.sku, JSON.stringify(row?.stored)])
  }
})

test('UNAVAIL-29 CART-36: type 8, nothing is left in the cart; no popup, the page says so', async ({ page }) => {
  await openCart(page, [one(plain)])
  const { lineItems } = await callStore<{ lineItems: { id: string }[] }>(page, cart.getCartJsx.path)
  await callStore(page, cart.removeItem.path, { lineItemId: lineItems[0]?.id })
  await checkOut(page)
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test("UNAVAIL-26 UNAVAIL-14: type 9, not sold in Minnesota; 'Remove All' takes it out and the rest goes on", async ({
  page,
}) => {
  const coated = await articleWhere("is_pfas and ship_kind = 'parcel'")
  await openCart(page, [one(coated), one(plain)], '55401')
  const popup = await popupOf(page, restricted)
  await expect(popup).toContainText(coated.name)
  await expect(popup).not.toContainText(plain.name)
  await popup.getByRole('button', { name: 'Remove All' }).click()
  await expectToGoOn(page)
  await expect(lines(page)).not.toContainText(coated.name)
})
