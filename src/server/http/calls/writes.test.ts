import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { variants } from '#domain/variant.ts'
import { add, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { newMember } from '#test/builders/member.ts'
import { type TestShopper, testShopper } from '#test/builders/shopper.ts'
import { noteWrites, type SocketWrites } from '#test/builders/socket-writes.ts'
import { overTheWire } from '#test/builders/wire.ts'
import { createWorld, type World } from '#test/world.ts'

const host = 'cb.localhost:3000'
let world: World
let writes: SocketWrites
let wire: ReturnType<typeof overTheWire>
let guest: TestShopper
let member: TestShopper
let lineItemId: string
beforeAll(async () => {
  world = await createWorld()
  await world.shop.app.http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = world.shop.app.http.server.address() as AddressInfo
  wire = overTheWire({ port: () => port })
  guest = testShopper(wire, variants.cb)
  await add(guest, item(sku.mug))
  lineItemId = (await guest.call('cart', 'getCartJsx', {})).lineItems[0]?.id ?? ''
  const { shopper } = await newMember(world)
  member = testShopper(wire, variants.cb)
  for (const [name, value] of shopper.cookies) member.cookies.set(name, value)
  await add(member, item(sku.mug))
  writes = noteWrites(port)
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
  test.each([
    ['GetCartJsx', () => guest.call('cart', 'getCartJsx', {}), 'session.find, cart.load-to-price'],
    ['GetHeaderCounts', () => guest.call('cart', 'getHeaderCounts', {}), 'session.find, cart.header-counts'],
    ['RefreshCheckout', () => guest.call('checkout', 'refreshCheckout', {}), 'session.find, cart.load-to-price'],
  ])('%s of a guest is one each', async (_name, read, statements) => {
    expect(await writesOf(read)).toEqual({ answers: ok, database: [statements] })
  })

  test('GetCartJsx of a member is one more: her session is found first', async () => {
    const read = await writesOf(() => member.call('cart', 'getCartJsx', {}))
    expect(read).toEqual({ answers: ok, database: ['session.find', 'cart.load-to-price'] })
  })

  test.each([
    ['a change', (nth: number) => guest.call('cart', 'updateItem', { lineItemId, quantity: nth + 1 })],
    ['adding an item', () => add(guest, item(sku.mug))],
  ])(
    '%s is five to the database at most: its transaction begins, reads, writes and ends in one each',
    async (_name, change) => {
      const { answers, database } = await writesOf(change)
      expect(answers).toEqual(ok)
      expect(database.length).toBeLessThanOrEqual(5)
      const of = (statement: string) => database.find((each) => each.split(', ').includes(statement))
      expect(of('begin')).toMatch(/begin, \w/)
      expect(of('cart.lock')).toMatch(/cart\.lock, cart\.load/)
      expect(of('cart.save')).toMatch(/cart\.save, cart\.upsert-lines/)
      expect(of('commit')).toMatch(/request-key\.finish, commit$/)
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
