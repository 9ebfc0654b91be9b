import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { sku } from '#test/builders/catalog.ts'
import { newMember } from '#test/builders/member.ts'
import { addToRegistry, couple, createRegistry, registryListOf, registryOwner } from '#test/builders/registry.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
// all visitors of a test have one address
beforeEach(() => world.database.count(statement('test.forget', 'delete from throttle')).then(() => undefined))

describe('REG-31: the pages of the owner', () => {
  test('a guest is asked to sign in and comes back', async () => {
    for (const path of ['/gift-registry/registrant-list', '/gift-registry/create', '/gift-registry/checklist/100001']) {
      const answer = await world.shopper().get(path)
      expect(answer.headers.location).toBe(`/account/login?returnUrl=${encodeURIComponent(path)}`)
    }
  })

  test('REG-31, PLAT-06: list and view show the items with quantities; the quantity form works without scripts', async () => {
    const { shopper, grId } = await registryOwner(world)
    await addToRegistry(shopper, grId, 2)
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
    const { shopper, grId } = await registryOwner(world)
    await addToRegistry(shopper, grId, 2)
    const { page } = await shopper.page(`/gift-registry/checklist/${grId}`)
    const rows =
      page.name === 'checklist' ? page.rows.map((row) => [row.name, row.items.map((item) => item.wanted)]) : []
    expect(rows).toEqual([
      ['Furniture', []],
      ['Tableware', [2]],
    ])
    const list = await createRegistry(shopper, { registryType: 'gl' })
    expect((await shopper.get(`/gift-registry/checklist/${list}`)).statusCode).toBe(404)
  })

  test("CALL-91: another owner's pages are not there", async () => {
    const { grId } = await registryOwner(world)
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
    expect((await registryListOf(shopper)).registryCount).toBe(0)
  })

  test('CALM-60: of a refused one with more than can be sent along, the tab puts back what was typed', async () => {
    const { shopper } = await newMember(world)
    await shopper.get('/gift-registry/create')
    const form = { registryType: 'br', eventDate: '2026-06-12', ...couple, partnerName: '💐'.repeat(500) }
    const answer = await shopper.submit('/gift-registry/create', form)
    expect(answer.headers.location).toBe('/gift-registry/create?typed=before')
    expect((await shopper.page('/gift-registry/create?typed=before')).frame.errors.partnerName).toBeTruthy()
  })

  test('OPEN-101: a guest makes no registry', async () => {
    const guest = world.shopper()
    await guest.get('/account/login')
    const answer = await guest.submit('/gift-registry/create', {
      registryType: 'br',
      eventDate: '2026-06-12',
      ...couple,
    })
    expect(answer.headers.location).toBe('/account/login?returnUrl=%2Fgift-registry%2Fcreate%3Ftyped%3Dbefore')
  })
})
