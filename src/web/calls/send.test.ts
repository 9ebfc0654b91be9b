import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeServer, networkFailure, sessionPage } from '#test/web/fake-server.ts'
import { calls } from '#web/calls/client.ts'
import { sendWithRetries } from '#web/calls/send.ts'
import { writeToken } from '#web/calls/token.ts'

const route = { method: 'POST', path: '/ReactCart/RemoveItem' } as const
const path = route.path

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = '<input type="hidden" name="__RequestVerificationToken" value="page-token">'
})
afterEach(() => {
  vi.useRealTimers()
  writeToken('')
  document.body.innerHTML = ''
})

/** Follows a call to its end while time runs, and gives its value or its error. */
async function outcome(call: Promise<unknown>): Promise<unknown> {
  const settled = call.catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  return settled
}

describe('PLAT-07, OPEN-04: the token of the page', () => {
  test('a POST carries the value of the hidden field, a GET does not', async () => {
    const server = fakeServer({ [path]: () => ({ isSuccess: true }), '/ReactCart/GetCartJsx': () => ({}) })
    await calls.cart.removeItem({ lineItemId: 'a' })
    await calls.cart.getCartJsx()
    expect(server.seen.map((request) => request.headers.get('RequestVerificationToken'))).toEqual(['page-token', null])
  })

  test('a page without a token, out of a cache, fetches one before its first POST', async () => {
    document.body.innerHTML = '<input type="hidden" name="__RequestVerificationToken" value="">'
    const server = fakeServer({ [path]: () => ({ isSuccess: true }) })
    await calls.cart.removeItem({ lineItemId: 'a' })
    expect(server.paths()).toEqual(['/session', path])
    expect(server.seen[1]?.headers.get('RequestVerificationToken')).toBe('renewed-token')
    expect(document.querySelector('input')?.value).toBe('renewed-token')
  })
})

describe('PLAT-09, PLAT-10, CONST-15: retries of a POST', () => {
  test("'Failed to fetch' is tried at 0, 500 and 1000 ms, three times in all", async () => {
    const at: number[] = []
    const start = Date.now()
    fakeServer({
      [path]: () => {
        at.push(Date.now() - start)
        return networkFailure
      },
    })
    await outcome(calls.cart.removeItem({ lineItemId: 'a' }))
    expect(at).toEqual([0, 500, 1000])
  })

  test("'Load failed' is tried three times", async () => {
    const server = fakeServer({ [path]: () => new TypeError('Load failed') })
    await outcome(calls.cart.removeItem({ lineItemId: 'a' }))
    expect(server.count(path)).toBe(3)
  })

  test.each([
    ['HTTP 500', () => new Response('', { status: 500 })],
    ['isSuccess false', () => ({ isSuccess: false, errorMessage: 'no' })],
    ['IsReset', () => ({ IsReset: true })],
    ['another error', () => new TypeError('something else')],
  ])('%s is never tried again', async (_name, answer) => {
    const server = fakeServer({ [path]: answer })
    await outcome(sendWithRetries(route, {}, 'key'))
    expect(server.count(path)).toBe(1)
  })
})

test('PLAT-11: a GET that fails with the network is made once', async () => {
  const server = fakeServer({ '/ReactCart/GetCartJsx': () => networkFailure })
  await outcome(calls.cart.getCartJsx())
  expect(server.count('/ReactCart/GetCartJsx')).toBe(1)
})

test('PLAT-12, ERR-13: when the network still fails after the retries, the same error object comes out', async () => {
  fakeServer({ [path]: () => networkFailure })
  expect(await outcome(calls.cart.removeItem({ lineItemId: 'a' }))).toBe(networkFailure)
})

test("PLAT-13, ERR-12: a reply flagged IsReset rejects with an error named 'IsReset'", async () => {
  fakeServer({ [path]: () => ({ IsReset: true }) })
  expect(await outcome(calls.cart.removeItem({ lineItemId: 'a' }))).toMatchObject({ name: 'IsReset' })
})

test.each([400, 500, 503])(
  "ERR-04: HTTP %s becomes an error whose message contains 'Status: {code}'",
  async (status) => {
    fakeServer({ [path]: () => new Response('', { status }) })
    const error = await outcome(calls.cart.removeItem({ lineItemId: 'a' }))
    expect(error).toBeInstanceOf(Error)
    expect(String(error)).toContain(`Status: ${status}`)
  },
)

describe('SCENE-17: a token or session that ended', () => {
  test('a new token is fetched once and the same request repeated with the same request key', async () => {
    const answers = [{ IsReset: true }, { isSuccess: true, errorMessage: '' }]
    const server = fakeServer({ [path]: () => answers.shift(), '/session': () => sessionPage('second-token') })
    expect(await outcome(calls.cart.removeItem({ lineItemId: 'a' }))).toMatchObject({ isSuccess: true })
    const [first, renewal, second] = server.seen
    expect(renewal?.path).toBe('/session')
    expect(second?.body).toEqual(first?.body)
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'))
    expect(second?.headers.get('RequestVerificationToken')).toBe('second-token')
  })

  test('it is not asked for again when the repeated request is flagged too', async () => {
    const server = fakeServer({ [path]: () => ({ IsReset: true }) })
    expect(await outcome(calls.cart.removeItem({ lineItemId: 'a' }))).toMatchObject({ name: 'IsReset' })
    expect(server.paths()).toEqual([path, '/session', path])
  })

  test('two requests at once share one new token', async () => {
    let isNew = false
    const server = fakeServer({
      [path]: ({ headers }) =>
        headers.get('RequestVerificationToken') === 'renewed-token' ? { isSuccess: true } : { IsReset: true },
      '/session': () => {
        isNew = true
        return sessionPage('renewed-token')
      },
    })
    await outcome(Promise.all([calls.cart.removeItem({ lineItemId: 'a' }), calls.cart.removeItem({ lineItemId: 'b' })]))
    expect(isNew).toBe(true)
    expect(server.count('/session')).toBe(1)
  })
})

describe('OPEN-07: the request key', () => {
  test('each action has a key of its own, its retries the same one', async () => {
    const answers = [networkFailure, { isSuccess: true }, { isSuccess: true }]
    const server = fakeServer({ [path]: () => answers.shift() })
    await outcome(calls.cart.removeItem({ lineItemId: 'a' }))
    await outcome(calls.cart.removeItem({ lineItemId: 'a' }))
    const keys = server.seen.map((request) => request.headers.get('idempotency-key'))
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })
})

test('BEYOND-01: a call tells the cart version that was last seen', async () => {
  const server = fakeServer({ [path]: () => ({ isSuccess: true, basketVersion: 7, changes: [] }) })
  await calls.cart.removeItem({ lineItemId: 'a' })
  await calls.cart.removeItem({ lineItemId: 'a' })
  expect(server.seen[1]?.headers.get('basket-version')).toBe('7')
})

test('CALL-11: the cart service is exactly the fourteen calls, beside those that other rows add', () => {
  const added = [
    'addItems',
    'restoreItem',
    'getDeliveryChoices',
    'getTotalExplanation',
    'getHeaderCounts',
    'getCustomOrderConfirmation',
    'getAvailability',
    'getItemChoices',
    'changeItem',
    'changePersonalization',
    'addInstallationService',
    'undoItemChange',
  ]
  expect(Object.keys(calls.cart).sort()).toEqual(
    [
      ...added,
      'checkout',
      'getCartJsx',
      'removeItem',
      'saveForLater',
      'updateItem',
      'updateShipMethod',
      'removeInstallationService',
      'removeItemFromSaveForLater',
      'moveToCart',
      'donationAddToCart',
      'applyZipCode',
      'applyPromoCode',
      'removePromoCode',
      'getEdd',
    ].sort(),
  )
})
