import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { variants } from '#domain/variant.ts'
import { statement } from '#server/db/database.ts'
import { exportOrders } from '#server/order/export/export-orders.ts'
import { readRecordByNumber } from '#server/order/order-record-store.ts'
import { confirmationReply } from '#server/order/order-view.ts'
import { sku } from '#test/builders/catalog.ts'
import { mailedTo } from '#test/order/deliveries.ts'
import { cardToken } from '#test/order/gateway.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { order } from '#test/order/place.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const tell = statement(
  'test.crew',
  'update shop.recipient set crew_phone = $2, access_notes = $3 where shopper_id = $1',
)
const numberOf = statement<{ number: string }>(
  'test.number',
  'select order_number as number from shop.orders where shopper_id = $1',
)

/** A cart with a sofa for an address of that phone, and what the crew were told. */
async function sofaCart(phone: string, crew: { readonly phone: string; readonly accessNotes: string }) {
  const email = `${randomUUID()}@example.com`
  const tokens = [await cardToken(world)]
  const lines = [{ sku: sku.sofaOat, quantity: 1 }]
  const { shopperId } = await insertCart(world.database, { lines, email, tokens, address: { phone } })
  await world.database.count(tell, [shopperId, crew.phone, crew.accessNotes])
  return { shopperId, email }
}

async function recipientsOf(number: string): Promise<unknown> {
  for await (const line of exportOrders(world.database, new Date(0), new Date(Date.now() + 60_000))) {
    const { orderNumber, recipients } = JSON.parse(line) as { orderNumber: string; recipients: unknown }
    if (orderNumber === number) return recipients
  }
  throw new Error(`${number} was not exported`)
}

test.each([
  ['a number of their own', '', { phone: '7735550199', accessNotes: 'Service elevator, gate 4711' }, '7735550199'],
  ["the address's number", '6305550100', { phone: '', accessNotes: 'Service elevator, gate 4711' }, '6305550100'],
])(
  'CALM-17: the crew get number and notes with the order, the shopper reads them in her mail, and no page of the order shows them: %s',
  async (_, addressPhone, crew, phone) => {
    const { shopperId, email } = await sofaCart(addressPhone, crew)
    expect(await order(world.shop.orders, shopperId)).toMatchObject({ kind: 'placed' })
    const { number = '' } = (await world.database.row(numberOf, [shopperId])) ?? {}
    expect(await recipientsOf(number)).toMatchObject([{ crew: { ...crew, phone } }])
    const [mail] = await mailedTo(world, email, ['mail.order-placed'])
    const called = phone === '7735550199' ? '(773) 555-0199' : '(630) 555-0100'
    expect(mail?.text).toContain(`The crew calls ${called} before it comes`)
    expect(mail?.text).toContain('Getting in: Service elevator, gate 4711')
    const record = await readRecordByNumber(world.database, number, variants.cb)
    expect(JSON.stringify(confirmationReply(record!, (key) => key, world.shop.orders))).not.toContain('gate 4711')
  },
)

test('CALM-17: an order that nobody could be called for is not placed', async () => {
  const { shopperId } = await sofaCart('', { phone: '', accessNotes: '' })
  expect(await order(world.shop.orders, shopperId)).toMatchObject({
    ...{ kind: 'refused', problem: { code: 'stepNotReached', path: '/checkout/shippingandgiftoptions' } },
  })
})
