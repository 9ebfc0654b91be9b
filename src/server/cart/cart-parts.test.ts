import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { variants } from '#domain/variant.ts'
import { cartSelect } from '#server/cart/cart-rows.ts'
import { isLiveCart } from '#server/cart/cart-store.ts'
import { statement } from '#server/db/database.ts'
import { createBooksGuard } from '#server/order/books/books-guard.ts'
import { checkInvariants } from '#server/order/books/invariants-store.ts'
import { add, address, item } from '#test/builders/cart-calls.ts'
import { place, sku } from '#test/builders/catalog.ts'
import { newMember, signInBy } from '#test/builders/member.ts'
import { give, newRegistryOf, type Registry } from '#test/builders/registry.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { cardToken } from '#test/order/gateway.ts'
import { insertCart, seedGiftCard } from '#test/order/insert-cart.ts'
import { order } from '#test/order/place.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let registry: Registry
beforeAll(async () => {
  world = await createWorld()
  registry = await newRegistryOf(world, [{ sku: sku.mug, quantity: 90 }])
})
afterAll(() => world.close())

type Parts = { readonly cartId: string; readonly parts: number; readonly there: number; readonly state: string }
// counted from the rows, not by the database's own function
const countParts = statement<Parts>(
  'test.count-parts',
  `select c.cart_id as "cartId", c.parts, c.state,
     (select count(*) > 0 from shop.recipient x where x.cart_id = c.cart_id)::int
     + 2 * (select count(*) > 0 from shop.cart_payment x where x.cart_id = c.cart_id)::int
     + 4 * (select count(*) > 0 from shop.cart_tender x where x.cart_id = c.cart_id)::int
     + 8 * (select count(*) > 0 from shop.cart_line x where x.cart_id = c.cart_id and x.list = 'cart'
        and x.gift_registry_id <> 0)::int as there
   from shop.cart c order by c.created_at`,
)

/** The parts of all carts, the newest last, once they are what their rows say. */
async function partsSeen(): Promise<number[]> {
  const rows = await world.database.rows(countParts)
  expect(rows.filter(({ parts, there }) => parts !== there)).toEqual([])
  return rows.map(({ parts }) => parts)
}

const idOf = async (shopper: TestShopper) =>
  (await world.shop.sessions.find(shopper.cookies.get('sid')))?.shopperId ?? ''
const pay = statement(
  'test.pay',
  `insert into shop.cart_payment (shopper_id, cart_id, slot, basket_payment_guid, method, provider, token, brand, last_four,
     exp_month, exp_year, selection_type)
   select shopper_id, cart_id, 1, gen_random_uuid(), 'card', 'built-in', 'token', 'Visa', '1111', 12, 2030, ''
   from shop.cart where shopper_id = $1 and state = 'open' on conflict do nothing`,
)
const unpay = statement('test.unpay', 'delete from shop.cart_payment where shopper_id = $1')
const putCard = statement(
  'test.put-card',
  `insert into shop.cart_tender (shopper_id, cart_id, position, kind, tender_id, worth_cents)
   select shopper_id, cart_id, 1, 'giftCard', $2, 500 from shop.cart where shopper_id = $1 and state = 'open' on conflict do nothing`,
)
const dropCards = statement('test.drop-cards', 'delete from shop.cart_tender where shopper_id = $1')

const commands = [
  'mug',
  'gift',
  'remove',
  'empty',
  'later',
  'back',
  'address',
  'pickup',
  'pay',
  'unpay',
  'card',
  'noCards',
] as const
type Command = (typeof commands)[number]

async function perform(shopper: TestShopper, command: Command, cardId: string): Promise<void> {
  const shopperId = await idOf(shopper)
  const { lineItems, savedForLater } = await shopper.call('cart', 'getCartJsx', {})
  const [lineItemId, saved] = [lineItems.at(-1)?.id ?? '', savedForLater[0]?.id ?? '']
  const pickup = { shipMethod: 1, isPickup: true, locationId: String(place.store.CB.US) }
  switch (command) {
    case 'mug':
      await add(shopper, item(sku.mug))
      break
    case 'gift':
      await give(shopper, registry.link, sku.mug)
      break
    case 'remove':
      await shopper.rawCall('cart', 'removeItem', { lineItemId })
      break
    case 'empty':
      for (const { id } of lineItems) await shopper.rawCall('cart', 'removeItem', { lineItemId: id })
      break
    case 'later':
      await shopper.rawCall('cart', 'saveForLater', { lineItemId })
      break
    case 'back':
      await shopper.rawCall('cart', 'moveToCart', { lineItemId: saved })
      break
    case 'address':
      await shopper.rawCall('cart', 'checkout', {})
      await shopper.rawCall('checkout', 'saveShippingAddress', address())
      break
    case 'pickup':
      await shopper.rawCall('cart', 'updateShipMethod', { lineItemId, ...pickup })
      break
    case 'pay':
      await world.database.count(pay, [shopperId])
      break
    case 'unpay':
      await world.database.count(unpay, [shopperId])
      break
    case 'card':
      await world.database.count(putCard, [shopperId, cardId])
      break
    case 'noCards':
      await world.database.count(dropCards, [shopperId])
  }
}

describe('SPEED-08: the parts of a cart say what is there', () => {
  test('SPEED-08: after any change', async () => {
    const cardId = await seedGiftCard(world.database, 500)
    const [come, gone] = [new Set<number>(), new Set<number>()]
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...commands), { minLength: 4, maxLength: 12 }), async (chosen) => {
        const shopper = world.shopper()
        await add(shopper, item(sku.mug))
        let before = 0
        for (const command of chosen) {
          await perform(shopper, command, cardId)
          const now = (await partsSeen()).at(-1) ?? 0
          for (const bit of [1, 2, 4, 8]) if ((now & bit) !== (before & bit)) (now & bit ? come : gone).add(bit)
          before = now
        }
        await world.database.count(unpay, [await idOf(shopper)])
        await world.database.count(dropCards, [await idOf(shopper)])
      }),
      { numRuns: 15, seed: 8 },
    )
    // each of the four has come and gone, but for the address of a cart, which stays with it
    expect([[...come].toSorted(), [...gone].toSorted()]).toEqual([
      [1, 2, 4, 8],
      [2, 4, 8],
    ])
    await world.database.count(statement('test.no-recipients', 'delete from shop.recipient'))
    expect((await partsSeen()).filter((parts) => (parts & 1) > 0)).toEqual([])
    expect(await checkInvariants(world.database)).toEqual([])
  })

  test('SPEED-08: after the merge at sign-in, and after a cart was handed over', async () => {
    const { email } = await newMember(world)
    const [guest, phone] = [world.shopper(), world.shopper()]
    await add(guest, item(sku.mug))
    await give(guest, registry.link, sku.mug)
    await guest.call('cart', 'checkout', {})
    await guest.rawCall('checkout', 'saveShippingAddress', address())
    const { url } = await guest.call('handOver', 'createHandOver', {})
    const { pathname, search, searchParams } = new URL(url)
    await phone.page(`${pathname}${search}`)
    await phone.submit('/cart/hand-over', { token: searchParams.get('token') ?? '' })
    expect((await phone.call('cart', 'getCartJsx', {})).lineItems).not.toEqual([])
    await signInBy(guest, email)
    expect((await guest.call('cart', 'getCartJsx', {})).lineItems).toHaveLength(2)
    expect((await partsSeen()).filter((parts) => (parts & 8) > 0).length).toBeGreaterThanOrEqual(3)
    expect(await checkInvariants(world.database)).toEqual([])
  })

  test.each([
    ['an order', '1111', 'placed'],
    ['a refusal', '0002', 'refused'],
  ])('SPEED-08: after %s', async (_name, lastFour, kind) => {
    const cardId = await seedGiftCard(world.database, 500)
    const { shopperId, cartId } = await insertCart(world.database, {
      lines: [{ sku: sku.mug, quantity: 2 }],
      tokens: [await cardToken(world, lastFour)],
      tenders: [{ kind: 'giftCard', tenderId: cardId }],
    })
    const before = (await world.database.rows(countParts)).find((one) => one.cartId === cartId)
    expect(before).toMatchObject({ parts: 7, there: 7 })
    expect(await order(world.shop.orders, shopperId)).toMatchObject({ kind })
    await partsSeen()
  })
})

test('SPEED-08: empty parts of a cart are not looked for; of a cart from before its parts were counted all are', async () => {
  const shopper = world.shopper()
  await add(shopper, item(sku.mug))
  const { brand, country } = variants.cb
  const shopperId = await idOf(shopper)
  const text = cartSelect(isLiveCart)
    .replaceAll('$1', `'${shopperId}'`)
    .replaceAll('$2', `'${brand}'`)
    .replaceAll('$3', `'${country}'`)
  const explain = statement<{ 'QUERY PLAN': unknown }>(
    `test.explain-${randomUUID()}`,
    `explain (analyze, format json) ${text}`,
  )
  const looked = async () => relationsOf((await world.database.row(explain))?.['QUERY PLAN'])
  expect(await looked()).toEqual(new Set(['cart', 'cart_line', 'sku', 'stock', 'location']))
  const load = () => shopper.call('cart', 'getCartJsx', {})
  const asCounted = await load()
  await world.database.count(statement('test.uncounted', 'update shop.cart set parts = 15 where shopper_id = $1'), [
    shopperId,
  ])
  expect([...(await looked())]).toEqual(expect.arrayContaining(['recipient', 'cart_payment', 'cart_tender']))
  expect(await load()).toEqual(asCounted)
  await world.database.count(statement('test.counted', 'update shop.cart set parts = 0 where shopper_id = $1'), [
    shopperId,
  ])
})

test('SPEED-08: a wrong bit is a breach that the guard of the books tells of', async () => {
  const shopper = world.shopper()
  await add(shopper, item(sku.mug))
  const shopperId = await idOf(shopper)
  const set = statement<{ cart_id: string }>(
    'test.wrong-bit',
    'update shop.cart set parts = $2 where shopper_id = $1 returning cart_id',
  )
  for (const wrong of [1, 2, 4, 8]) {
    const row = await world.database.row(set, [shopperId, wrong])
    const breach = { invariant: 'I36', key: row?.cart_id, detail: String(wrong) }
    expect(await checkInvariants(world.database)).toEqual([breach])
  }
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const metrics = { gauge: () => () => undefined }
  await createBooksGuard({ ...world.shop.orders, log, books: world.database, metrics }).round()
  const alarms = statement<{ kind: string }>('test.alarms', 'select kind from shop.alarm')
  expect((await world.database.rows(alarms)).map(({ kind }) => kind)).toContain('I36')
  await world.database.row(set, [shopperId, 0])
})

/** The tables that an executed plan has looked into. */
function relationsOf(plan: unknown): Set<string> {
  if (Array.isArray(plan)) return new Set(plan.flatMap((one) => [...relationsOf(one)]))
  if (typeof plan !== 'object' || plan === null) return new Set()
  const { 'Relation Name': name, 'Actual Loops': loops, ...rest } = plan as { readonly [key: string]: unknown }
  if (loops === 0) return new Set()
  const own = typeof name === 'string' ? [name] : []
  return new Set([...own, ...Object.values(rest).flatMap((one) => [...relationsOf(one)])])
}
