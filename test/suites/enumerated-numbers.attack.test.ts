import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { allCalls, type CallTable } from '#contracts/table.ts'
import { add, address, item } from '#test/builders/cart-calls.ts'
import { place, sku } from '#test/builders/catalog.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { contents } from '#test/contents.ts'
import { createWorld, type World } from '#test/world.ts'

type JsonSchema = {
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly type?: string
  readonly properties?: { readonly [name: string]: JsonSchema }
  readonly items?: JsonSchema
}
type Field = { readonly path: readonly (string | 0)[]; readonly members: readonly number[] }

/** The enumerated numbers of a schema, by where they stand; `0` is the first of a list. */
function enumerated(schema: JsonSchema, path: Field['path'] = []): Field[] {
  const branches = schema.anyOf ?? []
  const members = [...(schema.enum ?? [schema.const]), ...branches.map((branch) => branch.const)]
  const numbers = members.filter((member) => typeof member === 'number')
  if (numbers.length > 0) return [{ path, members: numbers }]
  return [
    ...branches.flatMap((branch) => enumerated(branch, path)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => enumerated(inner, [...path, name])),
    ...(schema.items === undefined ? [] : enumerated(schema.items, [...path, 0])),
  ]
}

/** Whole numbers that are none of a few: amounts, counts, places in a list, and the ids of things. */
const plainNumbers = new Set([
  ...['Quantity', 'quantity', 'Sku', 'sku', 'GrId', 'GiftRegistryId', 'Position', 'TotalPositions'],
  ...[
    'basketVersion',
    'shownTotal',
    'selectedWindowId',
    'amount',
    'appliedAmount',
    'expMonth',
    'expYear',
    'limit',
    'skus',
  ],
])

function plain(schema: JsonSchema, name = ''): string[] {
  if (enumerated(schema).some(({ path }) => path.length === 0)) return []
  const own = schema.type === 'integer' || schema.type === 'number' ? [name] : []
  return [
    ...own,
    ...(schema.anyOf ?? []).flatMap((branch) => plain(branch, name)),
    ...Object.entries(schema.properties ?? {}).flatMap(([inner, one]) => plain(one, inner)),
    ...(schema.items === undefined ? [] : plain(schema.items, name)),
  ]
}

const schemaOf = (input: z.ZodType) => z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema

/** What a call is sent when all is well: a guest's mugs to ship, a bowl to pick up. */
type Made = {
  readonly lineItemId: string
  readonly recipientId: string
  readonly pickupId: string
  readonly shipmentId: string
}
const giftOptions = { isGift: false, giftWrap: 'none', giftMessage: '', hasGiftReceipt: false }
const good: { readonly [name: string]: (made: Made) => object } = {
  addItems: () => ({ items: [{ Sku: sku.mug, Quantity: 1, ShipMethod: 1 }] }),
  updateShipMethod: ({ lineItemId }) => ({ lineItemId, shipMethod: 2, isPickup: false, locationId: '' }),
  saveShippingAndGiftOptions: ({ recipientId, shipmentId }) => ({
    recipients: [
      {
        ...{ recipientId, giftOptions },
        shipments: [{ id: shipmentId, selectedServiceLevel: 2 }],
        bopsOptions: { giftReceiptOption: 0, baggingOption: 0, pickupContact: null },
      },
    ],
  }),
  updateGiftOption: ({ recipientId }) => ({ recipientId, giftOptions, serviceLevel: 1 }),
  updateGiftReceipt: ({ pickupId: recipientId }) => ({ recipientId, selectedOption: 1 }),
  updateBaggingOption: ({ pickupId: recipientId }) => ({ recipientId, selectedOption: 1 }),
  savePlccOffer: () => ({ selectedOption: 1 }),
}

function withValue(body: unknown, [first, ...rest]: Field['path'], value: unknown): unknown {
  if (first === undefined) return value
  if (first === 0) return (body as unknown[]).map((one) => withValue(one, rest, value))
  return { ...(body as object), [first]: withValue((body as Record<string, unknown>)[first], rest, value) }
}

const fields = allCalls().flatMap(({ topic, name, call }) =>
  enumerated(schemaOf(call.input)).map((field) => ({ topic: topic as keyof CallTable, name, ...field })),
)

describe('SAFE-16: enumerated numbers', () => {
  let world: World
  let shopper: TestShopper
  let made: Made
  beforeAll(async () => {
    world = await createWorld()
    shopper = world.shopper()
    const atStore = { IsPickupSelected: true, Location: String(place.store.CB.US) }
    await add(shopper, item(sku.mug, 2), item(sku.towel, 1, atStore))
    await shopper.call('cart', 'checkout', {})
    await shopper.submit('/checkout', { isGuestCheckout: 'true' })
    await shopper.call('checkout', 'saveShippingAddress', address())
    made = await read()
  })
  afterAll(() => world.close())

  async function read(): Promise<Made> {
    const { basketItems, recipientList } = await shopper.call('checkout', 'refreshCheckout', {})
    const home = recipientList.find(({ isPickup }) => !isPickup)
    return {
      lineItemId: basketItems.find((line) => line.sku === sku.mug)?.id ?? '',
      recipientId: home?.id ?? '',
      pickupId: recipientList.find(({ isPickup }) => isPickup)?.id ?? '',
      shipmentId: home?.shipments[0]?.id ?? '',
    }
  }

  const books = () => contents(world.database)

  test('SAFE-16: every one of them is in this table, and a whole number that is none is named', () => {
    expect([...new Set(fields.map(({ name }) => name))].sort()).toEqual(Object.keys(good).sort())
    const others = allCalls().flatMap(({ name, call }) =>
      plain(schemaOf(call.input)).map((field) => `${name}.${field}`),
    )
    expect(others.filter((one) => !plainNumbers.has(one.split('.').at(-1) ?? ''))).toEqual([])
  })

  test.each(fields.map((field) => [`${field.name} ${field.path.join('.')}`, field] as const))(
    'SAFE-16: %s: no number beside its own, and nothing changes',
    async (_name, { topic, name, path, members }) => {
      const body = good[name]?.(made) ?? {}
      const before = await books()
      for (const value of [-1, 0, 4, 100, 2 ** 32 + 1, 1.5, '1'].filter((one) => !members.includes(one as number))) {
        const answer = await shopper.rawCall(topic, name, withValue(body, path, value))
        expect([value, answer.statusCode]).toEqual([value, 400])
        expect(answer.json()).toMatchObject({ isSuccess: false })
      }
      expect(await books()).toEqual(before)
    },
  )

  test.each([
    ['a parcel', sku.mug, [6, 7, 8, 9]],
    ['furniture', sku.sofaOat, [2, 3, 8, 9]],
    ['a gift card', sku.giftCard, [2, 3, 6, 7, 8]],
  ] as const)(
    'SAFE-16 OPEN-32: %s cannot be sent by a method of another kind: added or changed, 400, and nothing changes',
    async (_name, of, methods) => {
      const other = world.shopper()
      await add(other, item(of, 1))
      const { lineItems } = await other.call('cart', 'getCartJsx', {})
      const before = await books()
      for (const shipMethod of methods) {
        const line = { lineItemId: lineItems[0]?.id ?? '', shipMethod, isPickup: false, locationId: '' }
        expect((await other.rawCall('cart', 'updateShipMethod', line)).statusCode).toBe(400)
        const items = [{ Sku: of, Quantity: 1, ShipMethod: shipMethod }]
        expect((await other.rawCall('cart', 'addItems', { items })).statusCode).toBe(400)
      }
      expect(await books()).toEqual(before)
    },
  )

  test('SAFE-16: what is good is taken', async () => {
    for (const [name, bodyOf] of Object.entries(good)) {
      const { topic } = fields.find((field) => field.name === name) ?? { topic: 'cart' as const }
      const answer = await shopper.rawCall(topic, name, bodyOf(await read()))
      // a store card's offer needs such a card
      expect([name, answer.statusCode, answer.json().isSuccess]).toEqual([name, 200, name !== 'savePlccOffer'])
    }
  })
})
