import { expect, type Page } from '@playwright/test'
import { pathTable } from '#contracts/paths.ts'
import { errorType } from '#domain/cart/error-types.ts'
import { plainArticle } from './books.ts'
import { answerPopup, anyPopup, ClientLog, failWith, noWords, popup, type Refusal } from './failures.ts'
import { test } from './focus-watch.ts'
import { fillCart } from './quick.ts'
import { Store } from './store.ts'

/** OPEN-22, cell by cell, on the cart page: its service calls, and the remove calls that its popups make. */

const { checkout, cart } = pathTable
const cartPage = /\/checkout\/cart$/
const sorry = "We're Sorry."
const failures = ['status', 'network', 'reset', 'refused'] as const

type Row = {
  readonly path: string
  readonly act: (page: Page) => Promise<void>
  readonly refusal?: Refusal
  /** Where the server's refusal is read; in the cart error popup unless told. */
  readonly told?: (page: Page) => Promise<void>
}

const drawer = async (page: Page, name: string) => {
  const button = page.getByRole('button', { name })
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click()
}
const atField = (label: string) => async (page: Page) => {
  await expect(page.getByRole('textbox', { name: label })).toHaveAccessibleDescription(new RegExp(noWords))
}
async function changeQuantity(page: Page): Promise<void> {
  const field = page.getByRole('textbox', { name: /^quantity of/i })
  await field.fill('3')
  await field.press('Tab')
}
async function applyPromo(page: Page): Promise<void> {
  await drawer(page, 'Add a promotion code')
  await page.getByLabel('Promotion code').fill('SPRING')
  await page.getByRole('button', { name: 'Apply promotion code' }).click()
}
async function applyZip(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'ZIP code' }).fill('60601')
  await page.getByRole('button', { name: 'Apply ZIP code' }).click()
}
const pressFirst = (name: RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

const rows: readonly Row[] = [
  { path: cart.updateItem.path, act: changeQuantity },
  { path: cart.saveForLater.path, act: pressFirst(/^save for later/i) },
  {
    path: cart.applyPromoCode.path,
    act: applyPromo,
    refusal: { promoErrorMessage: noWords, cartErrorMessage: '' },
    told: atField('Promotion code'),
  },
  { path: cart.checkout.path, act: pressFirst(/^checkout$/i), refusal: { errorType: errorType.none } },
]

/** The cart page with two pieces of an article. */
async function openCart(page: Page, nth: number): Promise<Store> {
  const store = new Store(page, 'cb')
  const { sku } = await plainArticle('cb', nth)
  await fillCart(store, [sku], 2)
  await store.open('/checkout/cart')
  await store.untilAlive()
  return store
}

test.describe('OPEN-22 CART-27 CART-28: a call of the cart that fails opens the generic popup with a log, after an IsReset without one; a refusal is read', () => {
  for (const [nth, failure] of failures.entries()) {
    test(failure, async ({ page }) => {
      await openCart(page, 30 + nth)
      const log = new ClientLog(page)
      for (const { path, act, refusal, told } of rows) {
        await test.step(path, async () => {
          log.forget()
          await failWith(page, path, failure, refusal)
          await act(page)
          if (failure === 'refused' && told !== undefined) await told(page)
          else {
            await expect(popup(page, sorry)).toBeVisible()
            if (failure === 'refused') await expect(popup(page, sorry)).toContainText(noWords)
            await page.keyboard.press('Escape')
          }
          await expect(anyPopup(page)).toHaveCount(0)
          if (failure === 'reset') await log.expectNone()
          else if (told === undefined || failure !== 'refused') await log.expectOne(path)
          await expect(page).toHaveURL(cartPage)
          await expect(page.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem')).toHaveCount(1)
          await page.unrouteAll({ behavior: 'ignoreErrors' })
        })
      }
    })
  }
})

test('OPEN-22 UNAVAIL-17: a remove call that fails on the cart page opens the generic popup, is logged, and the checkout is not tried again', async ({
  page,
}) => {
  await openCart(page, 34)
  const log = new ClientLog(page)
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith(cart.checkout.path)) asked += 1
  })
  for (const failure of failures) {
    await test.step(failure, async () => {
      log.forget()
      asked = 0
      const unavailable = { errorType: errorType.nlaItems, errorMessage: '' }
      await failWith(page, cart.checkout.path, 'refused', unavailable)
      await failWith(page, checkout.removeNlaItems.path, failure)
      await pressFirst(/^checkout$/i)(page)
      await popup(page, 'Item(s) no longer available').getByRole('button', { name: 'Remove All' }).click()
      await expect(popup(page, sorry)).toBeVisible()
      await answerPopup(page, sorry, 'OK')
      if (failure === 'reset') await log.expectNone()
      else await log.expectOne(checkout.removeNlaItems.path)
      expect(asked).toBe(1)
      await expect(page).toHaveURL(cartPage)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })
  }
})

test('OPEN-22 CART-16 CART-17: a ZIP code that is not taken over is told at its field, and only an IsReset opens a popup', async ({
  page,
}) => {
  await openCart(page, 35)
  const field = page.getByRole('textbox', { name: 'ZIP code' })
  const log = new ClientLog(page)
  for (const failure of failures) {
    await test.step(failure, async () => {
      log.forget()
      await failWith(page, cart.applyZipCode.path, failure, { message: noWords, cartData: null })
      await applyZip(page)
      if (failure === 'reset') await answerPopup(page, sorry, 'OK')
      const sentence = failure === 'refused' ? noWords : 'Zip code could not be updated'
      await expect(field).toHaveAccessibleDescription(new RegExp(sentence))
      await expect(anyPopup(page)).toHaveCount(0)
      if (failure === 'status' || failure === 'network') await log.expectOne(cart.applyZipCode.path)
      else await log.expectNone()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.reload()
    })
  }
})

test('OPEN-22 CART-08 ERR-09: a removal that fails is only logged, and the line stands there again', async ({
  page,
}) => {
  await openCart(page, 36)
  const log = new ClientLog(page)
  for (const failure of ['status', 'network', 'refused'] as const) {
    await test.step(failure, async () => {
      log.forget()
      await failWith(page, cart.removeItem.path, failure)
      await pressFirst(/^remove /i)(page)
      await log.expectOne(cart.removeItem.path)
      await expect(page.getByRole('textbox', { name: /^quantity of/i })).toHaveValue('2')
      await expect(anyPopup(page)).toHaveCount(0)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })
  }
})

test('OPEN-22 CART-22 ERR-06: without the delivery estimate the cart says so at its lines, and it is logged, after an IsReset too', async ({
  page,
}) => {
  const store = await openCart(page, 37)
  const log = new ClientLog(page)
  for (const failure of failures) {
    await test.step(failure, async () => {
      log.forget()
      await failWith(page, cart.getEdd.path, failure, { items: undefined, lineItems: undefined })
      await store.open('/checkout/cart')
      await store.untilAlive()
      await log.expectOne(cart.getEdd.path)
      const line = page.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem')
      await expect(line).toContainText(/estimate|pickup/i)
      await expect(anyPopup(page)).toHaveCount(0)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })
  }
})
