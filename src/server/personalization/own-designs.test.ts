import { afterAll, beforeAll, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { item, newCard } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { newMember } from '#test/builders/member.ts'
import { fillMemberCart, place, save } from '#test/builders/member-cards.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

async function saveWords(shopper: TestShopper, text: string): Promise<string> {
  const personalization = [{ elementName: 'Text1', text }]
  const design = { templateName: 'Monogram', sku: sku.towel, personalization }
  return (await shopper.call('personalization', 'saveDesign', { design })).personalizationUuid
}

async function shown(shopper: TestShopper) {
  const { page } = await shopper.page('/account')
  if (page.name !== 'account') throw new Error(`the account page is ${page.name}`)
  return page.designs
}

test('CALM-64: the account lists what was designed, each once and the last first, with its picture and words; an order has its design for good', async () => {
  const { shopper } = await newMember(world)
  expect(await shown(shopper)).toEqual([])
  await saveWords(shopper, 'Ada')
  await saveWords(shopper, 'Grace')
  await saveWords(shopper, 'Ada')
  const designs = await shown(shopper)
  expect(designs.map(({ words, lines, canBeMade }) => [words, lines, canBeMade])).toEqual([
    ['Ada', { Text1: 'Ada' }, true],
    ['Grace', { Text1: 'Grace' }, true],
  ])
  expect(designs[0]).toMatchObject({ sku: sku.towel, navigateUrl: `/product/${sku.towel}` })
  expect((await shopper.get(designs[0]?.imagePath ?? '')).headers['content-type']).toMatch(/svg/)

  const designId = await saveWords(shopper, 'Mary')
  const items = [item(sku.towel, 1, { IsPersonalized: true, PersonalizationId: designId })]
  await fillMemberCart(shopper)
  await shopper.call('cart', 'addItems', { items })
  await save(shopper, { cardOneData: await newCard(world, shopper) })
  expect((await place(shopper)).isSuccess).toBe(true)
  await world.database.count(statement('test.no-saved-designs', 'delete from shop.saved_design'))
  expect((await shown(shopper)).map(({ words }) => words)).toEqual(['Mary'])

  const { shopper: stranger } = await newMember(world)
  expect(await shown(stranger)).toEqual([])
})
