import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SkuFacts } from '#domain/catalog/sku.ts'
import { variants } from '#domain/variant.ts'
import { skuFacts } from '#server/catalog/catalog-store.ts'
import { createSkuCache } from '#server/catalog/sku-cache.ts'
import { type Sql, statement } from '#server/db/database.ts'
import { piece, prices, sku, testCatalog } from '#test/builders/catalog.ts'
import { countingDatabase } from '#test/builders/context.ts'
import { createWorld, type World } from '#test/world.ts'

const vase = 7_201
const bowl = 7_202

let world: World
beforeAll(async () => {
  const pieces = [...piece('CB', vase, 'Vase', { prices: prices(1_000) }), ...piece('CB', bowl, 'Bowl')]
  world = await createWorld({ catalog: [...testCatalog(), ...pieces] })
})
afterAll(() => world.close())

const setPrice = statement(
  'test.set-price',
  'update shop.price set current_cents = $1, regular_cents = 1000000 where sku = $2',
)
const setFree = statement('test.set-free', 'update shop.stock set on_hand = $1 where sku = $2')

describe('the facts of skus that a process holds', () => {
  test('SPEED-05: what changed is read anew, of its own country, and only that; free pieces are those of now', async () => {
    const { database, names } = countingDatabase(world.database)
    const cache = createSkuCache()
    const both = async () => {
      names.length = 0
      const found = await cache.facts(database, variants.cb, [vase, bowl, 999_999])
      expect(found).toEqual(await skuFacts(world.database, variants.cb, [vase, bowl, 999_999]))
      return [...names]
    }
    expect(await both()).toEqual(['catalog.sku-facts'])
    // a number that is no sku is never held
    expect(await both()).toEqual(['catalog.sku-stamps', 'catalog.sku-facts'])
    await world.database.count(setFree, [3, vase])
    await world.database.count(setPrice, [1_100, bowl])
    await both()
    expect(cache.counts()).toMatchObject({ hits: 3, misses: 6, skus: 2 })
    const inCanada = await cache.facts(database, variants['cb-ca'], [vase])
    expect(inCanada).toEqual(await skuFacts(world.database, variants['cb-ca'], [vase]))
    expect(await cache.facts(database, variants.cb2, [vase])).toEqual(new Map())
  })

  test('SPEED-05: of 200 new prices none that is older than the last one is answered, by four caches at once', async () => {
    const caches = Array.from({ length: 4 }, () => createSkuCache())
    let committed = 1_000
    let isOver = false
    let reads = 0
    const readers = caches.map(async (cache) => {
      for (let own = 0; !isOver || own === 0; own += 1) {
        const atLeast = committed
        const facts = (await cache.facts(world.database, variants.cb, [vase, sku.mug])).get(vase)
        expect(facts?.currentCents).toBeGreaterThanOrEqual(atLeast)
        reads += 1
      }
    })
    await world.database.count(setPrice, [committed, vase])
    for (let nth = 1; nth <= 200; nth += 1) {
      await world.database.count(setPrice, [1_000 + nth, vase])
      committed = 1_000 + nth
    }
    isOver = true
    await Promise.all(readers)
    expect(reads).toBeGreaterThan(200)
    const held = caches.reduce((sum, cache) => sum + cache.counts().hits, 0)
    expect(held).toBeGreaterThan(reads)
  })
})

/** A database of as many skus as are asked for, each of the usual size; every one has version 1. */
function shelfOf(like: SkuFacts): Sql {
  const rows = async (_: unknown, values: readonly unknown[] = []) =>
    (values[2] as readonly number[]).map((one) => ({ sku: one, version: 1, free: 5 }))
  const text = JSON.stringify(like)
  return {
    rows,
    row: async (_: unknown, values: readonly unknown[] = []) => ({
      facts: (values[2] as readonly number[]).map((one) => ({
        ...(JSON.parse(text) as SkuFacts),
        sku: one,
        factsVersion: 1,
      })),
    }),
  } as unknown as Sql
}

setFlagsFromString('--expose_gc')
const collect = runInNewContext('gc') as () => void
const heap = () => {
  collect()
  return process.memoryUsage().heapUsed
}

describe('SPEED-07: what is held stays small', () => {
  const largest = async () => {
    const found = await skuFacts(world.database, variants.cb, Object.values(sku))
    return [...found.values()].sort((a, b) => JSON.stringify(b).length - JSON.stringify(a).length)[0]!
  }

  test('SPEED-07: at most 8,000 skus, less than 40 MB; 100,000 read in turn leave the heap where it was', async () => {
    const sql = shelfOf(await largest())
    const cache = createSkuCache()
    const read = async (from: number, to: number) => {
      for (let one = from; one < to; one += 50) {
        await cache.facts(
          sql,
          variants.cb,
          Array.from({ length: 50 }, (_, nth) => one + nth),
        )
      }
    }
    const empty = heap()
    await read(0, 10_000)
    const full = heap()
    expect(cache.counts().skus).toBe(8_000)
    expect(full - empty).toBeLessThan(40_000_000)
    await read(10_000, 100_000)
    expect(cache.counts()).toMatchObject({ skus: 8_000, misses: 100_000, hits: 0 })
    expect(heap() - full).toBeLessThan(2_000_000)
  })

  test('SPEED-07: facts of unusual size make room by their size', async () => {
    const huge = { ...(await largest()), title: 'x'.repeat(100_000) }
    const cache = createSkuCache()
    await cache.facts(
      shelfOf(huge),
      variants.cb,
      Array.from({ length: 500 }, (_, nth) => nth),
    )
    expect(cache.counts().size).toBeLessThanOrEqual(20_000_000)
    expect(cache.counts().skus).toBeLessThan(200)
  })

  test('SPEED-07: by a Zipf mix of 100,000 skus, exponent 1.1, more than 78 of 100 are held', async () => {
    const sql = shelfOf(await largest())
    const cache = createSkuCache()
    const sums = new Float64Array(100_000)
    let sum = 0
    for (let rank = 0; rank < sums.length; rank += 1) {
      sum += 1 / (rank + 1) ** 1.1
      sums[rank] = sum
    }
    let seed = 7
    const random = () => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      return seed / 2 ** 32
    }
    const drawn = () => {
      const wanted = random() * sum
      let low = 0
      let high = sums.length - 1
      while (low < high) {
        const middle = (low + high) >> 1
        if (sums[middle]! < wanted) low = middle + 1
        else high = middle
      }
      return low
    }
    const read = async (times: number) => {
      for (let nth = 0; nth < times; nth += 1) {
        await cache.facts(sql, variants.cb, [...new Set([drawn(), drawn(), drawn()])])
      }
    }
    await read(20_000)
    const before = cache.counts()
    await read(20_000)
    const after = cache.counts()
    const hits = after.hits - before.hits
    expect(hits / (hits + after.misses - before.misses)).toBeGreaterThan(0.78)
  })
})
