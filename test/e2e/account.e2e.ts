import { expect, type Page } from '@playwright/test'
import { ask, onHand, ordersOf, plainArticle } from './books.ts'
import { test } from './focus-watch.ts'
import { Keyboard } from './keyboard.ts'
import { askForAccount, createAccount, linkTo, password, signIn } from './member.ts'
import { expectNoFault, expectNoSidewaysScroll } from './page-faults.ts'
import { fillCart, goToStep } from './quick.ts'
import { mailsTo } from './sandbox.ts'
import { goodCard, Store } from './store.ts'

const grace = (email: string) => ({ firstName: 'Grace', lastName: 'Hopper', email })

/** The paths that the main frame passes through, redirects included. */
function followAddresses(page: Page): string[] {
  const passed: string[] = []
  page.on('response', (answer) => {
    if (answer.request().isNavigationRequest()) passed.push(new URL(answer.url()).pathname)
  })
  return passed
}

test('ROUTE-14 ROUTE-21 LOGIN-21: a sign-in without a return address passes the confirmation page and ends on the account page', async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  await createAccount(store, grace('grace.account@example.com'))
  await store.open('/account/login')
  const passed = followAddresses(page)
  await signIn(page, 'grace.account@example.com')
  await expect(page).toHaveURL(/\/account$/)
  expect(passed).toEqual(['/account/login', '/account/auth/confirm', '/account'])
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Grace')
})

test("ROUTE-13 ROUTE-23 OPEN-09: the fallback sign-in page takes an encoded return address of this store, and no other; the cookie 'account' stays when the session ends, and goes with signing out", async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  const email = 'grace.fallback@example.com'
  await createAccount(store, grace(email))
  const signInAt = async (returnUrl: string) => {
    await store.open(`/account/login?returnUrl=${encodeURIComponent(returnUrl)}&isRedirect=true`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In')
    await signIn(page, email)
  }
  await signInAt('/customer-service/terms-of-use?from=fallback')
  await expect(page).toHaveURL(/\/customer-service\/terms-of-use\?from=fallback$/)

  const cookie = async (name: string) => (await page.context().cookies()).find((each) => each.name === name)
  const account = await cookie('account')
  expect(account).toMatchObject({ value: '1', httpOnly: false, path: '/' })
  expect(Math.round(((account?.expires ?? 0) - Date.now() / 1000) / 86_400)).toBe(365)
  await page.context().clearCookies({ name: 'sid' })
  await store.open('/account')
  await expect(page).toHaveURL(store.address('/account/login?returnUrl=%2Faccount'))
  expect(await page.evaluate(() => document.cookie.split('; '))).toContain('account=1')
  await signIn(page, email)
  await expect(page).toHaveURL(store.address('/account'))
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL(/\/$/)
  expect(await cookie('account')).toBeUndefined()
  await signInAt('https://other.example/')
  await expect(page).toHaveURL(/\/account$/)
})

test('PLAT-04 LOGIN-09: a guest with 2 lines signs in from the flyout and buys them as a customer', async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  const email = 'grace.buys@example.com'
  await createAccount(store, grace(email))
  const [first, second] = await Promise.all([plainArticle('cb', 13), plainArticle('cb', 14)])
  await fillCart(store, [first.sku, second.sku])
  await store.open('/checkout/cart')
  await store.untilAlive()
  await page.getByRole('button', { name: /^checkout/i }).click()
  await page.getByRole('dialog', { name: 'Checkout Now' }).getByRole('link', { name: 'Sign in', exact: true }).click()
  await signIn(page, email)
  await expect(page).toHaveURL(/\/checkout\/shipping$/)
  await store.untilAlive()
  for (const { name } of [first, second]) await expect(page.locator('body')).toContainText(name)

  await store.fillAddress('')
  await store.toOptions()
  await store.next('Next: Payment', /\/checkout\/paymentandbilling$/)
  await store.fillCard(goodCard)
  await store.next('Next: Review & Place Order', /\/checkout\/review$/)
  const number = await store.placeOrder()
  await store.open('/account')
  await expect(page.getByRole('row', { name: number })).toBeVisible()
  const lines = await ask(
    `select l.sku from shop.order_line l join shop.orders o using (shopper_id, order_id) where o.order_number = $1`,
    [number],
  )
  expect(lines).toHaveLength(2)
})

test('SAFE-13 SAFE-12: a guest orders and signs in: the order is confirmed, answered, listed and cancelled in this browser', async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  const email = 'grace.orders.first@example.com'
  await createAccount(store, grace(email))
  const { sku } = await plainArticle('cb', 12)
  await goToStep(store, 4, { skus: [sku], email })
  const other = new Store(await page.context().newPage(), 'cb')
  await other.open('/checkout/review')
  await other.untilAlive()
  const number = await store.placeOrder()

  await store.open('/account/login?returnUrl=%2Fcheckout%2Fconfirmation')
  await signIn(page, email)
  await expect(page).toHaveURL(/\/checkout\/confirmation$/)
  await expect(page.getByTestId('order-number')).toHaveText(number)
  // the review that was open before shows the guest's cart still
  expect(await other.placeOrder()).toBe(number)
  expect(await ordersOf(email)).toHaveLength(1)

  await store.open('/account')
  await expect(page.getByRole('row', { name: number })).toBeVisible()
  await store.open(`/account/orders/${number}`)
  await store.untilAlive()
  await page.getByRole('button', { name: 'Cancel Order' }).click()
  await page.getByRole('button', { name: 'Yes, cancel order' }).click()
  await expect(page.getByRole('heading', { name: 'This order is cancelled' })).toBeVisible()
})

test('UX-02 SAFE-52: a guest who has bought needs only a password; until the link is used she sees that order and nothing else', async ({
  page,
}) => {
  const store = new Store(page, 'cb2')
  const email = 'ada.keeps@example.com'
  const { sku } = await plainArticle('cb2', 3)
  await goToStep(store, 4, { skus: [sku], email })
  const number = await store.placeOrder()
  const offer = page.getByRole('region', { name: 'Next time, faster' })
  await offer.getByLabel('Password').fill(password)
  await offer.getByRole('button', { name: 'Create an Account' }).click()
  await expect(page).toHaveURL(/\/account\/check-mail$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We have sent you a mail')

  // the account is that order's page and no more
  await store.open('/account')
  await expect(page).toHaveURL(/\/account\/check-mail$/)
  await expect(page.getByRole('main').getByText(number)).toBeVisible()
  for (const name of ['Addresses', 'Cards', 'Your details']) {
    await expect(page.getByRole('heading', { name })).toHaveCount(0)
  }
  await page.getByRole('link', { name: 'See this order' }).click()
  await expect(page).toHaveURL(new RegExp(`/account/orders/${number}$`))
  await store.open('/account/login')
  await signIn(page, email)
  await expect(page.getByText('Please use the link in our mail first.')).toBeVisible()

  const elsewhere = await page.context().browser()?.newContext()
  const phone = await elsewhere?.newPage()
  if (phone === undefined) throw new Error('there is no other browser')
  await phone.goto(await linkTo(email))
  await phone.getByLabel('Password').fill(password)
  await phone.getByRole('button', { name: 'Confirm and sign in' }).click()
  await expect(phone).toHaveURL(/\/account$/)
  await expect(phone.getByRole('row', { name: number })).toBeVisible()
  await elsewhere?.close()

  await store.open('/account/login')
  await signIn(page, email)
  await expect(page).toHaveURL(/\/account$/)
  await expect(page.getByRole('row', { name: number })).toBeVisible()
})

for (const brand of ['cb', 'cb2'] as const) {
  test(`SAFE-50 OPEN-97: an account of ${brand} by the mailbox: asked for with a full cart, confirmed by the link, cart and all`, async ({
    page,
  }) => {
    const store = new Store(page, brand)
    const email = `ida.new.${brand}@example.com`
    const { sku, name } = await plainArticle(brand, 5)
    await fillCart(store, [sku])
    await askForAccount(store, { firstName: 'Ida', lastName: 'Rhodes', email })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('We have sent you a mail')
    await expect(page.getByRole('main')).toContainText(email)
    await expectNoFault(page, 'check-mail')
    await expectNoSidewaysScroll(page, 'check-mail')

    await store.open('/account/login')
    await signIn(page, email)
    await expect(page.getByText('Please use the link in our mail first.')).toBeVisible()
    await store.open('/checkout/cart')
    await expect(page.getByRole('main')).toContainText(name)

    const link = await linkTo(email)
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your email address')
    await expectNoFault(page, 'confirm-address')
    await expectNoSidewaysScroll(page, 'confirm-address')
    await page.getByRole('button', { name: 'Confirm and sign in' }).click()
    await expect(page).toHaveURL(/\/account$/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Ida')
    await store.open('/checkout/cart')
    await expect(page.getByRole('main')).toContainText(name)

    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')

    // the same words for an address that has an account, and a mail of its own
    const other = await page.context().browser()?.newContext()
    const stranger = await other?.newPage()
    if (stranger === undefined) throw new Error('there is no other browser')
    const elsewhere = new Store(stranger, brand)
    await askForAccount(elsewhere, { firstName: 'Ida', lastName: 'Rhodes', email })
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('We have sent you a mail')
    await expect
      .poll(async () => (await mailsTo(email))[0]?.subject, { timeout: 20_000 })
      .toMatch(/you have an account already$/)
    await other?.close()
  })
}

test('BEYOND-03 UX-19 UX-09 CALM-69: a guest cancels what she has just ordered, by keyboard alone, and reads what comes back', async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  const email = 'ada.regrets@example.com'
  const { sku } = await plainArticle('cb', 17)
  const before = await onHand('cb', sku)
  await goToStep(store, 4, { skus: [sku], email })
  const number = await store.placeOrder()
  expect(await onHand('cb', sku)).toBe(before - 1)

  const keyboard = new Keyboard(page)
  await keyboard.press(page.getByRole('link', { name: 'See or cancel this order' }))
  await expect(page).toHaveURL(new RegExp(`/account/orders/${number}$`))
  await expect(page.getByText(/^You can cancel until (\w+, )?\d{1,2}:\d\d [AP]M CT\.$/)).toBeVisible()
  const button = page.getByRole('button', { name: 'Cancel Order' })
  await keyboard.press(button)
  const popup = page.getByRole('dialog', { name: 'Cancel this order?' })
  await expect(popup.getByRole('heading', { name: 'Cancel this order?' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(popup).toBeHidden()
  await expect(button).toBeFocused()
  expect(await ordersOf(email)).toMatchObject([{ state: 'placed' }])

  await page.keyboard.press('Enter')
  await keyboard.press(popup.getByRole('button', { name: 'Yes, cancel order' }))
  await expect(page.getByRole('heading', { name: 'This order is cancelled' })).toBeFocused()
  await expect(page.getByRole('status').getByText(`Order ${number} is cancelled.`)).toBeAttached()
  await expect(page.getByRole('main')).toContainText(/Visa ending in 1111: \$[\d,.]+ will not be charged/)
  await expect(button).toHaveCount(0)
  // nobody wraps what is not sent
  await expect(page.getByRole('main').getByRole('link', { name: /receipt/i })).toHaveText(['Receipt (PDF)'])
  expect(await ordersOf(email)).toMatchObject([{ number, state: 'cancelled' }])
  expect(await onHand('cb', sku)).toBe(before)
  await expect
    .poll(
      () =>
        ask(
          'select p.state from shop.payment p join shop.orders o using (shopper_id, order_id) where o.order_number = $1',
          [number],
        ),
      { timeout: 20_000 },
    )
    .toEqual([{ state: 'voided' }])

  await store.open('/checkout/confirmation')
  await expect(page).toHaveURL(new RegExp(`/account/orders/${number}$`))
  await expect(page.getByRole('heading', { name: 'This order is cancelled' })).toBeVisible()
  await expect(page.getByText(/^Cancelled, placed /)).toBeVisible()
  await expect(page.getByText('What happens next')).toHaveCount(0)
})

test('CALM-42: the mail’s link opens the order in a fresh browser after 30 days, names and payments in part only', async ({
  page,
  browser,
}) => {
  const store = new Store(page, 'cb')
  const email = 'ada.later@example.com'
  const { sku } = await plainArticle('cb', 19)
  await goToStep(store, 4, { skus: [sku], email })
  const number = await store.placeOrder()
  const written = async () => (await mailsTo(email))[0]?.text ?? ''
  await expect.poll(written, { timeout: 20_000 }).toMatch(/\/account\/order\?/)
  const link = /https?:\/\/\S+\/account\/order\?\S+/.exec(await written())?.[0] ?? ''
  await ask("update shop.orders set settled_at = settled_at - interval '30 days' where order_number = $1", [number])

  const fresh = await (await browser.newContext()).newPage()
  await fresh.goto(link)
  const main = fresh.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(`Order ${number}`)
  await expect(main).toContainText('names, addresses and payments are shown in part only')
  await expect(main).toContainText('A. L.')
  await expect(main).not.toContainText(/Lovelace|1111|Receipt \(PDF\)/)
  await main.getByRole('link', { name: 'Mail me a link to all of it' }).click()
  await expect(fresh.getByRole('heading', { name: 'Find your order' })).toBeVisible()
  await fresh.context().close()
})

test('UX-24: without scripts an order is cancelled by two plain presses', async ({ page, browser }) => {
  const store = new Store(page, 'cb')
  const email = 'ada.plain@example.com'
  const { sku } = await plainArticle('cb', 18)
  await goToStep(store, 4, { skus: [sku], email })
  const number = await store.placeOrder()
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  const bare = await plain.newPage()
  await bare.goto(store.address(`/account/orders/${number}`))
  await expect(bare.getByText(/^You can cancel until (\w+, )?\d{1,2}:\d\d [AP]M CT\.$/)).toBeVisible()
  await bare.getByRole('button', { name: 'Cancel Order' }).click()
  await expect(bare).toHaveURL(/\?cancel=ask#cancel-title$/)
  await expect(bare.getByRole('heading', { name: 'Cancel this order?' })).toBeVisible()
  expect(await ordersOf(email)).toMatchObject([{ state: 'placed' }])
  await bare.getByRole('button', { name: 'Yes, cancel order' }).click()
  await expect(bare).toHaveURL(new RegExp(`/account/orders/${number}$`))
  await expect(bare.getByRole('heading', { name: 'This order is cancelled' })).toBeVisible()
  expect(await ordersOf(email)).toMatchObject([{ state: 'cancelled' }])
  await plain.close()
})
