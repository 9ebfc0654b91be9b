import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { add, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { promos, putPromos } from '#test/builders/promos.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { placedBy } from '#test/order/cancelling.ts'
import { cardToken } from '#test/order/gateway.ts'
import { createWorld, type World } from '#test/world.ts'
import { type ReplayRequest, replayCart } from './replay-view.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await putPromos(world.database)
})
afterAll(() => world.close())

const idOf = async (shopper: TestShopper) => (await shopper.call('checkout', 'refreshCheckout', {})).basketId
const replay = (cart: ReplayRequest['cart'], moment: ReplayRequest['moment'] = null) =>
  replayCart(world.database, { cart, moment })

/** Sets the events of a cart a minute apart, from 12:01 on; it began at noon. */
const spread = statement(
  'test.spread-events',
  `with begun as (update shop.cart set created_at = '2026-03-02T12:00:00Z' where cart_id = $1)
   update shop.cart_event set cart_month = '2026-03-01', at = '2026-03-02T12:00:00Z'::timestamptz + (version - 1) * interval '1 minute' where cart_id = $1`,
)
const raise = statement(
  'test.raise-price',
  'update shop.price set current_cents = current_cents + $2, regular_cents = regular_cents + $2 where sku = $1',
)

describe('BEYOND-13: an operator sees any cart as it stood at any time, and what changed it', () => {
  let cartId: string
  beforeAll(async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug, 2), item(sku.rug))
    cartId = await idOf(shopper)
    const [mug, rug] = (await shopper.call('cart', 'getCartJsx', {})).lineItems.map(({ id }) => id)
    await shopper.call('cart', 'updateItem', { lineItemId: mug!, quantity: 9 })
    await world.database.count(raise, [sku.mug, 100])
    await shopper.call('cart', 'applyPromoCode', { promoCode: promos.fiveDollars })
    await shopper.call('cart', 'applyZipCode', { zip: '60601', country: 'US' })
    await shopper.call('cart', 'saveForLater', { lineItemId: rug! })
    await shopper.call('cart', 'removeItem', { lineItemId: mug! })
    await world.database.count(spread, [cartId])
  })

  test('BEYOND-13: each change with its time, who caused it and its facts; then the cart as it is', async () => {
    const { isFound, text } = await replay({ cartId })
    expect(isFound).toBe(true)
    const [head, begun, , ...rows] = text.split('\n')
    expect(head).toMatch(new RegExp(`^Cart ${cartId} in the store CB US, of guest [0-9a-f-]{36}\\.$`))
    expect(begun).toBe('Begun at 2026-03-02T12:00:00.000Z; now it is open.')
    const mugs = `${sku.mug} ${await nameOf(sku.mug)}`
    const rugs = `${sku.rug} ${await nameOf(sku.rug)}`
    expect(rows.slice(0, 3)).toEqual([
      `    2  2026-03-02T12:01:00.000Z  shopper  added 2 x ${mugs}, 1 x ${rugs}`,
      `    3  2026-03-02T12:02:00.000Z  shopper  quantity of ${mugs}: 2 → 9`,
      '    4  2026-03-02T12:03:00.000Z  shopper  promotion FIVE applied',
    ])
    expect(text).toContain('shopper  ZIP 60601\n')
    expect(text).toContain(`saved for later 1 x ${rugs}\n`)
    expect(text).toContain(`\n${' '.repeat(42)}price of ${mugs}: $12.95 → $13.95\n`)
    expect(text).toContain(`removed 9 x ${mugs}\n`)
    expect(rows.slice(-4)).toEqual([
      expect.stringMatching(/^As it stood at version \d+:$/),
      '  open, ZIP 60601, promotion FIVE',
      `  saved  1 x ${rugs}, shipped`,
      '',
    ])
  })

  test.each<[string, ReplayRequest['moment'], quantities: RegExp, at: string]>([
    [
      'at a time',
      { at: new Date('2026-03-02T12:01:30Z') },
      /cart +2 x \d+/,
      'at 2026-03-02T12:01:30.000Z, at version 2:',
    ],
    ['at the moment of a change', { at: new Date('2026-03-02T12:02:00Z') }, /cart +9 x \d+/, 'at version 3:'],
    ['at a version', { version: 2 }, /cart +2 x \d+/, 'As it stood at version 2:'],
    ['before its first change', { at: new Date('2026-03-02T12:00:10Z') }, /no lines/, 'at version 1:'],
  ])('BEYOND-13: %s it stands as it stood, and later changes are only counted', async (_name, moment, lines, at) => {
    const { text } = await replay({ cartId }, moment)
    expect(text).toContain(at)
    expect(text.split('As it stood')[1]).toMatch(lines)
    expect(text).not.toContain('60601')
    expect(text).toMatch(/\(changed \d times since\)/)
  })

  test.each<[string, ReplayRequest['cart'] | null, ReplayRequest['moment'], string]>([
    [
      'an unknown cart',
      { cartId: 'c0000000-0000-4000-8000-000000000001' },
      null,
      'There is no cart c0000000-0000-4000-8000-000000000001.\n',
    ],
    ['an unknown order', { orderNumber: '0000-0000-0000' }, null, 'There is no order 0000-0000-0000.\n'],
    [
      'a time before it began',
      null,
      { at: new Date('2026-03-02T11:59:59Z') },
      'The cart began at 2026-03-02T12:00:00.000Z; before that there was none.\n',
    ],
    ['a version before the first', null, { version: 0 }, 'The cart has the versions 1 to '],
    ['a version it has not', null, { version: 99 }, 'The cart has the versions 1 to '],
  ])('BEYOND-13: %s is refused, and why', async (_name, cart, moment, why) => {
    const { isFound, text } = await replay(cart ?? { cartId }, moment)
    expect([isFound, text.startsWith(why)]).toEqual([false, true])
  })
})

test('BEYOND-13: an ordered cart is found by the number of its order, and tells nothing of its shopper', async () => {
  const token = await cardToken(world)
  const { orderNumber } = await placedBy(world, { lines: [{ sku: sku.mug, quantity: 1 }], tokens: [token] })
  const { text } = await replay({ orderNumber })
  expect(text).toMatch(/order {4}order [0-9a-f-]{36} is being placed\n/)
  expect(text).toContain(`order    ordered: ${orderNumber}\n`)
  expect(text).toContain('  ordered')
  expect(text).not.toMatch(/Ada|Byron|Analytical|630|example\.com/)
  expect(text).not.toContain(token)
})

test('BEYOND-13: words on a piece, gift messages and addresses are not told', async () => {
  const shopper = world.shopper()
  await add(shopper, item(sku.mug))
  const cartId = await idOf(shopper)
  const secret = statement(
    'test.plant-facts',
    `insert into shop.cart_event (shopper_id, cart_id, version, kind, event, facts_version)
     select shopper_id, cart_id, version + 1, 'recipientChoicesSaved', $2, 2 from shop.cart where cart_id = $1`,
  )
  const words = { type: 700, id: '', lines: [{ elementName: 'a', text: 'For Granny', textColor: '', font: '' }] }
  const line = {
    ...{ lineId: 'x', list: 'cart', sku: sku.towel, quantity: 1, optionChoice: '', shipMethod: 1, isPickup: false },
    ...{ locationId: null, installationType: '', personalization: words, giftRegistryId: 0, donationCents: null },
  }
  const recipients = [{ recipientId: 'r', giftOptions: { isGift: true, giftMessage: 'Love, Ann' }, address1: '1 Elm' }]
  await world.database.count(secret, [cartId, { recipients, records: { put: [line], gone: [] } }])
  const { text } = await replay({ cartId })
  expect(text).toContain('gift options saved')
  expect(text).toMatch(/1 x \d+ [^,]+, shipped, personalized/)
  expect(text).not.toMatch(/Granny|Love|Elm/)
})

async function nameOf(one: number): Promise<string> {
  const named = statement<{ name: string }>('test.sku-name', 'select name from shop.sku where sku = $1')
  return (await world.database.row(named, [one]))?.name ?? ''
}
