import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createHtmlCache, type Rendered } from './html-cache.ts'

const page = (text: string, isCacheable = true): Rendered => ({
  status: 200,
  contentType: 'text/html; charset=utf-8',
  body: Buffer.from(text),
  isCacheable,
})

function counting(text = 'page') {
  let renders = 0
  return {
    renders: () => renders,
    render: async () => {
      renders += 1
      return page(`${text} ${renders}`)
    },
  }
}

test('a page is rendered once and kept with a compressed copy', async () => {
  const cache = createHtmlCache()
  const { render, renders } = counting()
  await cache.get('cb /', 'v1', render)
  const stored = await cache.get('cb /', 'v1', render)
  expect(stored.body.toString()).toBe('page 1')
  expect(brotliDecompressSync(stored.brotli ?? Buffer.alloc(0)).toString()).toBe('page 1')
  expect(renders()).toBe(1)
})

test('a page asked for by many at once is rendered once', async () => {
  const cache = createHtmlCache()
  const { render, renders } = counting()
  await Promise.all([1, 2, 3, 4].map(() => cache.get('cb /', 'v1', render)))
  expect(renders()).toBe(1)
})

test('an old page is answered at once, and the next visitor has the new one', async () => {
  let now = 0
  const cache = createHtmlCache({ freshMs: 1000, now: () => now })
  const { render } = counting()
  await cache.get('cb /', 'v1', render)
  now = 1500
  expect((await cache.get('cb /', 'v1', render)).body.toString()).toBe('page 1')
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect((await cache.get('cb /', 'v1', render)).body.toString()).toBe('page 2')
})

test('another version of the catalogue is rendered before it is answered', async () => {
  const cache = createHtmlCache()
  const { render } = counting()
  await cache.get('cb /', 'v1', render)
  expect((await cache.get('cb /', 'v2', render)).body.toString()).toBe('page 2')
})

test('what may not be kept is not kept', async () => {
  const cache = createHtmlCache()
  await cache.get('cb /category/none', 'v1', async () => page('no such page', false))
  expect(cache.size()).toBe(0)
})

test('the cache is bounded by number and by bytes', async () => {
  const few = createHtmlCache({ maxPages: 2 })
  const small = createHtmlCache({ maxBytes: 2500 })
  for (const name of ['a', 'b', 'c', 'd']) {
    await few.get(name, 'v1', async () => page('x'))
    await small.get(name, 'v1', async () => page('x'.repeat(1000)))
  }
  expect([few.size(), small.size()]).toEqual([2, 2])
})

test('SPEED-13: of whatever pages are asked for, no more than 48 MB are there', async () => {
  const cache = createHtmlCache()
  const bytes = 600_000
  for (let nth = 0; nth < 100; nth += 1) {
    await cache.get(`cb /product/${nth}`, 'v1', async () => page('x'.repeat(bytes)))
    await cache.get(`cb /search?q=${nth}`, 'v1', async () => page('x'.repeat(bytes)))
  }
  expect(cache.size()).toBeGreaterThan(60)
  expect(cache.size() * bytes).toBeLessThan(48_000_000)
})

test('P20: however many queries are asked for, they push out neither the pages without one nor each other of another path', async () => {
  const cache = createHtmlCache({ maxPages: 400, maxPerPath: 5 })
  const { render, renders } = counting()
  await cache.get('cb /category/sofas', 'v1', render)
  await cache.get('cb /search?q=sofa', 'v1', render)
  for (let nth = 0; nth < 500; nth += 1) {
    await cache.get(`cb /category/rugs?page=${nth}`, 'v1', async () => page('x'))
  }
  expect(cache.size()).toBe(7)
  await cache.get('cb /category/sofas', 'v1', render)
  await cache.get('cb /search?q=sofa', 'v1', render)
  expect(renders()).toBe(2)
})

test('a render that fails is not kept, and the next is tried', async () => {
  const cache = createHtmlCache()
  await expect(cache.get('k', 'v1', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
  expect((await cache.get('k', 'v1', async () => page('well'))).body.toString()).toBe('well')
})
