import { request } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { sku } from '#test/builders/catalog.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let port: number
beforeAll(async () => {
  world = await createWorld()
  await world.shop.app.http.listen({ port: 0, host: '127.0.0.1' })
  port = (world.shop.app.http.server.address() as { port: number }).port
})
afterAll(() => world.close())

type Answer = { readonly status: number; readonly headers: object; readonly body: Buffer }

/** As a browser asks; fetch would not let a test choose the host. */
function ask(path: string, headers: Record<string, string> = {}, host = 'cb.localhost:3000'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({
      port,
      path,
      headers: { host, 'accept-encoding': 'gzip, br', accept: 'text/html', ...headers },
    })
    sent.on('error', reject)
    sent.on('response', (response) => {
      const parts: Buffer[] = []
      response.on('data', (part) => parts.push(part))
      response.on('end', () => {
        const { date, 'x-request-id': ofThis, ...stored } = response.headers
        resolve({ status: response.statusCode ?? 0, headers: stored, body: Buffer.concat(parts) })
      })
    })
    sent.end()
  })
}

const answeredEarly = async () =>
  Number(/kept_pages_total (\d+)/.exec(await world.shop.app.metrics.text())?.[1] ?? Number.NaN)
const textOf = (answer: Answer) => brotliDecompressSync(answer.body).toString()

describe('cached pages', () => {
  test('the second guest is answered before the framework, with the same bytes and headers', async () => {
    const first = await ask(`/product/${sku.mug}`)
    const before = await answeredEarly()
    const second = await ask(`/product/${sku.mug}`)
    expect(await answeredEarly()).toBe(before + 1)
    expect(second).toEqual(first)
    expect(textOf(second)).toContain('Stoneware Mug')
    expect(second.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      vary: 'cookie, accept-encoding, accept',
    })
  })

  test('who brings a cookie, wants JSON, is the app or reads no brotli goes the long way', async () => {
    await ask('/')
    await ask('/')
    const before = await answeredEarly()
    await ask('/', { cookie: 'sid=x' })
    await ask('/', { accept: 'application/json' })
    await ask('/', { 'x-app': '1' })
    await ask('/', { 'accept-encoding': 'gzip' })
    await ask('/?app=true')
    expect(await answeredEarly()).toBe(before)
  })

  test('each storefront has its own', async () => {
    for (const host of ['cb.localhost:3000', 'cb2.localhost:3000', 'cb.localhost:3000', 'cb2.localhost:3000']) {
      const brand = host.startsWith('cb2') ? 'CB2' : 'CB'
      expect(textOf(await ask('/', {}, host))).toContain(`data-brand="${brand}"`)
    }
  })

  test('a page that is gone is gone', async () => {
    expect((await ask(`/product/${sku.rug}`)).status).toBe(200)
    await world.importLines([])
    await world.database.count(
      statement(
        'test.take-away',
        `with gone as (delete from price where sku = ${sku.rug})
        insert into catalog_import (file_name, file_sha256, lines, changed, skipped) values ('x', '', 1, 1, 0)`,
      ),
    )
    await world.database.count(statement('test.unlist', `delete from listing where lead_sku = ${sku.rug}`))
    await expect.poll(async () => (await ask(`/product/${sku.rug}`)).status, { timeout: 10_000 }).toBe(404)
  })

  test('OPEN-120: from the start of a stop on nobody is answered early', async () => {
    await ask('/')
    await ask('/')
    const before = await answeredEarly()
    await world.shop.app.drain(0)
    expect([(await ask('/')).status, (await answeredEarly()) - before]).toEqual([503, 0])
  })
})
