import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { emailKey } from '#domain/address/email.ts'
import { findAccount, insertSignInToken, useSignInToken } from '#server/account/account-store.ts'
import { statement } from '#server/db/database.ts'
import { newMember } from '#test/builders/member.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { mailedTo } from '#test/order/deliveries.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(() => world.database.count(statement('test.forget-tries', 'delete from throttle')).then(() => undefined))

const password = 'correct horse battery'

/** Sets a new password by a mailed link, in a browser of its own. */
async function resetPassword(email: string): Promise<void> {
  const shopper = world.shopper()
  await shopper.get('/session')
  const { requestToken: token } = await shopper.call('account', 'getRequestVerificationToken', {})
  await shopper.call('account', 'requestPasswordReset', { accountEmail: email, token })
  const [mail] = await mailedTo(world, email, ['mail.reset-password'])
  const link = /reset-password\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const { headers } = await shopper.submit('/account/reset-password', {
    token: link,
    password: 'another good passphrase',
  })
  expect(headers.location).not.toContain('reset-password')
}

test.each<[string, (owner: TestShopper, email: string) => Promise<unknown>]>([
  ['her owner signs out on all devices', (owner) => owner.submit('/account/sign-out-everywhere', {})],
  ['the password is set anew', (_, email) => resetPassword(email)],
])('OPEN-94 LOGIN-26: a sign-in that was begun before %s is not finished afterwards', async (_, act) => {
  const { shopper: owner, email } = await newMember(world)
  const thief = world.shopper()
  const { sessionToken } = await thief.call('account', 'authenticate', { username: email, password })
  expect(sessionToken).not.toBe('')
  await act(owner, email)
  await thief.get('/session')
  const { headers } = await thief.submit('/account/auth', { sessionToken, redirectUrl: '/account' })
  expect(headers.location).toBe('/account/login')
  expect((await thief.get('/account')).statusCode).toBe(303)
})

test('OPEN-94: a password that was changed while it was judged gives no token', async () => {
  const { email } = await newMember(world)
  const account = await findAccount(world.database, emailKey(email))
  if (account === undefined) throw new Error('no account')
  const isGood = async (tokenSha256: Buffer, passwordHash: string | null) => {
    await insertSignInToken(world.database, tokenSha256, { ...account, passwordHash })
    return (await world.database.transaction((tx) => useSignInToken(tx, tokenSha256))) === account.shopperId
  }
  expect(await isGood(Buffer.alloc(32, 1), account.passwordHash)).toBe(true)
  expect(await isGood(Buffer.alloc(32, 2), 'the hash of before')).toBe(false)
})
