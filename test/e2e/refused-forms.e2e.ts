import { expect } from '@playwright/test'
import { pathTable } from '#contracts/paths.ts'
import { registryAddBody } from '#domain/registry/add-item.ts'
import { plainArticle } from './books.ts'
import { test } from './focus-watch.ts'
import { askForAccount, becomeMember, createAccount, linkTo, signIn } from './member.ts'
import { callStore, goToStep } from './quick.ts'
import { card, fill, type RefusedRow, refused, tooMany } from './refused.ts'
import { mailsTo } from './sandbox.ts'
import { Store } from './store.ts'

const noCards = /Card numbers are not accepted here/
const ann = {
  'First name': 'Ann',
  'Last name': 'Bell',
  'Email address': 'ann@example.com',
  Password: 'a good long one',
}
const made = { form: '/account/create-account', path: '/account/create-account', button: 'Create an Account' }
const registryForm = { form: '/gift-registry/create', path: '/gift-registry/create', button: 'Create Registry' }
const wedding = { Occasion: 'Wedding', Date: '2031-06-12', "Your partner's name": 'Ben Cole' }

const ofGuests: readonly RefusedRow[] = [
  {
    ...made,
    what: 'a wrong address',
    fill: { ...ann, 'Email address': 'ann' },
    at: 'Email address',
    message: /valid Email/,
  },
  { ...made, what: 'a short password', fill: { ...ann, Password: 'short' }, at: 'Password', message: /8 to 128/ },
  { ...made, what: 'a card for a name', fill: { ...ann, 'First name': card }, at: 'First name', message: noCards },
  {
    ...{ what: 'a wrong password', form: '/account/login', path: '/account/login', button: 'Sign In' },
    fill: { 'Email address': 'nobody.here@example.com', Password: 'not this one' },
    ...{ at: 'Password', message: /not right/ },
  },
  {
    ...{ what: 'a card for an address', form: '/account/login', path: '/account/login', button: 'Sign In' },
    fill: { 'Email address': card, Password: 'not this one' },
    ...{ at: 'Email address', message: noCards },
  },
  {
    ...{ what: 'half an address', form: '/account/ask-reset', path: '/account/reset-password' },
    ...{ fill: { 'Email address': 'ann@example' }, button: 'Send a new link' },
    ...{ at: 'Email address', message: /valid Email/ },
  },
  {
    ...{ what: 'half a number', form: '/account/find-order', path: '/account/find-order', button: 'Mail me the link' },
    fill: { 'Order number': 'AB12', 'Email address': 'ann@example.com' },
    ...{ at: 'Order number', message: /as it stands in your mail/ },
  },
  {
    ...{ what: 'no country', form: '/customer-service/ship-to', path: '/customer-service/ship-to' },
    ...{ fill: {}, button: 'Ship there', at: 'Country', message: /Please enter the country/ },
  },
  {
    ...{ what: 'no name', form: '/customer-service/international-orders' },
    ...{ path: '/customer-service/international-orders', button: 'Send request' },
    fill: { 'Email address': 'ann@example.com', Country: 'France', 'What you would like to order': 'A sofa' },
    ...{ at: 'Your name', message: /your name/ },
  },
  {
    ...{ what: 'too many faults', form: '/fire-drill/script', path: '/fire-drill', button: 'Script it' },
    fill: { Fault: 'A mail is refused for now', 'How many times': '20000' },
    ...{ at: 'How many times', message: /from 1 to 10,000/ },
  },
]
const ofMembers: readonly RefusedRow[] = [
  {
    ...{ what: 'a name that is none', form: '/account/profile', path: '/account', button: 'Save name' },
    fill: { 'First name': 'Ann', 'Last name': '<b>' },
    ...{ at: 'Last name', message: /last name/ },
  },
  {
    ...{ what: 'half a ZIP code', form: '/account/addresses/save', path: '/account/addresses/new' },
    fill: { 'First name': 'Ann', 'Last name': 'Bell', 'Street address': '1 Main Street', 'ZIP code': '9720' },
    ...{ button: 'Save address', at: 'ZIP code', message: /ZIP code/ },
  },
  {
    ...registryForm,
    what: 'a day that is over',
    fill: { ...wedding, Date: '2020-01-01' },
    at: 'Date',
    message: /the date/,
  },
  { ...registryForm, what: 'a card for a city', fill: { ...wedding, City: card }, at: 'City', message: noCards },
  {
    ...{ ...registryForm, what: 'half a ZIP code', at: 'ZIP code', message: /ZIP code/ },
    fill: { ...wedding, 'Street address': '1 Main Street', City: 'Portland', State: 'OR', 'ZIP code': '9720' },
  },
]

test.describe('SAFE-33: without scripts a form that is refused comes back with its message and what was typed', () => {
  test.use({ javaScriptEnabled: false })

  for (const row of ofGuests) {
    test(`SAFE-33: ${row.path}, ${row.what}`, async ({ page }) => {
      await new Store(page, 'cb').open(row.path)
      await refused(page, row)
    })
  }

  test('SAFE-33: a quantity on a product’s page', async ({ page }) => {
    const store = new Store(page, 'cb2')
    const { sku } = await plainArticle('cb2', 8)
    await store.open(`/product/${sku}`)
    const path = `/product/${sku}`
    await refused(page, {
      ...tooMany,
      form: '/cart/add',
      fill: { Quantity: '500' },
      at: 'Quantity',
      button: /add to cart/i,
    })
    expect(new URL(page.url()).pathname).toBe(path)
    await page.getByRole('spinbutton', { name: 'Quantity', exact: true }).fill('2')
    await store.addToCart.click()
    await expect(page).toHaveURL(/\/checkout\/cart$/)
    await expect(page.getByRole('spinbutton', { name: /^quantity of/i })).toHaveValue('2')
  })

  test('SAFE-33: a quantity of the cart', async ({ page }) => {
    const store = new Store(page, 'cb')
    await store.open(`/product/${(await plainArticle('cb', 8)).sku}`)
    await store.addToCart.click()
    await refused(page, { form: '/cart/update', ...tooMany, button: 'Update' })
  })

  test('SAFE-33: postal code and promotion code of the cart', async ({ page }) => {
    const store = new Store(page, 'cb')
    await store.open(`/product/${(await plainArticle('cb', 8)).sku}`)
    await store.addToCart.click()
    const zip = { form: '/cart/zip', fill: { 'ZIP code': '1234' }, at: 'ZIP code', button: 'Apply ZIP code' }
    await refused(page, { ...zip, message: /1234 is not a valid ZIP code/ })
    await refused(page, {
      ...{ form: '/cart/promo', fill: { 'Promotion code': 'NOT ONE OF OURS' }, at: 'Promotion code' },
      ...{ button: 'Apply promotion code', message: /We do not know this promotion code/ },
    })
  })

  test('SAFE-33: the amount of a donation, on its page and in the cart', async ({ page }) => {
    const store = new Store(page, 'cb2')
    await store.walkToDonation()
    await page.getByText('Another amount').click()
    const notWhole = { message: /whole dollars, without cents/ }
    await refused(page, {
      ...{ form: '/cart/donate', fill: { 'Your amount': '12.50' }, at: 'Your amount', button: 'Add to Cart' },
      ...notWhole,
    })
    await fill(page, { 'Your amount': '12' })
    await store.addToCart.click()
    await expect(page).toHaveURL(/\/checkout\/cart$/)
    await refused(page, {
      ...{ form: '/cart/amount', fill: { 'Amount of': '7.25' }, at: 'Amount of', button: 'Update' },
      ...notWhole,
    })
    await fill(page, { 'Amount of': '40' })
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByLabel('Amount of')).toHaveValue('40')
    await expect(page.getByRole('main')).toContainText(store.money(4_000))
  })

  test('SAFE-33: a member’s name and registry', async ({ page }) => {
    const store = new Store(page, 'cb')
    await becomeMember(store, { firstName: 'Ann', lastName: 'Bell', email: 'ann.refused@example.com' })
    for (const row of ofMembers) {
      await store.open(row.path)
      await refused(page, row)
    }
    await store.open(registryForm.path)
    await fill(page, { Occasion: 'Wedding', Date: '2031-06-12' })
    await page.getByRole('button', { name: registryForm.button }).click()
    await expect(page).toHaveURL(/registrant-list\/\d+$/)
    const grId = /\d+$/.exec(page.url())?.[0] ?? ''
    await store.open(`/gift-registry/edit/${grId}`)
    await refused(page, {
      form: '/gift-registry/edit',
      fill: { Date: '2020-01-01' },
      button: 'Save',
      at: 'Date',
      message: /the date/,
    })
  })

  test('SAFE-33: the password that proves a new account’s address', async ({ page, browser }) => {
    const email = 'ann.proves@example.com'
    await askForAccount(new Store(page, 'cb'), { firstName: 'Ann', lastName: 'Bell', email })
    const elsewhere = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    await elsewhere.goto(await linkTo(email))
    const fill = { Password: 'not the one' }
    await refused(elsewhere, {
      form: '/account/confirm-address',
      fill,
      button: 'Confirm and sign in',
      at: 'Password',
      message: /not the password/,
    })
    await elsewhere.context().close()
  })

  test('SAFE-33: the password of a link that sets a new one', async ({ browser }) => {
    const email = 'ann.resets@example.com'
    const alive = await browser.newContext({ javaScriptEnabled: true })
    const store = new Store(await alive.newPage(), 'cb')
    await createAccount(store, { firstName: 'Ann', lastName: 'Bell', email })
    const mails = (await mailsTo(email)).length
    await askForReset(store, email)
    await expect.poll(async () => (await mailsTo(email)).length, { timeout: 20_000 }).toBeGreaterThan(mails)
    await alive.close()
    const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    await page.goto(await linkTo(email))
    for (const [given, message] of [
      ['short', /8 to 128/],
      ['password1', /most used/],
    ] as const) {
      await refused(page, {
        ...{ form: '/account/reset-password', fill: { 'New password': given }, button: 'Save password' },
        ...{ at: 'New password', message },
      })
    }
    // open for so long that its session has ended: the link still works
    await page.context().clearCookies()
    await page.getByLabel('New password').fill('a long enough new one')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByText(/open for a long time/)).toBeVisible()
    await page.getByLabel('New password').fill('a long enough new one')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page).toHaveURL(/\/account\/login$/)
    await page.context().close()
  })

  test('SAFE-33: the password of an account that is offered with an order', async ({ browser }) => {
    const alive = await browser.newContext({ javaScriptEnabled: true })
    const store = new Store(await alive.newPage(), 'cb2')
    const { sku } = await plainArticle('cb2', 8)
    await goToStep(store, 4, { skus: [sku], email: 'ada.refused@example.com' })
    await callStore(store.page, pathTable.order.placeOrder.path, {})
    const storageState = await alive.storageState()
    await alive.close()
    const page = await (await browser.newContext({ javaScriptEnabled: false, storageState })).newPage()
    await page.goto(store.address('/checkout/confirmation'))
    await refused(page, {
      ...{ form: '/account/create-account', fill: { Password: 'short' }, button: 'Create an Account' },
      ...{ at: 'Password', message: /8 to 128/ },
    })
    await page.getByLabel('Password').fill('a long enough one')
    await page.getByRole('button', { name: 'Create an Account' }).click()
    await expect(page).toHaveURL(/\/account\/check-mail$/)
    await page.context().close()
  })

  test('SAFE-33: quantities of a registry, by its owner and by who gives', async ({ browser }) => {
    const alive = await browser.newContext({ javaScriptEnabled: true })
    const store = new Store(await alive.newPage(), 'cb')
    await becomeMember(store, { firstName: 'Ann', lastName: 'Bell', email: 'ann.wishes@example.com' })
    await store.open(registryForm.path)
    await fill(store.page, { Occasion: 'Wedding', Date: '2031-06-12' })
    await store.page.getByRole('button', { name: registryForm.button }).click()
    await expect(store.page).toHaveURL(/registrant-list\/\d+$/)
    const grId = Number(/\d+$/.exec(store.page.url())?.[0])
    const { sku } = await plainArticle('cb', 8)
    await callStore(store.page, pathTable.registry.addItems.path, registryAddBody([{ sku, quantity: 3 }], grId))
    const storageState = await alive.storageState()
    await alive.close()

    const owner = await (await browser.newContext({ javaScriptEnabled: false, storageState })).newPage()
    await owner.goto(store.address(`/gift-registry/registrant-list/${grId}`))
    await refused(owner, { ...tooMany, form: '/gift-registry/update', button: 'Save' })
    const shared = await owner.getByRole('link', { name: /\/gift-registry\/registry\// }).getAttribute('href')
    await owner.context().close()

    const giver = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    await giver.goto(store.address(new URL(shared ?? '', store.address('/')).pathname))
    await refused(giver, { ...tooMany, form: '/gift-registry/buy', button: /^Give this/ })
    await giver.context().close()
  })

  test('SAFE-33: forms in which nothing is typed say at the top of their page why they were refused', async ({
    page,
  }) => {
    const store = new Store(page, 'cb2')
    await becomeMember(store, { firstName: 'Ann', lastName: 'Bell', email: 'ann.waits@example.com' })
    await store.open(`/product/${(await plainArticle('cb2', 8)).sku}`)
    await store.addToCart.click()
    for (const path of ['/checkout/cart', '/account']) {
      await store.open(path)
      const forms = page.getByRole('main').locator('form[method=post]:not(:has(input:not([type=hidden])))')
      const count = await forms.count()
      expect(count).toBeGreaterThan(1)
      for (let nth = 0; nth < count; nth += 1) {
        const token = forms.nth(nth).locator('[name=__RequestVerificationToken]')
        await token.evaluate((field: HTMLInputElement) => {
          field.value = 'x'.repeat(64)
        })
        await forms.nth(nth).getByRole('button').first().click()
        await expect(page.getByText(/open for a long time/)).toBeVisible()
        expect(new URL(page.url()).pathname).toBe(path)
      }
    }
  })
})

/** By the popup of the page where one signs in, which needs scripts. */
async function askForReset(store: Store, email: string): Promise<void> {
  await store.open('/account/login')
  await store.untilAlive()
  await store.page.getByRole('button', { name: 'Reset password' }).click()
  const layer = store.page.getByRole('dialog', { name: 'Reset password' })
  await layer.getByLabel('Email address').fill(email)
  await layer.getByRole('button', { name: 'Submit' }).click()
}

test('SAFE-32: with a password and an address that read as card numbers an account is made, signed in to and reset', async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  const email = 'mary.4539578763621486@example.com'
  const [first, second] = ['4539578763621486', '4012-8888-8888-1881']
  await store.open('/account/create-account')
  await fill(page, { 'First name': 'Mary', 'Last name': 'Bell', 'Email address': email, Password: first })
  await page.getByRole('button', { name: 'Create an Account' }).click()
  await expect(page).toHaveURL(/\/account\/check-mail$/)
  await page.goto(await linkTo(email))
  await page.getByRole('button', { name: 'Confirm and sign in' }).click()
  await expect(page).toHaveURL(/\/account$/)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL(/\/$/)
  await store.open('/account/login')
  await signIn(page, email, first)
  await expect(page).toHaveURL(/\/account$/)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL(/\/$/)

  const mails = (await mailsTo(email)).length
  await askForReset(store, email)
  await expect.poll(async () => (await mailsTo(email)).length, { timeout: 20_000 }).toBeGreaterThan(mails)
  await page.goto(await linkTo(email))
  await page.getByLabel('New password').fill(second)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page).toHaveURL(/\/account\/login$/)
  await signIn(page, email, second)
  await expect(page).toHaveURL(/\/account$/)
})
