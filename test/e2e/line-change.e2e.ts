import { expect, type Locator, type Page } from '@playwright/test'
import { ask } from './books.ts'
import { test } from './focus-watch.ts'
import { expectNoFault, expectNoSidewaysScroll } from './page-faults.ts'
import { Store } from './store.ts'

type Piece = { readonly sku: number; readonly name: string; readonly other: string }

/** The first piece of CB of which a condition holds, and another colour of it that is there as well. */
async function pieceWhere(condition: string): Promise<Piece> {
  const rows = await ask<Piece>(
    `select k.sku::int as sku, p.name, v.name as other from shop.sku k join shop.product p using (brand, product_id)
     join shop.price r on r.sku = k.sku and r.country = 'US' join shop.location w on w.brand = k.brand and w.country = 'US' and w.kind = 'warehouse'
     join shop.stock s on s.sku = k.sku and s.location_id = w.location_id
     join shop.sku o on o.brand = k.brand and o.product_id = k.product_id and o.sku > k.sku
     join shop.stock os on os.sku = o.sku and os.location_id = w.location_id
     cross join lateral (select value->>'name' as name, value->>'value' as value
       from jsonb_array_elements(p.options->0->'values')) v
     where k.brand = 'CB' and jsonb_array_length(p.options) = 1 and o.option_choice = (p.options->0->>'code') || ':' || v.value
       and k.status = 'active' and o.status = 'active' and k.make_days = 0 and k.custom_order is null and o.custom_order is null
       and s.on_hand - s.held >= 20 and os.on_hand - os.held >= 20 and ${condition}
     order by k.sku, o.sku limit 1`,
  )
  if (rows[0] === undefined) throw new Error(`nothing of CB with ${condition}`)
  return rows[0]
}

/** From the home page over the search to a piece. */
async function walkToPiece(page: Page, name: string, isScripted = true): Promise<Store> {
  const store = new Store(page, 'cb')
  await store.open('/')
  if (isScripted) await store.untilAlive()
  const field = page.getByRole('searchbox', { name: 'Search' }).or(page.getByRole('combobox', { name: 'Search' }))
  await field.fill(name)
  await field.press('Enter')
  await page.getByRole('article').getByRole('link', { name }).first().click()
  await expect(page).toHaveURL(/\/product\/\d+/)
  if (isScripted) await store.untilAlive()
  return store
}

async function intoCart(page: Page, store: Store): Promise<Locator> {
  await store.addToCart.click()
  await page.getByRole('dialog').getByRole('link', { name: 'View Cart & Checkout' }).click()
  await expect(page).toHaveURL(/\/checkout\/cart$/)
  return page.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem').first()
}

const changeLink = (page: Page) => page.getByRole('link', { name: /^Change (?!delivery).* of / })

test('CALM-12: from the home page, another colour is chosen in the cart, with price and date before', async ({
  page,
}) => {
  const { name, other } = await pieceWhere("k.ship_kind = 'parcel' and k.personalization is null and k.services = '[]'")
  const store = await walkToPiece(page, name)
  const line = await intoCart(page, store)
  await changeLink(page).click()
  const layer = page.getByRole('dialog')
  const apply = layer.getByRole('button', { name: 'Change', exact: true })
  await expect(apply).toBeDisabled()
  await layer.getByRole('link', { name: other, exact: true }).click()
  const facts = layer.getByRole('status')
  await expect(facts).toContainText(other)
  await expect(facts).toContainText(/\$\d/)
  await expect(facts).toContainText(/Arrives by|Available/)
  await expectNoFault(page, 'change-item')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page, 'change-item')
  await page.setViewportSize({ width: 1280, height: 800 })
  await apply.click()
  await expect(layer).toHaveCount(0)
  await expect(line.getByRole('heading')).toContainText(other)
  await expect(changeLink(page)).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'It can be undone.' })).toHaveCount(1)
  await page.reload()
  await expect(line.getByRole('heading')).toContainText(other)
})

test('CALM-12, UX-10: from the home page, an equal line takes the pieces in, and gives them back when that is undone', async ({
  page,
}) => {
  const { name, other } = await pieceWhere("k.ship_kind = 'parcel' and k.personalization is null and k.services = '[]'")
  const store = await walkToPiece(page, name)
  await store.addToCart.click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Continue Shopping/ })
    .click()
  const color = page.getByRole('main').getByRole('link', { name: other, exact: true }).first()
  await color.click()
  await expect(color).toHaveAttribute('aria-current', 'true')
  await intoCart(page, store)
  const titles = page.getByRole('list', { name: 'Items in your cart' }).getByRole('heading')
  await expect(titles).toHaveCount(2)
  const before = await titles.allTextContents()
  await changeLink(page).first().click()
  await page.getByRole('dialog').getByRole('link', { name: other, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Change', exact: true }).click()
  await expect(titles).toHaveCount(1)
  await expect(titles.getByRole('link')).toBeFocused()
  await page.getByRole('button', { name: /^Undo the change of/ }).click()
  await expect(titles).toHaveText(before)
  await expect(titles.first().getByRole('link')).toBeFocused()
})

test('CALM-12: from the home page, the words of a line are changed in the cart; the picture shows the new ones', async ({
  page,
}) => {
  const { name } = await pieceWhere("k.personalization->>'type' in ('700', '705')")
  const store = await walkToPiece(page, name)
  const popup = page.getByRole('dialog', { name: 'Personalize it' })
  await page.getByRole('button', { name: /^personalize it/i }).click()
  await popup.getByRole('textbox').first().fill('Ann')
  await popup.getByRole('button', { name: /^accept/i }).click()
  await expect(page).toHaveURL(/\/checkout\/cart$/)
  await store.untilAlive()
  const line = page.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem').first()
  const picture = line.getByRole('img', { includeHidden: true }).or(line.locator('img')).first()
  const before = (await picture.getAttribute('src')) ?? ''
  await page.getByRole('button', { name: /^Change words of/ }).click()
  await expect(popup.getByRole('textbox').first()).toHaveValue('Ann')
  await popup.getByRole('textbox').first().fill('Bea')
  await expect(popup.getByRole('img')).toHaveAttribute('src', /^\/personalization\/image\//)
  await popup.getByRole('button', { name: 'Accept & Change' }).click()
  await expect(popup).toHaveCount(0)
  await expect(picture).not.toHaveAttribute('src', before)
  await expect(page.getByRole('button', { name: /^Change words of/ })).toBeFocused()
})

test('CALM-12: from the home page, installation is added in the cart, and is part of the total', async ({ page }) => {
  const { name } = await pieceWhere("k.services <> '[]'")
  const store = await walkToPiece(page, name)
  const line = await intoCart(page, store)
  await line.getByRole('button', { name: /^More about delivery/ }).click()
  await line.getByRole('button', { name: /^Add .*, \$/ }).click()
  await expect(line.getByRole('button', { name: /^Remove installation/ })).toBeVisible()
  await expect(line.getByRole('heading').getByRole('link')).toBeFocused()
  await expect(page.getByRole('main').getByText(/^installation$/i)).toBeVisible()
})

test.describe('without any script', () => {
  test.use({ javaScriptEnabled: false })

  test('CALM-12, UX-24: from the home page, another colour and installation are chosen in the cart', async ({
    page,
  }) => {
    const { name, other } = await pieceWhere("k.services <> '[]' and o.services <> '[]'")
    const store = await walkToPiece(page, name, false)
    await store.addToCart.click()
    await expect(page).toHaveURL(/\/checkout\/cart$/)
    await changeLink(page).click()
    await page.getByRole('radio', { name: new RegExp(other) }).check()
    await page.getByRole('button', { name: /^Change / }).click()
    const line = page.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem').first()
    await expect(line.getByRole('heading')).toContainText(other)
    await line.getByRole('button', { name: /^Add .*, \$/ }).click()
    await expect(line.getByRole('button', { name: /^Remove installation/ })).toBeVisible()
  })
})
