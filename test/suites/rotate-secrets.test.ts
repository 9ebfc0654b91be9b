import { afterAll, beforeAll, expect, test } from 'vitest'
import { knownBrowsers } from '#server/account/known-browser.ts'
import { liveSecret } from '#server/config/secrets.ts'
import { sku } from '#test/builders/catalog.ts'
import { newMember } from '#test/builders/member.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

const [first, second, third] = ['first', 'second', 'third'].map((nth) => `the ${nth} secret of a shop, long enough`)
if (first === undefined || second === undefined || third === undefined) throw new Error('three secrets')
const secret = liveSecret([first])
let world: World
beforeAll(async () => {
  world = await createWorld({ secret })
})
afterAll(() => world.close())

const another = () => [...sessions, ...members]
const sessions: TestShopper[] = []
const members: TestShopper[] = []
const counts = () =>
  Promise.all(another().map(async (each) => (await each.call('cart', 'getHeaderCounts', {})).basketCount))
/** Puts one more of a piece into each cart, with the token that the shopper has already. */
async function addToEach(): Promise<void> {
  for (const each of another()) await each.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 1 }] })
}

test('OPS-25: under a new secret no session of 50 ends, and no token of theirs; without the old one they are strangers', async () => {
  for (let nth = 0; nth < 46; nth += 1) sessions.push(world.shopper())
  for (let nth = 0; nth < 4; nth += 1) members.push((await newMember(world)).shopper)
  await addToEach()
  expect(await counts()).toEqual(another().map(() => 1))

  secret.renew([second, first])
  await addToEach()
  expect(await counts()).toEqual(another().map(() => 2))
  for (const each of members) expect((await each.page('/account')).page.name).toBe('account')
  // what is new is signed with the new one alone
  const late = world.shopper()
  await late.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 1 }] })

  secret.renew([third, second])
  expect(await late.call('cart', 'getHeaderCounts', {})).toMatchObject({ basketCount: 1 })
  for (const each of another()) {
    const answer = await each.rawCall('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 1 }] })
    expect(answer.json()).toMatchObject({ IsReset: true })
  }
  expect(members.length + sessions.length).toBe(50)
})

test('OPS-25: a link to hand a cart over works while the secret that sealed it is known', async () => {
  secret.renew([first])
  const shopper = world.shopper()
  await shopper.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 3 }] })
  const { url } = await shopper.call('handOver', 'createHandOver', {})
  const at = url.slice(url.indexOf('/cart'))
  const open = async () => (await world.shopper().page(at)).page
  const good = await open()
  secret.renew([second, first])
  expect(await open()).toEqual(good)
  secret.renew([second])
  expect(await open()).not.toEqual(good)
})

test('OPS-25: what a refused form says on its next page is signed with the new secret, and read with the old one', async () => {
  secret.renew([first])
  const shopper = world.shopper()
  await shopper.get('/account/login')
  const refused = await shopper.submit('/account/login', { email: 'nobody@', password: 'wrong' })
  expect(refused.statusCode).toBe(303)
  secret.renew([second, first])
  expect((await shopper.get(String(refused.headers.location))).body).toContain('nobody@')
})

test('OPS-25: a browser that signed in before stays known, so that guesses of others keep her out of nothing', () => {
  const account = { email: 'known@example.com', deviceRound: 1 }
  const own = liveSecret([first])
  const known = knownBrowsers(own)
  const cookie = known.remember(account)
  const [id] = cookie.split('.')
  own.renew([second, first])
  expect(known.idOf(cookie, account.email, 1)).toBe(id)
  own.renew([second])
  expect(known.idOf(cookie, account.email, 1)).toBeNull()
})
