import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { sku } from '#test/builders/catalog.ts'
import { addToRegistry, registryOwner, storedItemsOf } from '#test/builders/registry.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
// all visitors of a test have one address
beforeEach(() => world.database.count(statement('test.forget', 'delete from throttle')).then(() => undefined))

describe('REG-14, CALL-82, OPEN-99: adding', () => {
  test('REG-14, CALL-82: two items to one registry answer both, and both are kept', async () => {
    const { shopper, grId } = await registryOwner(world)
    const items = [
      { Sku: sku.mug, Quantity: 4, GrId: grId },
      { Sku: sku.sofaOat, Quantity: 1, GrId: grId },
    ]
    const reply = await shopper.call('registry', 'addItems', { items })
    expect(reply).toMatchObject({ isSuccess: true, errorMessage: '' })
    expect(reply.items.map((item) => [item.sku, item.quantity])).toEqual([
      [sku.mug, 4],
      [sku.sofaOat, 1],
    ])
    expect(reply.items[0]).toEqual({
      ...{ sku: sku.mug, name: 'Stoneware Mug', quantity: 4, formattedPrice: '$12.95', grId, registryType: 'br' },
      ...{ imagePath: expect.stringMatching(/^\/pictures\//), personalization: null, inHousePersonalization: null },
    })
    expect(await storedItemsOf(world, grId)).toEqual([
      { grId, sku: sku.sofaOat, wanted: 1 },
      { grId, sku: sku.mug, wanted: 4 },
    ])
  })

  test('the same item again adds up, also at the same time', async () => {
    const { shopper, grId } = await registryOwner(world)
    await Promise.all([1, 2, 3, 4].map((quantity) => addToRegistry(shopper, grId, quantity)))
    expect(await storedItemsOf(world, grId)).toEqual([{ grId, sku: sku.mug, wanted: 10 }])
  })

  test('REG-03, OPEN-99: a guest is refused, and nothing is added', async () => {
    const { grId } = await registryOwner(world)
    const reply = await addToRegistry(world.shopper(), grId)
    expect(reply).toEqual({ isSuccess: false, errorMessage: 'Please sign in first.', items: [] })
    expect(await storedItemsOf(world, grId)).toEqual([])
  })

  test('OPEN-99, CALL-91: a GrId of another owner is refused as one that does not exist', async () => {
    const { grId } = await registryOwner(world)
    const { shopper: stranger } = await registryOwner(world)
    const replies = [await addToRegistry(stranger, grId), await addToRegistry(stranger, 1)]
    expect(replies[0]).toEqual(replies[1])
    expect(replies[0]).toMatchObject({ isSuccess: false, items: [], errorMessage: expect.stringMatching(/./) })
    expect(await storedItemsOf(world, grId)).toEqual([])
  })

  test.each([
    ['a sku of another brand', sku.mug + 1000, 1],
    ['a sku nobody knows', 99_999_999, 1],
    ['one no longer available', sku.lamp, 1],
    ['one that is not a stock sku', sku.bench, 1],
    ['a donation', sku.donation, 1],
    ['no piece', sku.mug, 0],
    ['100 pieces', sku.mug, 100],
  ])('%s is refused, and so is all that came with it', async (_what, Sku, Quantity) => {
    const { shopper, grId } = await registryOwner(world)
    const items = [
      { Sku: sku.sofaOat, Quantity: 1, GrId: grId },
      { Sku, Quantity, GrId: grId },
    ]
    const reply = await shopper.call('registry', 'addItems', { items })
    expect(reply).toMatchObject({ isSuccess: false, items: [], errorMessage: expect.stringMatching(/./) })
    expect(await storedItemsOf(world, grId)).toEqual([])
  })

  test('more than 99 in sum is refused', async () => {
    const { shopper, grId } = await registryOwner(world)
    await addToRegistry(shopper, grId, 98)
    expect((await addToRegistry(shopper, grId, 2)).isSuccess).toBe(false)
    expect(await storedItemsOf(world, grId)).toEqual([{ grId, sku: sku.mug, wanted: 98 }])
  })

  describe('CALM-14: what cannot be added is left out, by name and with the reason', () => {
    const addAll = (shopper: TestShopper, grId: number, ...adds: readonly (readonly [number, number])[]) =>
      shopper.call('registry', 'addItems', {
        items: adds.map(([Sku, Quantity]) => ({ Sku, Quantity, GrId: grId })),
        LeavesOut: true,
      })

    test('CALM-14: the rest is added', async () => {
      const { shopper, grId } = await registryOwner(world)
      await addToRegistry(shopper, grId, 98)
      const adds = [
        [sku.bench, 1],
        [sku.sofaOat, 2],
        [sku.lamp, 1],
        [sku.donation, 1],
        [sku.mug, 2],
        [99_999_999, 1],
        [sku.towel, 1],
      ] as const
      const reply = await addAll(shopper, grId, ...adds)
      expect([reply.isSuccess, reply.errorMessage]).toEqual([true, ''])
      expect(reply.items.map((item) => [item.sku, item.quantity])).toEqual([
        [sku.sofaOat, 2],
        [sku.towel, 1],
      ])
      expect(reply.notAdded).toEqual([
        {
          ...{ sku: sku.bench, name: 'Bench to Order' },
          message: 'It is made to order for one person, so it cannot wait in a registry.',
        },
        { sku: sku.lamp, name: expect.stringMatching(/./), message: 'This item is no longer available.' },
        { sku: sku.donation, name: expect.stringMatching(/./), message: 'This item cannot be added to a registry.' },
        { sku: sku.mug, name: 'Stoneware Mug', message: 'Your registry would ask for more than 99 of it.' },
        { sku: 99_999_999, name: '', message: 'We do not know this item.' },
      ])
      expect(await storedItemsOf(world, grId)).toEqual([
        { grId, sku: sku.sofaOat, wanted: 2 },
        { grId, sku: sku.mug, wanted: 98 },
        { grId, sku: sku.towel, wanted: 1 },
      ])
    })

    test('CALM-14: where nothing can be added, that is no success', async () => {
      const { shopper, grId } = await registryOwner(world)
      const reply = await addAll(shopper, grId, [sku.bench, 1], [sku.lamp, 1])
      expect([reply.isSuccess, reply.items, reply.notAdded?.map((each) => each.sku)]).toEqual([
        ...[false, [], [sku.bench, sku.lamp]],
      ])
      expect(reply.errorMessage).not.toBe('')
      expect(await storedItemsOf(world, grId)).toEqual([])
    })

    test('CALM-14: nothing is left out where it all fits, and nobody is told who did not ask', async () => {
      const { shopper, grId } = await registryOwner(world)
      expect((await addAll(shopper, grId, [sku.mug, 1])).notAdded).toEqual([])
      expect((await addToRegistry(shopper, grId)).notAdded).toBeUndefined()
      expect(await addAll(world.shopper(), grId, [sku.mug, 1])).toMatchObject({ isSuccess: false, items: [] })
    })
  })

  describe('OPEN-46, REG-18: a saved design', () => {
    const words = statement<{ n: number }>(
      'test.designs-held',
      'select count(*)::int as n from saved_design where gr_id = $1',
    )
    const saveDesign = async (shopper: TestShopper, text = 'Ann') => {
      const design = { templateName: 'Monogram', sku: sku.towel, personalization: [{ elementName: 'Text1', text }] }
      return (await shopper.call('personalization', 'saveDesign', { design })).personalizationUuid
    }
    const addDesign = (shopper: TestShopper, GrId: number, PersonalizationId: string, patch: object = {}) =>
      shopper.call('registry', 'addItems', {
        items: [{ Sku: sku.towel, Quantity: 2, GrId, PersonalizationId, ...patch }],
      })

    test('is added once with its words, picture and price; the same id still goes into the cart, once', async () => {
      const { shopper, grId } = await registryOwner(world)
      const id = await saveDesign(shopper)
      const reply = await addDesign(shopper, grId, id)
      expect(reply.items).toMatchObject([
        {
          ...{ sku: sku.towel, quantity: 2, imagePath: expect.stringMatching(/^\/personalization\/image\//) },
          personalization: { type: 700, id, lines: [{ text: 'Ann' }] },
          inHousePersonalization: { pricingDto: { formattedTotalPrice: '$80.00' } },
        },
      ])
      expect(await addDesign(shopper, grId, id)).toMatchObject({ isSuccess: false, items: [] })
      const items = [{ Sku: sku.towel, Quantity: 1, IsPersonalized: true, PersonalizationId: id }]
      expect((await shopper.call('cart', 'addItems', { items })).isSuccess).toBe(true)
      expect((await shopper.call('cart', 'addItems', { items })).isSuccess).toBe(false)
    })

    test('is on the owner’s page beside the plain piece, and each has its own quantity', async () => {
      const { shopper, grId } = await registryOwner(world)
      await addToRegistry(shopper, grId, 5, sku.towel)
      const id = await saveDesign(shopper, 'Bea')
      await addDesign(shopper, grId, id)
      const change = { GrId: grId, Sku: sku.towel, Quantity: 3, PersonalizationId: id }
      expect((await shopper.call('registry', 'updateItem', change)).isSuccess).toBe(true)
      const { page } = await shopper.page(`/gift-registry/registrant-list/${grId}`)
      expect(page).toMatchObject({
        registries: [
          {
            items: [
              { sku: sku.towel, wanted: 5, words: '', designId: '', currentPrice: 3_000 },
              { sku: sku.towel, wanted: 3, words: 'Bea', designId: id, currentPrice: 4_000 },
            ],
          },
        ],
      })
      expect((await shopper.call('registry', 'updateItem', { ...change, Quantity: 0 })).isSuccess).toBe(true)
      expect(await world.database.row(words, [grId])).toEqual({ n: 0 })
      expect(await storedItemsOf(world, grId)).toEqual([{ grId, sku: sku.towel, wanted: 5 }])
    })

    test.each([
      ['no design', 'p-1', {}],
      ['no piece', '', { Quantity: 0 }],
      ['100 pieces', '', { Quantity: 100 }],
      ['another piece', '', { Sku: sku.mug }],
    ])('%s is refused', async (_what, given, patch) => {
      const { shopper, grId } = await registryOwner(world)
      const id = given === '' ? await saveDesign(shopper) : given
      expect(await addDesign(shopper, grId, id, patch)).toMatchObject({ isSuccess: false, items: [] })
      expect(await world.database.row(words, [grId])).toEqual({ n: 0 })
    })

    test('CALL-91: that of another shopper, and one twice in a request, are refused', async () => {
      const { shopper, grId } = await registryOwner(world)
      const { shopper: stranger } = await registryOwner(world)
      expect((await addDesign(shopper, grId, await saveDesign(stranger))).isSuccess).toBe(false)
      const id = await saveDesign(shopper)
      const one = { Sku: sku.towel, Quantity: 1, GrId: grId, PersonalizationId: id }
      expect((await shopper.call('registry', 'addItems', { items: [one, one] })).isSuccess).toBe(false)
      expect(await world.database.row(words, [grId])).toEqual({ n: 0 })
    })
  })
})
