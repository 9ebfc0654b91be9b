import { expect, type Locator, type Page } from '@playwright/test'
import type { CheckoutReply } from '#contracts/pages.ts'
import { pathTable } from '#contracts/paths.ts'
import { visaEnding } from '#test/builders/visa-ending.ts'
import { ask } from './books.ts'
import { sendToTwoRecipients } from './layers.ts'
import type { Exhibits } from './places.ts'
import { callStore, goToStep, reachStep } from './quick.ts'
import { playFault } from './sandbox.ts'
import { goodCard, type Store } from './store.ts'

/** The steps as shoppers see them beside the plain way: with errors, with several homes, with all that a delivery may ask. */
export type StepState = {
  readonly name: string
  readonly open: (store: Store, exhibits: Exhibits) => Promise<void>
  /** Roles, names and live messages as a screen reader has them. */
  readonly heard: (page: Page) => Promise<void>
}

const { cart, checkout } = pathTable
const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name })
const field = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('textbox', { name })
const alerts = (page: Page) => page.getByRole('main').getByRole('alert')

/** A control that is wrong says so, and what is wrong with it. */
async function expectWrong(control: Locator, why: RegExp): Promise<void> {
  await expect(control).toHaveAttribute('aria-invalid', 'true')
  await expect(control).toHaveAccessibleDescription(why)
}

export type Shelf = { readonly sku: number; readonly location: string }

/** A store that has an article on its shelf. */
export async function shelfOf({ variant }: Store): Promise<Shelf> {
  const { brand, country } = variant
  const [row] = await ask<{ sku: string; location: number }>(
    `select k.sku, l.location_id as location from shop.stock s join shop.sku k using (sku)
     join shop.location l using (location_id) join shop.price p using (sku)
     where k.brand = $1 and l.brand = $1 and l.kind = 'store' and l.country = $2 and p.country = $2
       and k.ship_kind = 'parcel' and k.status = 'active' and s.on_hand - s.held >= 2 and k.custom_order is null
       and not k.is_pfas order by k.sku limit 1`,
    [brand, country],
  )
  if (row === undefined) throw new Error(`no store of ${brand} in ${country} has anything`)
  return { sku: Number(row.sku), location: String(row.location) }
}

/** It is a combobox once its script has come. */
const street = (page: Page): Locator => page.getByRole('main').getByLabel(/^(street )?address$/i)

/** Back at the payment step with a card that its bank refused. */
async function openRefused(
  store: Store,
  { plain, email }: Exhibits,
  fault: 'wrongCode' | 'wrongExpiry' | 'decline',
  lastFour: string,
): Promise<void> {
  const { page } = store
  await page.context().clearCookies()
  await goToStep(store, 4, { skus: [plain], email, card: { ...goodCard, number: visaEnding(lastFour) } })
  await playFault(fault, { standIn: 'card-gateway', lastFour })
  await button(page, 'Place Order').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Update Payment' }).click()
  await expect(page).toHaveURL(/paymentErrorId=authorizationError/)
}

export const stepStates: readonly StepState[] = [
  {
    name: 'shipping-errors',
    async open(store, { plain, second, email }) {
      await goToStep(store, 1, { skus: [plain, second], email })
      await field(store.page, 'Email').fill('ada@example')
      await button(store.page, 'Next').click()
    },
    async heard(page) {
      await expect(field(page, 'Email')).toBeFocused()
      await expectWrong(field(page, 'Email'), /The end is missing/)
      await expectWrong(page.getByRole('combobox', { name: /^(state|province)/i }), /Please enter your/)
      const summary = page.getByRole('region', { name: 'Errors in this form' })
      await expect(summary.getByRole('heading')).toHaveText(/Please check \d fields/)
      await summary.getByRole('link', { name: 'City' }).click()
      await expect(field(page, 'City')).toBeFocused()
    },
  },
  {
    name: 'shipping-suggestion',
    async open({ page, home, variant }) {
      await page.getByRole('combobox', { name: /^(state|province)/i }).selectOption(home.state)
      await field(page, /^(zip|postal) code/i).fill(variant.country === 'US' ? '10004' : 'v6b1a1')
      await field(page, /^(zip|postal) code/i).press('Tab')
    },
    async heard(page) {
      await expectWrong(field(page, /^(zip|postal) code/i), /is not in (IL|ON)\./)
      const offer = page.getByRole('button', { name: /^Change to (New York|British Columbia)$/ })
      await expect(page.getByRole('status').filter({ has: offer })).toContainText(
        / is in (New York|British Columbia)\./,
      )
    },
  },
  {
    name: 'shipping-homes',
    async open(store) {
      await sendToTwoRecipients(store)
      await store.openStep(1)
      const { page } = store
      const last = page
        .getByRole('listitem')
        .getByRole('combobox', { name: /^send .* to$/i })
        .last()
      await last.selectOption('Enter a new address')
      await button(page, 'Use this address').click()
    },
    async heard(page) {
      const list = page.getByRole('list', { name: 'Items and where they go' })
      await expect(list.getByRole('combobox', { name: /^send .+ to$/i })).toHaveCount(2)
      await expect(page.getByRole('group', { name: /^new address for /i })).toBeVisible()
      await expect(field(page, 'First name')).toBeFocused()
      await expectWrong(field(page, 'First name'), /Please enter your first name/)
      await expect(page.getByRole('region', { name: 'Your addresses' }).getByRole('listitem')).toHaveCount(2)
      await expect(button(page, 'Remove Grace Hopper')).toBeVisible()
    },
  },
  {
    name: 'options-homes',
    async open(store) {
      await callStore(store.page, checkout.moveToShippingAndGiftOptions.path, {})
      await store.openStep(2)
      const second = store.page.getByRole('region', { name: 'Delivery to Grace Hopper' })
      await second.getByLabel('This is a gift').check()
      await second.getByRole('textbox', { name: /^gift message/i }).fill('x'.repeat(400))
      await button(store.page, 'Next: Payment').click()
    },
    async heard(page) {
      for (const name of ['Delivery to Ada Lovelace', 'Delivery to Grace Hopper']) {
        await expect(page.getByRole('region', { name })).toBeVisible()
        await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
      }
      const wraps = page.getByRole('group', { name: 'Packaging' }).getByRole('radio')
      await expect(wraps.first()).toBeChecked()
      await expect(field(page, /^gift message/i)).toBeFocused()
      await expectWrong(field(page, /^gift message/i), /at most \d+ characters.* Please take out \d+/)
      await expect(page).toHaveURL(/\/checkout\/shippingandgiftoptions$/)
    },
  },
  {
    name: 'options-in-home',
    async open(store, { furniture, plain, email }) {
      await store.page.context().clearCookies()
      await goToStep(store, 2, { skus: [furniture, plain], email })
      await store.page.getByLabel('Delivery day').selectOption({ index: 2 })
      await store.page.getByRole('radio', { name: /pm - 4 pm$/i }).check()
    },
    async heard(page) {
      await expect(page.getByRole('combobox', { name: 'Delivery day' })).toHaveAccessibleDescription(/at home/)
      const hours = page.getByRole('group', { name: /^Time on / })
      await expect(hours.getByRole('radio')).toHaveCount(3)
      await expect(hours.getByRole('radio', { name: '12 pm - 4 pm' })).toBeChecked()
      await expect(page.getByRole('combobox', { name: 'Holiday hold' })).toHaveAccessibleDescription(/week you choose/)
    },
  },
  {
    name: 'options-pickup',
    async open(store, { plain, email }) {
      await store.page.context().clearCookies()
      await reachStep(store, 2, { skus: [plain], email })
      const { sku, location } = await shelfOf(store)
      const items = [{ Sku: sku, Quantity: 1, IsPickupSelected: true, Location: location }]
      await callStore(store.page, cart.addItems.path, { items })
      await store.openStep(2)
      const { page } = store
      await page.getByLabel('Somebody else picks it up').check()
      await field(page, 'First name').fill('Rosa')
      await field(page, 'Email').fill('rosa@example')
      await button(page, 'Save contact').click()
      await expect(alerts(page)).not.toHaveCount(0)
    },
    async heard(page) {
      const counter = page.getByRole('region', { name: /^Pickup at / })
      await expect(counter.getByRole('checkbox', { name: 'Add a gift receipt' })).toBeVisible()
      await expect(counter.getByRole('checkbox', { name: 'Put it in a bag' })).toBeVisible()
      await expect(counter.getByRole('group', { name: /^Who picks it up at / }).getByRole('textbox')).toHaveCount(4)
      await expect(counter.getByRole('alert')).toContainText('Please enter the last name.')
    },
  },
  {
    name: 'payment-errors',
    async open(store, { plain, email }) {
      await store.page.context().clearCookies()
      await goToStep(store, 3, { skus: [plain], email })
      const { page } = store
      await page.getByLabel('Same as shipping address').uncheck()
      await button(page, 'Gift card, code or reward').click()
      await button(page, 'Apply a code').or(button(page, 'Apply tender code')).click()
      await button(page, 'Next: Review & Place Order').click()
    },
    async heard(page) {
      await expect(field(page, /^card number/i)).toBeFocused()
      await expectWrong(field(page, /^card number/i), /Please enter a valid credit card number\./)
      await expectWrong(field(page, /^security code/i), /Please enter a valid security code\./)
      await expectWrong(field(page, 'Tender code'), /Please enter a code\./)
      const billing = page.getByRole('region', { name: 'Billing address' })
      await expectWrong(billing.getByLabel('Street address'), /Please enter your street address\./)
      // one summary for all of the step (CALM-29)
      const summary = page.getByRole('region', { name: 'Errors in this form' })
      await expect(summary).toHaveCount(1)
      await expect(summary.getByRole('link', { name: 'Street address' })).toBeVisible()
      await expect(page.getByRole('region', { name: 'Credit or debit card' })).toBeVisible()
    },
  },
  {
    name: 'payment-wrong-code',
    open: (store, exhibits) => openRefused(store, exhibits, 'wrongCode', '7106'),
    async heard(page) {
      const code = field(page, 'Security code of the card ending in 7106')
      await expect(code).toBeFocused()
      await expectWrong(code, /The security code does not match this card\. Please enter it again\./)
    },
  },
  {
    name: 'payment-wrong-date',
    open: (store, exhibits) => openRefused(store, exhibits, 'wrongExpiry', '7122'),
    async heard(page) {
      const date = field(page, /^expiration date/i)
      await expect(date).toBeFocused()
      await expectWrong(date, /The expiration date does not match this card\. Please enter it again\./)
    },
  },
  {
    name: 'payment-declined',
    open: (store, exhibits) => openRefused(store, exhibits, 'decline', '7114'),
    async heard(page) {
      await expect(alerts(page)).toBeFocused()
      await expect(alerts(page)).toContainText('Visa ending in 7114, expires')
      await expect(button(page, 'Use it again')).toBeVisible()
    },
  },
  {
    name: 'review-homes',
    async open(store, { plain, second, email }) {
      await store.page.context().clearCookies()
      await reachStep(store, 4, { skus: [plain, second], email })
      await sendToTwoRecipients(store)
      const { recipientList } = await callStore<CheckoutReply>(store.page, checkout.refreshCheckout.path)
      const giftOptions = { isGift: true, giftWrap: 'box', giftMessage: 'For the long evenings', hasGiftReceipt: true }
      const body = { recipientId: recipientList.at(-1)?.id, giftOptions, serviceLevel: 1 }
      await callStore(store.page, checkout.updateGiftOption.path, body)
      await callStore(store.page, checkout.moveToReviewPage.path, {})
      await store.openStep(4)
    },
    async heard(page) {
      await expect(
        page.getByRole('navigation', { name: 'Checkout steps' }).locator('[aria-current="step"]'),
      ).toHaveCount(1)
      await expect(page.getByRole('region', { name: 'Items and delivery' })).toContainText('Grace Hopper')
      await expect(page.getByRole('main')).toContainText('For the long evenings')
      await expect(button(page, 'Place Order')).toBeEnabled()
      await expect(page.getByRole('complementary', { name: 'Order summary' })).toContainText('Total')
    },
  },
  {
    name: 'shipping-matches',
    async open(store, { plain, email }) {
      await store.page.context().clearCookies()
      await goToStep(store, 1, { skus: [plain], email })
      await street(store.page).click()
      await store.page.keyboard.type(
        store.variant.country === 'CA' ? '220 king st w toronto' : '1200 w monroe st chicago',
      )
      await expect(store.page.getByRole('option').first()).toBeVisible()
    },
    async heard(page) {
      await expect(street(page)).toHaveRole('combobox')
      await expect(street(page)).toHaveAttribute('aria-expanded', 'true')
      await expect(page.getByRole('listbox')).toHaveAccessibleName(/.+/)
    },
  },
  {
    name: 'shipping-held',
    async open(store, { plain, email }) {
      await store.page.context().clearCookies()
      await reachStep(store, 2, { skus: [plain], email })
      await store.openStep(1)
      await field(store.page, 'City').fill('')
    },
    async heard(page) {
      await expect(page.getByRole('heading', { level: 2, name: 'Shipping & Gift Options' })).toBeVisible()
      await expect(page.getByRole('main').locator('[inert]')).toContainText(/standard/i)
      await expect(button(page, 'Cancel Changes')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeVisible()
      await expect(button(page, 'Next: Payment')).toHaveCount(0)
    },
  },
]
