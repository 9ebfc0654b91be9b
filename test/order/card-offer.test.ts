import { afterAll, beforeAll, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { sku } from '#test/builders/catalog.ts'
import { cardToken } from '#test/order/gateway.ts'
import { walletVisitor } from '#test/order/wallet-visitor.ts'
import { createWorld, type World } from '#test/world.ts'

const choose = statement('test.choose-offer', 'update shop.cart_payment set plcc_option = $2 where cart_id = $1')

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test.each([
  ['financing', true, 2, 'Pay over 12 months with your store card.'],
  ['reward', true, 1, 'Earn 10% back in rewards on this order with your store card.'],
  ['nothing', true, null, ''],
  ['what another card does not have', false, 2, ''],
])('PROMO-11: the confirmation says what was chosen with the store card: %s', async (_, isStoreCard, option, offer) => {
  const tokens = [await cardToken(world)]
  const { shopper, cartId } = await walletVisitor(world, {
    lines: [{ sku: sku.mug, quantity: 2 }],
    tokens,
    isStoreCard,
  })
  await world.database.count(choose, [cartId, option])
  expect(await shopper.call('order', 'placeOrder', { adata: '' })).toMatchObject({ isSuccess: true, errorMessage: '' })
  const { payments } = await shopper.call('order', 'getOrderConfirmation', {})
  expect(payments.map((payment) => payment.offer)).toEqual([offer])
})
