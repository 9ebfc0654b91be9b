import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { sku } from '#test/builders/catalog.ts'
import { newMember } from '#test/builders/member.ts'
import { insertCartOf } from '#test/order/cancelling.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { cardToken, gatewayBooks } from '#test/order/gateway.ts'
import { expectBalancedBooks } from '#test/order/ordering.ts'
import { createWorld, type World } from '#test/world.ts'

const mark = statement('test.mark-exempt', 'update shop.account set is_tax_exempt = $2 where email = $1')

describe('a tax exemption at placing', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterEach(async () => {
    await deliverAll(world)
    await expectBalancedBooks(world)
  })
  afterAll(() => world.close())

  /** A marked member who switched her tax off, ready to order. */
  async function exempt() {
    const { shopper, email } = await newMember(world)
    await world.database.count(mark, [email, true])
    await insertCartOf(world, shopper, {
      lines: [{ sku: sku.mug, quantity: 2 }],
      tokens: [await cardToken(world)],
      email,
    })
    await shopper.call('checkout', 'applyTaxExemption', { isTaxExemptionApplied: true })
    const seen = async () => {
      const { basketId, basketVersion, orderSummary } = await shopper.call('checkout', 'refreshCheckout', {})
      return { basketId, basketVersion, shownTotal: orderSummary.total }
    }
    return { shopper, email, seen }
  }

  test('SAFE-10 OPEN-78: it ends with the mark of the account: CartChanged with the tax, nothing charged; then the order with it', async () => {
    for (const isSaid of [true, false]) {
      const { shopper, email, seen } = await exempt()
      const shown = await seen()
      await world.database.count(mark, [email, false])
      const books = (await gatewayBooks(world)).length
      const refused = await shopper.call('order', 'placeOrder', isSaid ? shown : {})
      expect(refused).toMatchObject({ isSuccess: false, message: 'CartChanged' })
      expect(refused.orderSummary?.tax).toBeGreaterThan(0)
      const taxed = refused.orderSummary?.total ?? 0
      expect(taxed).toBe(shown.shownTotal + (refused.orderSummary?.tax ?? 0))
      expect(await gatewayBooks(world)).toHaveLength(books)
      const now = await shopper.call('checkout', 'refreshCheckout', {})
      expect(now).toMatchObject({ isTaxExemptionApplied: false, orderSummary: { total: taxed } })
      expect(now.basketVersion).toBe(refused.basketVersion)
      expect(await shopper.call('order', 'placeOrder', await seen())).toMatchObject({ isSuccess: true })
      expect((await gatewayBooks(world)).at(-1)).toMatchObject({ amount: taxed })
    }
  })

  test('SAFE-10 OPEN-78: while the account is marked the order is without tax', async () => {
    const { shopper, seen } = await exempt()
    expect(await shopper.call('order', 'placeOrder', await seen())).toMatchObject({ isSuccess: true })
    expect((await shopper.call('order', 'getOrderConfirmation', {})).orderSummary.tax).toBe(0)
  })
})
