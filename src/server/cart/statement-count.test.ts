import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallContext } from '#server/http/context.ts'
import { countingDatabase, runCall } from '#test/builders/context.ts'
import { type CallCase, cartCallCases, catalogOfCalls, guestWith } from '#test/builders/every-cart-call.ts'
import { putPromos } from '#test/builders/promos.ts'
import { testRates } from '#test/builders/rates.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ catalog: catalogOfCalls() })
  await putPromos(world.database)
})
afterAll(() => world.close())

const allCases = cartCallCases(randomUUID)

async function statementsOf(
  { handler, input }: CallCase,
  count: number,
  more: Partial<CallContext> = {},
): Promise<string[]> {
  const { context, lines } = await guestWith(world.database, count)
  const { database, names } = countingDatabase(world.database)
  const answer = await runCall(handler, { ...context, ...more, database }, input(lines))
  if (answer.kind === 'reset') throw new Error('answered IsReset')
  return names
}

test.each(allCases)('SCENE-13: $name takes as many statements for 30 lines as for 3', async (call) => {
  const few = await statementsOf(call, 3)
  const many = await statementsOf(call, 30)
  expect(many).toEqual(few)
})

test('SCENE-13: a change of quantity takes four statements, adding an item six, reading a cart with a code one, or two where its skus are not held', async () => {
  const of = (name: string, context?: Partial<CallContext>) =>
    statementsOf(allCases.find((one) => one.name === name)!, 3, context)
  expect(await of('updateItem')).toEqual(['cart.lock', 'cart.load', 'cart.save', 'cart.upsert-lines'])
  expect(await of('getHeaderCounts')).toEqual(['cart.header-counts'])
  for (const [read, first] of [
    ['getCartJsx', 'cart.load-to-price'],
    ['refreshCheckout', 'checkout.load'],
  ] as const) {
    expect(await of(read)).toEqual([first])
    expect(await of(read, { rates: testRates() })).toEqual([first, 'catalog.sku-facts'])
  }
  const adding = (known: string) => [
    ...['cart.lock', 'cart.load', 'catalog.add-on-stamps', known, 'cart.save', 'cart.upsert-lines'],
  ]
  expect(await of('addItems', { rates: testRates() })).toEqual(adding('catalog.sku-facts'))
})
