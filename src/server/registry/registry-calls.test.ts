import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { giftRegistry, registryAddItem, registryCalls, registryItem } from '#contracts/registry/calls.ts'
import { statement } from '#server/db/database.ts'
import { sku } from '#test/builders/catalog.ts'
import { newMember } from '#test/builders/member.ts'
import { addToRegistry, createRegistry, registryListOf, registryOwner, storedItemsOf } from '#test/builders/registry.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
// all visitors of a test have one address
beforeEach(() => world.database.count(statement('test.forget', 'delete from throttle')).then(() => undefined))

describe('REG-15, CALL-83, OPEN-100: the registry list of a sku', () => {
  test('REG-15, OPEN-100, PLAT-06: a guest has none, is not logged in and registrant mode is false at first', async () => {
    const nothing = { isRegistrantMode: false, isInteractiveChecklistEnabled: true, quantityInRegistry: 0 }
    expect(await registryListOf(world.shopper())).toEqual({
      ...nothing,
      registryCount: 0,
      isLoggedIn: false,
      giftRegistries: [],
    })
  })

  test('REG-15, REG-16, OPEN-100: a member with 0, 1 and 2 registries, the next event first', async () => {
    const { shopper } = await newMember(world)
    expect(await registryListOf(shopper)).toMatchObject({ registryCount: 0, isLoggedIn: true, giftRegistries: [] })
    const wedding = await createRegistry(shopper)
    const first = {
      id: wedding,
      eventType: 'Wedding',
      shortEventDate: 'Jun 12, 2026',
      registryOwnernsName: 'Ann Bell & Ben Cole',
      listType: 1,
      registryType: 'br',
    }
    expect(await registryListOf(shopper)).toMatchObject({ registryCount: 1, giftRegistries: [first] })
    const gifts = await createRegistry(shopper, { registryType: 'gl', eventDate: '2026-04-01', partnerName: '' })
    const { registryCount, giftRegistries } = await registryListOf(shopper)
    expect([registryCount, giftRegistries.map(({ id }) => id)]).toEqual([2, [gifts, wedding]])
    expect(giftRegistries[0]).toMatchObject({ registryOwnernsName: 'Ann Bell', listType: 2, registryType: 'gl' })
  })

  test('OPEN-100: quantityInRegistry counts the sku over all registries after an add', async () => {
    const { shopper, grId } = await registryOwner(world)
    await addToRegistry(shopper, grId, 2)
    await addToRegistry(shopper, await createRegistry(shopper), 3)
    await addToRegistry(shopper, grId, 7, sku.lastVase)
    expect((await registryListOf(shopper)).quantityInRegistry).toBe(5)
  })

  test('PLAT-06: isRegistrantMode is true for the pages of the own lists only', async () => {
    const { shopper, grId } = await registryOwner(world)
    const modeOn = async (page: string) => (await registryListOf(shopper, page)).isRegistrantMode
    expect(await modeOn('/gift-registry/registrant-list')).toBe(true)
    expect(await modeOn(`/gift-registry/registrant-list/${grId}`)).toBe(true)
    expect(await modeOn(`/gift-registry/registrant-list/${grId + 1}`)).toBe(false)
    expect(await modeOn('/product/1101')).toBe(false)
    expect((await registryListOf(world.shopper(), '/gift-registry/registrant-list')).isRegistrantMode).toBe(false)
  })

  test('OPEN-18: the account page names the registries of its store', async () => {
    const { shopper, grId } = await registryOwner(world)
    expect((await shopper.page('/account')).page).toMatchObject({
      registries: [{ grId, title: expect.stringContaining('Jun 12, 2026') }],
    })
  })

  test('another store of the same member has its own registries', async () => {
    const { shopper, email } = await newMember(world)
    await createRegistry(shopper)
    const inCanada = world.shopper('cb-ca')
    const { sessionToken } = await inCanada.call('account', 'authenticate', {
      username: email,
      password: 'correct horse battery',
    })
    await inCanada.submit('/account/auth', { sessionToken, redirectUrl: '/' })
    expect(await registryListOf(inCanada)).toMatchObject({ isLoggedIn: true, registryCount: 0 })
  })
})

describe('OPEN-101: UpdateItem', () => {
  const update = (shopper: TestShopper, GrId: number, Quantity: number) =>
    shopper.call('registry', 'updateItem', { GrId, Sku: sku.mug, Quantity })

  test('OPEN-101: 3 sets the quantity, 0 takes the item out', async () => {
    const { shopper, grId } = await registryOwner(world)
    await addToRegistry(shopper, grId)
    expect(await update(shopper, grId, 3)).toEqual({ isSuccess: true, errorMessage: '' })
    expect(await storedItemsOf(world, grId)).toEqual([{ grId, sku: sku.mug, wanted: 3 }])
    expect((await update(shopper, grId, 0)).isSuccess).toBe(true)
    expect(await storedItemsOf(world, grId)).toEqual([])
    expect((await update(shopper, grId, 1)).isSuccess).toBe(false)
  })

  test('OPEN-101, CALL-91: a foreign GrId is refused as an unknown one; -1 and 100 are refused', async () => {
    const { shopper, grId } = await registryOwner(world)
    await addToRegistry(shopper, grId, 2)
    const { shopper: stranger } = await registryOwner(world)
    expect(await update(stranger, grId, 3)).toEqual(await update(stranger, 1, 3))
    for (const [who, quantity] of [
      [stranger, 3],
      [stranger, 0],
      [world.shopper(), 3],
      [shopper, -1],
      [shopper, 100],
    ] as const)
      expect((await update(who, grId, quantity)).isSuccess).toBe(false)
    expect(await storedItemsOf(world, grId)).toEqual([{ grId, sku: sku.mug, wanted: 2 }])
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
