import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { checkInvariants } from '#server/order/books/invariants-store.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import type { ArchiveWords } from '#test/order/archive-process.ts'
import { placesOf } from '#test/order/archived.ts'
import { type GrownShop, openGrownShop } from './grown-shop.ts'

let database: TestDatabase
let shop: GrownShop
beforeAll(async () => {
  database = await createTestDatabase()
  shop = await openGrownShop(database.url)
  await shop.grow({ orders: 1_000, skus: 200 })
}, 300_000)
afterAll(async () => {
  await shop.close()
  await database.drop()
})

const due = statement<{ count: number }>(
  'test.due-orders',
  `select count(*)::int as count from shop.orders
   where greatest(created_at, settled_at, cancelled_at, money_moved_at) < now() - interval '13 months'`,
)
/** Rows of orders, wherever they are, and what their ledgers come to. */
const sums = statement<{ readonly [what: string]: number }>(
  'test.sums-of-orders',
  `with places as (
     select to_jsonb(o) as o, (select coalesce(jsonb_agg(to_jsonb(l)), '[]') from shop.order_line l where l.order_id = o.order_id) as l,
       (select coalesce(jsonb_agg(to_jsonb(p)), '[]') from shop.payment p where p.order_id = o.order_id) as p,
       (select coalesce(jsonb_agg(to_jsonb(h)), '[]') from shop.stock_hold h where h.order_id = o.order_id) as h from shop.orders o
     union all select document->'order', document->'lines', document->'payments', document->'stock' from shop.order_archive)
   select count(*)::int as orders, count(distinct o->>'order_number')::int as numbers, sum((o->>'total_cents')::bigint)::float8 as cents,
     sum(jsonb_array_length(l))::int as lines, sum(jsonb_array_length(p))::int as payments, sum(jsonb_array_length(h))::int as holds,
     (select count(*)::int from shop.order_line l where not exists (select from shop.orders o where o.order_id = l.order_id))
       + (select count(*)::int from shop.payment p where not exists (select from shop.orders o where o.order_id = p.order_id))
       + (select count(*)::int from shop.stock_hold h where not exists (select from shop.orders o where o.order_id = h.order_id)) as stray
   from places`,
)

type Ended = { readonly signal: NodeJS.Signals | null; readonly said: string }

/** Archives in a process of its own, which kills itself, or is killed after so long. */
function archive(how: { readonly dies?: boolean; readonly killedAfterMs?: number }): Promise<Ended> {
  const words: ArchiveWords = [database.url, how.dies ? 'die' : 'live']
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../test/order/archive-process.ts'), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    if (said === '' && how.killedAfterMs !== undefined) {
      void sleep(how.killedAfterMs).then(() => child.kill('SIGKILL'))
    }
    said += chunk.toString()
  })
  return new Promise((resolve) => child.on('close', (_code, signal) => resolve({ signal, said })))
}

test('SCALE-05: killed (kill -9) in the middle of 400 orders, each is in exactly one place, and the next run brings on the rest', async () => {
  const sql = shop.world.database
  const total = (await sql.row(due))?.count ?? 0
  expect(total).toBeGreaterThan(400)
  const before = await sql.row(sums)
  expect(before).toMatchObject({ stray: 0 })
  expect(await checkInvariants(sql)).toEqual([])

  expect(await archive({ dies: true })).toEqual({ signal: 'SIGKILL', said: '200\n' })
  expect(await placesOf(sql)).toMatchObject({ archived: 200, both: 0 })
  expect(await sql.row(sums)).toEqual(before)
  expect(await checkInvariants(sql)).toEqual([])

  for (const killedAfterMs of [1, 20]) {
    await archive({ killedAfterMs })
    const places = await placesOf(sql)
    expect(places?.both).toBe(0)
    expect((places?.archived ?? 0) % 200 === 0 || places?.archived === total).toBe(true)
    expect(await sql.row(sums)).toEqual(before)
    expect(await checkInvariants(sql)).toEqual([])
  }

  expect(await archive({})).toMatchObject({ signal: null })
  expect(await placesOf(sql)).toEqual({ archived: total, orders: (before?.orders ?? 0) - total, both: 0 })
  expect(await sql.row(sums)).toEqual(before)
  expect(await checkInvariants(sql)).toEqual([])
}, 120_000)
