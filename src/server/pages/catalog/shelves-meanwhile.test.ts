import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PageState } from '#contracts/pages.ts'
import { piece } from '#test/builders/catalog.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const headers = { host: 'cb.localhost:3000', accept: 'application/json', 'accept-encoding': 'br' }
const open = (url: string) => world.shop.app.http.inject({ url, headers })
const isKept = async (url: string) => (await open(url)).headers['content-encoding'] === 'br'

async function countOf(url: string): Promise<number> {
  const answer = await world.shop.app.http.inject({ url, headers: { ...headers, 'accept-encoding': 'identity' } })
  const { page } = answer.json<PageState>()
  if (page.name !== 'category' && page.name !== 'search') throw new Error(page.name)
  return page.browse.productCount
}

test('SCALE-09: the shelf of before serves where no new index is there, its page is kept by nobody, and other pages are', async () => {
  const before = await countOf('/category/tableware')
  expect(await isKept('/category/tableware')).toBe(true)
  await world.shop.shelves.stop()
  await world.importLines(piece('CB', 7_201, 'Late Tray'))
  // the version is asked for once a second
  await expect.poll(() => isKept('/category/tableware'), { timeout: 30_000 }).toBe(false)
  expect(await countOf('/category/tableware')).toBe(before)
  expect(await isKept('/product/7201')).toBe(true)
  expect((await open('/search?q=tray')).statusCode).toBe(200)
})

test('SCALE-09: without any index a shelf is 503 with its time to come again, and nothing else is', async () => {
  const other = { ...headers, host: 'cb2.localhost:3000' }
  const shelf = await world.shop.app.http.inject({ url: '/search?q=tray', headers: other })
  expect([shelf.statusCode, shelf.headers['retry-after']]).toEqual([503, '2'])
  expect((await world.shop.app.http.inject({ url: '/', headers: other })).statusCode).toBe(200)
})
