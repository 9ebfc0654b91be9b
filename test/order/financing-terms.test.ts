import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestShopper } from '#test/builders/shopper.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { cardToken, gatewayBooks } from '#test/order/gateway.ts'
import { expectBalancedBooks } from '#test/order/ordering.ts'
import { walletVisitor } from '#test/order/wallet-visitor.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const offerOf = async (shopper: TestShopper) => (await shopper.call('checkout', 'refreshCheckout', {})).plccOffer
const choose = (shopper: TestShopper, selectedOption: 1 | 2) =>
  shopper.call('reward', 'savePlccOffer', { selectedOption })
const press = (shopper: TestShopper) => shopper.call('order', 'placeOrder', { adata: '' })

async function withStoreCard(): Promise<{ shopper: TestShopper; grow: (quantity: number) => Promise<unknown> }> {
  const tokens = [await cardToken(world)]
  const { shopper } = await walletVisitor(world, { tokens, isStoreCard: true, email: `${randomUUID()}@example.com` })
  const grow = async (quantity: number) => {
    const { lineItems } = await shopper.call('cart', 'getCartJsx', {})
    return shopper.call('cart', 'updateItem', { lineItemId: lineItems[0]?.id ?? '', quantity })
  }
  return { shopper, grow }
}

test('PROMO-04, OPEN-69: financing that was chosen without terms is asked for anew when the total has grown to have them, and nothing is ordered before', async () => {
  const { shopper, grow } = await withStoreCard()
  await choose(shopper, 2)
  expect(await offerOf(shopper)).toMatchObject({ selectedOption: 2, financingTerms: null })
  await grow(60)
  expect(await offerOf(shopper)).toMatchObject({ selectedOption: 0, financingTerms: expect.stringMatching(/interest/) })
  const booked = (await gatewayBooks(world)).length
  expect(await press(shopper)).toMatchObject({
    ...{ isSuccess: false, message: '', redirectUrl: '/checkout/paymentandbilling' },
    errorMessage: expect.stringMatching(/^Your total has grown, and financing it has terms now\./),
  })
  expect((await gatewayBooks(world)).length).toBe(booked)

  await choose(shopper, 2)
  expect((await offerOf(shopper)).selectedOption).toBe(2)
  // accepted once they are accepted, however the total moves
  await grow(2)
  await grow(61)
  expect((await offerOf(shopper)).selectedOption).toBe(2)
  expect(await press(shopper)).toMatchObject({ isSuccess: true })
  await deliverAll(world)
  await expectBalancedBooks(world)
})

test('PROMO-11: rewards have no terms, and stay chosen', async () => {
  const { shopper, grow } = await withStoreCard()
  await choose(shopper, 1)
  await grow(60)
  expect((await offerOf(shopper)).selectedOption).toBe(1)
  expect(await press(shopper)).toMatchObject({ isSuccess: true })
  await deliverAll(world)
})
