import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { sku } from '#test/builders/catalog.ts'
import { give, newRegistryOf, registrantSecrets } from '#test/builders/registry.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
// all visitors of a test have one address
beforeEach(() => world.database.count(statement('test.forget', 'delete from throttle')).then(() => undefined))

describe('OPEN-101: a registry is found by others', () => {
  async function found(name: string): Promise<string[]> {
    const { page } = await world.shopper().page(`/gift-registry/find?${new URLSearchParams({ name })}`)
    return page.name === 'findRegistry' ? page.found.map(({ ownerNames }) => ownerNames) : []
  }

  test('OPEN-101: a public registry is found by the beginnings of its owners’ names, in any order and case', async () => {
    await newRegistryOf(world, [], { firstName: 'Zoë', lastName: 'Quillan', partnerName: 'Otto Marsh' })
    const names = ['Zoë Quillan & Otto Marsh']
    expect(await found('quillan zoë')).toEqual(names)
    expect(await found('OTTO qui')).toEqual(names)
    expect(await found('otto quillan someone')).toEqual([])
  })

  test('OPEN-101: a private registry is not found, and opens by its link alone', async () => {
    const { link } = await newRegistryOf(world, [], { firstName: 'Hidden', lastName: 'Heron', isPublic: 'false' })
    expect(await found('heron')).toEqual([])
    expect((await world.shopper().page(link)).page).toMatchObject({ name: 'giftRegistry', isOwner: false })
  })

  test.each(["' or 1=1 --", 'bell:* | a', '%', '\u0000', '\u202Elleb', '<b>', '((((', '!', '\\', 'x'.repeat(5_000)])(
    'OPEN-101: the search for %j finds nothing and breaks nothing',
    async (name) => {
      expect(await found(name)).toEqual([])
    },
  )

  test('BEYOND-05: the pages of others hold no street, ZIP code, phone or mail address of the registrant', async () => {
    const { link, ownerEmail } = await newRegistryOf(world, [{ sku: sku.mug, quantity: 1 }])
    const told = JSON.stringify([await world.shopper().page(link), await found('bell')])
    for (const secret of [...registrantSecrets, ownerEmail]) expect(told).not.toContain(secret)
  })

  test('OPEN-46 REG-18: a piece with the registrant’s words goes into the giver’s cart with them', async () => {
    const { owner, link, grId } = await newRegistryOf(world, [])
    const lines = [{ elementName: 'Text1', text: 'AB', textcolor: 'Navy', font: 'Block' }]
    const saved = await owner.rawCall('personalization', 'saveDesign', {
      quantity: 1,
      orderType: 'registry',
      profileGuid: '',
      design: { templateName: 'Monogram', sku: sku.towel, locationName: '', personalization: lines },
    })
    const designId = saved.json<{ personalizationUuid: string }>().personalizationUuid
    const items = [{ Sku: sku.towel, Quantity: 2, GrId: grId, PersonalizationId: designId }]
    expect(await owner.call('registry', 'addItems', { items })).toMatchObject({ isSuccess: true })
    const giver = world.shopper()
    expect(await give(giver, link, sku.towel, 1, designId)).toBe('/checkout/cart')
    const { lineItems } = await giver.call('cart', 'getCartJsx', {})
    expect(lineItems).toMatchObject([
      { sku: sku.towel, grId, personalization: { id: designId, lines: [{ text: 'AB' }] } },
    ])
    // the same piece without words is not what is wished for
    expect(await give(giver, link, sku.towel)).toBe(link)
  })
})
