import { expect } from 'vitest'
import { statement } from '#server/db/database.ts'
import { sku } from '#test/builders/catalog.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { order } from '#test/order/place.ts'
import type { World } from '#test/world.ts'

const giveUp = statement<{ reference: string }>(
  'test.give-up',
  `with o as (update shop.orders set state = 'refused' where shopper_id = $1 returning order_id)
   update shop.payment set state = 'voided' where order_id in (select order_id from o) returning reference`,
)

/** Money that the processor holds for orders which this database says were refused, and their payments voided; sorted references. */
export async function givenUpCharges(world: World, token: string, times: number): Promise<string[]> {
  const references: string[] = []
  for (let nth = 0; nth < times; nth += 1) {
    const { shopperId } = await insertCart(world.database, { lines: [{ sku: sku.mug, quantity: 1 }], tokens: [token] })
    expect(await order(world.shop.orders, shopperId)).toMatchObject({ kind: 'placed' })
    const payment = await world.database.row(giveUp, [shopperId])
    if (payment === undefined) throw new Error('no payment')
    references.push(payment.reference)
  }
  return references.sort()
}
