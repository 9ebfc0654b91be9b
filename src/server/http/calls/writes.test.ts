import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { variants } from '#domain/variant.ts'
import { add, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { newMember } from '#test/builders/member.ts'
import { type TestShopper, testShopper } from '#test/builders/shopper.ts'
import { type Opened, openAndNote } from '#test/builders/socket-writes.ts'
import { createWorld, type World } from '#test/world.ts'

const host = 'cb.localhost:3000'
let world: World
let writes: Opened['writes']
let wire: Opened['wire']
let guest: TestShopper
let member: TestShopper
let lineItemId: string
beforeAll(async () => {
  world = await createWorld()
  ;({ wire, writes } = await openAndNote(world))
  guest = testShopper(wire, variants.cb)
  await add(guest, item(sku.mug))
  lineItemId = (await guest.call('cart', 'getCartJsx', {})).lineItems[0]?.id ?? ''
  const { shopper } = await newMember(world)
  member = testShopper(wire, variants.cb)
  for (const [name, value] of shopper.cookies) member.cookies.set(name, value)
  await add(member, item(sku.mug))
})
afterAll(async () => {
  writes.end()
  await world.close()
})

/** What is written for one piece of work, once prepared statements, facts and pages are at hand. */
async function writesOf(work: (nth: number) => Promise<unknown>) {
  for (let nth = 1; nth <= 3; nth += 1) {
    writes.clear()
    await work(nth)
  }
  // asked every few seconds by whichever page comes along, so it tells nothing of the work
  const database = writes.database.filter((statements) => statements !== 'catalog.latest-version')
  return { answers: [...writes.answers], database }
}

const ok = ['HTTP/1.1 200 OK']

describe('SPEED-12: an answer is one write to the browser, and a group of statements one to the database', () => {
  const reads = [
    ['GetCartJsx', (shopper: TestShopper) => shopper.call('cart', 'getCartJsx', {}), 'cart.load-to-price'],
    ['GetHeaderCounts', (shopper: TestShopper) => shopper.call('cart', 'getHeaderCounts', {}), 'cart.header-counts'],
    ['RefreshCheckout', (shopper: TestShopper) => shopper.call('checkout', 'refreshCheckout', {}), 'checkout.load'],
  ] as const
  test.each(reads)('%s of a guest is one each', async (_name, read, statement) => {
    expect(await writesOf(() => read(guest))).toEqual({ answers: ok, database: [`session.find+${statement}`] })
  })

  test.each(reads.slice(0, 2))('%s of a member is one each', async (_name, read, statement) => {
    expect(await writesOf(() => read(member))).toEqual({ answers: ok, database: [`session.find+${statement}`] })
  })

  test.each([
    ['a change', (nth: number) => guest.call('cart', 'updateItem', { lineItemId, quantity: nth + 1 }), 2],
    ['adding an item', () => add(guest, item(sku.mug)), 2],
  ] as const)(
    '%s is begun in one write to the database and ended in one: what it reads first goes with what decides whether it may be done',
    async (_change, change, most) => {
      const { answers, database } = await writesOf(change)
      expect(answers).toEqual(ok)
      expect(database[0]).toMatch(/^begin, session\.find\+request-key\.insert, session\.proven\+cart\.lock, cart\.load/)
      expect(database.length).toBeLessThanOrEqual(most)
      expect(database.slice(-1)).toEqual(['cart.save, cart.upsert-lines, request-key.finish, commit'])
    },
  )

  const asPage = { host, accept: 'text/html', 'accept-encoding': 'br' }
  test.each([
    ['the cart page', () => guest.get('/checkout/cart'), 3, '200 OK'],
    ['a page that is kept', () => wire.inject({ url: `/product/${sku.mug}`, headers: asPage }), 0, '200 OK'],
    ['the same uncompressed', () => wire.inject({ url: `/product/${sku.mug}`, headers: { host } }), 0, '200 OK'],
    ['a page that is not there', () => wire.inject({ url: '/nothing', headers: asPage }), 0, '404 Not Found'],
    ['a file', () => wire.inject({ url: '/assets/entry-1.js', headers: { host } }), 0, '200 OK'],
    ['a refused call', () => guest.rawCall('cart', 'updateItem', { lineItemId }), 1, '400 Bad Request'],
  ])('%s', async (_name, work, most, status) => {
    const { answers, database } = await writesOf(work)
    expect(answers).toEqual([`HTTP/1.1 ${status}`])
    expect(database.length).toBeLessThanOrEqual(most)
  })
})
