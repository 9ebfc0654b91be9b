import { expect } from '@playwright/test'
import { pathTable } from '#contracts/paths.ts'
import { limits } from '#domain/limits.ts'
import { test } from './focus-watch.ts'
import { chooseExhibits, type Exhibits } from './places.ts'
import { callStore, openForCalls } from './quick.ts'
import { Store } from './store.ts'

const full = /^Your cart is full: it holds at most 200 different items\./
const consonants = [...'BDGHJLMNPQRTVWXZ']

/** As many lines as a cart can have: one piece with different words on it. */
async function fill(store: Store, { monogram }: Exhibits): Promise<void> {
  await openForCalls(store)
  const words = consonants.flatMap((one) => consonants.map((other) => `Z${one}${other}`)).slice(0, limits.cartLines)
  const items = words.map((PersonalizationText) => ({
    Sku: monogram,
    Quantity: 1,
    IsPersonalized: true,
    PersonalizationText,
  }))
  for (let from = 0; from < items.length; from += limits.itemsOfAdd)
    await callStore(store.page, pathTable.cart.addItems.path, { items: items.slice(from, from + limits.itemsOfAdd) })
}

for (const key of ['cb', 'cb2'] as const) {
  test(`SAFE-43: a full cart of ${key} is said where one more piece is added, and the words on it stay`, async ({
    page,
  }) => {
    const store = new Store(page, key)
    const exhibits = await chooseExhibits(store, 'full-cart')
    await fill(store, exhibits)

    await store.open(`/product/${exhibits.plain}`)
    await store.untilAlive()
    await store.addToCart.click()
    const popup = page.getByRole('dialog').getByText(full)
    await expect(popup).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/product/${exhibits.plain}$`))

    await store.open(`/product/${exhibits.monogram}`)
    await store.untilAlive()
    await page.getByRole('button', { name: /^personalize it/i }).click()
    const words = page.getByRole('dialog').getByRole('textbox').first()
    await words.fill('Ann')
    await page.getByRole('button', { name: /^accept/i }).click()
    await expect(popup).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(words).toHaveValue('Ann')
  })

  test(`SAFE-43 SAFE-33: without scripts a full cart of ${key} is said on the page of the product`, async ({
    browser,
    page,
  }) => {
    const store = new Store(page, key)
    const exhibits = await chooseExhibits(store, 'full-cart-plain')
    await fill(store, exhibits)
    const storageState = await page.context().storageState()
    const plain = await browser.newContext({ javaScriptEnabled: false, storageState })
    const still = new Store(await plain.newPage(), key)
    await still.open(`/product/${exhibits.plain}`)
    await still.page.getByRole('spinbutton', { name: 'Quantity', exact: true }).fill('4')
    await still.addToCart.click()
    await expect(still.page).toHaveURL(new RegExp(`/product/${exhibits.plain}$`))
    await expect(still.page.getByText(full)).toBeVisible()
    await expect(still.page.getByRole('spinbutton', { name: 'Quantity', exact: true })).toHaveValue('4')
    await plain.close()
  })
}
