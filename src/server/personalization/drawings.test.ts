import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { NormalDesign } from '#domain/personalization/normal-design.ts'
import { createDrawingPool } from '#server/personalization/drawing-pool.ts'
import { createDrawings } from '#server/personalization/drawings.ts'
import { sku } from '#test/builders/catalog.ts'
import { drawingState } from '#test/builders/drawing-worker.ts'
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
        'no-store',
      ])
    }
    const other = shopper()
    expect((await other.get('/')).statusCode).toBe(200)
    expect((await other.get('/checkout/cart')).statusCode).toBe(200)
    expect((await other.call('cart', 'getCartJsx', {})).lineItems).toEqual([])
    release()
    const done = await Promise.all(answers)
    expect(done.filter(({ statusCode }) => statusCode === 200)).toHaveLength(22)
    expect([state[drawingState.drawn], state[drawingState.mostAtWork]]).toEqual([22, 2])
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

describe('the drawings kept', () => {
  const design: NormalDesign = { version: 1, type: 700, template: 'x', location: '', ground: '', lines: [] }
  const read = async () => design

  test('SAFE-40: the least lately used is forgotten first, and drawn again when it is asked for', async () => {
    const drawn: string[] = []
    const pool = {
      async draw({ hash }: { hash: string }) {
        drawn.push(hash)
        return Buffer.alloc(10)
      },
      close: async () => undefined,
    }
    const drawings = createDrawings({ pool, mostBytes: 25 })
    for (const hash of ['a', 'b', 'a', 'c', 'a', 'b']) await drawings.file(hash, 'svg', read)
    expect(drawn).toEqual(['a', 'b', 'c', 'b'])
  })

  test('SAFE-40: a drawing that takes too long is ended, and the next one drawn', async () => {
    const pool = createDrawingPool({ ...drawing, timeLimitMs: 2_000 })
    hold()
    await expect(pool.draw({ hash: 'a', design })).rejects.toThrow('took longer')
    release()
    expect(String(await pool.draw({ hash: 'b', design }))).toContain('data-hash="b"')
    await pool.close()
    await expect(pool.draw({ hash: 'c', design })).rejects.toThrow('No thread')
  })

  test('SAFE-40: closed in the middle of a drawing nothing is left, and the drawing fails', async () => {
    const pool = createDrawingPool(drawing)
    hold()
    const drawn = pool.draw({ hash: 'a', design })
    const failing = expect(drawn).rejects.toThrow('No thread')
    await untilAtWork(1)
    await pool.close()
    await failing
  })
})
