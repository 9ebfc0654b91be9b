import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registryPictureRules } from '#domain/registry/registry-picture.ts'
import { newRegistryOf } from '#test/builders/registry.ts'
import { createWorld, type World } from '#test/world.ts'

const guide = readFileSync('docs/how-to/run-in-production.md', 'utf8')

/** What a directive of the guide's proxy says, in bytes or seconds. */
function said(directive: string): number {
  const [, amount = '', unit = ''] = new RegExp(`^ *${directive} (\\d+)([mks]);$`, 'm').exec(guide) ?? []
  return Number(amount) * { m: 1024 * 1024, k: 1024, s: 1 }[unit as 'm' | 'k' | 's']
}

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('CALM-66: a proxy as the guide sets it up lets the largest picture through, and one that the store is to refuse', async () => {
  expect(said('client_max_body_size')).toBeGreaterThan(registryPictureRules.maxBytes + 64_000)
  const { owner, grId } = await newRegistryOf(world, [])
  await owner.page('/gift-registry/find')
  const file = { field: 'picture', bytes: Buffer.alloc(registryPictureRules.maxBytes) }
  const own = { origin: 'http://cb.localhost:3000', 'sec-fetch-site': 'same-origin' }
  const answer = await owner.upload('/gift-registry/picture', { grId: `${grId}` }, file, own)
  expect([answer.statusCode, answer.headers.location]).toEqual([303, `/gift-registry/edit/${grId}`])
})

test('CALM-60: it has room for the head of an answer with all that a refused form may bring back', async () => {
  const shopper = world.shopper()
  await shopper.get('/account/create-account')
  const fields = { firstName: 'x'.repeat(900), lastName: 'é'.repeat(400), email: 'nobody' }
  const { statusCode, headers } = await shopper.submit('/account/create-account', fields)
  const page = await shopper.get('/checkout/cart')
  const sizeOf = (head: object) =>
    Object.entries(head)
      .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one) => `${name}: ${one}\r\n`))
      .join('').length
  expect([statusCode, sizeOf(headers) > 1_000]).toEqual([303, true])
  // a page may have the policy, and give the cookie back
  expect(said('proxy_buffer_size')).toBeGreaterThan(2 * (sizeOf(headers) + sizeOf(page.headers)))
})

test('SAFE-43: it waits longer than the store does, and lets an idle connection go before it', () => {
  const { timeout, keepAliveTimeout } = world.shop.app.http.server
  expect(said('proxy_read_timeout') * 1_000).toBeGreaterThan(timeout)
  expect(said('keepalive_timeout') * 1_000).toBeLessThan(keepAliveTimeout)
})

test('CALM-66: a picture that is too large is read to its end before the answer, so that neither proxy nor browser is cut off', async () => {
  const { http } = world.shop.app
  await http.listen({ port: 0, host: '127.0.0.1' })
  const { owner, grId } = await newRegistryOf(world, [])
  await owner.page('/gift-registry/find')
  const form = new FormData()
  form.set('__RequestVerificationToken', owner.token())
  form.set('grId', `${grId}`)
  form.set('picture', new File([new Uint8Array(19_000_000)], 'photo.jpg'))
  const sent = new Response(form)
  const body = Buffer.from(await sent.arrayBuffer())
  const answered = await new Promise<unknown[]>((resolve, reject) => {
    const asked = request(
      {
        ...{ host: '127.0.0.1', port: (http.server.address() as AddressInfo).port, method: 'POST' },
        path: '/gift-registry/picture',
        headers: {
          ...{ host: 'cb.localhost:3000', origin: 'http://cb.localhost:3000', 'sec-fetch-site': 'same-origin' },
          cookie: [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...{ 'content-type': sent.headers.get('content-type') ?? '', 'content-length': body.length },
        },
      },
      (answer) => {
        answer.resume()
        resolve([answer.statusCode, asked.writableFinished])
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })
  expect(answered).toEqual([303, true])
})
