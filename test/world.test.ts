import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('a visitor gets a session and a token, and can make calls', async () => {
  const shopper = world.shopper('cb2-ca')
  expect(await shopper.call('platform', 'log', { message: 'hello', level: 'info' })).toEqual({
    isSuccess: true,
    errorMessage: '',
  })
  expect(shopper.cookies.has('sid')).toBe(true)
})
