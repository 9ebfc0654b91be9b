import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isName } from '#domain/address/names.ts'
import { fullDayText, storeDay } from '#domain/days.ts'
import { receiptAddress } from '#domain/order/receipt-address.ts'
import { sellerLines } from '#domain/order/seller.ts'
import { type VariantKey, variants } from '#domain/variant.ts'
import { statement } from '#server/db/database.ts'
import { orderMail } from '#server/order/mail/order-mail.ts'
import { receiptLinkDays, signedReceiptAddress } from '#server/order/mail/receipt-link.ts'
import { mailFacts } from '#server/order/mail/send-order-mail.ts'
import { readRecordByNumber } from '#server/order/order-record-store.ts'
import { confirmationReply } from '#server/order/order-view.ts'
import { snapshotOf } from '#server/order/stored-order.ts'
import { sku } from '#test/builders/catalog.ts'
import { pdfText } from '#test/builders/pdf-text.ts'
import { cardToken } from '#test/order/gateway.ts'
import { type CartSeed, insertCart } from '#test/order/insert-cart.ts'
import { order } from '#test/order/place.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let orderNumber: string
let shopperId: string
const numberOf = statement<{ number: string }>(
  'test.number-of',
  'select order_number as number from shop.orders where shopper_id = $1',
)
beforeAll(async () => {
  world = await createWorld()
  const lines = [
    { sku: sku.sofaOat, quantity: 2 },
    { sku: sku.mug, quantity: 3 },
  ]
  shopperId = (await insertCart(world.database, { lines, tokens: [await cardToken(world)] })).shopperId
  expect((await order(world.shop.orders, shopperId)).kind).toBe('placed')
  orderNumber = (await world.database.row(numberOf, [shopperId]))?.number ?? ''
})
afterAll(() => world.close())

const signed = (kind: 'receipt' | 'gift-receipt', number = orderNumber) =>
  signedReceiptAddress(world.shop.orders, { orderNumber: number, linkVersion: 1 }, kind, world.clock.now())
const open = (path: string, variant: VariantKey = 'cb') => world.shopper(variant).get(path)

describe('the receipt', () => {
  test('has the pieces, every amount, the payment and the address, as text that can be copied', async () => {
    const answer = await open(signed('receipt'))
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(answer.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-disposition': `inline; filename="receipt-${orderNumber}.pdf"`,
    })
    const text = pdfText(answer.rawPayload)
    const record = await readRecordByNumber(world.database, orderNumber, variants.cb)
    const { total } = snapshotOf(record!).summary
    const day = fullDayText(storeDay(mailFacts(record!, 'http://cb.localhost', world.shop.orders.sellers).placedAt))
    const dollars = (total / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
    for (const words of [
      ...['CB', 'Receipt', `Order ${orderNumber}, ${day}`, 'Tax', 'Lounge Sofa, Oat', 'Quantity: 2', '$2,400.00'],
      ...['Stoneware Mug', 'Quantity: 3', '$38.85', 'Total', dollars, 'Visa ending in 1111', 'Ada Byron', 'Oak Brook'],
    ]) {
      expect(text).toContain(words)
    }
  })

  test('the gift receipt names the pieces and has no price, amount or payment in it', async () => {
    const text = pdfText((await open(signed('gift-receipt'))).rawPayload)
    for (const words of ['Gift receipt', orderNumber, 'Lounge Sofa, Oat', 'Quantity: 2', 'return or exchange']) {
      expect(text).toContain(words)
    }
    expect(text).not.toMatch(/\$|Visa|Total|Tax|Subtotal|\d\.\d\d/)
  })

  test('its fonts are embedded', async () => {
    const pdf = (await open(signed('receipt'))).rawPayload.toString('latin1')
    expect(pdf).toMatch(/\/FontFile[23]/)
    expect(pdf).not.toContain('/BaseFont /Helvetica')
  })
})

type Where = NonNullable<CartSeed['address']>

/** An order of a store to an address: its receipt's text, its mail's, and what its page gets. */
async function placedTo(key: VariantKey, address: Where) {
  const variant = variants[key]
  const lines = [{ sku: variant.brand === 'CB' ? sku.mug : sku.mug + 1000, quantity: 1 }]
  const { shopperId } = await insertCart(world.database, { variant, lines, address, tokens: [await cardToken(world)] })
  const { kind } = await order(world.shop.orders, shopperId, { variant })
  expect(kind).toBe('placed')
  const number = (await world.database.row(numberOf, [shopperId]))?.number ?? ''
  const answer = await open(signed('receipt', number), key)
  expect(answer.statusCode).toBe(200)
  const record = await readRecordByNumber(world.database, number, variant)
  const { sellers } = world.shop.orders
  return {
    receipt: pdfText(answer.rawPayload),
    mail: (await orderMail(mailFacts(record!, 'https://cb.example', sellers))).text,
    page: confirmationReply(record!, (text) => text, world.shop.orders),
  }
}

describe('its seller', () => {
  const canada = { country: 'CA' } as const
  test.each<[string, VariantKey, Where, string, readonly string[]]>([
    ['Illinois', 'cb', {}, 'CB Demo Stores LLC', []],
    ['Illinois, of the other brand', 'cb2', {}, 'CB2 Demo Stores LLC', []],
    [
      ...(['Ontario', 'cb-ca', { ...canada, city: 'Toronto', state: 'ON', postalCode: 'M5V 2T6' }] as const),
      ...(['CB Demo Stores Canada Ltd.', ['GST/HST 123456789 RT0001']] as const),
    ],
    [
      ...(['Quebec', 'cb-ca', { ...canada, city: 'Montréal', state: 'QC', postalCode: 'H2X 1Y4' }] as const),
      ...(['CB Demo Stores Canada Ltd.', ['GST/HST 123456789 RT0001', 'QST 1234567890 TQ0001']] as const),
    ],
    [
      ...(['British Columbia', 'cb2-ca', { ...canada, city: 'Victoria', state: 'BC', postalCode: 'V8W 1N3' }] as const),
      'CB2 Demo Stores Canada Ltd.',
      ['GST/HST 987654321 RT0001', 'PST: BC PST-8765-4321, MB 765432-1, SK 7654321'],
    ],
  ])('CALM-62: an order to %s names it on page, mail and receipt', async (_, key, where, name, registrations) => {
    const { receipt, mail, page } = await placedTo(key, where)
    expect(page.seller).toMatchObject({ name, registrations })
    const lines = sellerLines(page.seller)
    expect(lines[0]).toMatch(
      new RegExp(`^Sold by ${name.replace('.', '\\.')}, \\d00 Example Street, .*(Canada|United States)$`),
    )
    expect(lines.slice(1)).toEqual(registrations.length === 0 ? [] : [registrations.join(' · ')])
    for (const line of lines) {
      expect(mail.split('\n')).toContain(line)
      expect(receipt.replaceAll('\n', ' ')).toContain(line)
    }
    for (const text of [receipt, mail]) expect(text).toContain('Subtotal')
  })
})

test('CALM-62: an order names the company it was bought from when another sells by now; one from before that was written down, the one of now', async () => {
  const { shopperId } = await insertCart(world.database, {
    lines: [{ sku: sku.mug, quantity: 1 }],
    tokens: [await cardToken(world)],
  })
  await order(world.shop.orders, shopperId)
  const number = (await world.database.row(numberOf, [shopperId]))?.number ?? ''
  const { orders } = world.shop
  const other = { ...orders.sellers.cb, name: 'Another Company Inc.' }
  const sellers = { ...orders.sellers, cb: other }
  const named = async () => {
    const record = await readRecordByNumber(world.database, number, variants.cb)
    const page = confirmationReply(record!, (text) => text, { ...orders, sellers })
    return [page.seller, mailFacts(record!, 'https://cb.example', sellers).seller].map(({ name }) => name)
  }
  expect(await named()).toEqual(['CB Demo Stores LLC', 'CB Demo Stores LLC'])
  const older = statement('test.older', `update shop.orders set facts = facts - 'seller' where order_number = $1`)
  await world.database.count(older, [number])
  expect(await named()).toEqual([other.name, other.name])
})

describe('its letters', () => {
  const receiptTo = async (key: VariantKey, address: Where) => (await placedTo(key, address)).receipt
  const letters = Array.from({ length: 0x180 }, (_, code) => String.fromCodePoint(code)).filter(isName)
  const alarms = statement<{ key: string; facts: object }>(
    'test.letters',
    `select key, facts from shop.alarm where kind = 'receipt-letters'`,
  )

  test.each<VariantKey>(['cb', 'cb2'])('CALM-61: %s prints every letter that a name may hold', async (key) => {
    expect(letters).toHaveLength(52 + 23 + 31 + 8 + 128)
    const text = await receiptTo(key, { firstName: 'Łukasz', lastName: 'Dvořák', address1: letters.join('') })
    expect(text).toContain('Łukasz Dvořák')
    expect(text.replaceAll('\n', '')).toContain(letters.join(''))
    expect(await world.database.rows(alarms)).toEqual([])
  })

  test('CALM-61: letters that are written apart from their accents are composed', async () => {
    expect(await receiptTo('cb', { lastName: 'Dvořák'.normalize('NFD') })).toContain('Ada Dvořák')
  })

  test('CALM-61: a letter that no face has is an alarm, and a question mark in its place', async () => {
    expect(await receiptTo('cb', { city: '東京 Park' })).toContain('?? Park')
    await expect
      .poll(() => world.database.rows(alarms))
      .toEqual([{ key: '東京', facts: { letters: '東京', requestId: expect.any(String) } }])
  })
})

describe('who may open it', () => {
  test('the shopper who placed the order, from the confirmation’s link', async () => {
    const visitor = world.shopper()
    await visitor.get('/session')
    expect((await visitor.get(receiptAddress(orderNumber, 'receipt'))).statusCode).toBe(404)
    const session = await world.shop.sessions.find(visitor.cookies.get('sid') ?? '')
    const own = await insertCart(world.database, {
      shopperId: session?.shopperId ?? '',
      lines: [{ sku: sku.mug, quantity: 1 }],
      tokens: [await cardToken(world)],
    })
    await order(world.shop.orders, own.shopperId)
    const number = (await world.database.row(numberOf, [own.shopperId]))?.number ?? ''
    for (const kind of ['receipt', 'gift-receipt'] as const) {
      const answer = await visitor.get(receiptAddress(number, kind))
      expect([kind, answer.statusCode]).toEqual([kind, 200])
    }
    expect((await world.shopper().get(receiptAddress(number, 'receipt'))).statusCode).toBe(404)
  })

  test('CALL-91: not a link for the other kind, another order, another store, or with another key', async () => {
    const good = signed('gift-receipt')
    const query = good.slice(good.indexOf('?'))
    expect((await open(good)).statusCode).toBe(200)
    expect((await open(`${receiptAddress(orderNumber, 'receipt')}${query}`)).statusCode).toBe(404)
    expect((await open(`${receiptAddress('AAAA-BBBB-CCCC', 'gift-receipt')}${query}`)).statusCode).toBe(404)
    expect((await open(good, 'cb2')).statusCode).toBe(404)
    expect((await open(good.replace(/key=./, (found) => (found === 'key=_' ? 'key=A' : 'key=_')))).statusCode).toBe(404)
    expect((await open(good.replace(/until=\d+/, 'until=999999'))).statusCode).toBe(404)
    expect((await open(good.replace(/&key=.*/, ''))).statusCode).toBe(404)
    expect((await open(`${good}&until=1`)).statusCode).toBe(404)
  })

  test('a mail’s link ends after its days, and leads to the order then', async () => {
    const link = signed('receipt')
    const before = world.clock.now().toISOString()
    world.clock.turn((receiptLinkDays - 1) * 86_400_000)
    expect((await open(link)).statusCode).toBe(200)
    world.clock.turn(3 * 86_400_000)
    expect((await open(link)).statusCode).toBe(303)
    world.clock.set(before)
  })
})

test('the mail leads to both receipts', async () => {
  const record = await readRecordByNumber(world.database, orderNumber, variants.cb)
  const receipts = { receipt: signed('receipt'), giftReceipt: signed('gift-receipt') }
  const { html, text } = await orderMail({
    ...mailFacts(record!, 'https://cb.example', world.shop.orders.sellers),
    receipts,
  })
  for (const link of Object.values(receipts)) {
    expect(text).toContain(`https://cb.example${link}`)
    expect(html).toContain(`https://cb.example${link.replaceAll('&', '&amp;')}`)
  }
})
