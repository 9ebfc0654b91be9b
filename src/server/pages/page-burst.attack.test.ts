import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#test/world.ts'

let world: World
let logBytes = 0
const unavailable: { readonly refused: number; readonly err?: unknown }[] = []
beforeAll(async () => {
  world = await createWorld({
    logLine: (line) => {
      logBytes += line.length
      if (line.includes('"unavailable"')) unavailable.push(JSON.parse(line))
    },
  })
})
afterAll(() => world.close())

test('SAFE-43: of 1,000 pages at once while none can be made each is refused with the page of the brand, and the log is short', async () => {
  const shopper = world.shopper('cb2')
  await shopper.get('/session')
  // a page begins with its session: as long as this is held, none is made
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  await client.query('begin; lock table shop.session in access exclusive mode')
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => shopper.get('/checkout/cart')))
  await client.query('rollback')
  await client.end()
  const refused = answers.filter(({ statusCode }) => statusCode === 503)
  expect(refused).toHaveLength(1_000)
  expect(refused.every(({ body }) => body.includes('data-brand="CB2"'))).toBe(true)
  // those that had begun waited for the database, and say so
  const away = refused.filter(({ body }) => body.includes('We will be right back'))
  expect(away.length).toBeLessThanOrEqual(32)
  expect(away.every(({ headers }) => headers['retry-after'] === '10')).toBe(true)
  const others = refused.filter((answer) => !away.includes(answer))
  expect(others.every(({ body }) => body.includes('One moment, please'))).toBe(true)
  expect(others.every(({ headers }) => headers['retry-after'] === '2')).toBe(true)
  const counted = Number(/^pages_refused_total (\d+)$/m.exec(await world.shop.app.metrics.text())?.[1])
  // all but those that had begun
  expect(counted).toBeGreaterThanOrEqual(1_000 - 32)
  expect(logBytes).toBeLessThan(100_000)
  expect(unavailable.some(({ refused }) => refused > 1)).toBe(true)
  expect(unavailable.filter(({ err }) => err !== undefined)).toEqual([])
  expect((await shopper.get('/checkout/cart')).statusCode).toBe(200)
})
