import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { NormalDesign } from '#domain/personalization/normal-design.ts'
import { statement } from '#server/db/database.ts'
import type { DrawingJob } from '#server/drawing/drawing-job.ts'
import { createDrawingPool } from '#server/drawing/drawing-pool.ts'
import { createDrawings } from '#server/drawing/drawings.ts'
import { limits } from '#server/http/guards/throttle.ts'
import { signedReceiptAddress } from '#server/order/mail/receipt-link.ts'
import type { ReceiptFacts } from '#server/order/mail/receipt-pdf.ts'
import { sku } from '#test/builders/catalog.ts'
import { drawingState } from '#test/builders/drawing-worker.ts'
import { cardToken } from '#test/order/gateway.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { order } from '#test/order/place.ts'
import { createWorld, type World } from '#test/world.ts'

const state = new Int32Array(new SharedArrayBuffer(20))
const drawing = {
  file: new URL('../../../test/builders/drawing-worker.ts', import.meta.url),
  workerData: state.buffer,
}

let world: World
beforeAll(async () => {
  world = await createWorld({ drawing })
})
afterAll(async () => {
  release()
  await world.close()
})
beforeEach(() => state.fill(0))

const hold = () => Atomics.store(state, drawingState.isHeld, 1)
function release(): void {
  Atomics.store(state, drawingState.isHeld, 0)
  Atomics.notify(state, drawingState.isHeld)
}

async function untilAtWork(count: number): Promise<void> {
  await expect.poll(() => Atomics.load(state, drawingState.atWork), { timeout: 10_000 }).toBe(count)
}

const shopper = () => world.shopper()
const numberOf = statement<{ number: string }>(
  'test.number-of',
  'select order_number as number from shop.orders where shopper_id = $1',
)
let made = 0
/** The addresses of so many pictures that nobody has asked for. */
async function addresses(count: number): Promise<string[]> {
  const visitor = shopper()
  const found: string[] = []
  for (let nth = 0; nth < count; nth += 1) {
    made += 1
    const text = [...String(made)].map((digit) => 'ABCDEFGHIJ'[Number(digit)]).join('')
    const lines = [{ elementName: 'Text1', text }]
    const asked = { sku: sku.towel, templateName: 'Monogram', lines }
    found.push((await visitor.call('personalization', 'renderDesign', asked)).imageUrl)
  }
  return found
}

describe('the pictures of the shop', () => {
  test('SAFE-40: 200 equal requests at once draw once, and so does every later one', async () => {
    const [address = ''] = await addresses(1)
    const visitor = shopper()
    const answers = await Promise.all(Array.from({ length: 200 }, () => visitor.get(address)))
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(answers[0]?.statusCode).toBe(200)
    expect((await visitor.get(address)).statusCode).toBe(200)
    expect((await visitor.get(address.replace('.svg', '.jpg'))).statusCode).toBe(200)
    expect(state[drawingState.drawn]).toBe(1)
  })

  test('SAFE-40, SAFE-42: 2 are at work and 20 wait, the others get 503 for their picture alone; a page is answered meanwhile', async () => {
    const all = await addresses(30)
    hold()
    const visitor = shopper()
    const answers = all.map(async (address) => visitor.get(address, { accept: 'image/*' }))
    // those for whom there is no room are told at once
    const refused = await Promise.race([untilRefused(answers, 8), Promise.all(answers).then(() => [])])
    expect(refused).toHaveLength(8)
    await untilAtWork(2)
    for (const answer of refused) {
      expect([answer.statusCode, answer.headers['retry-after'], answer.headers['cache-control']]).toEqual([
        503,
        '2',
        'private, no-store',
      ])
    }
    expect((await shopper().get('/')).statusCode).toBe(200)
    await expectCartAnswered()
    await expectAllButRefusedDrawn(answers)
  })

  test('SAFE-40: a drawing that ends its thread is drawn by another; one that does so twice fails alone', async () => {
    const [one = '', other = '', third = ''] = await addresses(3)
    const visitor = shopper()
    Atomics.store(state, drawingState.crashes, 1)
    expect((await visitor.get(one)).statusCode).toBe(200)
    Atomics.store(state, drawingState.crashes, 2)
    expect((await visitor.get(other)).statusCode).toBe(500)
    expect((await visitor.get(third)).statusCode).toBe(200)
    expect((await visitor.get(other)).statusCode).toBe(200)
  })
})

/** The first so many that are refused, as soon as they are. */
async function untilRefused<Answer extends { statusCode: number }>(
  answers: readonly Promise<Answer>[],
  count: number,
): Promise<Answer[]> {
  const refused: Answer[] = []
  return new Promise((resolve) => {
    for (const answer of answers) {
      void answer.then((each) => {
        if (each.statusCode === 503) refused.push(each)
        if (refused.length === count) resolve(refused)
      })
    }
  })
}

/** A stranger's cart is answered, as a page and as a call. */
async function expectCartAnswered(): Promise<void> {
  const other = shopper()
  expect((await other.get('/checkout/cart')).statusCode).toBe(200)
  expect((await other.call('cart', 'getCartJsx', {})).lineItems).toEqual([])
}

/** Once released, the 2 at work and the 20 that waited are drawn, never more than 2 at once. */
async function expectAllButRefusedDrawn(answers: readonly Promise<{ statusCode: number }>[]): Promise<void> {
  release()
  const done = await Promise.all(answers)
  expect(done.filter(({ statusCode }) => statusCode === 200)).toHaveLength(22)
  expect([state[drawingState.drawn], state[drawingState.maxConcurrent]]).toEqual([22, 2])
}

/** The signed addresses of both receipts of an order that is placed now. */
async function receiptsOfNewOrder(): Promise<[string, string]> {
  const { database, shop, clock } = world
  const lines = [{ sku: sku.mug, quantity: 1 }]
  const { shopperId } = await insertCart(database, { lines, tokens: [await cardToken(world)] })
  expect((await order(shop.orders, shopperId)).kind).toBe('placed')
  const number = (await database.row(numberOf, [shopperId]))?.number ?? ''
  const address = (kind: 'receipt' | 'gift-receipt') =>
    signedReceiptAddress(shop.orders, { orderNumber: number, linkVersion: 1 }, kind, clock.now())
  return [address('receipt'), address('gift-receipt')]
}

describe('receipts are drawings too', () => {
  test('SAFE-40: 25 equal requests at once draw one receipt, and so does a later one; its gift receipt is another', async () => {
    const [receipt, gift] = await receiptsOfNewOrder()
    const visitor = shopper()
    const answers = await Promise.all(Array.from({ length: 25 }, () => visitor.get(receipt)))
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(answers[0]?.statusCode).toBe(200)
    expect((await visitor.get(receipt)).statusCode).toBe(200)
    expect(state[drawingState.drawn]).toBe(1)
    const [other] = await receiptsOfNewOrder()
    expect((await visitor.get(other)).body).not.toBe(answers[0]?.body)
    expect((await visitor.get(gift)).body).not.toBe(answers[0]?.body)
    expect(state[drawingState.drawn]).toBe(3)
  })

  test('SAFE-40, SAFE-42: receipts and pictures share 2 that are at work and 20 that wait; pages are answered meanwhile', async () => {
    const receipts = (await Promise.all(Array.from({ length: 6 }, receiptsOfNewOrder))).flat()
    const all = [...receipts, ...(await addresses(14))]
    hold()
    const visitor = shopper()
    const answers = all.map(async (address) => visitor.get(address, { accept: 'application/pdf, image/*' }))
    const refused = await Promise.race([untilRefused(answers, 4), Promise.all(answers).then(() => [])])
    expect(refused.map(({ headers }) => headers['retry-after'])).toEqual(['2', '2', '2', '2'])
    await untilAtWork(2)
    await expectCartAnswered()
    await expectAllButRefusedDrawn(answers)
  })

  test('SAFE-40: the 31st receipt of an order in ten minutes is refused kindly, whoever may not see it uses up none', async () => {
    const [receipt] = await receiptsOfNewOrder()
    const stranger = shopper()
    for (let nth = 0; nth < 40; nth += 1) {
      expect((await stranger.get(receipt.replace(/key=..../, 'key=AAAA'))).statusCode).toBe(404)
    }
    const visitor = shopper()
    for (let nth = 1; nth <= 30; nth += 1) expect((await visitor.get(receipt)).statusCode).toBe(200)
    const refused = await visitor.get(receipt, { accept: 'text/html' })
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '60'])
    expect(refused.body).toContain('One moment, please')
    const [another] = await receiptsOfNewOrder()
    expect((await visitor.get(another)).statusCode).toBe(200)
  })

  test('SAFE-40: 300 receipts in ten minutes from one address, whether or not they are there; other addresses go on', async () => {
    const [receipt] = await receiptsOfNewOrder()
    await Promise.all(Array.from({ length: 300 }, () => takeReceipt(world, '198.51.100.7')))
    const from = (address: string) => world.shop.app.http.inject({ url: receipt, remoteAddress: address, headers })
    const headers = { host: new URL(world.config.origins.cb).host }
    expect((await from('198.51.100.7')).statusCode).toBe(503)
    expect((await from('198.51.100.8')).statusCode).toBe(200)
  })
})

async function takeReceipt({ shop, database }: World, address: string): Promise<void> {
  expect(await shop.throttle.take(database, limits.receiptsPerAddress, address)).toBe(true)
}

describe('the cached receipts', () => {
  const facts: ReceiptFacts = {
    ...{ kind: 'receipt', brand: 'CB', orderNumber: 'A', day: 'March 2, 2026', cancelledOn: '' },
    placedAt: new Date('2026-03-02T15:00:00Z'),
    content: {
      ...{ brandName: 'CB', help: 'Call 800', seller: ['Sold by CB LLC'] },
      groups: [{ heading: 'Delivery to', lines: ['Ada'], items: [], amounts: [] }],
      amounts: [{ name: 'Total', amount: '$1.00', isTotal: true }],
      payments: [{ name: 'Visa ending in 1111', amount: '$1.00', isTotal: false }],
    },
  }
  const { content } = facts
  test.each<[string, Partial<ReceiptFacts>]>([
    ['kind', { kind: 'gift-receipt' }],
    ['brand', { brand: 'CB2' }],
    ['order', { orderNumber: 'B' }],
    ['moment', { placedAt: new Date('2026-03-02T15:00:01Z') }],
    ['cancellation', { cancelledOn: 'March 3, 2026' }],
    ['country, by its phone', { content: { ...content, help: 'Call 888' } }],
    [
      'person',
      { content: { ...content, groups: [{ heading: 'Delivery to', lines: ['Eve'], items: [], amounts: [] }] } },
    ],
    ['currency', { content: { ...content, amounts: [{ name: 'Total', amount: 'CAD 1.00', isTotal: true }] } }],
    [
      'money given back',
      { content: { ...content, payments: [{ name: 'Refunded', amount: '$1.00', isTotal: false }] } },
    ],
  ])('SAFE-40: a receipt of another %s is never answered with this one', async (_, other) => {
    const pool = {
      draw: async (job: DrawingJob) => Buffer.from(job.kind === 'receipt' ? JSON.stringify(job.facts) : ''),
      close: async () => undefined,
    }
    const drawings = createDrawings({ pool })
    const [first, second] = await Promise.all([drawings.receipt(facts), drawings.receipt({ ...facts, ...other })])
    expect(String(first)).toBe(JSON.stringify(facts))
    expect(String(second)).toBe(JSON.stringify({ ...facts, ...other }))
    expect(await drawings.receipt({ ...facts })).toBe(first)
  })
})

describe('the cached drawings', () => {
  const design: NormalDesign = { version: 1, type: 700, template: 'x', location: '', ground: '', lines: [] }
  const read = async () => design

  test('SAFE-40: the least lately used is forgotten first, and drawn again when it is asked for', async () => {
    const drawn: string[] = []
    const pool = {
      async draw({ name }: DrawingJob) {
        drawn.push(name)
        return Buffer.alloc(10)
      },
      close: async () => undefined,
    }
    const drawings = createDrawings({ pool, maxBytes: 25 })
    for (const hash of ['a', 'b', 'a', 'c', 'a', 'b']) await drawings.picture(hash, 'svg', read)
    expect(drawn).toEqual(['a', 'b', 'c', 'b'])
  })

  test('SPEED-13: 16 MB of drawings are there, whatever is asked for', async () => {
    const drawn: string[] = []
    const pool = {
      async draw({ name }: DrawingJob) {
        drawn.push(name)
        return Buffer.alloc(1_000_000)
      },
      close: async () => undefined,
    }
    const drawings = createDrawings({ pool })
    const names = Array.from({ length: 20 }, (_, nth) => `picture-${nth}`)
    for (const name of names) await drawings.picture(name, 'svg', read)
    for (const name of names.toReversed()) await drawings.picture(name, 'svg', read)
    expect(drawn.slice(20)).toEqual(names.slice(0, 4).toReversed())
  })

  test('SAFE-40: a drawing that takes too long is ended, and the next one drawn', async () => {
    const pool = createDrawingPool({ ...drawing, timeLimitMs: 2_000 })
    hold()
    await expect(pool.draw({ kind: 'picture', name: 'a', design })).rejects.toThrow('took longer')
    release()
    expect(String(await pool.draw({ kind: 'picture', name: 'b', design }))).toContain('data-hash="b"')
    await pool.close()
    await expect(pool.draw({ kind: 'picture', name: 'c', design })).rejects.toThrow('No thread')
  })

  test('SAFE-40: closed in the middle of a drawing nothing is left, and the drawing fails', async () => {
    const pool = createDrawingPool(drawing)
    hold()
    const drawn = pool.draw({ kind: 'picture', name: 'a', design })
    const failing = expect(drawn).rejects.toThrow('No thread')
    await untilAtWork(1)
    await pool.close()
    await failing
  })
})
