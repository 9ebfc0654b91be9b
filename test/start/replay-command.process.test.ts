import { delimiter } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { launch } from './server.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
afterAll(() => testDatabase.drop())

/** As an operator types it, with whatever Node the machine has. */
async function replay(...words: readonly string[]) {
  const PATH = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  const settings = { PATH: PATH.join(delimiter), DATABASE_URL: testDatabase.url }
  const started = launch('npm', ['run', '--silent', 'cart:replay', '--', ...words], settings, 0)
  return { code: await started.ended, said: started.said() }
}

test('BEYOND-13: the command tells of a cart, and refuses what it does not understand with its usage', async () => {
  const { cartId } = await insertCart(testDatabase.database, { lines: [] })
  const told = await replay(cartId)
  expect([told.code, told.said]).toEqual([0, expect.stringContaining('Nothing had changed it.')])
  const early = await replay(cartId, '--at', '2001-01-01T00:00:00Z')
  expect([early.code, early.said]).toEqual([1, expect.stringContaining('before that there was none')])
  for (const words of [
    [],
    [cartId, '--at', '2026-03-02'],
    [cartId, '--version', 'two'],
    [cartId, 'more'],
    ['--what'],
  ]) {
    const { code, said } = await replay(...words)
    expect([words, code, said]).toEqual([words, 2, expect.stringContaining('npm run cart:replay -- CART')])
  }
})
