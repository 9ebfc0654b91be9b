import { expect, type Page } from '@playwright/test'
import { pathTable } from '#contracts/paths.ts'
import { errorType } from '#domain/cart/error-types.ts'
import { type Step, stepRow } from '#domain/checkout/steps.ts'
import { ask, plainArticle } from './books.ts'
import { answerPopup, anyPopup, ClientLog, type Failure, failWith, noWords, popup, type Refusal } from './failures.ts'
import { test } from './focus-watch.ts'
import { callStore, reachStep } from './quick.ts'
import { Store } from './store.ts'

/** OPEN-22, cell by cell, in the browser: what the shopper sees, what is logged, and where she ends. */

const { checkout, cart, payment, tender, order } = pathTable
const cartPage = /\/checkout\/cart$/
const sorry = "We're Sorry."
const press = (name: string) => async (page: Page) => page.getByRole('button', { name, exact: true }).click()

/** One parcel has its options below an address that is saved (CALM-33): another one is what 'Next' saves. */
let phones = 100
async function pressNext(page: Page): Promise<void> {
  phones += 1
  await page
    .getByRole('main')
    .getByLabel(/^phone/i)
    .fill(`312-555-0${phones}`)
  await press('Next')(page)
}

/** A guest on the review step, with two pieces of one article and a promotion code. */
async function readyToOrder(page: Page, nth: number): Promise<Store> {
  const store = new Store(page, 'cb')
  const { sku } = await plainArticle('cb', nth)
  await ask(
    `insert into shop.promo (code, brand, country, kind, percent_millionths, amount_cents, least_subtotal_cents,
       is_store_card_only, max_uses, uses, starts_at, ends_at)
     values ('OPENCELL', '', '', 'percent', 100000, null, 0, false, 1000, 0, null, null) on conflict do nothing`,
  )
  await reachStep(store, 4, { skus: [sku, sku], email: `failures${nth}@example.com` })
  return store
}

type StepRow = { readonly path: string; readonly step: 1 | 2 | 3; readonly act: (page: Page) => Promise<void> }

/** A cart that cannot go on, so that its popup's button makes a remove call. */
async function removeAll(page: Page): Promise<void> {
  await failWith(page, checkout.validateCart.path, 'refused', {
    errorType: errorType.nlaItems,
    errorMessage: '',
  })
  await press('Next: Payment')(page)
  await popup(page, 'Item(s) no longer available').getByRole('button', { name: 'Remove All' }).click()
}

const stepRule: readonly StepRow[] = [
  { path: checkout.moveToShippingAndGiftOptions.path, step: 1, act: pressNext },
  { path: checkout.moveToPaymentPage.path, step: 2, act: press('Next: Payment') },
  { path: checkout.moveToReviewPage.path, step: 3, act: press('Next: Review & Place Order') },
  { path: checkout.removeNlaItems.path, step: 2, act: removeAll },
  { path: checkout.validateCart.path, step: 2, act: press('Next: Payment') },
]

/** Opens the step, lets the call fail, does what makes it, and looks at what came of it. */
async function eachOfStep(
  page: Page,
  rows: readonly StepRow[],
  failure: Failure,
  expectEnding: (row: StepRow, log: ClientLog) => Promise<void>,
): Promise<void> {
  const store = await readyToOrder(page, 10 + ['status', 'network', 'reset', 'refused'].indexOf(failure))
  const log = new ClientLog(page)
  for (const row of rows) {
    await test.step(`${row.path} at step ${row.step}`, async () => {
      await store.openStep(row.step)
      log.forget()
      await failWith(page, row.path, failure)
      await row.act(page)
      await expectEnding(row, log)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })
  }
}

const stays = (page: Page, step: Step) => expect(page).toHaveURL(new RegExp(`${stepRow(step).path}$`))

test.describe('OPEN-22 STEP-15 ROUTE-06: a step call that cannot be completed ends at the cart', () => {
  test('after an HTTP error at once, and it is logged', async ({ page }) => {
    await eachOfStep(page, stepRule, 'status', async ({ path }, log) => {
      await expect(page).toHaveURL(cartPage)
      await log.expectOne(path)
      await expect(anyPopup(page)).toHaveCount(0)
    })
  })

  test('after a refusal at once, without a log', async ({ page }) => {
    const rows = stepRule.filter(({ path }) => path !== checkout.validateCart.path)
    await eachOfStep(page, rows, 'refused', async (_row, log) => {
      await expect(page).toHaveURL(cartPage)
      await log.expectNone()
      await expect(anyPopup(page)).toHaveCount(0)
    })
  })

  test('ROUTE-04 ERR-21: after a network failure, once its popup is closed', async ({ page }) => {
    await eachOfStep(page, stepRule, 'network', async ({ step }) => {
      await expect(popup(page, 'Network Error')).toBeVisible()
      await stays(page, step)
      await popup(page, 'Network Error').getByRole('button', { name: 'Close' }).click()
      await expect(page).toHaveURL(cartPage)
    })
  })

  test('PLAT-14: after an IsReset, once the generic popup is closed, without a log', async ({ page }) => {
    await eachOfStep(page, stepRule, 'reset', async ({ step }, log) => {
      await expect(popup(page, sorry)).toBeVisible()
      await stays(page, step)
      await popup(page, sorry).getByRole('button', { name: 'OK' }).click()
      await expect(page).toHaveURL(cartPage)
      await log.expectNone()
    })
  })

  test('STEP-16: but a cart that ValidateCart finds wrong has its popup, and nobody is sent away', async ({ page }) => {
    const store = await readyToOrder(page, 14)
    for (const step of [1, 2, 3, 4] as const) {
      await store.openStep(step)
      const refusal = { errorType: errorType.nlaItems, errorMessage: '' }
      await failWith(page, checkout.validateCart.path, 'refused', refusal)
      const names = ['', 'Next', 'Next: Payment', 'Next: Review & Place Order', 'Place Order']
      await (step === 1 ? pressNext : press(names[step] ?? ''))(page)
      await expect(popup(page, 'Item(s) no longer available')).toBeVisible()
      await stays(page, step)
      await page.keyboard.press('Escape')
      await expect(anyPopup(page)).toHaveCount(0)
      await stays(page, step)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
  })
})

type OtherRow = {
  readonly path: string
  readonly step: Exclude<Step, 0 | 5>
  readonly act: (page: Page) => Promise<void>
  readonly refusal?: Refusal
  /** Where the server's refusal is read. */
  readonly told: (page: Page) => Promise<void>
  /** PlaceOrder has ends of its own: a lost answer finds out by itself (BEYOND-02), a refusal has its popup. */
  readonly only?: readonly Failure[]
}

const atField = (label: string | RegExp) => async (page: Page) => {
  const field = page.getByRole('main').getByRole('textbox', { name: label })
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(new RegExp(noWords))
}
const inPage = async (page: Page) => {
  const alert = page.getByRole('main').getByRole('alert').filter({ hasText: noWords })
  await expect(alert).toHaveCount(1)
  await expect(alert).toBeInViewport()
}

const others: readonly OtherRow[] = [
  {
    path: checkout.validateAndSaveAddress.path,
    step: 1,
    act: pressNext,
    refusal: { errors: [{ field: 'city', message: noWords }] },
    told: atField('City'),
  },
  {
    path: checkout.splitItem.path,
    step: 1,
    async act(page) {
      await press('Ship to multiple addresses')(page)
      await page.getByRole('button', { name: /^send one of these elsewhere/i }).click()
    },
    told: inPage,
  },
  {
    path: checkout.updateGiftOption.path,
    step: 2,
    act: (page) => page.getByRole('radio', { name: /^gift box/i }).check(),
    told: atField(/^gift message/i),
  },
  {
    path: checkout.updateGiftMessage.path,
    step: 2,
    async act(page) {
      await page.getByLabel(/^gift message/i).fill('For the long evenings')
      await page.getByLabel(/^gift message/i).press('Tab')
    },
    told: atField(/^gift message/i),
  },
  {
    path: checkout.saveShippingAndGiftOptions.path,
    step: 2,
    act: press('Next: Payment'),
    told: inPage,
  },
  {
    path: tender.applyGiftCard.path,
    step: 3,
    async act(page) {
      // a promotion code that is applied stands in its name
      await page.getByRole('button', { name: /^Gift card, code or reward/ }).click()
      await page.getByLabel('Gift card number').fill('6006 4912 3456 0002')
      await page.getByLabel('PIN', { exact: true }).fill('12345678')
      await press('Apply gift card')(page)
    },
    told: atField('Gift card number'),
  },
  {
    path: payment.savePayment.path,
    step: 3,
    act: press('Next: Review & Place Order'),
    refusal: { cardOneErrors: null, cardTwoErrors: null },
    told: inPage,
  },
  {
    // at the order itself an IsReset goes on: there PlaceOrder has the last word (SCENE-02)
    path: checkout.verifyPromoCode.path,
    step: 3,
    act: press('Next: Review & Place Order'),
    refusal: { isPromoCodeRemoved: true, promoErrorMessage: noWords },
    told: inPage,
  },
  { path: order.placeOrder.path, step: 4, act: press('Place Order'), told: inPage, only: ['status', 'reset'] },
]

test.describe('OPEN-22 ERR-18 ERR-22: another call of the checkout that fails tells the shopper, and keeps her where she is', () => {
  const endings: { readonly [Each in Failure]: (page: Page, row: OtherRow, log: ClientLog) => Promise<void> } = {
    async status(page, { path }, log) {
      await expect(popup(page, 'Error')).toContainText('Please refresh your page')
      await log.expectOne(path)
      await page.keyboard.press('Escape')
      await expect(anyPopup(page)).toHaveCount(0)
    },
    async network(page) {
      await expect(popup(page, 'Network Error')).toBeVisible()
    },
    async reset(page, _row, log) {
      await expect(popup(page, sorry)).toBeVisible()
      await answerPopup(page, sorry, 'OK')
      await log.expectNone()
    },
    async refused(page, { told }) {
      await told(page)
      await expect(anyPopup(page)).toHaveCount(0)
    },
  }
  const titles: { readonly [Each in Failure]: string } = {
    status: "an HTTP error is logged and opens the popup 'Error'",
    network: 'a network failure opens the Network Error popup, whose closing leads to the cart',
    reset: 'an IsReset opens the generic popup, without a log',
    refused: 'a refusal is read at its field or in its area',
  }
  for (const [nth, failure] of (['status', 'network', 'reset', 'refused'] as const).entries()) {
    test(titles[failure], async ({ page }) => {
      const store = await readyToOrder(page, 20 + nth)
      await callStore(page, cart.applyPromoCode.path, { promoCode: 'OPENCELL' })
      await store.openStep(2)
      await page.getByLabel('This is a gift').check()
      await expect(page.getByRole('radio', { name: /^gift box/i })).toBeVisible()
      const log = new ClientLog(page)
      for (const row of others.filter(({ only }) => only?.includes(failure) ?? true)) {
        await test.step(`${row.path} at step ${row.step}`, async () => {
          await store.openStep(row.step)
          log.forget()
          await failWith(page, row.path, failure, row.refusal)
          await row.act(page)
          await endings[failure](page, row, log)
          await stays(page, row.step)
          if (failure === 'network') {
            await popup(page, 'Network Error').getByRole('button', { name: 'Close' }).click()
            await expect(page).toHaveURL(cartPage)
          }
          await page.unrouteAll({ behavior: 'ignoreErrors' })
        })
      }
    })
  }
})
