import { expect, type Page } from '@playwright/test'
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

/** An account of the store's own, confirmed in another browser; in this one nobody is signed in. */
export async function createAccount(store: Store, person: Person): Promise<void> {
  await askForAccount(store, person)
  const link = await linkTo(person.email)
  const elsewhere = await store.page.context().browser()?.newContext()
  if (elsewhere === undefined) throw new Error('there is no other browser')
  const other = await elsewhere.newPage()
  await other.goto(link)
  await other.getByLabel('Password').fill(password)
  await other.getByRole('button', { name: 'Confirm and sign in' }).click()
  await expect(other).toHaveURL(/\/account$/)
  await elsewhere.close()
}

/** Fills the page that one signs in at. */
export async function signIn(page: Page, email: string, given = password): Promise<void> {
  const main = page.getByRole('main')
  await main.getByLabel('Email address').fill(email)
  await main.getByLabel('Password').fill(given)
  await main.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** A new member, signed in, at the account page. */
export async function becomeMember(store: Store, person: Person): Promise<void> {
  await askForAccount(store, person)
  await store.page.goto(await linkTo(person.email))
  await store.page.getByRole('button', { name: 'Confirm and sign in' }).click()
  await expect(store.page).toHaveURL(/\/account$/)
}
