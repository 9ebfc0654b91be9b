import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { recover } from '#server/order/place/recovery.ts'
import { sku } from '#test/builders/catalog.ts'
import { newMember } from '#test/builders/member.ts'
import { cancel, insertCartOf, placedBy } from '#test/order/cancelling.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { cardToken, drill } from '#test/order/gateway.ts'
import { createWorld, type World } from '#test/world.ts'

const spoilLines = statement(
  'test.spoil-lines',
  `update shop.order_line l set item = item - 'title' from shop.orders o
   where o.shopper_id = l.shopper_id and o.order_id = l.order_id and o.order_number = $1`,
)
const spoilHolds = statement(
  'test.spoil-holds',
  `update shop.orders set facts = facts #- '{holds,stock}' where order_number = $1`,
)
const mendHolds = statement(
  'test.mend-holds',
  `update shop.orders set facts = jsonb_set(facts, '{holds,stock}', 'true') where order_number = $1`,
)
const endLeases = statement('test.end-leases', "update shop.orders set lease_until = now() where state = 'pending'")
const states = statement<{ orderNumber: string; state: string; tries: number }>(
  'test.order-states',
  `select order_number as "orderNumber", state, tries from shop.orders where order_number = any($1)`,
)
const parked = statement<{ why: string }>(
  'test.parked',
  `select last_error as why from shop.outbox where parked_at is not null and topic = 'mail.order-placed'`,
)

describe('an order whose stored JSON cannot be read', () => {
  let world: World
  const log: string[] = []
  beforeAll(async () => {
    world = await createWorld({ logLine: (line) => log.push(line) })
  })
  afterAll(() => world.close())

  const mugs = async () => ({ lines: [{ sku: sku.mug, quantity: 1 }], tokens: [await cardToken(world)] })
  const stateOf = async (orderNumber: string) => (await world.database.rows(states, [[orderNumber]]))[0]
  const logged = (fault: string) => log.filter((line) => line.includes(fault))

  test('OPEN-118: it alone is not shown, and a person is told which field; it is in the list, and can be cancelled', async () => {
    const { shopper, email } = await newMember(world)
    const first = await placedBy(world, { ...(await mugs()), email }, shopper)
    const second = await placedBy(world, { ...(await mugs()), email }, shopper)
    await world.database.count(spoilLines, [first.orderNumber])
    const fault = `shop.order_line.item of order ${first.orderNumber} is not what it should be: 0.title (invalid_type)`

    const { page } = await shopper.page('/account')
    expect(page.name === 'account' ? page.orders.map(({ orderNumber }) => orderNumber) : page).toEqual([
      second.orderNumber,
      first.orderNumber,
    ])
    expect((await shopper.page(`/account/orders/${second.orderNumber}`)).page.name).toBe('accountOrder')
    expect(logged(fault)).toEqual([])
    expect((await shopper.get(`/account/orders/${first.orderNumber}`)).statusCode).toBe(500)
    expect(logged(fault)).toHaveLength(1)

    await deliverAll(world, ['mail.order-placed'], world.gateway.smtpPort() ?? 0)
    expect((await world.database.rows(parked)).map(({ why }) => why)).toEqual([`Stored JSON of ${fault}`])

    expect(await cancel(first)).toMatchObject({ isSuccess: true })
    expect(await stateOf(first.orderNumber)).toMatchObject({ state: 'cancelled' })
  })

  test('BEYOND-02: while it is on its way, recovery puts it off and brings the others on', async () => {
    const orderNumbers = []
    for (const _each of ['unreadable', 'readable']) {
      await drill(world, { fault: 'cut' })
      const shopper = world.shopper()
      await insertCartOf(world, shopper, await mugs())
      orderNumbers.push((await shopper.call('order', 'placeOrder', { adata: '' })).orderNumber)
    }
    const [unreadable = '', readable = ''] = orderNumbers
    await world.database.count(spoilHolds, [unreadable])
    await world.database.count(endLeases)
    await recover(world.shop.orders)
    expect(await stateOf(readable)).toMatchObject({ state: 'placed' })
    expect(await stateOf(unreadable)).toMatchObject({ state: 'pending' })
    expect(logged(`shop.orders.facts.holds of order ${unreadable}`)).toHaveLength(1)

    await world.database.count(mendHolds, [unreadable])
    await world.database.count(endLeases)
    await recover(world.shop.orders)
    expect(await stateOf(unreadable)).toMatchObject({ state: 'placed' })
  })
})
