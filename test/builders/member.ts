import { randomUUID } from 'node:crypto'
import { emailKey } from '#domain/address/email.ts'
import { insertAccount } from '#server/account/account-store.ts'
import { hashPassword } from '#server/account/password.ts'
import { statement } from '#server/db/database.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { mailedTo } from '#test/order/deliveries.ts'
import type { World } from '#test/world.ts'

const ownPassword = 'correct horse battery'
let members = 0
const hashes = new Map<string, Promise<string>>()
const verify = statement('test.verify', 'update shop.account set email_verified_at = now() where email = $1')

export type Member = { readonly shopper: TestShopper; readonly email: string }

export type AccountToMake = {
  readonly email: string
  readonly password?: string
  readonly firstName?: string
  readonly lastName?: string
  /** False: an account of before addresses were proven, or one that nobody has proven yet. */
  readonly isVerified?: boolean
}

/** An account that stands in the books already, its address proven unless said; nobody is signed in. */
export async function makeAccount(world: World, account: AccountToMake): Promise<void> {
  const { email, password = ownPassword, firstName = 'Ada', lastName = 'Byron', isVerified = true } = account
  const hash = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, hash)
  const row = { shopperId: randomUUID(), email, emailKey: emailKey(email), firstName, lastName }
  await insertAccount(world.database, { ...row, passwordHash: await hash })
  if (isVerified) await world.database.count(verify, [email])
}

/** A new account, and its owner signed in with e-mail and password. */
export async function newMember(world: World): Promise<Member> {
  members += 1
  const email = `member${members}@example.com`
  await makeAccount(world, { email })
  return { email, shopper: await signedIn(world, email) }
}

/** Another browser of the same member; `asGuest` is what was done in it before. */
export async function signedIn(
  world: World,
  email: string,
  asGuest: (shopper: TestShopper) => Promise<void> = async () => undefined,
): Promise<TestShopper> {
  const shopper = world.shopper()
  await asGuest(shopper)
  await signInBy(shopper, email)
  return shopper
}

/** Signs a browser in with e-mail and password. */
export async function signInBy(shopper: TestShopper, email: string, password = ownPassword): Promise<void> {
  const { sessionToken } = await shopper.call('account', 'authenticate', { username: email, password })
  await shopper.submit('/account/auth', { sessionToken, redirectUrl: '/checkout/cart' })
  await shopper.get('/session')
}

/** Fills the form of a new account in, as far as the page that says a mail is on its way. */
export async function askForAccount(
  shopper: TestShopper,
  { email, password = ownPassword, firstName = 'Ada', lastName = 'Byron' }: AccountToMake,
  more: { readonly [field: string]: string } = {},
) {
  await shopper.get('/account/create-account')
  return shopper.submit('/account/create-account', { firstName, lastName, email, password, ...more })
}

/** The mailed links of an address, newest first: path and query. */
export async function mailedLinks(world: World, email: string): Promise<string[]> {
  const mails = await mailedTo(world, email, ['mail.create-account'])
  return mails.map(({ text }) => /http:\S+/.exec(text)?.[0].replace(/^http:\/\/[^/]+/, '') ?? '')
}

/** Opens a mailed link in a browser and presses its button, with the password where it is asked for. */
export async function useLink(shopper: TestShopper, link: string, password = '') {
  await shopper.get(link)
  const token = new URLSearchParams(link.split('?')[1]).get('token') ?? ''
  return shopper.submit('/account/confirm-address', { token, password })
}
