import { expect, type Page } from '@playwright/test'
import { type Article, ask, plainArticle } from './books.ts'
import { test } from './focus-watch.ts'
import { expectNoFault, expectNoSidewaysScroll } from './page-faults.ts'
import { Store } from './store.ts'

type Stored = { readonly isPickup: boolean; readonly locationId: number | null; readonly shipMethod: number }

/** The article's line of the newest cart that has it, as the database holds it. */
async function storedLine(sku: number): Promise<Stored | undefined> {
  const [line] = await ask<Stored>(
    `select is_pickup as "isPickup", location_id as "locationId", ship_method as "shipMethod"
     from shop.cart_line where sku = $1 and list = 'cart' order by added_at desc limit 1`,
    [sku],
  )
  return line
}

/** A store of the brand that has five of an article. */
async function stockStore(sku: number): Promise<{ readonly id: number; readonly name: string }> {
  const [store] = await ask<{ id: number; name: string }>(
    `update shop.stock s set on_hand = s.held + 5 from shop.location w
     where w.location_id = s.location_id and w.kind = 'store' and w.country = 'US' and w.state = 'IL' and s.sku = $1
     returning w.location_id as id, w.name`,
    [sku],
  )
  if (store === undefined) throw new Error(`no store in Illinois keeps ${sku}`)
  return store
}

/** From the home page over the search to a piece, and with it into the cart. */
async function walkIntoCart(page: Page, { name }: Article, isScripted: boolean): Promise<Store> {
  const store = new Store(page, 'cb')
  await store.open('/')
  if (isScripted) await store.untilAlive()
  const field = page.getByRole('searchbox', { name: 'Search' }).or(page.getByRole('combobox', { name: 'Search' }))
  await field.fill(name)
  await field.press('Enter')
  await page.getByRole('article').getByRole('link', { name }).first().click()
  await expect(page).toHaveURL(/\/product\/\d+/)
  return store
}

async function choose(page: Page, way: RegExp): Promise<void> {
  await page.getByRole('link', { name: /^Change delivery/ }).click()
  await page.getByRole('radio', { name: way }).check()
  await page.getByRole('button', { name: /^Apply delivery of/ }).click()
  await expect(page.getByRole('group', { name: 'How should it come?' })).toHaveCount(0)
}

const shipping = (page: Page) =>
  page
    .getByRole('main')
    .getByText(/^(Estimated )?shipping$/i)
    .locator('xpath=..')

let article: Article
test.beforeAll(async () => {
  article = await plainArticle('cb', 12)
})

test('CART-10 OPEN-32: from the home page, a line is shipped faster, picked up, and shipped again; the charge follows', async ({
  page,
}) => {
  const store = await walkIntoCart(page, article, true)
  const sku = store.sku()
  const near = await stockStore(sku)
  await store.addToCart.click()
  await page.getByRole('dialog').getByRole('link', { name: 'View Cart & Checkout' }).click()
  const line = page.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem').first()
  const standard = await shipping(page).textContent()

  await choose(page, /^Ship: Express/)
  await expect(shipping(page)).not.toHaveText(standard ?? '')
  expect(await storedLine(sku)).toEqual({ isPickup: false, locationId: null, shipMethod: 3 })
  await expect(page.getByRole('link', { name: /^Change delivery/ })).toBeFocused()

  await choose(page, new RegExp(`^Pick up at ${near.name}`))
  await expect(line).toContainText(`Pick up at ${near.name}`)
  await expect(shipping(page)).toContainText(/\$0\.00|free/i)
  expect(await storedLine(sku)).toMatchObject({ isPickup: true, locationId: near.id })

  await choose(page, /^Ship: Standard/)
  await expect(shipping(page)).toHaveText(standard ?? '')
  expect(await storedLine(sku)).toEqual({ isPickup: false, locationId: null, shipMethod: 1 })
})

test('CALM-13: from the home page, installation is not offered with a pickup, and goes when the line is picked up, which is said before', async ({
  page,
}) => {
  const [installed] = await ask<Article>(
    `select k.sku::int as sku, p.name, 0 as price from shop.sku k join shop.product p using (brand, product_id)
     join shop.stock s using (sku) join shop.location w using (location_id)
     where k.brand = 'CB' and k.services <> '[]' and k.status = 'active' and k.make_days = 0 and k.custom_order is null
       and w.kind = 'store' and w.state = 'IL' order by k.sku limit 1`,
  )
  if (installed === undefined) throw new Error('nothing that is installed is kept by a store in Illinois')
  const store = await walkIntoCart(page, installed, true)
  await store.untilAlive()
  const near = await stockStore(store.sku())
  await page.reload()
  await store.untilAlive()
  const offer = page.getByRole('group', { name: 'Installation' })
  const service = offer.getByRole('radio').nth(1)
  await service.check()
  await page.getByLabel('Pick it up at a store').check()
  await expect(offer).toHaveCount(0)
  await page.getByLabel('Ship it to me').check()
  await expect(service).toBeChecked()
  await store.addToCart.click()
  await page.getByRole('dialog').getByRole('link', { name: 'View Cart & Checkout' }).click()

  const line = page.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem').first()
  const removal = line.getByRole('button', { name: /^Remove installation/ })
  await line.getByRole('button', { name: /^More about delivery/ }).click()
  await expect(removal).toBeVisible()
  await page.getByRole('link', { name: /^Change delivery/ }).click()
  await expect(line).toContainText('Stores do not install. If you pick it up, its installation')
  await page.getByRole('radio', { name: new RegExp(`^Pick up at ${near.name}`) }).check()
  await page.getByRole('button', { name: /^Apply delivery of/ }).click()
  await expect(line).toContainText(`Pick up at ${near.name}`)
  await expect(removal).toHaveCount(0)
})

test('CART-10: when the store has sold it meanwhile, that is said and nothing changes', async ({ page }) => {
  const store = await walkIntoCart(page, article, true)
  const sku = store.sku()
  const near = await stockStore(sku)
  await store.addToCart.click()
  await page.getByRole('dialog').getByRole('link', { name: 'View Cart & Checkout' }).click()
  await page.getByRole('link', { name: /^Change delivery/ }).click()
  await page.getByRole('radio', { name: new RegExp(`^Pick up at ${near.name}`) }).check()
  await expectNoFault(page, 'line-delivery')
  await expectNoSidewaysScroll(page, 'line-delivery')
  await ask('update shop.stock set on_hand = held where sku = $1 and location_id = $2', [sku, near.id])
  await page.getByRole('button', { name: /^Apply delivery of/ }).click()
  await expect(page.getByRole('dialog')).toContainText('This store does not have the item.')
  expect(await storedLine(sku)).toEqual({ isPickup: false, locationId: null, shipMethod: 1 })
  await stockStore(sku)
})

test.describe('without any script', () => {
  test.use({ javaScriptEnabled: false })

  test('CART-10 UX-24: from the home page, a line is picked up and shipped faster', async ({ page }) => {
    const store = await walkIntoCart(page, article, false)
    const sku = store.sku()
    const near = await stockStore(sku)
    await store.addToCart.click()
    await expect(page).toHaveURL(/\/checkout\/cart$/)
    await choose(page, new RegExp(`^Pick up at ${near.name}`))
    await expect(page.getByRole('main')).toContainText(`Pick up at ${near.name}`)
    expect(await storedLine(sku)).toMatchObject({ isPickup: true, locationId: near.id })
    await choose(page, /^Ship: 2-Day/)
    expect(await storedLine(sku)).toEqual({ isPickup: false, locationId: null, shipMethod: 2 })
  })
})
