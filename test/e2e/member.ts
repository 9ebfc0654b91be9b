import { type APIRequestContext, expect, type Page, request } from '@playwright/test'
import { mailsTo } from './sandbox.ts'
import type { Store } from './store.ts'

/** Long enough for every account of the tests. */
export const password = 'a long enough password'

export type Person = { readonly firstName: string; readonly lastName: string; readonly email: string }

/** Asks for an account at its page; the mail is on its way. */
export async function askForAccount(store: Store, { firstName, lastName, email }: Person): Promise<void> {
  const { page } = store
  await store.open('/account/create-account')
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill(lastName)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create an Account' }).click()
  await expect(page).toHaveURL(/\/account\/check-mail$/)
}

/** The link of the newest mail to an address. */
export async function linkTo(email: string): Promise<string> {
  await expect.poll(async () => (await mailsTo(email))[0]?.text ?? '', { timeout: 20_000 }).toMatch(/token=/)
  const [mail] = await mailsTo(email)
  return /http:\S+/.exec(mail?.text ?? '')?.[0] ?? ''
}

/** An account of the store's own; in this browser nobody is signed in. */
export async function createAccount(store: Store, person: Person): Promise<void> {
  await (await browserOfMember(store, person)).dispose()
}

/** Fills the page that one signs in at. */
export async function signIn(page: Page, email: string, given = password): Promise<void> {
  const main = page.getByRole('main')
  await main.getByLabel('Email address').fill(email)
  await main.getByLabel('Password').fill(given)
  await main.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** A new member, who is signed in in this browser. */
export async function becomeMember(store: Store, person: Person): Promise<void> {
  const elsewhere = await browserOfMember(store, person)
  const { cookies } = await elsewhere.storageState()
  await store.page.context().addCookies(
    cookies.map(({ name, value, httpOnly, sameSite }) => ({
      name,
      value,
      httpOnly,
      sameSite,
      url: store.address('/'),
    })),
  )
  await elsewhere.dispose()
}

/** What a browser without scripts sends to get an account and to confirm its address; the pages are walked in account.e2e.ts. */
async function browserOfMember(store: Store, person: Person): Promise<APIRequestContext> {
  const { host, port } = new URL(store.address('/'))
  // Node knows no names under .localhost: by number, with the name as Host
  const browser = await request.newContext({ baseURL: `http://127.0.0.1:${port}`, extraHTTPHeaders: { host } })
  const send = async (path: string, fields: { readonly [field: string]: string }, end: RegExp) => {
    const session = await (await browser.get('/session')).text()
    const token = /value="([\w-]+)"/.exec(session)?.[1] ?? ''
    // where it leads is not followed, as the name would be lost on the way
    const form = { __RequestVerificationToken: token, ...fields }
    const { location = '' } = (await browser.post(path, { form, maxRedirects: 0 })).headers()
    expect(location).toMatch(end)
  }
  await send('/account/create-account', { ...person, password }, /^\/account\/check-mail/)
  const token = new URL(await linkTo(person.email)).searchParams.get('token') ?? ''
  await send('/account/confirm-address', { token }, /^\/account\/auth\/confirm/)
  return browser
}
