import { expect } from '@playwright/test'
import { pathTable } from '#contracts/paths.ts'
import type { VariantKey } from '#domain/variant.ts'
import { plainArticle } from './books.ts'
import { test } from './focus-watch.ts'
import { becomeMember, signIn } from './member.ts'
import { callStore, fillCart } from './quick.ts'
import { Store } from './store.ts'

const person = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada.abroad@example.com' }

test('SAFE-17 SHIP-03: a member of both stores is offered the addresses that the store ships to, and no others', async ({
  page,
}) => {
  const { cart, checkout } = pathTable
  const intoCheckout = async (key: VariantKey) => {
    const store = new Store(page, key)
    const { sku } = await plainArticle(key)
    await fillCart(store, [sku])
    await callStore(page, cart.checkout.path, {})
    const { address: address1, ...home } = store.home
    const { country } = store.variant
    await callStore(page, checkout.validateAndSaveAddress.path, {
      ...{ ...home, address1, country, firstName: 'Ada', lastName: 'Lovelace', email: '', saveToAccount: true },
    })
    return store
  }
  await becomeMember(new Store(page, 'cb'), person)
  const american = await intoCheckout('cb')
  const inCanada = new Store(page, 'cb-ca')
  await inCanada.open('/account/login')
  await signIn(page, person.email)
  await expect(page).toHaveURL(/\/account$/)
  const canadian = await intoCheckout('cb-ca')

  const offered = () => page.getByRole('combobox', { name: 'Your addresses' }).locator('option').allTextContents()
  await american.openStep(1)
  await expect.poll(offered).toEqual(['A new address', 'Ada Lovelace, 233 S Wacker Dr, Chicago'])
  await canadian.openStep(1)
  await expect.poll(offered).toEqual(['A new address', 'Ada Lovelace, 111 Wellington St, Ottawa'])

  // typed by hand, the other country's postal code says so at its field
  const form = page.getByRole('main')
  await form.getByLabel(/^postal code/i).fill('60606')
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(form.getByText('60606 is not a valid postal code.').first()).toBeVisible()
})
