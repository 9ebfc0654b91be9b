import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pathTable } from '#contracts/paths.ts'
import { baseRateAt } from '#server/providers/tax/base-rates.ts'
import { shippingFees } from '#test/builders/rates.ts'
import { Connection } from './connection.ts'
import { Visitor } from './http-client.ts'
import { tokenOf, writtenByHand } from './limits/recorded-rows.ts'
import { differingRows } from './limits/same-rows.ts'
import { limitOf } from './limits/statements.ts'
import { wordsOf } from './limits/words.ts'
import type { Prepared } from './load.ts'
import { type BenchPostgres, startBenchPostgres } from './postgres.ts'
import type { Server } from './server.ts'
import { type Stage, setStage } from './stage.ts'
import { type LoadClient, openReplay, startLoadClient } from './workers.ts'

let postgres: BenchPostgres
let stage: Stage
const folder = mkdtempSync(join(tmpdir(), 'cartwright-limits-'))
beforeAll(async () => {
  postgres = await startBenchPostgres({ durable: false })
  stage = await setStage(postgres, { carts: 8, carts30: 1, recipientIds: 0, reviews: 3, isBare: true })
  await postgres.clone(stage.database, 'limited')
  await postgres.clone(stage.database, 'recorded')
}, 300_000)
afterAll(async () => {
  stage.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

const { cart } = pathTable
const zip = '60606'

describe('the hand-written statement that a read of a cart is measured by answers the same JSON', () => {
  let database: pg.Client
  let connection: Connection
  let reading: Server
  let words: ReturnType<typeof wordsOf>
  beforeAll(async () => {
    const url = await postgres.clone(stage.database, 'reading')
    reading = await stage.serve('reading')
    connection = new Connection(reading.port)
    database = new pg.Client({ connectionString: url })
    await database.connect()
    const { body } = await visitorOf(stage.carts[0]).get(cart.getCartJsx.path)
    const taxed = baseRateAt({ country: 'US', state: 'IL', postalCode: zip })
    words = wordsOf(JSON.parse(body.toString()), shippingFees, { [zip]: taxed })
  }, 300_000)
  afterAll(async () => {
    connection.close()
    await database.end()
    await reading.stop()
  })

  const visitorOf = (prepared: Prepared | undefined) => new Visitor(connection, reading.host, prepared)
  const nothing = async () => undefined

  test.each<[string, () => Prepared | undefined, (visitor: Visitor, prepared: Prepared) => Promise<unknown>]>([
    ['three lines', () => stage.carts[0], nothing],
    ['thirty lines', () => stage.carts30[0], nothing],
    [
      'other quantities, above each band of shipping',
      () => stage.carts[1],
      (visitor, { lineItemId }) => visitor.call(cart.updateItem.path, { lineItemId, quantity: 17 }),
    ],
    [
      'a promotion code',
      () => stage.carts[2],
      (visitor) => visitor.call(cart.applyPromoCode.path, { promoCode: 'BENCH7' }),
    ],
    [
      'a line saved for later',
      () => stage.carts[3],
      (visitor, { lineItemId }) => visitor.call(cart.saveForLater.path, { lineItemId }),
    ],
    [
      'a ZIP code with its tax, and a code',
      () => stage.carts[4],
      async (visitor) => {
        await visitor.call(cart.applyZipCode.path, { zip, country: 'US' })
        await visitor.call(cart.applyPromoCode.path, { promoCode: 'BENCH9' })
      },
    ],
    [
      'nothing',
      () => stage.carts[5],
      async (visitor) => {
        const { body } = await visitor.get(cart.getCartJsx.path)
        for (const { id: lineItemId } of JSON.parse(body.toString()).lineItems) {
          await visitor.call(cart.removeItem.path, { lineItemId })
        }
      },
    ],
  ])('%s', async (_what, chosen, prepare) => {
    const prepared = chosen()
    if (prepared === undefined) throw new Error('no such visitor is prepared')
    const visitor = visitorOf(prepared)
    await prepare(visitor, prepared)
    // a change that the shopper has not seen would be told
    const { body } = await visitor.get(cart.getCartJsx.path)
    const limit = limitOf('read-cart')({ ...words, brand: 'CB', country: 'US', token: tokenOf(prepared) })
    const { name, text, values } = limit[0]?.[0] ?? { name: '', text: '', values: [] }
    const { rows } = await database.query({ name, text, values: [...values] })
    expect(rows).toHaveLength(1)
    expect(JSON.parse(rows[0].answer)).toEqual(JSON.parse(body.toString()))
  })

  test('a cookie of nobody is answered nothing', async () => {
    const limit = limitOf('read-cart')({
      ...words,
      brand: 'CB',
      country: 'US',
      token: tokenOf({ cookie: 'sid=nobody' }),
    })
    const { text, values } = limit[0]?.[0] ?? { text: '', values: [] }
    expect((await database.query(text, [...values])).rows).toEqual([])
  })
})

describe('the hand-written statements that changes and orders are measured by write the same rows', () => {
  let server: Server
  let client: LoadClient
  beforeAll(async () => {
    server = await stage.serve('recorded')
    client = startLoadClient()
  }, 300_000)
  afterAll(async () => {
    client.close()
    await server.stop()
  })

  test('quantities, added lines and orders, on a twin of the database that the product wrote to', async () => {
    const shop = stage.shopOf(server)
    for (const [what, name, visitors] of [
      ['addItem', 'add-item', stage.carts],
      ['changeQuantity', 'change-quantity', stage.carts],
      ['placeOrder', 'place-order', stage.reviews],
    ] as const) {
      await client.ask({ kind: 'record', shop, watched: {}, what, visitors, log: postgres.log })
      const operations = await writtenByHand(postgres, 'recorded', name, visitors)
      const file = join(folder, `${name}.jsonl`)
      writeFileSync(file, operations.map((operation) => JSON.stringify(operation)).join('\n'))
      expect(await differingRows(postgres, 'recorded', 'limited')).not.toEqual([])
      const replay = await openReplay({ url: postgres.urlOf('limited'), file, shoppers: 2 })
      const slice = [0, visitors.length] as const
      const sample = await replay.ask({ kind: 'run', slice, seconds: 100, isRepeatable: false, watched: {} })
      replay.close()
      expect(sample.times).toHaveLength(visitors.length)
      expect(await differingRows(postgres, 'recorded', 'limited'), name).toEqual([])
    }
  }, 300_000)
})
