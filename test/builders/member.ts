import type { TestShopper } from '#test/builders/shopper.ts'
import type { World } from '#test/world.ts'

const password = 'correct horse battery'
let members = 0

export type Member = { readonly shopper: TestShopper; readonly email: string }

/** A new account, and its owner signed in with e-mail and password. */
export async function newMember(world: World): Promise<Member> {
  members += 1
  const email = `member${members}@example.com`
  const wrong = await world.shop.accounts.create(
    { firstName: 'Ada', lastName: 'Byron', email, password },
    `10.1.0.${members}`,
  )
  if (wrong !== null) throw new Error(`no account: ${JSON.stringify(wrong)}`)
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
  const { sessionToken } = await shopper.call('account', 'authenticate', { username: email, password })
  await shopper.submit('/account/auth', { sessionToken, redirectUrl: '/checkout/cart' })
  await shopper.get('/session')
  return shopper
}
