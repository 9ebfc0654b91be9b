import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createBuiltInGateway } from '#server/providers/card-gateway/built-in.ts'
import { readWebhook } from '#server/providers/card-gateway/webhooks.ts'
import { openTestGateway, type TestGateway, testGatewaySettings } from '#test/builders/card-gateway.ts'

const { apiKey, hmacKey, merchantAccount } = testGatewaySettings

describe('OPEN-65: signed webhook events of the processor', () => {
  let folder: string
  let receiver: Server
  let bodies: string[]
  let statuses: number[]
  let world: TestGateway

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'webhooks-'))
    bodies = []
    statuses = []
    receiver = createServer(async (request, response) => {
      bodies.push(await text(request))
      response.statusCode = statuses.shift() ?? 202
      response.end('[accepted]')
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    world = await open()
  })
  afterEach(async () => {
    await world.sandbox.close()
    receiver.closeAllConnections()
    receiver.close()
    rmSync(folder, { recursive: true, force: true })
  })

  function open(): Promise<TestGateway> {
    const { port } = receiver.address() as AddressInfo
    return openTestGateway({
      webhookUrl: `http://127.0.0.1:${port}/webhooks`,
      storePath: join(folder, 'books.sqlite'),
      webhookRetryMs: 1,
      now: () => new Date(),
    })
  }

  function gateway() {
    return createBuiltInGateway({ origin: world.origin, apiKey, merchantAccount, connection: {} })
  }

  async function authorize(reference: string, lastFour: string): Promise<string> {
    const token = await world.cardEnding(lastFour)
    const client = gateway()
    const result = await client.authorize({ reference, amountCents: 7_500, currency: 'CAD', token, method: 'card' })
    client.close()
    return result.state === 'authorized' ? result.providerRef : result.state
  }

  const read = (body: string | undefined) => readWebhook(JSON.parse(body ?? 'null'), { hmacKey, merchantAccount })

  async function received(count: number) {
    await expect.poll(() => bodies.length, { timeout: 5_000 }).toBe(count)
    return bodies.map(read)
  }

  test('an authorization, its capture and its refund are told, signed, with the reference and the amount', async () => {
    const providerRef = await authorize('order-7.1', '1111')
    const client = gateway()
    const change = { providerRef, reference: 'order-7.1', amountCents: 7_500, currency: 'CAD' as const }
    await client.capture({ ...change, key: 'c' })
    await client.refund({ ...change, key: 'r', amountCents: 500 })
    client.close()
    const told = { isSuccess: true, reference: 'order-7.1', providerRef, currency: 'CAD' }
    const readings = await received(3)
    expect(readings.map((each) => (each.state === 'valid' ? each.webhookEvents[0] : each))).toMatchObject([
      { ...told, event: 'AUTHORISATION', amountCents: 7_500 },
      { ...told, event: 'CAPTURE', amountCents: 7_500 },
      { ...told, event: 'REFUND', amountCents: 500 },
    ])
  })

  test('a decline is told as an authorization that failed, a void by reference as a technical cancel', async () => {
    await authorize('order-8.1', '0002')
    await authorize('order-9.1', '1111')
    const client = gateway()
    await client.void({ reference: 'order-9.1' })
    client.close()
    const readings = await received(3)
    expect(
      readings.map(
        (each) => each.state === 'valid' && [each.webhookEvents[0]?.event, each.webhookEvents[0]?.isSuccess],
      ),
    ).toEqual([
      ['AUTHORISATION', false],
      ['AUTHORISATION', true],
      ['TECHNICAL_CANCEL', true],
    ])
  })

  test('BEYOND-12: the fire drill sends a webhook event twice, both copies under one event id', async () => {
    await world.drill({ fault: 'duplicateNotice' })
    await authorize('order-7.1', '1111')
    const [first, second] = await received(2)
    expect(first).toEqual(second)
    expect(first).toMatchObject({ state: 'valid' })
  })

  test('a webhook event that was not taken comes again until it is, also after the gateway was started anew', async () => {
    statuses = [500, 401]
    await authorize('order-7.1', '1111')
    const readings = await received(3)
    expect(new Set(readings.map((each) => JSON.stringify(each))).size).toBe(1)

    statuses = Array.from({ length: 200 }, () => 503)
    await authorize('order-8.1', '1111')
    await expect.poll(() => bodies.length, { timeout: 5_000 }).toBeGreaterThan(3)
    await world.sandbox.close()
    bodies.length = 0
    statuses = []
    world = await open()
    expect(await received(1)).toMatchObject([{ state: 'valid', webhookEvents: [{ reference: 'order-8.1' }] }])
  })

  test('a webhook event with a changed field, another key, no signature, or for another merchant is rejected', async () => {
    await authorize('order-7.1', '1111')
    await received(1)
    const [body = ''] = bodies
    const changed = (from: string | RegExp, to: string) => {
      expect(body).toMatch(from)
      return read(body.replace(from, to))
    }
    expect(changed('order-7.1', 'order-8.1')).toEqual({ state: 'rejected', why: 'wrongSignature' })
    expect(changed('7500', '1')).toEqual({ state: 'rejected', why: 'wrongSignature' })
    expect(changed('"CAD"', '"USD"')).toEqual({ state: 'rejected', why: 'wrongSignature' })
    expect(changed('"success":"true"', '"success":"false"')).toEqual({ state: 'rejected', why: 'wrongSignature' })
    expect(changed(/"hmacSignature":"[^"]*"/, '"hmacSignature":"x"')).toEqual({
      state: 'rejected',
      why: 'wrongSignature',
    })
    expect(changed(/"hmacSignature":"[^"]*"/, '"other":"x"')).toEqual({ state: 'rejected', why: 'unsigned' })
    expect(readWebhook(JSON.parse(body), { hmacKey: 'cd'.repeat(32), merchantAccount })).toEqual({
      state: 'rejected',
      why: 'wrongSignature',
    })
    expect(readWebhook(JSON.parse(body), { hmacKey, merchantAccount: 'Other' })).toEqual({
      state: 'rejected',
      why: 'otherMerchant',
    })
    expect(
      [null, {}, { notificationItems: [] }, 'text'].map(
        (each) => readWebhook(each, { hmacKey, merchantAccount }).state,
      ),
    ).toEqual(Array.from({ length: 4 }, () => 'rejected'))
  })
})
