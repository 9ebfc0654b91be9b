import { expect, test, vi } from 'vitest'
import { fakeServer, networkFailure } from '#test/web/fake-server.ts'
import { ResetError, StatusError } from '#web/calls/errors.ts'
import { logError } from '#web/calls/log.ts'

const place = { action: 'UpdateItem', api: '/ReactCart/UpdateItem' }

test('PLAT-16, CART-27, ERR-05: an error is sent with its action and its call as {message, level}', async () => {
  const server = fakeServer()
  logError(new StatusError(500, '/ReactCart/UpdateItem'), place)
  await vi.waitFor(() => expect(server.count('/Checkout/Log')).toBe(1))
  const [body] = server.bodies('/Checkout/Log')
  expect(Object.keys(body as object)).toEqual(['message', 'level'])
  expect(body).toMatchObject({ level: 'error', message: expect.stringContaining('UpdateItem /ReactCart/UpdateItem') })
  expect(body).toMatchObject({ message: expect.stringContaining('Status: 500') })
})

test('ERR-18: the cart is named where it is known', async () => {
  const server = fakeServer()
  logError(new Error('no'), { ...place, basketId: 'b-9' })
  await vi.waitFor(() => expect(server.count('/Checkout/Log')).toBe(1))
  expect(server.bodies('/Checkout/Log')).toMatchObject([{ message: expect.stringContaining('b-9') }])
})

test('PLAT-14: an IsReset is never sent to the log', async () => {
  const server = fakeServer()
  logError(new ResetError('/ReactCart/UpdateItem'), place)
  await new Promise((resolve) => setTimeout(resolve))
  expect(server.count('/Checkout/Log')).toBe(0)
})

test('PLAT-16: a log that cannot be sent is given up, not logged', async () => {
  const server = fakeServer({ '/Checkout/Log': () => new Response('', { status: 500 }) })
  logError(networkFailure, place)
  await vi.waitFor(() => expect(server.count('/Checkout/Log')).toBe(1))
  await new Promise((resolve) => setTimeout(resolve))
  expect(server.count('/Checkout/Log')).toBe(1)
})
