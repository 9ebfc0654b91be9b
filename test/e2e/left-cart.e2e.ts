import { expect } from '@playwright/test'
import { pathTable } from '#contracts/paths.ts'
import { ask, plainArticle } from './books.ts'
import { test } from './focus-watch.ts'
import { becomeMember } from './member.ts'
import { callStore, openForCalls } from './quick.ts'
import { Store } from './store.ts'

const sentence = 'We kept your cart for 400 days. It is empty now.'

test('SCALE-03: a member whose cart was abandoned finds an empty one and is told once, announced', async ({ page }) => {
  const email = 'left-cart@example.com'
  const store = new Store(page, 'cb')
  await becomeMember(store, { firstName: 'Mary', lastName: 'Somerville', email })
  await openForCalls(store)
  const { sku } = await plainArticle('cb')
  await callStore(page, pathTable.cart.addItems.path, { items: [{ Sku: sku, Quantity: 1 }] })
  const mine = 'shopper_id = (select shopper_id from shop.account where email = $1)'
  await ask(`update shop.cart set updated_at = now() - interval '401 days' where ${mine}`, [email])
  // the shop's own job of the clock comes once a minute
  const states = () => ask<{ state: string }>(`select state from shop.cart where ${mine}`, [email])
  await expect.poll(states, { timeout: 130_000 }).toEqual([{ state: 'abandoned' }])

  await store.open('/checkout/cart')
  await store.untilAlive()
  await expect(page.getByRole('main').getByText(sentence)).toBeVisible()
  await expect(page.getByRole('main').getByText('Your cart is empty.').first()).toBeVisible()
  // in the live region of the page, which stands outside its content
  await expect(page.locator('div[aria-live=polite]').getByText(sentence)).toBeAttached()
  await store.open('/checkout/cart')
  await store.untilAlive()
  await expect(page.getByText(sentence)).toHaveCount(0)
})
