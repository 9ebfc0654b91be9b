import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { giftRegistry, registryAddItem, registryCalls, registryItem } from '#contracts/registry/calls.ts'
import { statement } from '#server/db/database.ts'
import { sku } from '#test/builders/catalog.ts'
import { newMember } from '#test/builders/member.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
// all visitors of a test have one address
beforeEach(() => world.database.count(statement('test.forget', 'delete from throttle')).then(() => undefined))

const stored = statement<{ grId: number; sku: number; wanted: number }>(
  'test.kept-items',
  'select gr_id as "grId", sku, wanted from registry_item where gr_id = any($1::bigint[]) order by gr_id, sku',
)
const storedIn = (...grIds: number[]) => world.database.rows(stored, [grIds])
const couple = { firstName: 'Ann', lastName: 'Bell', partnerName: 'Ben Cole' }

/** Makes a registry by its form; answers its number. */
async function create(shopper: TestShopper, fields: { readonly [name: string]: string } = {}): Promise<number> {
  await shopper.get('/gift-registry/create')
  const form = { registryType: 'br', eventDate: '2026-06-12', ...couple, ...fields }
  const answer = await shopper.submit('/gift-registry/create', form)
  const to = String(answer.headers.location)
  expect([answer.statusCode, to]).toEqual([303, expect.stringMatching(/^\/gift-registry\/registrant-list\/\d+$/)])
  return Number(to.split('/').at(-1))
}

async function owner(): Promise<{ shopper: TestShopper; grId: number }> {
  const { shopper } = await newMember(world)
  return { shopper, grId: await create(shopper) }
}
const listOf = (shopper: TestShopper, page = '') => shopper.call('registry', 'getRegistryList', { sku: sku.mug, page })
const addTo = (shopper: TestShopper, grId: number, Quantity = 1, Sku: number = sku.mug) =>
  shopper.call('registry', 'addItems', { items: [{ Sku, Quantity, GrId: grId }] })

describe('REG-15, CALL-83, OPEN-100: the registry list of a sku', () => {
  test('REG-15, OPEN-100, PLAT-06: a guest has none, is not logged in and registrant mode is false at first', async () => {
    const nothing = { isRegistrantMode: false, isInteractiveChecklistEnabled: true, quantityInRegistry: 0 }
    expect(await listOf(world.shopper())).toEqual({
      ...nothing,
      registryCount: 0,
      isLoggedIn: false,
      giftRegistries: [],
    })
  })

  test('REG-15, REG-16, OPEN-100: a member with 0, 1 and 2 registries, the next event first', async () => {
    const { shopper } = await newMember(world)
    expect(await listOf(shopper)).toMatchObject({ registryCount: 0, isLoggedIn: true, giftRegistries: [] })
    const wedding = await create(shopper)
    const first = {
      id: wedding,
      eventType: 'Wedding',
      shortEventDate: 'Jun 12, 2026',
      registryOwnernsName: 'Ann Bell & Ben Cole',
      listType: 1,
      registryType: 'br',
    }
    expect(await listOf(shopper)).toMatchObject({ registryCount: 1, giftRegistries: [first] })
    const gifts = await create(shopper, { registryType: 'gl', eventDate: '2026-04-01', partnerName: '' })
    const { registryCount, giftRegistries } = await listOf(shopper)
    expect([registryCount, giftRegistries.map(({ id }) => id)]).toEqual([2, [gifts, wedding]])
    expect(giftRegistries[0]).toMatchObject({ registryOwnernsName: 'Ann Bell', listType: 2, registryType: 'gl' })
  })

  test('OPEN-100: quantityInRegistry counts the sku over all registries after an add', async () => {
    const { shopper, grId } = await owner()
    await addTo(shopper, grId, 2)
    await addTo(shopper, await create(shopper), 3)
    await addTo(shopper, grId, 7, sku.lastVase)
    expect((await listOf(shopper)).quantityInRegistry).toBe(5)
  })

  test('PLAT-06: isRegistrantMode is true for the pages of the own lists only', async () => {
    const { shopper, grId } = await owner()
    const modeOn = async (page: string) => (await listOf(shopper, page)).isRegistrantMode
    expect(await modeOn('/gift-registry/registrant-list')).toBe(true)
    expect(await modeOn(`/gift-registry/registrant-list/${grId}`)).toBe(true)
    expect(await modeOn(`/gift-registry/registrant-list/${grId + 1}`)).toBe(false)
    expect(await modeOn('/product/1101')).toBe(false)
    expect((await listOf(world.shopper(), '/gift-registry/registrant-list')).isRegistrantMode).toBe(false)
  })

  test('OPEN-18: the account page names the registries of its store', async () => {
    const { shopper, grId } = await owner()
    expect((await shopper.page('/account')).page).toMatchObject({
      registries: [{ grId, title: expect.stringContaining('Jun 12, 2026') }],
    })
  })

  test('another store of the same member has its own registries', async () => {
    const { shopper, email } = await newMember(world)
    await create(shopper)
    const inCanada = world.shopper('cb-ca')
    const { sessionToken } = await inCanada.call('account', 'authenticate', {
      username: email,
      password: 'correct horse battery',
    })
    await inCanada.submit('/account/auth', { sessionToken, redirectUrl: '/' })
    expect(await listOf(inCanada)).toMatchObject({ isLoggedIn: true, registryCount: 0 })
  })
})

describe('REG-14, CALL-82, OPEN-99: adding', () => {
  test('REG-14, CALL-82: two items to one registry answer both, and both are kept', async () => {
    const { shopper, grId } = await owner()
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
    expect(await storedIn(grId)).toEqual([
      { grId, sku: sku.sofaOat, wanted: 1 },
      { grId, sku: sku.mug, wanted: 4 },
    ])
  })

  test('the same item again adds up, also at the same time', async () => {
    const { shopper, grId } = await owner()
    await Promise.all([1, 2, 3, 4].map((quantity) => addTo(shopper, grId, quantity)))
    expect(await storedIn(grId)).toEqual([{ grId, sku: sku.mug, wanted: 10 }])
  })

  test('REG-03, OPEN-99: a guest is refused, and nothing is added', async () => {
    const { grId } = await owner()
    const reply = await addTo(world.shopper(), grId)
    expect(reply).toEqual({ isSuccess: false, errorMessage: 'Please sign in first.', items: [] })
    expect(await storedIn(grId)).toEqual([])
  })

  test('OPEN-99, CALL-91: a GrId of another owner is refused as one that does not exist', async () => {
    const { grId } = await owner()
    const { shopper: stranger } = await owner()
    const replies = [await addTo(stranger, grId), await addTo(stranger, 1)]
    expect(replies[0]).toEqual(replies[1])
    expect(replies[0]).toMatchObject({ isSuccess: false, items: [], errorMessage: expect.stringMatching(/./) })
    expect(await storedIn(grId)).toEqual([])
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
    const { shopper, grId } = await owner()
    const items = [
      { Sku: sku.sofaOat, Quantity: 1, GrId: grId },
      { Sku, Quantity, GrId: grId },
    ]
    const reply = await shopper.call('registry', 'addItems', { items })
    expect(reply).toMatchObject({ isSuccess: false, items: [], errorMessage: expect.stringMatching(/./) })
    expect(await storedIn(grId)).toEqual([])
  })

  test('more than 99 in sum is refused', async () => {
    const { shopper, grId } = await owner()
    await addTo(shopper, grId, 98)
    expect((await addTo(shopper, grId, 2)).isSuccess).toBe(false)
    expect(await storedIn(grId)).toEqual([{ grId, sku: sku.mug, wanted: 98 }])
  })

  describe('CALM-14: what cannot be added is left out, by name and with the reason', () => {
    const addAll = (shopper: TestShopper, grId: number, ...adds: readonly (readonly [number, number])[]) =>
      shopper.call('registry', 'addItems', {
        items: adds.map(([Sku, Quantity]) => ({ Sku, Quantity, GrId: grId })),
        LeavesOut: true,
      })

    test('CALM-14: the rest is added', async () => {
      const { shopper, grId } = await owner()
      await addTo(shopper, grId, 98)
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
      expect(await storedIn(grId)).toEqual([
        { grId, sku: sku.sofaOat, wanted: 2 },
        { grId, sku: sku.mug, wanted: 98 },
        { grId, sku: sku.towel, wanted: 1 },
      ])
    })

    test('CALM-14: where nothing can be added, that is no success', async () => {
      const { shopper, grId } = await owner()
      const reply = await addAll(shopper, grId, [sku.bench, 1], [sku.lamp, 1])
      expect([reply.isSuccess, reply.items, reply.notAdded?.map((each) => each.sku)]).toEqual([
        ...[false, [], [sku.bench, sku.lamp]],
      ])
      expect(reply.errorMessage).not.toBe('')
      expect(await storedIn(grId)).toEqual([])
    })

    test('CALM-14: nothing is left out where it all fits, and nobody is told who did not ask', async () => {
      const { shopper, grId } = await owner()
      expect((await addAll(shopper, grId, [sku.mug, 1])).notAdded).toEqual([])
      expect((await addTo(shopper, grId)).notAdded).toBeUndefined()
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
      const { shopper, grId } = await owner()
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
      const { shopper, grId } = await owner()
      await addTo(shopper, grId, 5, sku.towel)
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
      expect(await storedIn(grId)).toEqual([{ grId, sku: sku.towel, wanted: 5 }])
    })

    test.each([
      ['no design', 'p-1', {}],
      ['no piece', '', { Quantity: 0 }],
      ['100 pieces', '', { Quantity: 100 }],
      ['another piece', '', { Sku: sku.mug }],
    ])('%s is refused', async (_what, given, patch) => {
      const { shopper, grId } = await owner()
      const id = given === '' ? await saveDesign(shopper) : given
      expect(await addDesign(shopper, grId, id, patch)).toMatchObject({ isSuccess: false, items: [] })
      expect(await world.database.row(words, [grId])).toEqual({ n: 0 })
    })

    test('CALL-91: that of another shopper, and one twice in a request, are refused', async () => {
      const { shopper, grId } = await owner()
      const { shopper: stranger } = await owner()
      expect((await addDesign(shopper, grId, await saveDesign(stranger))).isSuccess).toBe(false)
      const id = await saveDesign(shopper)
      const one = { Sku: sku.towel, Quantity: 1, GrId: grId, PersonalizationId: id }
      expect((await shopper.call('registry', 'addItems', { items: [one, one] })).isSuccess).toBe(false)
      expect(await world.database.row(words, [grId])).toEqual({ n: 0 })
    })
  })
})

describe('OPEN-101: UpdateItem', () => {
  const update = (shopper: TestShopper, GrId: number, Quantity: number) =>
    shopper.call('registry', 'updateItem', { GrId, Sku: sku.mug, Quantity })

  test('OPEN-101: 3 sets the quantity, 0 takes the item out', async () => {
    const { shopper, grId } = await owner()
    await addTo(shopper, grId)
    expect(await update(shopper, grId, 3)).toEqual({ isSuccess: true, errorMessage: '' })
    expect(await storedIn(grId)).toEqual([{ grId, sku: sku.mug, wanted: 3 }])
    expect((await update(shopper, grId, 0)).isSuccess).toBe(true)
    expect(await storedIn(grId)).toEqual([])
    expect((await update(shopper, grId, 1)).isSuccess).toBe(false)
  })

  test('OPEN-101, CALL-91: a foreign GrId is refused as an unknown one; -1 and 100 are refused', async () => {
    const { shopper, grId } = await owner()
    await addTo(shopper, grId, 2)
    const { shopper: stranger } = await owner()
    expect(await update(stranger, grId, 3)).toEqual(await update(stranger, 1, 3))
    for (const [who, quantity] of [
      [stranger, 3],
      [stranger, 0],
      [world.shopper(), 3],
      [shopper, -1],
      [shopper, 100],
    ] as const)
      expect((await update(who, grId, quantity)).isSuccess).toBe(false)
    expect(await storedIn(grId)).toEqual([{ grId, sku: sku.mug, wanted: 2 }])
  })
})

test('DATA-17, DATA-18, REG-16, REG-29: the field names are those of the document', () => {
  expect(Object.keys(registryAddItem.shape)).toEqual(['Sku', 'Quantity', 'GrId', 'PersonalizationId'])
  expect(Object.keys(giftRegistry.shape)).toEqual([
    'id',
    'eventType',
    'shortEventDate',
    'registryOwnernsName',
    'listType',
    'registryType',
  ])
  const registryData = Object.keys(registryCalls.getRegistryList.reply.shape)
  expect(registryData).toEqual(expect.arrayContaining(['registryCount', 'giftRegistries', 'isLoggedIn']))
  expect(Object.keys(registryItem.shape)).toEqual([
    ...['sku', 'name', 'quantity', 'formattedPrice', 'imagePath', 'grId', 'registryType'],
    ...['personalization', 'inHousePersonalization'],
  ])
})

describe('REG-31: the pages of the owner', () => {
  test('a guest is asked to sign in and comes back', async () => {
    for (const path of ['/gift-registry/registrant-list', '/gift-registry/create', '/gift-registry/checklist/100001']) {
      const answer = await world.shopper().get(path)
      expect(answer.headers.location).toBe(`/account/login?returnUrl=${encodeURIComponent(path)}`)
    }
  })

  test('REG-31, PLAT-06: list and view show the items with quantities; the quantity form works without scripts', async () => {
    const { shopper, grId } = await owner()
    await addTo(shopper, grId, 2)
    await shopper.get('/gift-registry/registrant-list')
    const sent = await shopper.submit('/gift-registry/update', {
      grId: String(grId),
      sku: String(sku.mug),
      quantity: '5',
    })
    expect([sent.statusCode, sent.headers.location]).toEqual([303, '/gift-registry/registrant-list'])
    for (const path of ['/gift-registry/registrant-list', `/gift-registry/registrant-list/${grId}`]) {
      const { page } = await shopper.page(path)
      expect(page).toMatchObject({
        name: 'registrantList',
        isRegistrantMode: true,
        registries: [{ grId, title: 'Wedding on Jun 12, 2026', items: [{ sku: sku.mug, wanted: 5 }] }],
      })
    }
  })

  test('ROUTE-17, REG-31: the checklist ticks the departments the registry has something of; a gift list has none', async () => {
    const { shopper, grId } = await owner()
    await addTo(shopper, grId, 2)
    const { page } = await shopper.page(`/gift-registry/checklist/${grId}`)
    const rows =
      page.name === 'checklist' ? page.rows.map((row) => [row.name, row.items.map((item) => item.wanted)]) : []
    expect(rows).toEqual([
      ['Furniture', []],
      ['Tableware', [2]],
    ])
    const list = await create(shopper, { registryType: 'gl' })
    expect((await shopper.get(`/gift-registry/checklist/${list}`)).statusCode).toBe(404)
  })

  test("CALL-91: another owner's pages are not there", async () => {
    const { grId } = await owner()
    const { shopper: stranger } = await newMember(world)
    for (const path of [
      `/gift-registry/registrant-list/${grId}`,
      `/gift-registry/checklist/${grId}`,
      '/gift-registry/registrant-list/x',
    ]) {
      expect((await stranger.get(path)).statusCode).toBe(404)
    }
  })

  test.each([
    ['registryType', 'xx'],
    ['eventDate', '2026-02-30'],
    ['eventDate', '2026-03-01'],
    ['eventDate', '2040-01-01'],
    ['firstName', ' '],
    ['lastName', '<b>'],
    ['partnerName', 'x'.repeat(51)],
  ])('OPEN-101: a new registry with %s %s is refused', async (field, value) => {
    const { shopper } = await newMember(world)
    await shopper.get('/gift-registry/create')
    const form = { registryType: 'br', eventDate: '2026-06-12', ...couple, [field]: value }
    const answer = await shopper.submit('/gift-registry/create', form)
    expect(answer.headers.location).toBe('/gift-registry/create')
    expect((await listOf(shopper)).registryCount).toBe(0)
  })

  test('OPEN-101: a guest makes no registry', async () => {
    const guest = world.shopper()
    await guest.get('/account/login')
    const answer = await guest.submit('/gift-registry/create', {
      registryType: 'br',
      eventDate: '2026-06-12',
      ...couple,
    })
    expect(answer.headers.location).toBe('/account/login?returnUrl=%2Fgift-registry%2Fcreate')
  })
})
