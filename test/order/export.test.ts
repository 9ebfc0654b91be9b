import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { exportOrders } from '#server/order/export/export-orders.ts'
import { sku } from '#test/builders/catalog.ts'
import { cardToken } from '#test/order/gateway.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { order } from '#test/order/place.ts'
import { createWorld, type World } from '#test/world.ts'

const placedAgain = statement(
  'test.many-orders',
  `with carts as (
     insert into shop.cart (shopper_id, cart_id, brand, country, currency, state)
     select gen_random_uuid(), gen_random_uuid(), 'CB', 'US', 'USD', 'ordered' from generate_series(1, 1200)
     returning shopper_id, cart_id)
   insert into shop.orders (shopper_id, order_id, cart_id, attempt, order_number, brand, country, state, cart_version, currency,
     total_cents, stored_value_cents, card_due_cents, facts, summary, recipients, settled_at)
   select shopper_id, gen_random_uuid(), cart_id, 1, cart_id::text, 'CB', 'US', 'placed', 1, 'USD', 0, 0, 0, '{}', '{}', '[]',
     '2026-02-01T00:00:00Z' from carts`,
)

describe('exporting placed orders', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
    const tokens = [await cardToken(world), await cardToken(world, '0002')]
    const wish = { lines: [{ sku: sku.sofaOat, quantity: 2 }] }
    const placed = await insertCart(world.database, { ...wish, tokens: tokens.slice(0, 1) })
    const refused = await insertCart(world.database, { ...wish, tokens: tokens.slice(1) })
    await order(world.shop.orders, placed.shopperId)
    await order(world.shop.orders, refused.shopperId)
  })
  afterAll(() => world.close())

  async function exported(since: string, until = new Date(Date.now() + 60_000)) {
    const lines: string[] = []
    for await (const line of exportOrders(world.database, new Date(since), until)) lines.push(line)
    return lines
  }

  test('OPEN-118: one JSON line per placed order, with lines, addresses and payments; refused orders are not in it', async () => {
    const lines = await exported('2026-01-01T00:00:00Z')
    expect(lines).toHaveLength(1)
    const [line] = lines
    expect(line?.endsWith('\n')).toBe(true)
    expect(JSON.parse(line ?? '')).toMatchObject({
      brand: 'CB',
      country: 'US',
      state: 'placed',
      currency: 'USD',
      lines: [
        { lineNo: 1, sku: sku.sofaOat, title: 'Lounge Sofa, Oat', quantity: 2, unitCents: 120_000, lineCents: 240_000 },
      ],
      payments: [{ slot: 1, method: 'card', brand: 'Visa', lastFour: '1111', state: 'authorized' }],
      recipients: [{ address: { city: 'Oak Brook' } }],
    })
    expect(line).not.toMatch(/"token"/)
  })

  test('OPEN-118: nothing that was placed before the date or after the end', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    expect(await exported(tomorrow, new Date(Date.now() + 2 * 86_400_000))).toEqual([])
    expect(await exported('2026-01-01T00:00:00Z', new Date('2026-01-02T00:00:00Z'))).toEqual([])
  })

  test('OPEN-118: 1,200 orders of the very same moment are all there, each once', async () => {
    await world.database.count(placedAgain)
    const lines = await exported('2026-02-01T00:00:00Z', new Date('2026-02-01T00:00:01Z'))
    const numbers = lines.map((line) => (JSON.parse(line) as { orderNumber: string }).orderNumber)
    expect(numbers).toHaveLength(1_200)
    expect(new Set(numbers).size).toBe(1_200)
  })

  const program = join(import.meta.dirname, '../../src/server/order/export/export-cli.ts')
  const run = (...words: string[]) => {
    const env = { ...process.env, DATABASE_URL: world.databaseUrl, DATA_DIR: world.config.dataDir }
    return spawnSync(process.execPath, [program, ...words], { env, encoding: 'utf8' })
  }

  test('OPEN-118: the command writes the lines to its standard output', () => {
    const { status, stdout, stderr } = run('--since', '2026-02-15')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout.trim().split('\n')).toHaveLength(1)
  })

  test('OPEN-118: the command explains itself when there is no date', () => {
    const { status, stdout, stderr } = run()
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain('--since DATE')
  })
})
