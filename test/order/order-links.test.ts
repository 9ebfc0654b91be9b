import { afterAll, beforeAll, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { sku } from '#test/builders/catalog.ts'
import { cancel, mailsTo, type Placed, placedBy } from '#test/order/cancelling.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { cardToken } from '#test/order/gateway.ts'
import { createWorld, type World } from '#test/world.ts'

const raiseVersion = statement(
  'test.raise-version',
  'update shop.orders set link_version = link_version + 1 where order_number = $1',
)
const day = 86_400_000

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** An order with its mail's links: to its page, and to its receipt. */
async function mailed(email: string): Promise<Placed & { readonly page: string; readonly receipt: string }> {
  world.clock.set(new Date().toISOString())
  const lines = [{ sku: sku.mug, quantity: 2 }]
  const placed = await placedBy(world, { lines, tokens: [await cardToken(world)], email })
  await deliverAll(world, ['mail.order-placed'], world.gateway.smtpPort() ?? 0)
  const [mail] = await mailsTo(world, email, /thank you/)
  const pathOf = (what: RegExp) => what.exec(mail?.text ?? '')?.[1] ?? ''
  return {
    ...placed,
    page: pathOf(/See this order[^:]*:\d\d [^:]*: https?:\/\/[^/]+(\S+)/),
    receipt: pathOf(/Receipt \(PDF\): https?:\/\/[^/]+(\S+)/),
  }
}

const later = (days: number) => world.clock.set(new Date(Date.now() + days * day).toISOString())

async function opened(path: string) {
  const { page } = await world.shopper().page(path)
  if (page.name !== 'accountOrder') throw new Error(`${path} opens ${JSON.stringify(page)}`)
  return page
}

test('CALM-42: the first link of the mail leads to the order and opens all of it for a day', async () => {
  const { page, orderNumber } = await mailed('first-day@example.com')
  later(0.99)
  const { order, receipts, cancel: offer } = await opened(page)
  expect(order).toMatchObject({ orderNumber, email: 'first-day@example.com', payments: [{ lastFour: '1111' }] })
  expect(order.recipientList[0]?.address).toMatchObject({ lastName: 'Byron', address1: '1 Analytical Way' })
  expect([receipts, offer]).toEqual([expect.anything(), expect.anything()])
})

test.each([1.01, 30, 400])(
  'CALM-42: after %d days it opens what anybody may see, and nothing of it is changed there',
  async (days) => {
    const { page, orderNumber } = await mailed(`after-${days}@example.com`)
    later(days)
    const shown = await opened(page)
    const { order } = shown
    expect(shown).toMatchObject({ receipts: null, cancel: null, isInAccount: false })
    expect(order).toMatchObject({ orderNumber, items: [{ quantity: 2 }], payments: [{ name: 'Visa', lastFour: '' }] })
    expect(order.orderSummary.total).toBeGreaterThan(2_590)
    expect(order.recipientList[0]?.address).toMatchObject({
      firstName: 'A.',
      lastName: 'B.',
      city: 'Oak Brook',
      state: 'IL',
    })
    const said = JSON.stringify({ ...order, seller: null })
    for (const hidden of ['Ada', 'Byron', 'Analytical', '60523', '6305550100', '555-0100', '1111', `after-${days}@`]) {
      expect([hidden, said.includes(hidden)]).toEqual([hidden, false])
    }
  },
)

test('CALM-42: with another number, a changed byte or after its version was raised it asks for a new link', async () => {
  const one = await mailed('one@example.com')
  const other = await mailed('other@example.com')
  const key = new URL(one.page, 'http://cb.example').searchParams.get('key') ?? ''
  const swapped = `${key.startsWith('A') ? 'B' : 'A'}${key.slice(1)}`
  const ended = { name: 'findOrder', isEnded: true }
  const open = async (path: string) => (await world.shopper().page(path)).page
  for (const path of [
    one.page.replace(one.orderNumber, other.orderNumber),
    one.page.replace(key, swapped),
    one.page.replace(key, ''),
    `${one.page}&until=99999`,
    one.page.replace(/key=.*/, 'until='),
  ]) {
    expect([path, await open(path)]).toEqual([path, ended])
  }
  expect((await opened(one.page)).order.orderNumber).toBe(one.orderNumber)
  await world.database.count(raiseVersion, [one.orderNumber])
  expect(await open(one.page)).toEqual(ended)
  expect((await world.shopper().get(one.receipt)).statusCode).toBe(404)
  expect((await opened(other.page)).order.orderNumber).toBe(other.orderNumber)
})

test('CALM-42: the link to a receipt leads to the order once it has ended', async () => {
  const { page, receipt } = await mailed('receipt@example.com')
  later(80)
  expect((await world.shopper().get(receipt)).headers['content-type']).toBe('application/pdf')
  later(100)
  const { statusCode, headers } = await world.shopper().get(receipt)
  expect([statusCode, headers.location]).toEqual([303, page])
  expect((await world.shopper().get(receipt.replace(/key=./, 'key=_'))).statusCode).toBe(404)
})

test('CALM-42: whoever has the mail can cancel while that is possible', async () => {
  const { page, orderNumber } = await mailed('cancel@example.com')
  const { link } = (await opened(page)).cancel ?? { link: null }
  expect(link?.until).toBe('')
  const stranger = { shopper: world.shopper(), orderNumber }
  expect(await cancel(stranger, { linkUntil: '', linkKey: `${link?.key}A` })).toMatchObject({ isSuccess: false })
  expect(await cancel(stranger, { linkUntil: '', linkKey: link?.key ?? '' })).toMatchObject({ isSuccess: true })
})
