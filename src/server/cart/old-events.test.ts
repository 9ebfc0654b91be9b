import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest'
import { type CartEvent, cartEventVersion, type LineRecord } from '#domain/cart/events.ts'
import { linesAt } from '#domain/cart/replay.ts'
import { type EventRow, readEventRow } from '#server/cart/event-row.ts'
import { statement } from '#server/db/database.ts'
import { add, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const cartId = 'c0000000-0000-4000-8000-000000000001'
const lineId = '10000000-0000-4000-8000-000000000001'

/** What an event kept of a line from commit beb1cfd on. */
const record: LineRecord = {
  ...{ lineId, list: 'cart', sku: 41, quantity: 2, optionChoice: '', shipMethod: 1, isPickup: false, locationId: null },
  ...{ installationType: '', personalization: null, giftRegistryId: 0, donationCents: null },
}

/** A removed line as commit 76af41e kept it: no line had a part yet. */
const removedOf76af41e = {
  ...record,
  ...{ position: 1, mergeKey: 'key', recipientId: null, seenUnitCents: 1_900 },
}

const removal = { lineId, sku: 41, quantity: 2 }
const words = { type: 2, id: '7', lines: [{ elementName: 'Text1', text: 'Ann', textColor: '', font: 'Serif' }] }

test.each<[string, Omit<EventRow, 'version'>, ReturnType<typeof readEventRow>['lines'], unknown]>([
  ['633a842 kept no lines', { kind: 'itemsAdded', factsVersion: 1, event: { lines: [removal] } }, null, null],
  ['633a842 kept no line that was removed', { kind: 'lineRemoved', factsVersion: 1, event: removal }, null, null],
  [
    'beb1cfd kept the lines that were put and gone',
    { kind: 'itemsAdded', factsVersion: 1, event: { lines: [removal], records: { put: [record], gone: [] } } },
    { put: [record], gone: [] },
    null,
  ],
  [
    'beb1cfd wrote what was carried on as records alone',
    { kind: 'savedLinesCarried', factsVersion: 1, event: { records: { put: [record], gone: [] } } },
    { put: [record], gone: [] },
    null,
  ],
  [
    '76af41e kept the removed line without its part',
    {
      kind: 'lineRemoved',
      factsVersion: 1,
      event: { ...removal, removed: removedOf76af41e, records: { put: [], gone: [lineId] } },
    },
    { put: [], gone: [lineId] },
    { ...removedOf76af41e, part: 0 },
  ],
  [
    '7055067 kept it with its part, and its words with no name of a design',
    {
      kind: 'savedLineRemoved',
      factsVersion: 1,
      event: { ...removal, removed: { ...removedOf76af41e, part: 2, personalization: words } },
    },
    null,
    { ...removedOf76af41e, part: 2, personalization: words },
  ],
  ['76af41e noted that it was put back', { kind: 'lineRestored', factsVersion: 1, event: removal }, null, null],
])('BEYOND-13, UX-10: an old event is read in the shape of today: %s', (_shape, row, lines, removed) => {
  expect(readEventRow({ version: 5, ...row }, cartId)).toEqual({ version: 5, kind: row.kind, lines, removed })
})

test.each<[string, Omit<EventRow, 'version'>, RegExp]>([
  ['a kind we do not know', { kind: 'lineDreamt', factsVersion: 1, event: {} }, /event 5 of cart c0.*lineDreamt/],
  [
    'facts of a newer program',
    { kind: 'itemsAdded', factsVersion: cartEventVersion + 1, event: {} },
    /event 5 of cart c0.*version 3/,
  ],
  [
    'a removed line that is none',
    { kind: 'lineRemoved', factsVersion: cartEventVersion, event: { ...removal, removed: { lineId } } },
    /event 5 of cart c0.*removed\.sku/,
  ],
])('BEYOND-13: an event that cannot be read is a fault that names its row: %s', (_what, row, fault) => {
  expect(() => readEventRow({ version: 5, ...row }, cartId)).toThrow(fault)
})

test('BEYOND-13: rows are written with the version of today', async () => {
  const shopper = world.shopper()
  await add(shopper, item(sku.mug, 2))
  const { basketId } = await shopper.call('checkout', 'refreshCheckout', {})
  const versions = statement<{ version: number }>(
    'test.facts-versions',
    'select distinct facts_version as version from shop.cart_event where cart_id = $1',
  )
  expect(await world.database.rows(versions, [basketId])).toEqual([{ version: cartEventVersion }])
})

const age = statement(
  'test.age-removal',
  `update shop.cart_event set facts_version = 1, event = case when $2 then event #- '{removed,part}' else event - 'removed' end
   where cart_id = $1 and kind = 'lineRemoved'`,
)

test.each([
  ['without its part is put back', true, [[sku.mug, 2]]],
  ['from before lines were kept stays away', false, []],
] as const)('UX-10: a line of an old row %s', async (_what, hasLine, lines) => {
  const shopper = world.shopper()
  await add(shopper, item(sku.mug, 2))
  const { lineItems } = await shopper.call('cart', 'getCartJsx', {})
  const { basketId } = await shopper.call('checkout', 'refreshCheckout', {})
  await shopper.call('cart', 'removeItem', { lineItemId: lineItems[0]!.id })
  await world.database.count(age, [basketId, hasLine])
  const undone = await shopper.call('cart', 'restoreItem', { lineItemId: lineItems[0]!.id })
  const after = await shopper.call('cart', 'getCartJsx', {})
  expect(undone.isSuccess).toBe(true)
  expect(after.lineItems.map((line) => [line.sku, line.quantity])).toEqual(lines)
})

test('BEYOND-13: a cart stands as its old and new events say', () => {
  const put = { kind: 'itemsAdded', factsVersion: 1, event: { records: { put: [record], gone: [] } } }
  const gone = { kind: 'lineRemoved', factsVersion: 2, event: { records: { put: [], gone: [lineId] } } }
  const events = [put, gone].map((row, at) => readEventRow({ version: at + 1, ...row }, cartId))
  expect(linesAt(events, 1)).toEqual([record])
  expect(linesAt(events, 2)).toEqual([])
})

test('BEYOND-13: an event is of a kind there is, with the facts of its kind', () => {
  expectTypeOf<{ kind: 'lineDreamt'; facts: object; changes: [] }>().not.toExtend<CartEvent>()
  expectTypeOf<{ kind: 'zipApplied'; facts: { code: string }; changes: [] }>().not.toExtend<CartEvent>()
  expectTypeOf<{ kind: 'zipApplied'; facts: { zip: string }; changes: [] }>().toExtend<CartEvent>()
})
