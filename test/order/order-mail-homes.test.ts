import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayText, storeDay } from '#domain/days.ts'
import { deliveryWindows, windowPromise } from '#domain/shipping/delivery-windows.ts'
import { variants } from '#domain/variant.ts'
import { statement } from '#server/db/database.ts'
import { signedReceiptAddress } from '#server/order/mail/receipt-link.ts'
import { readRecordByNumber } from '#server/order/order-record-store.ts'
import { confirmationReply } from '#server/order/order-view.ts'
import { place, sku } from '#test/builders/catalog.ts'
import { pdfText } from '#test/builders/pdf-text.ts'
import { mailedTo } from '#test/order/deliveries.ts'
import { cardToken } from '#test/order/gateway.ts'
import { insertCart, testAddress } from '#test/order/insert-cart.ts'
import { order } from '#test/order/place.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const addHome = statement(
  'test.add-home',
  `insert into shop.recipient (shopper_id, cart_id, recipient_id, position, address, is_pickup, location_id, is_ship_complete,
     holiday_hold, gift_options, bops_options)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
)
const move = statement(
  'test.move-line',
  `update shop.cart_line set recipient_id = $3, is_pickup = $4, location_id = $5 where shopper_id = $1 and sku = $2`,
)
const numberOf = statement<{ number: string }>(
  'test.number',
  'select order_number as number from shop.orders where shopper_id = $1',
)

const now = new Date('2026-11-02T15:00:00Z')
const today = storeDay(now)
const noGift = { isGift: false, giftWrap: 'none', giftMessage: '', hasGiftReceipt: false }

type Home = {
  readonly sku: number
  readonly address: object | null
  readonly locationId: number | null
  readonly isShipComplete?: boolean
  readonly hold?: object
  readonly gift?: object
  readonly bops?: object
}

/** An order of furniture and a mug with more homes, placed; answers its mail, receipt and confirmation. */
async function ordered(tripId: number | null, homes: readonly Home[]) {
  const email = `${randomUUID()}@example.com`
  const lines = [sku.sofaOat, sku.mug, sku.towel].map((one) => ({ sku: one, quantity: 1 }))
  const trip = tripId === null ? {} : { tripId }
  const { shopperId, cartId } = await insertCart(world.database, {
    lines,
    email,
    tokens: [await cardToken(world)],
    ...trip,
  })
  for (const [index, home] of homes.entries()) {
    const recipientId = randomUUID()
    const isPickup = home.locationId !== null
    await world.database.count(addHome, [
      ...[shopperId, cartId, recipientId, index + 1, home.address && JSON.stringify(home.address), isPickup],
      ...[home.locationId, home.isShipComplete ?? false, home.hold ? JSON.stringify(home.hold) : null],
      ...[JSON.stringify({ ...noGift, ...home.gift }), home.bops ? JSON.stringify(home.bops) : null],
    ])
    await world.database.count(move, [shopperId, home.sku, recipientId, isPickup, home.locationId])
  }
  const outcome = await order(world.shop.orders, shopperId, { now })
  expect(outcome, JSON.stringify(outcome)).toMatchObject({ kind: 'placed' })
  const { number = '' } = (await world.database.row(numberOf, [shopperId])) ?? {}
  const record = await readRecordByNumber(world.database, number, variants.cb)
  const [mail] = await mailedTo(world, email, ['mail.order-placed'])
  const receipt = signedReceiptAddress(
    world.shop.orders,
    { orderNumber: number, linkVersion: 1 },
    'receipt',
    world.clock.now(),
  )
  return {
    mail: mail ?? { subject: '', text: '', html: '' },
    receipt: pdfText((await world.shopper('cb').get(receipt)).rawPayload),
    confirmation: confirmationReply(record!, (key) => key, world.shop.orders),
  }
}

/** One of the windows that furniture of this day is offered. */
const window = () => {
  const [, second] = deliveryWindows('2026-11-17', testAddress)
  if (second === undefined) throw new Error('no window is offered')
  return second
}

const grace = { ...testAddress, firstName: 'Grace', lastName: 'Hopper', address1: '2 Compiler Street' }
const hold = { startDate: '2026-11-30', endDate: '2026-12-04' }
const held: Home = {
  ...{ sku: sku.mug, address: grace, locationId: null, isShipComplete: true, hold },
  gift: { isGift: true, giftWrap: 'box', giftMessage: 'With love', hasGiftReceipt: true },
}
const pickedUp: Home = {
  ...{ sku: sku.towel, address: null, locationId: place.store.CB.US },
  bops: {
    ...{ giftReceiptOption: 1, baggingOption: 1 },
    pickupContact: { firstName: 'Alan', lastName: 'Turing', email: 'alan@example.com', phone: '6305550123' },
  },
}

test('CALM-05: every line of a booked delivery has its day and window, in mail, receipt and confirmation; no other line has', async () => {
  const booked = windowPromise(window(), today)
  const { mail, receipt, confirmation } = await ordered(window().id, [held, pickedUp])
  const saying = confirmation.items.filter(({ edd }) => edd.message === booked)
  expect(saying.map((item) => item.sku)).toEqual([sku.sofaOat])
  // at the home and at its one line
  expect(mail.text.split(booked)).toHaveLength(3)
  expect(mail.html).toContain(booked)
  expect(receipt.replace(/\s+/g, ' ')).toContain(booked)
})

test('CALM-05: an unbooked delivery keeps what was promised', async () => {
  const { mail, receipt, confirmation } = await ordered(null, [])
  const promises = confirmation.items.map(({ edd }) => edd.message)
  expect(promises.every((promise) => promise !== '')).toBe(true)
  expect(promises.join()).not.toContain('Comes ')
  for (const promise of promises) {
    expect(mail.text).toContain(promise)
    expect(receipt.replace(/\s+/g, ' ')).toContain(promise)
  }
})

test('CALM-43: of each home the mail says level, dates, hold, ship-complete and gift; of a pickup store, hours, contact and packing', async () => {
  const { mail } = await ordered(window().id, [held, pickedUp])
  const partOf = (heading: string) => mail.text.slice(mail.text.indexOf(heading)).split('\n\n')[0]?.split('\n') ?? []
  const [, ...parts] = mail.text.split(/\n(?=Delivery to\n|Pick up at )/)
  const homeOf = (name: string) => parts.find((part) => part.includes(name)) ?? ''
  expect(homeOf('1 Analytical Way')).toMatch(/In-Home Delivery\nComes \w{3}, \w{3} \d+, \d+ [ap]m - \d+ [ap]m\n/)
  const graces = homeOf('2 Compiler Street').split('\n')
  expect(graces).toEqual(
    expect.arrayContaining([
      ...['Grace Hopper', 'Standard', `Held for ${dayText(hold.startDate, today)} - ${dayText(hold.endDate, today)}`],
      ...['Everything ships together', 'A gift, in a gift box, with a gift receipt', 'Gift message: With love'],
    ]),
  )
  expect(graces.some((line) => /^Arrives|^Ships/.test(line))).toBe(true)
  expect(partOf('Pick up at Oak Brook').slice(0, 7)).toEqual([
    ...['Pick up at Oak Brook', '1 Main Street', 'Oak Brook, IL 60523', 'Open Mon-Sat 10 am to 8 pm'],
    ...['For Alan Turing, 6305550123, alan@example.com', 'In a bag', 'With a gift receipt'],
  ])
  for (const words of ['Open Mon-Sat 10 am to 8 pm', 'Everything ships together', 'In a bag']) {
    expect(mail.html).toContain(words)
  }
})
