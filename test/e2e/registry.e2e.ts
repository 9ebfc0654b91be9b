import { expect } from '@playwright/test'
import { pathTable } from '#contracts/paths.ts'
import { plainArticle } from './books.ts'
import { test } from './focus-watch.ts'
import { becomeMember, createAccount, password, signIn } from './member.ts'
import { chooseExhibits } from './places.ts'
import { callStore } from './quick.ts'
import { mailsTo } from './sandbox.ts'
import { Store } from './store.ts'

const mary = (email: string) => ({ firstName: 'Mary', lastName: 'Somerville', email })

test('REG-02 REG-31 OPEN-18 OPEN-101: a guest signs in on the way, makes a registry, adds an item, and changes its quantity for good', async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  const email = 'mary.registry@example.com'
  await createAccount(store, mary(email))
  const { sku, name } = await plainArticle('cb', 3)
  const address = `/product/${sku}?from=list`
  const button = page.getByRole('button', { name: 'Add to Registry' })

  await store.open(address)
  await store.untilAlive()
  await button.click()
  await expect(page).toHaveURL(store.address(`/account/login?returnUrl=${encodeURIComponent(address)}`))
  await signIn(page, email)
  await expect(page).toHaveURL(store.address(address))

  // it goes on by itself (CALM-28)
  const popup = page.getByRole('dialog', { name: 'Add to Registry' })
  await expect(popup.getByRole('heading', { name: 'No Registry Found' })).toBeVisible()
  await popup.getByRole('link', { name: 'Create Registry' }).click()
  await page.getByLabel('Occasion').selectOption('Wedding')
  await page.getByLabel('Date').fill('2027-06-12')
  await page.getByRole('main').getByRole('button', { name: 'Create Registry' }).click()
  await expect(page).toHaveURL(/\/gift-registry\/registrant-list\/\d+$/)
  const grId = page.url().split('/').at(-1)

  await store.open(address)
  await store.untilAlive()
  await button.click()
  await expect(popup.getByText('Added to your registry')).toBeVisible()
  await expect(popup).toContainText(name)
  await expect(popup.getByRole('link', { name: 'View Checklist' })).toHaveAttribute(
    'href',
    `/gift-registry/checklist/${grId}`,
  )
  await popup.getByRole('link', { name: 'View Registry' }).click()
  await expect(page).toHaveURL(store.address(`/gift-registry/registrant-list/${grId}`))

  await store.open('/gift-registry/registrant-list')
  await store.untilAlive()
  const quantity = page.getByRole('textbox', { name: `Quantity of ${name}` })
  await expect(quantity).toHaveValue('1')
  const saved = page.waitForResponse(/\/ReactRegistry\/UpdateItem$/)
  await quantity.fill('4')
  await quantity.press('Tab')
  await saved
  await page.reload()
  await expect(quantity).toHaveValue('4')
  await store.open(`/gift-registry/checklist/${grId}`)
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: `4 × ${name}` })
      .first(),
  ).toBeVisible()
  await store.open('/account')
  await page.getByRole('main').getByRole('link', { name: 'Wedding on Jun 12, 2027' }).click()
  await expect(page).toHaveURL(store.address(`/gift-registry/registrant-list/${grId}`))
})

for (const key of ['cb', 'cb2'] as const) {
  test(`CALM-14: from the home page of ${key}, all of a cart is added to a registry but what is made to order, which is named`, async ({
    page,
  }) => {
    const store = new Store(page, key)
    await becomeMember(store, mary(`mary.all.${key}@example.com`))
    const { customOrder, second, donation } = await chooseExhibits(store, 'all')
    await store.open('/')
    await page.getByRole('banner').getByRole('link', { name: 'Account' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Create Registry' }).click()
    await page.getByLabel('Occasion').selectOption('Wedding')
    await page.getByLabel('Date').fill('2027-06-12')
    await page.getByRole('main').getByRole('button', { name: 'Create Registry' }).click()
    await expect(page).toHaveURL(/registrant-list\/\d+$/)
    await callStore(page, pathTable.cart.addItems.path, {
      items: [customOrder, second].map((Sku) => ({ Sku, Quantity: 1 })),
    })
    await callStore(page, pathTable.cart.donationAddToCart.path, { sku: donation, amount: 2_500 })
    await page.getByRole('banner').getByRole('link', { name: /cart/i }).click()
    await store.untilAlive()
    await page.getByRole('button', { name: 'Add All to Registry' }).click()
    const popup = page.getByRole('dialog', { name: 'Add to Registry' })
    await expect(popup.getByRole('heading', { name: 'Added to your registry' })).toBeVisible()
    await expect(popup.getByText(`SKU ${second}`)).toBeVisible()
    const left = popup.getByRole('region', { name: '2 items stay in your cart only' })
    await expect(left.getByRole('listitem')).toHaveText([/made to order for one person/, /donation cannot be put/])
    await popup.getByRole('link', { name: 'View Registry' }).click()
    await expect(page.getByRole('main').getByRole('textbox', { name: /^Quantity of/ })).toHaveCount(1)
    await page.getByRole('banner').getByRole('link', { name: /cart/i }).click()
    await expect(page.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem')).toHaveCount(3)
  })
}

test('OPEN-98: a forgotten password is set anew by the link of a mail, once', async ({ page }) => {
  const store = new Store(page, 'cb2')
  const email = 'mary.forgetful@example.com'
  await createAccount(store, mary(email))
  await store.open('/account/login')
  await store.untilAlive()
  await page.getByRole('button', { name: 'Reset password' }).click()
  const popup = page.getByRole('dialog', { name: 'Reset password' })
  await popup.getByLabel('Email address').fill(email)
  await page.keyboard.press('Enter')
  await expect(popup.getByText(/a link to reset its password is on its way/)).toBeVisible()

  // besides the mail of the account itself
  const resets = async () => (await mailsTo(email)).filter(({ subject }) => subject.endsWith('reset your password'))
  await expect.poll(async () => (await resets()).length, { timeout: 20_000 }).toBe(1)
  const [mail] = await resets()
  const link = /http:\S+\/account\/reset-password\?token=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''
  expect(link).toContain(store.variant.host)
  await page.goto(link)
  await page.getByLabel('New password').fill('quite another one')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page).toHaveURL(/\/account\/login$/)
  await expect(page.getByText('Your password is changed. Please sign in with the new one.')).toBeVisible()
  await signIn(page, email, 'quite another one')
  await expect(page).toHaveURL(/\/account$/)
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')
})

test('ROUTE-13 LOGIN-18 LOGIN-19 ERR-29 OPEN-19: a failing sign-in configuration leads to the sign-in page with the current page as return address, and its plain form signs in', async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  const email = 'mary.plain@example.com'
  await createAccount(store, mary(email))
  const { sku } = await plainArticle('cb', 3)
  await page.route('**/account/auth/GetSignInConfiguration*', (route) => route.fulfill({ status: 500, json: {} }))
  await store.open(`/product/${sku}`)
  await store.untilAlive()
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(store.address(`/account/login?returnUrl=%2Fproduct%2F${sku}&isRedirect=true`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In')
  await signIn(page, email)
  await expect(page).toHaveURL(store.address(`/product/${sku}`))
  await expect(page.getByRole('banner').getByRole('link', { name: 'Account' })).toBeVisible()

  await store.open('/account')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL(store.address('/'))
  await store.open('/account/login')
  await signIn(page, email)
  await expect(page).toHaveURL(store.address('/account'))
})

test('LOGIN-10 LOGIN-20 LOGIN-21: signing in over the page ends on the page', async ({ page }) => {
  const store = new Store(page, 'cb')
  const email = 'mary.popup@example.com'
  await createAccount(store, mary(email))
  await store.open('/customer-service/terms-of-use')
  await store.untilAlive()
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
  const popup = page.getByRole('dialog', { name: 'Account Sign In' })
  await popup.getByLabel('Email address').fill(email)
  await popup.getByLabel('Password').fill(password)
  const confirmed = page.waitForRequest(/\/account\/auth\/confirm\?returnUrl=/)
  await popup.getByRole('button', { name: 'Sign In', exact: true }).click()
  await confirmed
  await expect(page).toHaveURL(store.address('/customer-service/terms-of-use'))
  await expect(page.getByRole('banner').getByRole('link', { name: 'Account' })).toBeVisible()
})
