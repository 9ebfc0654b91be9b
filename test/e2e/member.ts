import { expect, type Page } from '@playwright/test'
import type { Store } from './store.ts'

/** Long enough for every account of the tests. */
export const password = 'a long enough password'

export type Person = { readonly firstName: string; readonly lastName: string; readonly email: string }

/** An account of the store's own, made at its page; ends where one signs in. */
export async function createAccount(store: Store, { firstName, lastName, email }: Person): Promise<void> {
  const { page } = store
  await store.open('/account/create-account')
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill(lastName)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create an Account' }).click()
  await expect(page).toHaveURL(/\/account\/login/)
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
  await createAccount(store, person)
  await signIn(store.page, person.email)
  await expect(store.page).toHaveURL(/\/account$/)
}
