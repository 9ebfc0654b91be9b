import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { add, address, item } from '#test/builders/cart-calls.ts'
import { place, sku } from '#test/builders/catalog.ts'
import { coloredThrow, throwIn } from '#test/builders/colored.ts'
import { give, newRegistryOf } from '#test/builders/registry.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await world.importLines(coloredThrow())
})
afterAll(() => world.close())

const atStore = { IsPickupSelected: true, Location: String(place.store.CB.US) }
const installed = { IsInstallationServiceRequired: true, InstallationServiceType: 'Hang' }
const cartOf = (shopper: TestShopper) => shopper.call('cart', 'getCartJsx', {})
const linesOf = async (shopper: TestShopper) => (await cartOf(shopper)).lineItems
const idOf = async (shopper: TestShopper, of: number) =>
  (await linesOf(shopper)).find((line) => line.sku === of)?.id ?? ''
const shown = async (shopper: TestShopper) => (await linesOf(shopper)).map((line) => [line.sku, line.quantity])
const choicesOf = async (shopper: TestShopper, of: number) =>
  shopper.call('cart', 'getItemChoices', { lineItemId: await idOf(shopper, of) })
const pieceOf = async (shopper: TestShopper, of: number, to: number) =>
  (await choicesOf(shopper, of)).pieces.find((one) => one.sku === to)
const change = async (shopper: TestShopper, of: number, to: number, quantity = 1) =>
  shopper.call('cart', 'changeItem', { lineItemId: await idOf(shopper, of), sku: to, quantity })

async function addDesigned(shopper: TestShopper, of: number, text: string, extra = {}) {
  const line = { elementName: 'Text1', text, textcolor: '', font: '' }
  const design = { templateName: 'Monogram', sku: of, locationName: '', personalization: [line] }
  const { personalizationUuid } = await shopper.call('personalization', 'saveDesign', { design })
  const words = { IsPersonalized: true, PersonalizationId: personalizationUuid }
  return { id: personalizationUuid, add: () => add(shopper, item(of, 1, { ...words, ...extra })) }
}
const design = statement<{ ground: string }>(
  'test.ground-of',
  "select design->>'ground' as ground from shop.design where hash = $1",
)

describe('CALM-12: a line becomes another piece of its product', () => {
  test('CALM-12: a line says that its product comes in nothing else, as soon as that is so', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug), item(throwIn.oat))
    const said = async () => (await linesOf(shopper)).map((line) => [line.sku, line.isOnlyPiece])
    expect(await said()).toEqual([
      [sku.mug, true],
      [throwIn.oat, undefined],
    ])
    const [throws] = coloredThrow()
    if (throws?.type !== 'product') throw new Error('the throw begins with its product')
    const [color] = throws.options ?? []
    await world.importLines([{ ...throws, options: [{ ...color!, values: color!.values.slice(0, 1) }] }])
    expect(await said()).toEqual([
      [sku.mug, true],
      [throwIn.oat, true],
    ])
    await world.importLines([throws])
    expect((await said())[1]).toEqual([throwIn.oat, undefined])
  })

  test('CALM-12: each piece is offered with its price, date and what would go; it then is what was said', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug), item(throwIn.oat, 3, installed), item(sku.shelf))
    const { options, pieces } = await choicesOf(shopper, throwIn.oat)
    expect(options.map(({ code, values }) => [code, values.length])).toEqual([['color', 6]])
    expect(
      pieces.map((one) => [
        one.sku,
        one.currentPrice,
        one.quantity,
        one.losses,
        one.problem,
        one.hasCustomOrderConfirmation,
      ]),
    ).toEqual([
      [throwIn.oat, 2_000, 3, [], '', false],
      [throwIn.blue, 2_500, 3, [], '', false],
      [throwIn.red, 2_000, 2, ['installation'], '', false],
      [throwIn.gone, 2_000, 3, ['installation'], 'This item is no longer available.', false],
      [throwIn.restricted, 2_000, 3, ['installation'], '', false],
      [throwIn.custom, 2_000, 3, ['installation'], '', true],
    ])
    const before = await linesOf(shopper)
    expect(await change(shopper, throwIn.oat, throwIn.blue, 3)).toMatchObject({ isSuccess: true, changes: [] })
    const after = await linesOf(shopper)
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    const blue = pieces.find((one) => one.sku === throwIn.blue)
    expect(after[1]).toMatchObject({
      ...{ sku: throwIn.blue, quantity: 3, currentPrice: blue?.currentPrice, regularPrice: blue?.regularPrice },
      ...{ title: blue?.name, edd: { message: blue?.message }, isInstallationServiceRequired: true },
      optionChoices: [{ code: 'color', name: 'Color', value: 'Blue' }],
    })
  })

  test('CALM-12: as many as are left, when they were shown; a wish for more is refused and changes nothing', async () => {
    const shopper = world.shopper()
    await add(shopper, item(throwIn.oat, 3, installed))
    const before = await cartOf(shopper)
    const refused = await change(shopper, throwIn.oat, throwIn.red, 3)
    expect(refused).toMatchObject({
      isSuccess: false,
      errorMessage: 'Only 2 of it left. Please choose fewer, or another one.',
    })
    expect(await cartOf(shopper)).toEqual(before)
    expect(await change(shopper, throwIn.oat, throwIn.red, 2)).toMatchObject({ isSuccess: true })
    const [line] = await linesOf(shopper)
    expect(line).toMatchObject({ sku: throwIn.red, quantity: 2, isInstallationServiceRequired: false })
  })

  test.each([
    ['of another product', sku.mug, 400],
    ['of the other brand', sku.mug + 1000, 400],
    ['that is no longer sold', throwIn.gone, 200],
  ])('CALM-12: a piece %s is refused and changes nothing', async (_, to, status) => {
    const shopper = world.shopper()
    await add(shopper, item(throwIn.oat))
    const before = await cartOf(shopper)
    const body = { lineItemId: await idOf(shopper, throwIn.oat), sku: to, quantity: 1 }
    const answer = await shopper.rawCall('cart', 'changeItem', body)
    expect(answer.statusCode).toBe(status)
    if (status === 200) expect(answer.json()).toMatchObject({ isSuccess: false })
    expect(await cartOf(shopper)).toEqual(before)
  })

  test('CALM-12, BEYOND-10: where the law or a store stands in the way, it is said and refused', async () => {
    const shopper = world.shopper()
    await add(shopper, item(throwIn.oat))
    await shopper.call('cart', 'applyZipCode', { zip: '55401', country: 'US' })
    expect(await pieceOf(shopper, throwIn.oat, throwIn.restricted)).toMatchObject({
      problem: 'Not available for this ZIP code',
      message: '',
    })
    expect(await change(shopper, throwIn.oat, throwIn.restricted)).toMatchObject({ isSuccess: false })
    const atCounter = world.shopper()
    await add(atCounter, item(throwIn.oat, 1, atStore))
    const problem = 'This store does not have the item. Please choose another store or have it shipped.'
    expect(await pieceOf(atCounter, throwIn.oat, throwIn.red)).toMatchObject({ problem })
    expect(await change(atCounter, throwIn.oat, throwIn.red)).toMatchObject({ isSuccess: false, errorMessage: problem })
    expect(await change(atCounter, throwIn.oat, throwIn.blue)).toMatchObject({ isSuccess: true })
    expect((await linesOf(atCounter))[0]).toMatchObject({ sku: throwIn.blue, isPickup: true })
  })

  test('CALM-12, SHIP-26: equal lines become one, as by a second add; above 99 that is refused', async () => {
    const shopper = world.shopper()
    await add(shopper, item(throwIn.blue, 2), item(throwIn.oat, 3))
    expect(await change(shopper, throwIn.oat, throwIn.blue, 3)).toMatchObject({ isSuccess: true })
    expect(await shown(shopper)).toEqual([[throwIn.blue, 5]])
    await add(shopper, item(throwIn.oat, 95))
    expect(await change(shopper, throwIn.oat, throwIn.blue, 95)).toMatchObject({ isSuccess: false })
    expect(await shown(shopper)).toEqual([
      [throwIn.blue, 5],
      [throwIn.oat, 95],
    ])
  })

  test('CALM-12, SHIP-10: what goes to another home stays apart from an equal line, and is one with that of its own', async () => {
    const shopper = world.shopper()
    await add(shopper, item(throwIn.oat, 1), item(throwIn.blue, 2))
    await shopper.call('cart', 'checkout', {})
    const [oat, blue] = (await linesOf(shopper)).map(({ id }) => id)
    const sendTo = (firstName: string, basketItemId = '') =>
      shopper.call('checkout', 'saveMultiShippingAddress', { ...address({ firstName }), basketItemId })
    await sendTo('Ada', oat)
    await sendTo('Grace', blue)
    expect(await change(shopper, throwIn.oat, throwIn.blue)).toMatchObject({ isSuccess: true })
    expect(await shown(shopper)).toEqual([
      [throwIn.blue, 1],
      [throwIn.blue, 2],
    ])
    const { basketItems, recipientList } = await shopper.call('checkout', 'refreshCheckout', {})
    const nameOf = (id: string) => recipientList.find((one) => one.id === id)?.address?.firstName
    expect(basketItems.map((one) => [one.id, nameOf(one.recipientId), one.quantity])).toEqual([
      [oat, 'Ada', 1],
      [blue, 'Grace', 2],
    ])
    await shopper.call('cart', 'changeItem', { lineItemId: oat ?? '', sku: throwIn.oat, quantity: 1 })
    const grace = basketItems.find((one) => one.id === blue)?.recipientId ?? ''
    await shopper.call('checkout', 'saveRecipientSelection', { basketItemId: oat ?? '', recipientId: grace })
    await change(shopper, throwIn.oat, throwIn.blue)
    expect(await shown(shopper)).toEqual([[throwIn.blue, 3]])
  })

  test('CALM-12, BEYOND-01: another tab is told, and its own change of a line that is gone is refused', async () => {
    const shopper = world.shopper()
    await add(shopper, item(throwIn.oat))
    const { lineItems, basketVersion } = await cartOf(shopper)
    await change(shopper, throwIn.oat, throwIn.blue)
    const seen = { headers: { 'basket-version': `${basketVersion}` } }
    const told = await shopper.call('cart', 'getCartJsx', {}, seen)
    expect(told.changes.map(({ message }) => message)).toEqual(['Wool Throw, blue was changed in your cart.'])
    await shopper.call('cart', 'removeItem', { lineItemId: lineItems[0]?.id ?? '' })
    const late = { lineItemId: lineItems[0]?.id ?? '', sku: throwIn.red, quantity: 1 }
    expect(await shopper.call('cart', 'changeItem', late)).toMatchObject({
      isSuccess: false,
      errorMessage: 'This item is no longer in your cart.',
    })
  })

  test('CALM-12, CALL-91: of the line of another shopper nothing is told, and nothing changes', async () => {
    const [owner, stranger] = [world.shopper(), world.shopper()]
    await add(owner, item(throwIn.oat))
    await add(stranger, item(throwIn.oat))
    const lineItemId = await idOf(owner, throwIn.oat)
    expect(await stranger.call('cart', 'getItemChoices', { lineItemId })).toMatchObject({ options: [], pieces: [] })
    const asked = { lineItemId, sku: throwIn.blue, quantity: 1 }
    expect(await stranger.call('cart', 'changeItem', asked)).toMatchObject({ isSuccess: false })
    expect(await shown(owner)).toEqual([[throwIn.oat, 1]])
  })
})

describe('CALM-12: the words of a line', () => {
  test('CALM-12: go over to a piece that takes them, in its own colour and at its fee; of others they go', async () => {
    const shopper = world.shopper()
    await (await addDesigned(shopper, throwIn.oat, 'Ann')).add()
    expect(await pieceOf(shopper, throwIn.oat, throwIn.blue)).toMatchObject({ currentPrice: 4_000, losses: [] })
    await change(shopper, throwIn.oat, throwIn.blue)
    const [line] = await linesOf(shopper)
    expect(line).toMatchObject({ currentPrice: 4_000, personalization: { type: 700, lines: [{ text: 'Ann' }] } })
    expect(await world.database.row(design, [line?.personalization?.designHash])).toEqual({ ground: 'blue' })
    expect(await pieceOf(shopper, throwIn.blue, throwIn.red)).toMatchObject({ currentPrice: 2_000, losses: ['words'] })
    await change(shopper, throwIn.blue, throwIn.red)
    expect((await linesOf(shopper))[0]).toMatchObject({ currentPrice: 2_000, isPersonalized: false })
  })

  test('CALM-12, SCENE-22: the same words on the same piece are one line', async () => {
    const shopper = world.shopper()
    await (await addDesigned(shopper, throwIn.blue, 'Ann')).add()
    await (await addDesigned(shopper, throwIn.oat, 'Ann')).add()
    await change(shopper, throwIn.oat, throwIn.blue)
    expect(await shown(shopper)).toEqual([[throwIn.blue, 2]])
  })

  test('CALM-12: are changed to others, and put on a plain line; the piece and its place stay', async () => {
    const shopper = world.shopper()
    await add(shopper, item(throwIn.oat, 2), item(sku.mug))
    const lineItemId = await idOf(shopper, throwIn.oat)
    for (const text of ['Ann', 'Ben']) {
      const { id } = await addDesigned(shopper, throwIn.oat, text)
      const words = { lineItemId, personalizationId: id, personalizationText: '' }
      expect(await shopper.call('cart', 'changePersonalization', words)).toMatchObject({ isSuccess: true })
      const [line] = await linesOf(shopper)
      expect(line).toMatchObject({
        ...{ id: lineItemId, sku: throwIn.oat, quantity: 2, currentPrice: 3_000 },
        personalization: { lines: [{ text }] },
      })
    }
    const { personalization } = await choicesOf(shopper, throwIn.oat)
    expect(personalization).toMatchObject({ price: 2_000, template: { fee: 1_000, templateName: 'Monogram' } })
  })

  test.each([
    ['no words', { personalizationId: '', personalizationText: '' }],
    ['words that are not to be made', { personalizationId: '', personalizationText: 'Much too long for it' }],
    ['the design of another', { personalizationId: '00000000-0000-4000-8000-000000000000', personalizationText: '' }],
  ])('CALM-12: %s are refused and change nothing', async (_, words) => {
    const shopper = world.shopper()
    await (await addDesigned(shopper, throwIn.oat, 'Ann')).add()
    const before = await cartOf(shopper)
    const lineItemId = await idOf(shopper, throwIn.oat)
    expect(await shopper.call('cart', 'changePersonalization', { lineItemId, ...words })).toMatchObject({
      isSuccess: false,
      errorMessage: expect.stringMatching(/./),
    })
    expect(await cartOf(shopper)).toEqual(before)
  })
})

describe('CALM-12: the installation of a line', () => {
  test('CALM-12: is added with its fee, and is part of the total', async () => {
    const shopper = world.shopper()
    await add(shopper, item(throwIn.oat, 2))
    const before = await cartOf(shopper)
    const lineItemId = await idOf(shopper, throwIn.oat)
    const asked = { lineItemId, installationServiceType: 'Hang' }
    expect(await shopper.call('cart', 'addInstallationService', asked)).toMatchObject({ isSuccess: true })
    const after = await cartOf(shopper)
    expect(after.lineItems[0]).toMatchObject({ isInstallationServiceRequired: true, installationServiceFee: 9_900 })
    expect(after.orderSummary.installation - before.orderSummary.installation).toBe(19_800)
  })

  test.each([
    ['of a line that is picked up', atStore, 'Hang', 'Stores do not install. Have it shipped to add its installation.'],
    ['that the piece does not have', {}, 'WallMount', 'Please check the installation service.'],
  ])(
    'CALM-12, CALM-13: one %s is refused and changes nothing',
    async (_, of, installationServiceType, errorMessage) => {
      const shopper = world.shopper()
      await add(shopper, item(throwIn.oat, 1, of))
      const before = await cartOf(shopper)
      const asked = { lineItemId: await idOf(shopper, throwIn.oat), installationServiceType }
      const answer = await shopper.call('cart', 'addInstallationService', asked)
      expect(answer).toMatchObject({ isSuccess: false, errorMessage })
      expect(await cartOf(shopper)).toEqual(before)
    },
  )
})

describe('CALM-12: a gift for a registry', () => {
  test('CALM-12, CALM-67: stays one as a piece that the registry asks for, and is none as another, which is said before', async () => {
    const { grId, link } = await newRegistryOf(world, [
      { sku: throwIn.oat, quantity: 2 },
      { sku: throwIn.blue, quantity: 1 },
    ])
    const giver = world.shopper()
    await give(giver, link, throwIn.oat)
    expect(await pieceOf(giver, throwIn.oat, throwIn.blue)).toMatchObject({ losses: [] })
    expect(await pieceOf(giver, throwIn.oat, throwIn.red)).toMatchObject({ losses: ['registry'] })
    await change(giver, throwIn.oat, throwIn.blue)
    expect((await linesOf(giver))[0]).toMatchObject({ sku: throwIn.blue, grId })
    await giver.call('cart', 'checkout', {})
    await change(giver, throwIn.blue, throwIn.red)
    expect((await linesOf(giver))[0]).toMatchObject({ sku: throwIn.red, grId: 0 })
    const lineItemId = await idOf(giver, throwIn.red)
    expect(await giver.call('cart', 'undoItemChange', { lineItemId })).toMatchObject({ isSuccess: true })
    expect((await linesOf(giver))[0]).toMatchObject({ sku: throwIn.blue, grId })
  })
})

describe('CALM-12, UX-10: a change is undone', () => {
  const undo = (shopper: TestShopper, lineItemId: string) => shopper.call('cart', 'undoItemChange', { lineItemId })

  test('CALM-12: the line is what it was, words, installation and pieces; a second undo is refused', async () => {
    const shopper = world.shopper()
    await (await addDesigned(shopper, throwIn.oat, 'Ann', installed)).add()
    await add(shopper, item(sku.mug))
    const lineItemId = await idOf(shopper, throwIn.oat)
    await shopper.call('cart', 'updateItem', { lineItemId, quantity: 3 })
    await shopper.call('cart', 'checkout', {})
    await shopper.call('checkout', 'saveShippingAddress', address())
    const before = await cartOf(shopper)
    await change(shopper, throwIn.oat, throwIn.red, 2)
    expect(await undo(shopper, lineItemId)).toMatchObject({ isSuccess: true })
    const after = await cartOf(shopper)
    expect(after).toEqual({ ...before, basketVersion: after.basketVersion })
    expect(await undo(shopper, lineItemId)).toMatchObject({
      isSuccess: false,
      errorMessage: 'This can no longer be undone: the item has changed since.',
    })
  })

  test('CALM-12: what was chosen since stays: the way it comes, another number of pieces', async () => {
    const shopper = world.shopper()
    await add(shopper, item(throwIn.oat, 1, installed))
    const lineItemId = await idOf(shopper, throwIn.oat)
    await change(shopper, throwIn.oat, throwIn.blue)
    await shopper.call('cart', 'updateItem', { lineItemId, quantity: 4 })
    const pickup = { lineItemId, shipMethod: 1, isPickup: true, locationId: String(place.store.CB.US) }
    expect(await shopper.call('cart', 'updateShipMethod', pickup)).toMatchObject({ isSuccess: true })
    expect(await undo(shopper, lineItemId)).toMatchObject({ isSuccess: true })
    expect((await linesOf(shopper))[0]).toMatchObject({
      ...{ sku: throwIn.oat, quantity: 4, isPickup: true, isInstallationServiceRequired: false },
    })
  })

  test('CALM-12: a line that took the pieces in gives them back, in their old place', async () => {
    const shopper = world.shopper()
    await add(shopper, item(throwIn.oat, 3), item(sku.mug), item(throwIn.blue, 2))
    const lineItemId = await idOf(shopper, throwIn.oat)
    const before = await linesOf(shopper)
    await change(shopper, throwIn.oat, throwIn.blue, 3)
    expect(await shown(shopper)).toEqual([
      [sku.mug, 1],
      [throwIn.blue, 5],
    ])
    await undo(shopper, lineItemId)
    expect(await linesOf(shopper)).toEqual(before)
    await change(shopper, throwIn.oat, throwIn.blue, 3)
    await shopper.call('cart', 'updateItem', { lineItemId: await idOf(shopper, throwIn.blue), quantity: 2 })
    expect(await undo(shopper, lineItemId)).toMatchObject({ isSuccess: false })
    expect(await shown(shopper)).toEqual([
      [sku.mug, 1],
      [throwIn.blue, 2],
    ])
  })
})
