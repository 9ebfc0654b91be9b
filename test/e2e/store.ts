import { expect, type Locator, type Page } from '@playwright/test'
import { type Step, stepRow } from '#domain/checkout/steps.ts'
import { formatCents } from '#domain/price-format.ts'
import { type VariantKey, variants } from '#domain/variant.ts'
import { ask } from './books.ts'
import { ownStore } from './own-store.ts'

/** A shopper's address in each country, as people type it. */
export const recipients = {
  US: { address: '233 S Wacker Dr', city: 'Chicago', state: 'IL', postalCode: '60606', phone: '312-555-0110' },
  CA: { address: '111 Wellington St', city: 'Ottawa', state: 'ON', postalCode: 'k1a0a6', phone: '613-555-0110' },
} as const

export const goodCard = { number: '4111 1111 1111 1111', expiry: '0530', code: '123' }
export const declinedCard = { number: '4000 0000 0000 0002', expiry: '0530', code: '123' }

/** What a shopper does in one of the four stores, in the shopper's own words. */
export class Store {
  readonly page: Page
  readonly variant: (typeof variants)[VariantKey]
  readonly #port: string
  #isKnown = false
  /** What the shopper has answered to being measured, before the first page; null: not asked yet. */
  consent: 'accepted' | 'declined' | null = 'accepted'

  constructor(page: Page, key: VariantKey, port: string | number = ownStore().port) {
    this.page = page
    this.variant = variants[key]
    this.#port = String(port)
  }

  address(path: string): string {
    return `http://${this.variant.host}:${this.#port}${path}`
  }

  async open(path: string): Promise<void> {
    await this.#answerOnce()
    await this.#forgetTries()
    await this.page.goto(this.address(path))
  }

  /** The shoppers of all tests have one address, and a network may make no more than twenty accounts in an hour. */
  async #forgetTries(): Promise<void> {
    if (this.#isKnown) return
    this.#isKnown = true
    await ask('delete from shop.throttle')
  }

  /** Where the store asks, its question is not in the way of a test of something else. */
  async #answerOnce(): Promise<void> {
    const { consent } = this
    this.consent = null
    if (consent === null) return
    await this.page.addInitScript((choice) => {
      if (location.protocol.startsWith('http')) localStorage.analyticsConsent ??= choice
    }, consent)
  }

  async openStep(step: Step): Promise<void> {
    const { path } = stepRow(step)
    await this.open(path)
    await expect(this.page).toHaveURL(new RegExp(`${path}$`))
    await this.untilAlive()
  }

  /** Until the scripts have taken the page over. */
  async untilAlive(): Promise<void> {
    await expect(this.page.locator('[data-hydrated]')).toBeAttached()
  }

  /** From the home page over a department to its first product that can be had. */
  async walkToProduct(): Promise<void> {
    await this.open('/')
    await this.page.getByRole('navigation', { name: 'Departments' }).getByRole('link').first().click()
    await expect(this.page).toHaveURL(/\/category\//)
    await this.page.getByRole('article').first().getByRole('heading').getByRole('link').click()
    await expect(this.page).toHaveURL(/\/product\/\d+/)
  }

  /** From the home page over the gifts to the donation that the store offers. */
  async walkToDonation(): Promise<void> {
    await this.open('/')
    await this.page.getByRole('navigation', { name: 'Departments' }).getByRole('link', { name: 'Gifts' }).click()
    await this.page.getByRole('main').getByRole('link', { name: 'Donations' }).first().click()
    await expect(this.page).toHaveURL(/\/category\/donations$/)
    await this.page.getByRole('article').first().getByRole('heading').getByRole('link').click()
    await expect(this.page).toHaveURL(/\/product\/\d+$/)
  }

  /** Takes another choice of the product's first option; answers the sku that is then shown. */
  async chooseAnotherOption(): Promise<number> {
    const before = this.page.url()
    await this.untilAlive()
    const choices = this.page.getByRole('main').locator('section[aria-label] li a')
    await choices.and(this.page.locator(':not([aria-current])')).first().click()
    await expect(this.page).not.toHaveURL(before)
    return this.sku()
  }

  /** The sku that the product page shows. */
  sku(): number {
    return Number(new URL(this.page.url()).pathname.split('/').at(-1))
  }

  get home(): (typeof recipients)['US' | 'CA'] {
    return recipients[this.variant.country]
  }

  /** Cents as this store's pages write them. */
  money(cents: number): string {
    return formatCents(cents, this.variant.currency)
  }

  get basketCount(): Locator {
    return this.page.getByTestId('basket-count')
  }

  get addToCart(): Locator {
    return this.page.getByRole('button', { name: /^add to cart$/i }).first()
  }

  async setQuantity(quantity: number): Promise<void> {
    const field = this.page.getByRole('main').getByRole('textbox', { name: 'Quantity', exact: true })
    await field.fill(String(quantity))
    await field.press('Tab')
  }

  async addTwoAndOpenCart(): Promise<void> {
    await this.setQuantity(2)
    await this.addToCart.click()
    const layer = this.page.getByRole('dialog')
    await expect(layer.getByText('2 item(s) added to your cart')).toBeVisible()
    await expect(this.basketCount).toHaveText(/2/)
    await layer.getByRole('link', { name: 'View Cart & Checkout' }).click()
    await expect(this.page).toHaveURL(/\/checkout\/cart$/)
  }

  /** Changes the number of the one line in the cart, and waits until the header has followed. */
  async changeQuantity(quantity: number): Promise<void> {
    const field = this.page.getByRole('main').getByRole('textbox', { name: /^quantity of/i })
    await field.fill(String(quantity))
    await field.press('Tab')
    await expect(this.basketCount).toHaveText(String(quantity))
  }

  async startGuestCheckout(): Promise<void> {
    await this.page
      .getByRole('button', { name: /^checkout/i })
      .first()
      .click()
    const flyout = this.page.getByRole('dialog', { name: 'Checkout Now' })
    await expect(flyout).toBeVisible()
    await flyout.getByRole('button', { name: 'Guest Checkout' }).click()
    await expect(this.page).toHaveURL(/\/checkout\/shipping$/)
  }

  /** A customer's email is known: '' leaves it as it is. */
  async fillAddress(email: string): Promise<void> {
    await this.fillAllButPostalCode(email)
    await this.fillPostalCode()
  }

  /** An address that is not whole yet: nothing of it is saved before it is (CALM-33). */
  async fillAllButPostalCode(email: string): Promise<void> {
    const { home } = this
    const form = this.page.getByRole('main')
    if (email !== '') await form.getByLabel(/^email/i).fill(email)
    await form.getByLabel(/^first name/i).fill('Ada')
    await form.getByLabel(/^last name/i).fill('Lovelace')
    await form.getByLabel(/^(street )?address$/i).fill(home.address)
    await form.getByLabel(/^city/i).fill(home.city)
    await form.getByLabel(/^(state|province)/i).selectOption(home.state)
    await form.getByLabel(/^phone/i).fill(home.phone)
  }

  async fillPostalCode(): Promise<void> {
    const field = this.page.getByRole('main').getByLabel(/^(zip|postal) code/i)
    await field.fill(this.home.postalCode)
  }

  async next(name: 'Next' | 'Next: Payment' | 'Next: Review & Place Order', path: RegExp): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).click()
    await expect(this.page).toHaveURL(path)
  }

  /** The heading of the options below the address, where all goes in one parcel to one home (CALM-33). */
  get optionsBelow(): Locator {
    return this.page.getByRole('main').getByRole('heading', { level: 2, name: 'Shipping & Gift Options' })
  }

  /** From an address that is whole to its options: they unfold below it by themselves, or are the next step. */
  async toOptions(): Promise<void> {
    if ((await this.optionsBelow.count()) === 0) {
      await this.next('Next', /\/checkout\/shippingandgiftoptions$/)
      return
    }
    await expect(this.page.getByRole('button', { name: 'Next: Payment', exact: true })).toBeVisible()
    await expect(this.page).toHaveURL(/\/checkout\/shipping$/)
  }

  async chooseGiftMessage(message: string): Promise<void> {
    const main = this.page.getByRole('main')
    await main.getByLabel(/this is a gift/i).check()
    await main.getByLabel(/gift message/i).fill(message)
    await main.getByLabel(/gift message/i).press('Tab')
  }

  async fillCard(card: typeof goodCard): Promise<void> {
    const main = this.page.getByRole('main')
    await main.getByLabel(/^card number/i).fill(card.number)
    await main.getByLabel(/^expiration/i).fill(card.expiry)
    await main.getByLabel(/^security code/i).fill(card.code)
  }

  async placeOrder(): Promise<string> {
    await this.page.getByRole('button', { name: 'Place Order', exact: true }).click()
    await expect(this.page).toHaveURL(/\/checkout\/confirmation$/, { timeout: 20_000 })
    const number = await this.page.getByTestId('order-number').textContent()
    return number?.trim() ?? ''
  }

  /** Everything from the cart page to the review page. */
  async checkOutToReview(email: string): Promise<void> {
    await this.startGuestCheckout()
    await this.fillAddress(email)
    await this.toOptions()
    await this.chooseGiftMessage('With love from all of us')
    await this.next('Next: Payment', /\/checkout\/paymentandbilling$/)
    await this.fillCard(goodCard)
    await this.next('Next: Review & Place Order', /\/checkout\/review$/)
  }
}
