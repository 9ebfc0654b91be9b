import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { variants } from '#domain/variant.ts'
import { readCart, readChanges } from '#server/cart/cart-store.ts'
import { readCheckout } from '#server/checkout/checkout-read-store.ts'
import { statement } from '#server/db/database.ts'
import { loadPricingFacts } from '#server/pricing/pricing-service.ts'
import { importStoredValue } from '#server/tender/stored-value-import.ts'
import { storedValueMac } from '#server/tender/stored-value-mac.ts'
import { add, address, item } from '#test/builders/cart-calls.ts'
import { place } from '#test/builders/catalog.ts'
import { catalogOfCalls } from '#test/builders/every-cart-call.ts'
import { newMember } from '#test/builders/member.ts'
import { promos, putPromos } from '#test/builders/promos.ts'
import { testRates } from '#test/builders/rates.ts'
import { newRegistryOf } from '#test/builders/registry.ts'
import { type TestShopper, testShopper } from '#test/builders/shopper.ts'
import { type Opened, openAndNote } from '#test/builders/socket-writes.ts'
import { createWorld, type World } from '#test/world.ts'

const pieces = Array.from({ length: 30 }, (_, index) => 5_000 + index)
let world: World
let writes: Opened['writes']
let wire: Opened['wire']
let grId: number
beforeAll(async () => {
  world = await createWorld({ catalog: catalogOfCalls() })
  await putPromos(world.database)
  grId = (
    await newRegistryOf(
      world,
      pieces.map((sku) => ({ sku, quantity: 9 })),
    )
  ).grId
  ;({ wire, writes } = await openAndNote(world))
})
afterAll(async () => {
  writes.end()
  await world.close()
})

/** What is asked of the database, group by group: a group is one write, and one round trip. */
async function askedBy(work: () => Promise<unknown>): Promise<string[]> {
  writes.clear()
  await work()
  // asked every few seconds by whichever page comes along, so it tells nothing of the work
  return writes.database.filter((statements) => statements !== 'catalog.latest-version')
}

async function shopperOf(kind: 'guest' | 'member'): Promise<TestShopper> {
  const shopper = testShopper(wire, variants.cb)
  if (kind === 'guest') return shopper
  const { shopper: member } = await newMember(world)
  for (const [name, value] of member.cookies) shopper.cookies.set(name, value)
  return shopper
}

let cards = 0
async function payByNewGiftCard(shopper: TestShopper): Promise<void> {
  cards += 1
  const card = { number: `600649123456${String(cards).padStart(4, '0')}`, pin: '12345678' }
  const file = join(world.config.dataDir, 'stored-value.jsonl')
  writeFileSync(file, JSON.stringify({ kind: 'giftCard', ...card, amountCents: 500, currency: 'USD' }))
  await importStoredValue(world.database, file, storedValueMac(world.config.secret))
  const { number: cardNumber, pin: cardPin } = card
  expect(await shopper.call('tender', 'applyGiftCard', { cardNumber, cardPin })).toMatchObject({ isSuccess: true })
}

type Fill = (shopper: TestShopper, lines: number) => Promise<void>
const plain: Fill = async (shopper, lines) => {
  await add(shopper, ...pieces.slice(0, lines).map((sku) => item(sku)))
}
const withRegistry: Fill = async (shopper, lines) => {
  await add(shopper, ...pieces.slice(0, lines).map((sku, nth) => item(sku, 1, nth % 2 ? { GiftRegistryId: grId } : {})))
}
const withAll: Fill = async (shopper, lines) => {
  await withRegistry(shopper, lines)
  await shopper.call('cart', 'applyPromoCode', { promoCode: promos.tenPercent })
  const { lineItems } = await shopper.call('cart', 'getCartJsx', {})
  const [first, last] = [lineItems[0]?.id ?? '', lineItems.at(-1)?.id ?? '']
  const locationId = String(place.store.CB.US)
  const picked = { lineItemId: first, shipMethod: 1, isPickup: true, locationId }
  expect(await shopper.call('cart', 'updateShipMethod', picked)).toMatchObject({ isSuccess: true })
  await shopper.call('cart', 'saveForLater', { lineItemId: last })
  await shopper.submit('/checkout', { isGuestCheckout: 'true' })
  await shopper.call('checkout', 'saveShippingAddress', address())
  const moved = await shopper.call('checkout', 'moveToShippingAndGiftOptions', {})
  expect(moved).toMatchObject({ isSuccess: true })
  await payByNewGiftCard(shopper)
  await payByNewGiftCard(shopper)
}

/** Whether a cart has all that would be asked for by itself where it did not come along. */
async function expectAll(shopper: TestShopper, lines: number): Promise<void> {
  const cart = await reads.getCartJsx(shopper)
  expect(cart.cartSummary).toMatchObject({ discountCode: promos.tenPercent })
  expect([cart.lineItems.length, cart.savedForLater.length]).toEqual([lines - 1, 1])
  expect(cart.lineItems.filter(({ isPickup }) => isPickup)).toHaveLength(1)
  expect(cart.changes).not.toEqual([])
  const checkout = await reads.refreshCheckout(shopper)
  expect(checkout).toMatchObject({ step: 2, highestStep: 2 })
  expect(checkout.paymentData.tenderCodesData.giftCards).toHaveLength(2)
}

const seen = { headers: { 'basket-version': '1' } }
const reads = {
  getCartJsx: (shopper: TestShopper) => shopper.call('cart', 'getCartJsx', {}, seen),
  refreshCheckout: (shopper: TestShopper) => shopper.call('checkout', 'refreshCheckout', {}, seen),
  getHeaderCounts: (shopper: TestShopper) => shopper.call('cart', 'getHeaderCounts', {}),
}
/** What each begins with, beside the session of who reads. */
const beginnings = {
  getCartJsx: { guest: 'cart.load-to-price', member: 'cart.load-to-price' },
  refreshCheckout: { guest: 'checkout.load', member: 'checkout.load-of-member' },
  getHeaderCounts: { guest: 'cart.header-counts', member: 'cart.header-counts' },
}
const fillTrips = statement(
  'test.full-trips',
  `insert into shop.trip (day, region, from_time, to_time, capacity, held)
   select date '2026-03-20', region, '08:00', '12:00', 1, 1 from unnest(array['IL', 'OR', 'NY']) region`,
)
// written as they were: their versions are new, and nobody holds facts of those
const forget = statement('test.new-versions', 'update shop.sku set name = name where sku = any($1)')

const carts = [
  ['nothing else', plain],
  ['registry lines', withRegistry],
  ['a code, gift cards, registry lines, a pickup, saved lines, delivery and changes of another tab', withAll],
] as const
const cases = carts.flatMap(([cart, fill]) =>
  (['guest', 'member'] as const).flatMap((kind) => [3, 30].map((lines) => ({ kind, lines, cart, fill }))),
)

describe('SPEED-01: reading a cart is 1 statement and 1 round trip with facts in memory, 2 with a miss', () => {
  test.each(cases)('SPEED-01: of a $kind with $lines lines and $cart', async ({ kind, lines, fill }) => {
    const shopper = await shopperOf(kind)
    await fill(shopper, lines)
    if (fill === withAll) await expectAll(shopper, lines)
    for (const name of ['getCartJsx', 'refreshCheckout', 'getHeaderCounts'] as const) {
      const first = `session.find+${beginnings[name][kind]}`
      await reads[name](shopper)
      expect([name, await askedBy(() => reads[name](shopper))]).toEqual([name, [first]])
      await world.database.count(forget, [pieces])
      const missed = name === 'getHeaderCounts' ? [] : ['catalog.sku-facts']
      expect([name, await askedBy(() => reads[name](shopper))]).toEqual([name, [first, ...missed]])
    }
  })

  test('SPEED-01: what comes with the cart is what statements of their own say', async () => {
    await world.database.count(fillTrips)
    const shopper = await shopperOf('guest')
    await withAll(shopper, 8)
    const { shopperId = '' } = (await world.shop.sessions.find(shopper.cookies.get('sid'))) ?? {}
    const at = { now: world.clock.now(), variant: variants.cb, rates: testRates(), seenVersion: 2 }
    const { read } = await readCheckout(world.database, { shopperId, auth: 'guest', ...at })
    expect(read?.cart).toEqual(await readCart(world.database, { shopperId, variant: variants.cb }))
    const { stores, promo, fullTrips } = await loadPricingFacts(world.database, read?.cart, at, { now: at.now })
    expect(read).toMatchObject({ stores, promo })
    expect([stores.size, promo?.code]).toEqual([1, promos.tenPercent])
    // of the registry's owner too, who may be a recipient
    expect([fullTrips.size, read?.fullTrips.size]).toEqual([1, 2])
    expect([...(read?.fullTrips ?? [])]).toEqual(expect.arrayContaining([...fullTrips]))
    expect(read?.changes).toEqual(await readChanges(world.database, read!.cart, 2, read!.cart.version))
    expect(read?.changes).not.toEqual([])
  })
})
