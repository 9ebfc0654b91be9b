import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createBuiltInGateway } from './built-in.ts'

test('OPS-28, OPS-31: the list of a busy day is read whole: without it nothing is reconciled, and no hold ends by itself', async () => {
  const reference = 'zvi2vn.F92XB7EPV63MD1ZW493NF0R5J4.ZAZNCWM0KN4DDD48PEKM3664PC.1'
  const authorizations = Array.from({ length: 20_000 }, (_, nth) => ({
    ...{ reference, psp: `PSP${nth}`, amount: nth, captured: 0, currency: 'USD', state: 'authorized' },
    ...{ at: '2026-11-24T16:00:00.000Z' },
  }))
  const text = JSON.stringify({ authorizations })
  expect(text.length).toBeGreaterThan(3 * 1024 * 1024)
  const server = createServer((_request, response) => response.end(text))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const gateway = createBuiltInGateway({ origin, apiKey: 'key', merchantAccount: 'Shop', connection: {} })
  onTestFinished(() => {
    gateway.close()
    server.close()
  })
  const listed = await gateway.list(new Date(0))
  expect(listed).toMatchObject({ state: 'listed' })
  expect(listed.state === 'listed' && listed.payments).toHaveLength(20_000)
})
