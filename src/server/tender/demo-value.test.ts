import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { DemoRefused, importDemo } from '#server/demo.ts'
import { checkInvariants } from '#server/order/books/invariants-store.ts'
import { holdCertificates, holdGiftCards } from '#server/order/place/hold-stored-value-store.ts'
import { markProductionShop } from '#server/platform/production-mark-store.ts'
import { demoNumbers, knownField } from '#server/tender/demo-numbers.ts'
import { importStoredValue } from '#server/tender/stored-value-import.ts'
import { storedValueMac } from '#server/tender/stored-value-mac.ts'
import { add, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { insertCartOf } from '#test/order/cancelling.ts'
import { createWorld, type World } from '#test/world.ts'

const valueFile = 'catalog/stored-value.jsonl'
const linesOf = (file: string) => readFileSync(file, 'utf8').trim().split('\n')
const linesOfDemo = linesOf(valueFile)
const knownLines = [...linesOfDemo, ...linesOf('catalog/stored-value-over.jsonl')]

const ids = statement<{ id: string; last4: string }>(
  'test.stored-value-ids',
  `select card_id as id, last4 from shop.gift_card where currency = 'USD'
   union all select certificate_id, last4 from shop.certificate where currency = 'USD'`,
)
const counts = statement<{ count: number; demo: number }>(
  'test.stored-value-count',
  `select count(*)::int as count, count(*) filter (where is_demo)::int as demo from (
     select is_demo from shop.gift_card union all select is_demo from shop.certificate
     union all select is_demo from shop.rewards_account) v`,
)

type Answer = { readonly isSuccess: boolean; readonly errorMessage: string }

/** Ways to show stored value, each with a number of the demo and one that never was. */
const lookups: [string, (shopper: TestShopper, number: string) => Promise<Answer>, string, string][] = [
  [
    'gift card',
    (shopper, cardNumber) => shopper.call('tender', 'applyGiftCard', { cardNumber, cardPin: '12345678' }),
    ...(['6006491234560001', '6006491234568888'] as const),
  ],
  [
    'tender code',
    (shopper, tenderCodeNumber) => shopper.call('tender', 'applyTenderCode', { tenderCodeNumber }),
    ...(['WELCOME25', 'WELCOME99'] as const),
  ],
  [
    'certificate',
    (shopper, certificateNumber) =>
      shopper.call('reward', 'applyCartCertificate', { certificateNumber, accountNumber: '9001 2345 01' }),
    ...(['REWARD-2000-A001', 'REWARD-2000-A009'] as const),
  ],
  [
    'rewards account',
    (shopper, accountNumber) => shopper.call('reward', 'lookupRewardsCard', { accountNumber }),
    ...(['9001 2345 01', '9001 2345 99'] as const),
  ],
]

const unmark = statement(
  'test.unmark-demo',
  `with cards as (update shop.gift_card set is_demo = false), codes as (update shop.certificate set is_demo = false)
   update shop.rewards_account set is_demo = false`,
)

function write(world: World, ...lines: readonly object[]): string {
  const file = join(world.config.dataDir, 'value.jsonl')
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'))
  return file
}

test('SAFE-03: the numbers that are known are those of the files that everybody can read', () => {
  const mac = storedValueMac('any secret that is long enough to be one')
  const { cards, codes, accounts } = demoNumbers(mac)
  expect(cards.length + codes.length + accounts.length).toBe(knownLines.length)
  for (const line of knownLines) {
    const plain = JSON.parse(line.replaceAll(/[ -](?=[\dA-Z]{2})/g, '')) as { readonly [field: string]: string }
    expect([line, knownField(plain)]).toEqual([line, plain.number ? 'number' : plain.code ? 'code' : 'accountNumber'])
  }
  expect(knownField({ number: '6006491234560010' })).toBeNull()
})

describe('SAFE-02, SAFE-03: where production has opened', () => {
  let world: World
  let mugs: TestShopper
  let full: TestShopper
  const idOf = async (last4: string) =>
    (await world.database.rows(ids)).find((row) => row.last4 === last4)?.id ?? 'there is none'

  beforeAll(async () => {
    world = await createWorld()
    const mac = storedValueMac(world.config.secret)
    // as an older program wrote it down: by its mark, and without
    await importStoredValue(world.database, valueFile, mac, { isDemo: true })
    const own = { pin: '12345678', amountCents: 2_000, currency: 'USD' }
    await importStoredValue(world.database, write(world, { kind: 'giftCard', number: '6006491234569999', ...own }), mac)
    mugs = world.shopper()
    await add(mugs, item(sku.mug, 4))
    // applied before production opened
    full = world.shopper()
    const tenders = [{ kind: 'giftCard' as const, tenderId: await idOf('0003') }]
    await insertCartOf(world, full, { lines: [{ sku: sku.mug, quantity: 1 }], tenders })
    await markProductionShop(world.database)
  })
  afterAll(() => world.close())

  test.each(lookups)(
    'SAFE-03: a %s of the demo is as unknown as one that never was',
    async (_kind, tried, demo, never) => {
      const dueOf = async () => (await mugs.call('checkout', 'refreshCheckout', {})).orderSummary.amountDue
      const before = await dueOf()
      const { isSuccess, errorMessage } = await tried(mugs, demo)
      expect({ isSuccess, errorMessage }).toEqual({
        isSuccess: false,
        errorMessage: (await tried(mugs, never)).errorMessage,
      })
      expect(errorMessage).not.toBe('')
      expect(await dueOf()).toBe(before)
    },
  )

  test('SAFE-03: the retailer’s own card pays on', async () => {
    const own = { cardNumber: '6006491234569999', cardPin: '12345678' }
    expect(await mugs.call('tender', 'applyGiftCard', own)).toMatchObject({ isSuccess: true })
  })

  test('SAFE-03: a card of the demo that was applied before pays nothing, and no order is placed with it', async () => {
    const { orderSummary } = await full.call('checkout', 'refreshCheckout', {})
    expect(orderSummary.giftCardsTotal).toBe(0)
    expect(orderSummary.amountDue).toBe(orderSummary.total)
    const answer = await full.call('order', 'placeOrder', { adata: '' })
    expect(answer).toMatchObject({ isSuccess: false, errorMessage: 'A gift card could not be used.' })
    expect(await checkInvariants(world.database)).toEqual([])
  })

  test('SAFE-03: nor is it held by an order that has priced it already', async () => {
    const order = { orderId: crypto.randomUUID(), shopperId: crypto.randomUUID() }
    const tender = async (last4: string, kind: 'giftCard' | 'tenderCode' | 'certificate') => {
      return { kind, tenderId: await idOf(last4), cents: 100, label: last4 }
    }
    const held = await world.database.transaction(async (tx) => [
      ...(await holdGiftCards(tx, order, [await tender('0001', 'giftCard')], 'USD')),
      ...(await holdCertificates(tx, order, [await tender('ME25', 'tenderCode'), await tender('A001', 'certificate')])),
    ])
    expect(held.sort()).toEqual(['0001', 'A001', 'ME25'])
  })

  test('SAFE-02: neither the demo nor its known numbers come in, whatever the process runs as; each line is named', async () => {
    const before = await world.database.row(counts)
    const mac = storedValueMac(world.config.secret)
    const file = write(
      world,
      { kind: 'giftCard', number: '6006 4912 3456 0002', pin: '1234', amountCents: 100, currency: 'USD' },
      { kind: 'giftCard', number: '6006491234567777', pin: '1234', amountCents: 100, currency: 'USD' },
      { kind: 'tenderCode', code: 'welcome-25', amountCents: 100, currency: 'USD' },
      { kind: 'giftCard', number: '1', pin: '1234', amountCents: 100, currency: 'USD' },
      {
        ...{ kind: 'certificate', code: 'OURS-0001', accountNumber: '900-123-4501', amountCents: 100 },
        ...{ currency: 'USD', expiresOn: '2027-01-01' },
      },
    )
    const { faults, issued } = await importStoredValue(world.database, file, mac)
    expect([issued, faults.map(({ line, field }) => [line, field])]).toEqual([
      0,
      [
        [1, 'number'],
        [3, 'code'],
        [4, 'number'],
        [5, 'accountNumber'],
      ],
    ])
    expect(faults[0]?.message).toContain('everybody knows it')
    expect((await importStoredValue(world.database, valueFile, mac, { isDemo: true })).faults).toHaveLength(
      linesOfDemo.length,
    )
    const emptyCatalog = { version: async () => 0 }
    const shop = { database: world.database, secret: world.config.secret, now: world.clock.now() }
    await expect(importDemo(shop, emptyCatalog, { info: () => undefined })).rejects.toThrow(DemoRefused)
    expect(await world.database.row(counts)).toEqual(before)
  })
})

test('SAFE-03: nor does a known number pay that an older program issued without a mark', async () => {
  const world = await createWorld()
  await importStoredValue(world.database, valueFile, storedValueMac(world.config.secret))
  await world.database.count(unmark)
  // each by a visitor of her own, with a cart that wants all of it
  const answers = async () => {
    const paid: (readonly [string, boolean])[] = []
    for (const [kind, tried, demo] of lookups) {
      const shopper = world.shopper()
      await add(shopper, item(sku.mug, 4))
      paid.push([kind, (await tried(shopper, demo)).isSuccess])
    }
    return paid
  }
  expect(await answers()).toEqual(lookups.map(([kind]) => [kind, true]))
  await markProductionShop(world.database)
  expect(await answers()).toEqual(lookups.map(([kind]) => [kind, false]))
  await world.close()
})

test('SAFE-03: a known number is marked as the demo’s whoever issues it, and refused for a shop that sells', async () => {
  const world = await createWorld({ catalog: null })
  const mac = storedValueMac(world.config.secret)
  const refused = await importStoredValue(world.database, valueFile, mac, { isDemo: false, isProduction: true })
  expect(refused).toMatchObject({ issued: 0, faults: { length: linesOfDemo.length } })
  await importStoredValue(world.database, valueFile, mac)
  expect(await world.database.row(counts)).toEqual({ count: linesOfDemo.length, demo: linesOfDemo.length })
  await world.close()
})
