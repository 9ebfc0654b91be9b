import { expect, type Locator, type Page, test } from '@playwright/test'
import { plainArticle } from './books.ts'
import { askForAccount, becomeMember, linkTo, signIn } from './member.ts'
import { mailsTo } from './sandbox.ts'
import { Store } from './store.ts'

type Row = {
  readonly what: string
  readonly path: string
  readonly fill: { readonly [label: string]: string }
  readonly button: string
  readonly at: string
  readonly message: RegExp
}

const noCards = /Card numbers are not accepted here/
const card = '4012\u00A08888\u00A08888\u00A01881'
const ann = {
  'First name': 'Ann',
  'Last name': 'Bell',
  'Email address': 'ann@example.com',
  Password: 'a good long one',
}
const made = { path: '/account/create-account', button: 'Create an Account' }
const kept = { path: '/gift-registry/create', button: 'Create Registry' }
const wedding = { Occasion: 'Wedding', Date: '2031-06-12', "Your partner's name": 'Ben Cole' }

const ofGuests: readonly Row[] = [
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
    ...{ what: 'a wrong password', path: '/account/login', button: 'Sign In' },
    fill: { 'Email address': 'nobody.here@example.com', Password: 'not this one' },
    ...{ at: 'Password', message: /not right/ },
  },
  {
    ...{ what: 'a card for an address', path: '/account/login', button: 'Sign In' },
    fill: { 'Email address': card, Password: 'not this one' },
    ...{ at: 'Email address', message: noCards },
  },
  {
    ...{ what: 'half a number', path: '/account/find-order', button: 'Mail me the link' },
    fill: { 'Order number': 'AB12', 'Email address': 'ann@example.com' },
    ...{ at: 'Order number', message: /as it stands in your mail/ },
  },
]
const ofMembers: readonly Row[] = [
  {
    ...{ what: 'a name that is none', path: '/account', button: 'Save name' },
    fill: { 'First name': 'Ann', 'Last name': '<b>' },
    ...{ at: 'Last name', message: /last name/ },
  },
  { ...kept, what: 'a day that is over', fill: { ...wedding, Date: '2020-01-01' }, at: 'Date', message: /the date/ },
  { ...kept, what: 'a card for a city', fill: { ...wedding, City: card }, at: 'City', message: noCards },
  {
    ...{ ...kept, what: 'half a ZIP code', at: 'ZIP code', message: /ZIP code/ },
    fill: { ...wedding, 'Street address': '1 Main Street', City: 'Portland', State: 'OR', 'ZIP code': '9720' },
  },
]

async function fill(page: Page, values: Row['fill']): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const field = fieldOf(page, label)
    if (await isSelect(field)) await field.selectOption(/^[A-Z]{2}$/.test(value) ? value : { label: value })
    else await field.fill(value)
  }
}

const fieldOf = (page: Page, label: string) => page.getByRole('main').getByLabel(label)
const isSelect = (field: Locator) => field.evaluate((node) => node.tagName === 'SELECT')

/** Sends a form as it is, whatever the browser itself thinks of its fields. */
async function refused(page: Page, { fill: values, button, at, message }: Omit<Row, 'path' | 'what'>): Promise<void> {
  const before = new URL(page.url()).pathname
  await fill(page, values)
  const press = page.getByRole('main').getByRole('button', { name: button, exact: true })
  await press.evaluate((node) => node.setAttribute('formnovalidate', ''))
  await press.click()
  await expect(fieldOf(page, at)).toHaveAccessibleDescription(message)
  await expect(fieldOf(page, at)).toHaveAttribute('aria-invalid', 'true')
  expect(new URL(page.url()).pathname).toBe(before)
  for (const [label, value] of Object.entries(values)) {
    const field = fieldOf(page, label)
    const isGone = label === 'Password' || value === card
    const there = (await isSelect(field))
      ? await field.evaluate((node: HTMLSelectElement) => node.selectedOptions[0]?.text)
      : await field.inputValue()
    if (isGone) expect(there).toBe('')
    else if (!/^[A-Z]{2}$/.test(value)) expect(there).toBe(value)
  }
}

test.describe('SAFE-33: without scripts a form that is refused comes back with its message and what was typed', () => {
  test.use({ javaScriptEnabled: false })

  for (const row of ofGuests) {
    test(`SAFE-33: ${row.path}, ${row.what}`, async ({ page }) => {
      await new Store(page, 'cb').open(row.path)
      await refused(page, row)
    })
  }

  test('SAFE-33: a quantity of the cart', async ({ page }) => {
    const store = new Store(page, 'cb')
    await store.open(`/product/${(await plainArticle('cb', 8)).sku}`)
    await store.addToCart.click()
    const quantity = page.getByRole('spinbutton', { name: /^quantity of/i })
    await quantity.evaluate((field) => field.removeAttribute('max'))
    await quantity.fill('500')
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByRole('main').locator('[data-line]').getByRole('alert')).toHaveText(/99/)
  })

  test('SAFE-33: a member’s name and registry', async ({ page }) => {
    const store = new Store(page, 'cb')
    await becomeMember(store, { firstName: 'Ann', lastName: 'Bell', email: 'ann.refused@example.com' })
    for (const row of ofMembers) {
      await store.open(row.path)
      await refused(page, row)
    }
    await store.open(kept.path)
    await fill(page, { Occasion: 'Wedding', Date: '2031-06-12' })
    await page.getByRole('button', { name: kept.button }).click()
    await expect(page).toHaveURL(/registrant-list\/\d+$/)
    const grId = /\d+$/.exec(page.url())?.[0] ?? ''
    await store.open(`/gift-registry/edit/${grId}`)
    await refused(page, {
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
    await refused(elsewhere, { fill, button: 'Confirm and sign in', at: 'Password', message: /not the password/ })
    await elsewhere.context().close()
  })
})

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

  await store.open('/account/login')
  const mails = (await mailsTo(email)).length
  await page.getByRole('button', { name: 'Reset password' }).click()
  const layer = page.getByRole('dialog', { name: 'Reset password' })
  await layer.getByLabel('Email address').fill(email)
  await layer.getByRole('button', { name: 'Submit' }).click()
  await expect.poll(async () => (await mailsTo(email)).length, { timeout: 20_000 }).toBeGreaterThan(mails)
  await page.goto(await linkTo(email))
  await page.getByLabel('New password').fill(second)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page).toHaveURL(/\/account\/login$/)
  await signIn(page, email, second)
  await expect(page).toHaveURL(/\/account$/)
})
