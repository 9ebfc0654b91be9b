import { expect } from '@playwright/test'
import { pathTable } from '#contracts/paths.ts'
import { ask } from './books.ts'
import { becomeMember, type Person, password } from './member.ts'
import type { Place } from './places.ts'
import { callStore, fillCart, goToStep, saveCard } from './quick.ts'
import { mailsTo } from './sandbox.ts'
import type { Store } from './store.ts'

const nameOf = (store: Store, purpose: string): Person => ({
  firstName: 'Mary',
  lastName: `Somerville ${purpose}`,
  email: `mary.${purpose}.${store.variant.key}@example.com`,
})

const main = (store: Store) => store.page.getByRole('main')

async function createRegistry(store: Store): Promise<void> {
  const { page, home } = store
  await store.open('/gift-registry/create')
  await store.untilAlive()
  await page.getByLabel('Occasion').selectOption('Wedding')
  await page.getByLabel('Date').fill('2027-06-12')
  await page.getByLabel('Street address').fill(home.address)
  await page.getByLabel('City').fill(home.city)
  await page.getByLabel(/^(State|Province)/).selectOption(home.state)
  await page.getByLabel(/^(ZIP|Postal) code/).fill(home.postalCode)
  await main(store).getByRole('button', { name: 'Create Registry' }).click()
  await expect(page).toHaveURL(/\/gift-registry\/registrant-list\/\d+$/)
}

async function itemFor(store: Store, sku: number): Promise<void> {
  await store.open(`/product/${sku}`)
  await store.untilAlive()
  await store.page.getByRole('button', { name: 'Add to Registry' }).click()
  await expect(store.page.getByRole('dialog').getByText('Added to your registry')).toBeVisible()
}

/** The member's cart up to the payment step, by calls. */
async function toPayment({ page }: Store, address: object): Promise<void> {
  const { cart, checkout } = pathTable
  await callStore(page, cart.checkout.path, {})
  await callStore(page, checkout.validateAndSaveAddress.path, address)
  await callStore(page, checkout.moveToShippingAndGiftOptions.path, {})
  await callStore(page, checkout.moveToPaymentPage.path, {})
}

function addressOf({ home, variant }: Store, { firstName, lastName, email }: Person): object {
  const { address: address1, ...place } = home
  return { ...place, address1, firstName, lastName, email, country: variant.country }
}

/** The member buys, and keeps the card and the address for another time. */
async function buyAndSaveCard(store: Store, sku: number, person: Person): Promise<void> {
  const { page } = store
  const { checkout, order } = pathTable
  await fillCart(store, [sku])
  await toPayment(store, { ...addressOf(store, person), saveToAccount: true })
  await saveCard(page, { saveToAccount: true })
  await callStore(page, checkout.moveToReviewPage.path, {})
  await callStore(page, order.placeOrder.path, {})
}

/** From the page of a piece that takes words into the cart, with 'Ann' on it. */
export async function intoCartWithWords(store: Store, monogram: number): Promise<void> {
  const { page } = store
  await store.open(`/product/${monogram}`)
  await store.untilAlive()
  await page.getByRole('button', { name: /^personalize it/i }).click()
  const popup = page.getByRole('dialog', { name: 'Personalize it' })
  await popup.getByRole('textbox').first().fill('Ann')
  await popup.getByRole('button', { name: /^accept/i }).click()
  await expect(page).toHaveURL(/\/checkout\/cart$/)
}

/** The member buys a piece with words of hers on it. */
async function buyDesign(store: Store, monogram: number, sku: number, person: Person): Promise<void> {
  const { page } = store
  const { checkout, order } = pathTable
  await intoCartWithWords(store, monogram)
  await fillCart(store, [sku])
  await toPayment(store, addressOf(store, person))
  await saveCard(page)
  await callStore(page, checkout.moveToReviewPage.path, {})
  await callStore(page, order.placeOrder.path, {})
}

/**
 * The pages of one who has signed in, and those an order leads to beside the plain way; in the order of one visit, which
 * begins with a new member and ends with her signed out.
 */
export function memberPlaces(purpose: string): readonly Place[] {
  let registry = ''
  let shared = ''
  return [
    {
      name: 'account-new',
      async open(store) {
        await becomeMember(store, nameOf(store, purpose))
        await store.open('/account')
      },
    },
    {
      name: 'registry-create',
      async open(store) {
        await store.open('/gift-registry/create')
      },
    },
    {
      name: 'registry-empty',
      async open(store) {
        await createRegistry(store)
        registry = new URL(store.page.url()).pathname.split('/').at(-1) ?? ''
      },
    },
    {
      name: 'registry-list',
      async open(store, { plain, second }) {
        await itemFor(store, plain)
        await itemFor(store, second)
        await store.open(`/gift-registry/registrant-list/${registry}`)
        const link = store.page.getByRole('link', { name: /\/gift-registry\/registry\// })
        shared = (await link.getAttribute('href')) ?? ''
      },
    },
    { name: 'registry-checklist', open: (store) => store.open(`/gift-registry/checklist/${registry}`) },
    { name: 'registry-edit', open: (store) => store.open(`/gift-registry/edit/${registry}`) },
    {
      name: 'account',
      async open(store, { second }) {
        await buyAndSaveCard(store, second, nameOf(store, purpose))
        await store.open('/account')
        await expect(store.page.getByText(/ending in 1111/).first()).toBeVisible()
      },
    },
    {
      name: 'account-removed',
      async open(store) {
        await store.open('/account')
        await main(store)
          .getByRole('button', { name: /^Remove: .*, / })
          .first()
          .click()
        await expect(main(store).getByRole('button', { name: /^Undo/ })).toBeVisible()
      },
    },
    { name: 'account-address', open: (store) => store.open('/account/addresses/new') },
    { name: 'account-card', open: (store) => store.open('/account/cards/new') },
    {
      name: 'account-order',
      async open(store) {
        await store.open('/account')
        await store.page.getByRole('row').getByRole('link').first().click()
        await expect(store.page).toHaveURL(/\/account\/orders\//)
      },
    },
    {
      name: 'account-order-cancelled',
      async open(store) {
        await store.untilAlive()
        await store.page.getByRole('button', { name: 'Cancel Order' }).click()
        await store.page.getByRole('dialog').getByRole('button', { name: 'Yes, cancel order' }).click()
        await expect(store.page.getByRole('heading', { name: 'This order is cancelled' })).toBeVisible()
      },
    },
    {
      name: 'account-order-moved',
      async open(store) {
        const number = new URL(store.page.url()).pathname.split('/').at(-1) ?? ''
        for (const [nth, kind] of ['refunded', 'refundFailed', 'chargeback', 'chargebackReversed'].entries()) {
          await ask(
            `insert into shop.payment_entry (shopper_id, order_id, payment_id, provider, event_id, kind, amount_cents,
               currency, provider_ref, is_asked)
             select shopper_id, order_id, payment_id, 'card', $2, $3, least(p.amount_cents, 1000), p.currency,
               p.provider_ref, false
             from shop.payment p join shop.orders o using (shopper_id, order_id) where o.order_number = $1`,
            [number, `place-${nth}`, kind],
          )
        }
        await store.page.reload()
        await expect(main(store).getByText('A refund did not reach you')).toBeVisible()
      },
    },
    {
      name: 'account-designs',
      async open(store, { monogram, plain }) {
        const { page } = store
        await buyDesign(store, monogram, plain, nameOf(store, purpose))
        await store.open('/account')
        await expect(page.getByRole('heading', { name: 'Your designs' })).toBeVisible()
        await main(store)
          .getByRole('button', { name: /^Remove: .* ending in 1111/ })
          .first()
          .click()
        await expect(main(store).getByRole('button', { name: /^Undo removal of .* ending in 1111/ })).toBeVisible()
      },
    },
    { name: 'refused', isForeign: true, open: (store) => store.open('/cart/add') },
    {
      name: 'checkout-3-tax-exempt',
      async open(store, { second }) {
        const person = nameOf(store, purpose)
        await ask('update shop.account set is_tax_exempt = true where email = $1', [person.email])
        await fillCart(store, [second])
        await toPayment(store, addressOf(store, person))
        await store.openStep(3)
        const tax = store.page.getByRole('complementary', { name: 'Order summary' })
        await expect(tax).toContainText(/(Tax|GST|HST)\D*[1-9]/)
        await main(store).getByRole('checkbox', { name: 'Order without tax' }).check()
        await expect(tax).not.toContainText(/(Tax|GST|HST)\D*[1-9]/)
      },
    },
    {
      name: 'cart-member',
      async open(store, { plain, second }) {
        await fillCart(store, [plain, second])
        await store.open('/checkout/cart')
      },
    },
    {
      name: 'registry-giver',
      async open(store) {
        await store.open('/account')
        await store.page.getByRole('button', { name: 'Sign out', exact: true }).click()
        await expect(store.page).toHaveURL(/\/$/)
        await store.open(shared)
        await expect(store.page.getByRole('button', { name: /^Give this: / }).first()).toBeVisible()
      },
    },
    {
      name: 'registry-found',
      async open(store) {
        const { lastName } = nameOf(store, purpose)
        await store.open(`/gift-registry/find?name=${encodeURIComponent(lastName)}`)
        await expect(main(store)).toContainText(lastName)
      },
    },
    { name: 'link-ended', open: (store) => store.open('/account/reset-password?token=ended') },
    {
      name: 'reset-password',
      async open(store) {
        const { email } = nameOf(store, purpose)
        await store.open('/account/login')
        await store.untilAlive()
        await store.page.getByRole('button', { name: 'Reset password' }).click()
        const popup = store.page.getByRole('dialog', { name: 'Reset password' })
        await popup.getByLabel('Email address').fill(email)
        await store.page.keyboard.press('Enter')
        const link = () =>
          mailsTo(email).then((mails) =>
            mails.map(({ text }) => /http:\S+\/account\/reset-password\?token=[\w-]+/.exec(text)?.[0]).find(Boolean),
          )
        await expect.poll(link, { timeout: 20_000 }).toBeTruthy()
        await store.page.goto((await link()) ?? '')
        await expect(store.page.getByLabel('New password')).toBeVisible()
      },
    },
    {
      name: 'sign-in-refused',
      async open(store) {
        await store.open('/account/login')
        await main(store).getByLabel('Email address').fill(nameOf(store, purpose).email)
        await main(store).getByLabel('Password').fill(`not ${password}`)
        await main(store).getByRole('button', { name: 'Sign In', exact: true }).click()
        await expect(
          store.page.getByText('The email address or the password is not right.', { exact: true }),
        ).toBeVisible()
      },
    },
    {
      name: 'cart-gift',
      async open(store) {
        const { page } = store
        await store.open(shared)
        await page
          .getByRole('button', { name: /^Give this: / })
          .first()
          .click()
        await expect(page).toHaveURL(/\/checkout\/cart$/)
      },
    },
    {
      name: 'checkout-gift',
      async open(store) {
        await store.untilAlive()
        await store.startGuestCheckout()
        await expect(store.page.getByRole('heading', { name: /^Straight to Mary/ })).toBeVisible()
      },
    },
    {
      name: 'cart-gift-closed',
      async open(store) {
        await ask('update shop.registry set closed_at = now() where gr_id = $1', [registry])
        await store.open('/checkout/cart')
        await expect(main(store)).toContainText('This registry has been closed')
      },
    },
    {
      name: 'registry-closed',
      async open(store) {
        await store.open(shared)
        await expect(store.page.getByRole('heading', { level: 1 })).toHaveText('This registry is closed')
      },
    },
    {
      name: 'bank',
      isForeign: true,
      async open(store, { plain }) {
        await store.page.context().clearCookies()
        const card = { number: '4242 4200 0008 0143', expiry: '0530', code: '123' }
        await goToStep(store, 4, { skus: [plain], email: `bank.${purpose}@example.com`, card })
        await store.page.getByRole('button', { name: 'Place Order', exact: true }).click()
        await expect(store.page.getByRole('heading', { level: 1 })).toHaveText('Confirm your payment')
      },
    },
    {
      name: 'unknown-outcome',
      async open(store, { plain }) {
        await store.page.context().clearCookies()
        const card = { number: '4242 4200 0008 0135', expiry: '0530', code: '123' }
        await goToStep(store, 4, { skus: [plain], email: `unknown.${purpose}@example.com`, card })
        await store.page.getByRole('button', { name: 'Place Order', exact: true }).click()
        await expect(store.page.getByRole('heading', { level: 1 })).toHaveText('Your order is being confirmed', {
          timeout: 20_000,
        })
      },
    },
  ]
}
