import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#contracts/call.ts'
import { checkoutCalls } from '#contracts/checkout/calls.ts'
import { checkoutHandlers } from '#server/checkout/checkout-handlers.ts'
import type { CallContext, Handler } from '#server/http/context.ts'
import { address, item } from '#test/builders/cart-calls.ts'
import { piece } from '#test/builders/catalog.ts'
import { countingDatabase, runCall, testContext } from '#test/builders/context.ts'
import { guestInCheckout } from '#test/builders/guest-checkout.ts'
import { createWorld, type World } from '#test/world.ts'

const handlers = checkoutHandlers({ newId: randomUUID, pfasStates: ['MN'], wallets: null })
const shelf = [8_001, 8_002, 8_003, 8_004, 8_005]

let world: World
beforeAll(async () => {
  world = await createWorld()
  await world.importLines(shelf.flatMap((number) => piece('CB', number, `Piece ${number}`)))
})
afterAll(() => world.close())

/** A guest on step 2 whose five lines go to so many homes. */
async function guestWithRecipients(
  count: number,
): Promise<{ context: CallContext; lines: string[]; recipients: string[] }> {
  const shopper = await guestInCheckout(world, ...shelf.map((sku) => item(sku, 2)))
  const { basketItems } = await shopper.call('checkout', 'refreshCheckout', {})
  for (const [nth, { id }] of basketItems.entries()) {
    const firstName = ['Ada', 'Grace', 'Mary', 'Joan', 'Rosa'][nth % count] ?? 'Ada'
    await shopper.call('checkout', 'saveMultiShippingAddress', { ...address({ firstName }), basketItemId: id })
  }
  await shopper.call('checkout', 'moveToShippingAndGiftOptions', {})
  const { recipientList } = await shopper.call('checkout', 'refreshCheckout', {})
  expect(recipientList).toHaveLength(count)
  const shopperId = (await world.shop.sessions.find(shopper.cookies.get('sid')))?.shopperId ?? ''
  const context = testContext(world.database)
  return {
    context: { ...context, shopper: { shopperId, auth: 'guest', guestBefore: null } },
    lines: basketItems.map(({ id }) => id),
    recipients: recipientList.map(({ id }) => id),
  }
}

const gift = { isGift: true, giftWrap: 'box', giftMessage: 'For you', hasGiftReceipt: true }
type Ids = { readonly lines: readonly string[]; readonly recipients: readonly string[] }
const stepCalls: readonly (readonly [keyof typeof checkoutCalls, (ids: Ids) => object])[] = [
  ['refreshCheckout', () => ({})],
  ['validateCart', () => ({})],
  ['saveShippingAddress', () => address({ city: 'Elgin' })],
  ['splitItem', ({ lines }) => ({ basketItemId: lines[0] })],
  [
    'saveShippingAndGiftOptions',
    ({ recipients }) => ({
      recipients: recipients.map((recipientId) => ({ recipientId, shipments: [], giftOptions: gift })),
    }),
  ],
  ['updateGiftOption', ({ recipients }) => ({ recipientId: recipients[0], giftOptions: gift, serviceLevel: 1 })],
  ['moveToShippingAndGiftOptions', () => ({})],
  ['moveToPaymentPage', () => ({})],
  ['moveToReviewPage', () => ({})],
]

async function statementsOf(name: keyof typeof checkoutCalls, input: (ids: Ids) => object, count: number) {
  const { context, ...ids } = await guestWithRecipients(count)
  const { database, names } = countingDatabase(world.database)
  const given = checkoutCalls[name].input.parse(input(ids))
  const answer = await runCall(handlers[name] as Handler<Call>, { ...context, database }, given)
  if (answer.kind === 'reset') throw new Error('answered IsReset')
  return names
}

test.each(stepCalls)(
  'BEYOND-05, SCENE-13: %s takes as many statements for 5 recipients as for 1',
  async (name, input) => {
    const one = await statementsOf(name, input, 1)
    const five = await statementsOf(name, input, 5)
    expect(five).toEqual(one)
  },
)
