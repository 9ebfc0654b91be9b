import { afterAll, beforeAll, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { add, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { cardToken } from '#test/order/gateway.ts'
import { walletVisitor } from '#test/order/wallet-visitor.ts'
import { createWorld, type World } from '#test/world.ts'

const laterVersion = [
  'alter table shop.promo drop constraint promo_kind_check',
  `insert into shop.promo (code, kind) values ('BUNDLE', 'buyTwo')`,
]
const alarms = statement<{ key: string; times: number }>(
  'test.unreadable-alarms',
  `select key, times from shop.alarm where kind = 'unreadable-row'`,
)

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('PROMO-12 ORDER-05: a code of a kind that only a later version knows gives nothing, is refused and raises one alarm', async () => {
  for (const [at, sql] of laterVersion.entries()) await world.database.count(statement(`test.later-${at}`, sql))
  const shopper = world.shopper()
  await add(shopper, item(sku.mug, 4))
  const entered = await shopper.call('cart', 'applyPromoCode', { promoCode: 'bundle' })
  expect(entered).toMatchObject({ promoErrorMessage: expect.stringMatching(/^We do not know this promotion code/) })
  expect((await shopper.call('cart', 'getCartJsx', {})).orderSummary).toMatchObject({ discount: 0, shipping: 1_495 })

  const held = await walletVisitor(world, { tokens: [await cardToken(world)], promoCode: 'BUNDLE' })
  const { orderSummary } = await held.shopper.call('checkout', 'refreshCheckout', {})
  expect(orderSummary.shipping).toBeGreaterThan(0)
  expect(await held.shopper.call('order', 'placeOrder', { adata: '' })).toMatchObject({
    isSuccess: false,
    message: 'InvalidPromoCode',
  })
  expect(await world.database.rows(alarms, [])).toEqual([{ key: expect.stringContaining('BUNDLE'), times: 1 }])
})
