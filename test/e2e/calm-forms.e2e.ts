import { expect, type Page } from '@playwright/test'
import { test } from './focus-watch.ts'
import { becomeMember } from './member.ts'
import { fill } from './refused.ts'
import { Store } from './store.ts'

const bad = (page: Page) => page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ })
const summary = (page: Page) => page.getByRole('main').getByRole('region', { name: 'Errors in this form' })

/** Sends the form of a button as it is, whatever the browser itself thinks of its fields. */
async function send(page: Page, name: string): Promise<void> {
  const press = page.getByRole('main').getByRole('button', { name, exact: true })
  await press.evaluate((node) => node.setAttribute('formnovalidate', ''))
  await press.click()
}

type Row = {
  readonly open: (store: Store, hasScripts: boolean) => Promise<void>
  readonly what: string
  readonly fill: { readonly [label: string]: string }
  readonly button: string
  /** The wrong fields with what is said of them. */
  readonly wrong: { readonly [label: string]: RegExp }
}

const rows: readonly Row[] = [
  {
    what: 'create account',
    async open(store, hasScripts) {
      await toSignIn(store, hasScripts)
      await store.page.getByRole('main').getByRole('link', { name: 'Create an Account' }).click()
    },
    fill: { 'First name': 'Ann', 'Last name': '', 'Email address': 'ann@example' },
    button: 'Create an Account',
    wrong: { 'Last name': /last name/, 'Email address': /valid Email/, Password: /8 to 128/ },
  },
  {
    what: 'find order',
    async open(store, hasScripts) {
      await toSignIn(store, hasScripts)
      await store.page.getByRole('main').getByRole('link', { name: 'find your order' }).click()
    },
    fill: { 'Order number': 'AB12', 'Email address': 'ann@example' },
    button: 'Mail me the link',
    wrong: { 'Order number': /as it stands in your mail/, 'Email address': /valid Email/ },
  },
  {
    what: 'a request to us',
    open: (store) => store.open('/customer-service/international-orders'),
    fill: { 'Your name': '', 'Email address': 'ann@example', 'What you would like to order': 'A sofa' },
    button: 'Send request',
    wrong: { 'Your name': /your name/, 'Email address': /valid Email/, Country: /the country/ },
  },
]

/** The sign-in page; where scripts run the header's link opens a popup, and its page is for who comes by address. */
async function toSignIn(store: Store, hasScripts = false): Promise<void> {
  await store.open('/')
  if (hasScripts) await store.open('/account/login')
  else
    await store.page
      .getByRole('banner')
      .getByRole('link', { name: /sign in/i })
      .first()
      .click()
  await expect(store.page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible()
}

async function comesBack(page: Page, row: Omit<Row, 'open' | 'what'>): Promise<void> {
  await fill(page, row.fill)
  await send(page, row.button)
  const labels = Object.keys(row.wrong)
  await expect(summary(page)).toBeFocused()
  await expect(summary(page).getByRole('heading')).toHaveText(`Please check ${labels.length} fields`)
  await expect(summary(page).getByRole('link')).toHaveText(labels)
  for (const [label, message] of Object.entries(row.wrong)) {
    const field = page.getByRole('main').getByLabel(label, { exact: true })
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(message)
    await summary(page).getByRole('link', { name: label }).click()
    await expect(field).toBeFocused()
  }
  for (const [label, value] of Object.entries(row.fill)) {
    const field = page.getByRole('main').getByLabel(label, { exact: true })
    if ((await field.evaluate((node) => node.tagName)) !== 'SELECT') await expect(field).toHaveValue(value)
  }
  await expect(bad(page)).toHaveCount(1)
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    for (const row of rows) {
      test(`CALM-60: ${row.what} comes back with all its errors, the focus on their summary`, async ({ page }) => {
        const store = new Store(page, 'cb')
        await row.open(store, javaScriptEnabled)
        await comesBack(page, row)
      })
    }

    test('CALM-22: a wrong password is said at the form, with the focus on it; the address stays', async ({ page }) => {
      await toSignIn(new Store(page, 'cb2'), javaScriptEnabled)
      await fill(page, { 'Email address': 'nobody.calm@example.com', Password: 'not this one' })
      await send(page, 'Sign In')
      await expect(summary(page)).toBeFocused()
      await expect(bad(page)).toHaveText(/Password: The email address or the password is not right/)
      await expect(page.locator('form[action="/account/login"]').getByRole('alert')).toBeVisible()
      await expect(page.getByLabel('Email address')).toHaveValue('nobody.calm@example.com')
      await expect(page.getByLabel('Password')).toHaveValue('')
    })

    test('CALM-22: a link that has ended says so as bad news, with the focus on it', async ({ page }) => {
      const store = new Store(page, 'cb')
      for (const path of ['/account/reset-password?token=ended', '/account/confirm-address?token=ended']) {
        await page.goto(store.address(path))
        await expect(bad(page)).toBeFocused()
        await expect(bad(page)).toContainText(/link works once/)
      }
    })
  })
}

test('CALM-22: in the popup a wrong password is said with the focus on it; the address stays', async ({ page }) => {
  const store = new Store(page, 'cb')
  await store.open('/')
  await store.untilAlive()
  await page
    .getByRole('banner')
    .getByRole('link', { name: /sign in/i })
    .first()
    .click()
  const popup = page.getByRole('dialog', { name: 'Account Sign In' })
  await popup.getByLabel('Email address').fill('nobody.popup@example.com')
  await popup.getByLabel('Password').fill('not this one')
  for (const _ of [1, 2]) {
    await popup.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(popup.getByRole('alert')).toContainText(/\S/)
    await expect(popup.getByRole('alert')).toBeFocused()
    await expect(popup.getByLabel('Email address')).toHaveValue('nobody.popup@example.com')
    await expect(popup.getByLabel('Password')).toHaveValue('')
  }
})

test('CALM-60: a registry comes back with all its errors, made and changed', async ({ page }) => {
  const store = new Store(page, 'cb')
  await becomeMember(store, { firstName: 'Ann', lastName: 'Bell', email: 'ann.calm@example.com' })
  await store.open('/gift-registry/create')
  const away = { 'Street address': '1 Main Street', City: 'Portland', 'ZIP code': '9720' }
  const wedding = { Occasion: 'Wedding', Date: '2031-06-12' }
  await comesBack(page, {
    fill: { ...wedding, Date: '2020-01-01', ...away },
    button: 'Create Registry',
    wrong: { Date: /the date/, State: /your state/, 'ZIP code': /not a valid ZIP code/ },
  })
  await fill(page, { ...wedding, State: 'OR', 'ZIP code': '97205' })
  await page.getByRole('button', { name: 'Create Registry' }).click()
  await expect(page).toHaveURL(/registrant-list\/\d+$/)
  await store.open(`/gift-registry/edit/${/\d+$/.exec(page.url())?.[0]}`)
  await comesBack(page, {
    fill: { Date: '2020-01-01', City: '' },
    button: 'Save',
    wrong: { Date: /the date/, City: /your city/ },
  })
})
