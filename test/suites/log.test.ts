import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { add, address, item, reachReview } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
const lines: string[] = []
beforeAll(async () => {
  world = await createWorld({ logLine: (line) => lines.push(line) })
})
afterAll(() => world.close())

const logged = statement<{ message: string }>('test.logged-messages', 'select message from client_log order by log_id')

describe('the log', () => {
  test('SEC-61: of a whole purchase it holds no name, address, mail, phone, token, cookie or card', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug, 2))
    const where = address({ firstName: 'Wilhelmina', lastName: 'Quackenbush', address1: '77 Sassafras Lane' })
    const cardOneData = await reachReview(world, shopper, where)
    const placed = await shopper.call('order', 'placeOrder', { adata: '' })
    expect(placed).toMatchObject({ isSuccess: true, redirectUrl: '/checkout/confirmation' })
    expect((await shopper.page('/checkout/confirmation')).page).toMatchObject({
      name: 'confirmation',
      confirmation: { orderNumber: placed.orderNumber },
    })

    const text = lines.join('')
    expect(text).toContain('/ReactCheckout/PlaceOrder')
    const secrets = [shopper.token(), shopper.cookies.get('sid') ?? '', cardOneData.cardToken, '4111111111111111']
    const own = ['Wilhelmina', 'Quackenbush', 'Sassafras', 'ada@example.com', '312-555-0100', 'Chicago', '60601']
    for (const word of [...secrets, ...own]) {
      expect(word).not.toBe('')
      expect(text).not.toContain(word)
    }
  })

  test('SEC-62: a token that is refused makes one security event with a hash of the session and the address', async () => {
    const shopper = world.shopper()
    await shopper.get('/session')
    lines.length = 0
    await shopper.rawPost('/ReactCart/AddItems', { items: [] }, { requestverificationtoken: 'wrong' })
    const events = lines.map((line) => JSON.parse(line)).filter((line) => line.security !== undefined)
    expect(events).toMatchObject([
      {
        level: 'warn',
        security: 'token-refused',
        session: expect.stringMatching(/^[0-9a-f]{12}$/),
        address: '127.0.0.1',
      },
    ])
  })

  test('SEC-60: a fault answers a generic sentence and an id; the stack stands in the log only', async () => {
    const shopper = world.shopper()
    await shopper.get('/session')
    lines.length = 0
    await world.database.count(statement('test.hide', 'alter table client_log rename to client_log_hidden'))
    const answer = await shopper.rawCall('platform', 'log', { message: 'x', level: 'info' })
    await world.database.count(statement('test.show', 'alter table client_log_hidden rename to client_log'))
    expect(answer.statusCode).toBe(500)
    const { requestId, ...rest } = answer.json()
    expect(rest).toEqual({ isSuccess: false, errorMessage: 'Something went wrong. Please try again.' })
    const line = lines
      .map((each) => JSON.parse(each))
      .find((each) => each.reqId === requestId && each.err !== undefined)
    expect(line.err).toMatchObject({ code: '42P01', stack: expect.stringContaining('at ') })
  })
})

describe('OPEN-92, CALL-18: /Checkout/Log', () => {
  test('OPEN-92: a 61st call in a minute is refused', async () => {
    const shopper = world.shopper()
    await shopper.get('/session')
    for (let nth = 1; nth <= 60; nth += 1) {
      const answer = await shopper.call('platform', 'log', { message: `${nth}`, level: 'info' })
      expect(answer.isSuccess).toBe(true)
    }
    expect(await shopper.call('platform', 'log', { message: '61', level: 'info' })).toEqual({
      isSuccess: false,
      errorMessage: 'Too many tries. Please wait a few minutes and try again.',
    })
  })

  test('SEC-59: what could break a line is written out', async () => {
    const shopper = world.shopper()
    await shopper.call('platform', 'log', { message: 'a\r\nb\u001b[31m\u2028c {"level":"fatal"}', level: 'error' })
    const stored = (await world.database.rows(logged)).at(-1)?.message
    expect(stored).toBe('a\\r\\nb\\u001b[31m\\u2028c {"level":"fatal"}')
  })
})
