import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SentBy } from '#contracts/call.ts'
import type { personalizationCalls } from '#contracts/personalization/calls.ts'
import { statement } from '#server/db/database.ts'
import { item } from '#test/builders/cart-calls.ts'
import { piece, sku } from '#test/builders/catalog.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

type Wish = SentBy<typeof personalizationCalls.saveDesign>

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const wish = (text: string, patch: Partial<Wish['design']> = {}, quantity?: number): Wish => ({
  ...(quantity === undefined ? {} : { quantity }),
  orderType: 'cart',
  profileGuid: '',
  design: {
    templateName: 'Monogram',
    sku: sku.towel,
    locationName: '',
    personalization: [{ elementName: 'Text1', text, textcolor: 'Navy', font: 'Block' }],
    ...patch,
  },
})
const save = (shopper: TestShopper, ...given: Parameters<typeof wish>) =>
  shopper.call('personalization', 'saveDesign', wish(...given))
const addDesign = (shopper: TestShopper, id: string, number: number = sku.towel) =>
  shopper.call('cart', 'addItems', { items: [item(number, 1, { IsPersonalized: true, PersonalizationId: id })] })
const designs = statement<{ n: number }>(
  'test.designs',
  'select count(*)::int as n from shop.saved_design where shopper_id = (select shopper_id from shop.session order by created_at desc limit 1)',
)

describe('PERS-05, OPEN-46, CALL-80: saving a design', () => {
  test.each([
    ['with quantity', 3, '$120.00'],
    ['without quantity, which counts as one', undefined, '$40.00'],
  ])('%s answers its id and its price with the fee', async (_name, quantity, formattedTotalPrice) => {
    const shopper = world.shopper()
    const reply = await save(shopper, 'Ann', {}, quantity)
    expect(reply).toEqual({
      isSuccess: true,
      errorMessage: '',
      personalizationUuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      pricingDto: { formattedTotalPrice },
    })
    expect(await world.database.row(designs)).toEqual({ n: 1 })
  })

  test.each([
    ['another letter', wish('A1'), 'Please check the text.'],
    ['a text too long', wish('Annabella Rose'), 'Please use at most 10 characters for the text.'],
    ['no text', wish('  '), 'Please enter text'],
    ['another template', wish('Ann', { templateName: 'Nothing' }), 'Please check the personalization.'],
    [
      'another font',
      wish('Ann', { personalization: [{ elementName: 'Text1', text: 'Ann', font: 'Gothic' }] }),
      'Please check the lettering.',
    ],
    [
      'another color',
      wish('Ann', { personalization: [{ elementName: 'Text1', text: 'Ann', textcolor: 'Mauve' }] }),
      'Please check the color.',
    ],
    ['a piece that is not personalized', wish('Ann', { sku: sku.mug }), 'Please check the personalization.'],
    ['a piece of the other brand', wish('Ann', { sku: sku.towel + 1000 }), 'Please check the personalization.'],
    ['no piece at all', wish('Ann', {}, 0), 'Please choose a quantity from 1 to 99.'],
  ])('%s is refused by its name and nothing is kept', async (_name, body, errorMessage) => {
    const shopper = world.shopper()
    const reply = await shopper.call('personalization', 'saveDesign', body)
    expect(reply).toMatchObject({ isSuccess: false, personalizationUuid: '', pricingDto: { formattedTotalPrice: '' } })
    expect(reply.errorMessage).toBe(errorMessage)
    expect(await world.database.row(designs)).toEqual({ n: 0 })
  })
})

test('OPEN-106, ATC-12: a personalized piece without any text is not added; one is asked for, in the words of one line and of several', async () => {
  const template = { type: 100 as const, templateName: 'Monogram', feeCents: { US: 1_000, CA: 1_200 } }
  const rules = { maxLength: 10, font: 'Block', textColor: 'Navy', validationRegEx: '^[A-Z ]*$' }
  const lines = ['Text1', 'Text2'].map((elementName) => ({ elementName, ...rules }))
  const one = { ...template, lines: lines.slice(0, 1) }
  await world.importLines(piece('CB', 8_901, 'Piece 8901', { personalization: one }))
  await world.importLines(piece('CB', 8_902, 'Piece 8902', { personalization: { ...template, lines } }))
  const addWithout = (number: number) =>
    world.shopper().call('cart', 'addItems', { items: [item(number, 1, { IsPersonalized: true })] })
  expect(await addWithout(8_901)).toMatchObject({ isSuccess: false, errorMessage: 'Please enter text', items: [] })
  // one that is made in our house says the same, whether it is added at once or saved first
  expect(await addWithout(sku.towel)).toMatchObject({ isSuccess: false, errorMessage: 'Please enter text', items: [] })
  expect(await addWithout(8_902)).toMatchObject({
    isSuccess: false,
    errorMessage: 'Please enter at least one line of text',
    items: [],
  })
})

describe('SAFE-41: saving designs has an end', () => {
  const forget = statement('test.forget-throttles', 'delete from shop.throttle')

  test('30 in ten minutes for a session: the 31st is refused and nothing of it is kept', async () => {
    const shopper = world.shopper()
    for (let nth = 1; nth <= 30; nth += 1) expect((await save(shopper, 'Ann')).isSuccess).toBe(true)
    expect(await save(shopper, 'Ann')).toMatchObject({
      isSuccess: false,
      errorMessage: 'Too many tries. Please wait a few minutes and try again.',
      personalizationUuid: '',
    })
    expect(await world.database.row(designs)).toEqual({ n: 30 })
    expect((await save(world.shopper(), 'Ann')).isSuccess).toBe(true)
    await world.database.count(forget)
  })

  test('120 for an address, whoever saves there', async () => {
    for (let nth = 1; nth <= 120; nth += 1) expect((await save(world.shopper(), 'Ann')).isSuccess).toBe(true)
    expect((await save(world.shopper(), 'Ann')).isSuccess).toBe(false)
    await world.database.count(forget)
  })
})

describe('ATC-11, OPEN-46: a saved design goes into the cart', () => {
  test('once, with its words and the in-house price', async () => {
    const shopper = world.shopper()
    const { personalizationUuid } = await save(shopper, 'Ann')
    const reply = await addDesign(shopper, personalizationUuid)
    expect(reply.items).toMatchObject([
      {
        personalization: { type: 700, id: personalizationUuid, lines: [{ text: 'Ann' }] },
        inHousePersonalization: { pricingDto: { formattedTotalPrice: '$40.00' } },
      },
    ])
    expect(await addDesign(shopper, personalizationUuid)).toMatchObject({ isSuccess: false, items: [] })
  })

  test('CALL-91: that of another shopper is one nobody knows, and stays its own', async () => {
    const owner = world.shopper()
    const { personalizationUuid } = await save(owner, 'Ann')
    expect(await addDesign(world.shopper(), personalizationUuid)).toMatchObject({ isSuccess: false })
    expect(await addDesign(owner, personalizationUuid)).toMatchObject({ isSuccess: true })
  })

  test('for the piece it was made for alone', async () => {
    const shopper = world.shopper()
    const { personalizationUuid } = await save(shopper, 'Ann')
    expect(await addDesign(shopper, personalizationUuid, sku.mug)).toMatchObject({ isSuccess: false })
  })

  test('SCENE-22: AB, CD, then AB again are two lines, AB twice and CD once', async () => {
    const shopper = world.shopper()
    for (const text of ['AB', 'CD', 'AB']) {
      const { personalizationUuid } = await save(shopper, text)
      await addDesign(shopper, personalizationUuid)
    }
    const { lineItems } = await shopper.call('cart', 'getCartJsx', {})
    const pieces = lineItems.map((line) => [line.personalization?.lines[0]?.text, line.quantity])
    expect(pieces).toEqual([
      ['AB', 2],
      ['CD', 1],
    ])
  })
})
