import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { piece, place, prices, sku, testCatalog } from '#test/builders/catalog.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

const [coatedPan, steelPan, otherPan, gonePan] = [6001, 6002, 6003, 6004]

const kitchen = { department: 'Kitchen', class: 'Cookware', subclass: 'Pans' }
let world: World
beforeAll(async () => {
  world = await createWorld({
    catalog: [
      ...testCatalog(),
      ...piece('CB', coatedPan, 'Coated Pan', { isPfas: true, prices: prices(4_000) }, kitchen),
      ...piece('CB', steelPan, 'Steel Pan', { prices: prices(4_500) }, kitchen),
      ...piece('CB', otherPan, 'Copper Pan', { prices: prices(19_000) }, kitchen),
      ...piece('CB', gonePan, 'Iron Pan', { prices: prices(4_000), stock: [] }, kitchen),
    ],
  })
})
afterAll(() => world.close())

const add = (shopper: TestShopper, number: number, more: object = {}) =>
  shopper.call('cart', 'addItems', { items: [{ Sku: number, Quantity: 1, ...more }] })
const restrictionOf = async (shopper: TestShopper, number: number) =>
  (await shopper.call('cart', 'getCartJsx', {})).lineItems.find((line) => line.sku === number)?.restriction

describe('BEYOND-10: told at the ZIP', () => {
  test('a restricted item is told at its line by the answer that takes the ZIP, with a substitute in stock', async () => {
    const shopper = world.shopper()
    await add(shopper, coatedPan)
    expect(await restrictionOf(shopper, coatedPan)).toBeUndefined()
    const { cartData } = await shopper.call('cart', 'applyZipCode', { zip: '55401', country: 'US' })
    expect(cartData?.lineItems[0]?.restriction).toEqual({
      kind: 'restricted',
      message: 'Minnesota does not allow this: it holds PFAS.',
      substitute: {
        sku: steelPan,
        title: 'Steel Pan',
        imagePath: '/pictures/p6002.svg',
        navigateUrl: '/product/6002',
        currentPrice: 4_500,
      },
    })
    // and by every reading after it, until another ZIP is given
    expect(await restrictionOf(shopper, coatedPan)).toMatchObject({ kind: 'restricted' })
    await shopper.call('cart', 'applyZipCode', { zip: '60563', country: 'US' })
    expect(await restrictionOf(shopper, coatedPan)).toBeUndefined()
  })

  test('the popup stays as the backstop: checkout still answers type 9', async () => {
    const shopper = world.shopper()
    await add(shopper, coatedPan)
    await shopper.call('cart', 'applyZipCode', { zip: '55401', country: 'US' })
    expect(await shopper.call('cart', 'checkout', {})).toMatchObject({ isSuccess: false, errorType: 9 })
  })

  test('where there is no substitute none is named', async () => {
    const shopper = world.shopper()
    await add(shopper, sku.rug)
    await shopper.call('cart', 'applyZipCode', { zip: '04101', country: 'US' })
    const restriction = await restrictionOf(shopper, sku.rug)
    expect(restriction?.message).toContain('Maine')
    expect(restriction?.substitute?.sku).not.toBe(sku.rug)
  })

  test('a piece of another kind, however near in price and in the same department, stands in for nothing', async () => {
    const own = await createWorld({
      catalog: [
        ...testCatalog(),
        ...piece('CB', coatedPan, 'Coated Pan', { isPfas: true, prices: prices(4_000) }, kitchen),
        ...piece('CB', steelPan, 'Steel Jar', { prices: prices(4_000) }, { ...kitchen, subclass: 'Jars' }),
      ],
    })
    const shopper = own.shopper()
    await add(shopper, coatedPan)
    await shopper.call('cart', 'applyZipCode', { zip: '55401', country: 'US' })
    const restriction = await restrictionOf(shopper, coatedPan)
    await own.close()
    expect(restriction).toMatchObject({ kind: 'restricted', substitute: null })
  })

  test('installation that is not offered there is told at its line', async () => {
    const shopper = world.shopper()
    const { skuFacts } = await import('#server/catalog/catalog-store.ts')
    const facts = await skuFacts(world.database, shopper.variant, [sku.shelf])
    const type = facts.get(sku.shelf)?.services[0]?.type ?? ''
    await add(shopper, sku.shelf, { IsInstallationServiceRequired: true, InstallationServiceType: type })
    expect(await restrictionOf(shopper, sku.shelf)).toBeUndefined()
    await shopper.call('cart', 'applyZipCode', { zip: '96813', country: 'US' })
    expect(await restrictionOf(shopper, sku.shelf)).toMatchObject({ kind: 'installation', substitute: null })
  })

  test('a pickup line is judged by the state of its store, not by the ZIP', async () => {
    const shopper = world.shopper()
    await add(shopper, coatedPan, { IsPickupSelected: true, Location: String(place.store.CB.US) })
    await shopper.call('cart', 'applyZipCode', { zip: '55401', country: 'US' })
    expect(await restrictionOf(shopper, coatedPan)).toBeUndefined()
  })
})
