import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { variants } from '#domain/variant.ts'
import { createSessionService } from '#server/account/sessions/session-service.ts'
import { sku } from '#test/builders/catalog.ts'
import { spawnServerBeside } from '#test/builders/server-process.ts'
import { testShopper } from '#test/builders/shopper.ts'
import { overTheWire } from '#test/builders/wire.ts'
import { cardToken } from '#test/order/gateway.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { createWorld, type World } from '#test/world.ts'

const folder = mkdtempSync(join(tmpdir(), 'cartwright-modules-'))
let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Writes the address of every module that a process loads, by import or require, into a file of its own. */
const recorder = `import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
registerHooks({
  load(url, context, next) {
    appendFileSync(process.env.LOADED_MODULES + '.' + process.pid, url + '\\n')
    return next(url, context)
  },
})`

/** Large, and for what few shoppers ask. The interface of OpenTelemetry alone comes with prom-client. */
const late: readonly RegExp[] = [
  /@opentelemetry\/(?!api\/)/,
  ...['@adyen', 'braintree', 'sharp', '@img', 'pdfkit', 'fontkit'].map((name) => new RegExp(`/node_modules/${name}/`)),
]

test('SPEED-13: after the first purchase of a guest by card none of the large libraries is loaded, nor any font', async () => {
  const server = await spawnServerBeside(world, world.databaseUrl, {
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(recorder)}`,
    LOADED_MODULES: join(folder, 'modules'),
  })
  try {
    await server.ready()
    const { database, config } = world
    const shopper = testShopper(overTheWire({ port: () => server.port, address: '10.0.0.1' }), variants.cb)
    for (const path of ['/', '/category/tableware', `/product/${sku.mug}`, '/session']) await shopper.get(path)
    const sessions = createSessionService({ database, secret: config.secret })
    const shopperId = (await sessions.find(shopper.cookies.get('sid')))?.shopperId ?? ''
    const lines = [{ sku: sku.mug, quantity: 1 }]
    await insertCart(database, { shopperId, lines, tokens: [await cardToken(world)], email: 'guest@example.com' })
    expect((await shopper.get('/checkout/cart')).statusCode).toBe(200)
    expect(await shopper.call('order', 'placeOrder', { adata: '' })).toMatchObject({ isSuccess: true })
    const loaded = readFileSync(join(folder, `modules.${server.pid}`), 'utf8').split('\n')
    const isOf = (name: string) => (url: string) => url.includes(`/node_modules/${name}/`)
    // it sees both kinds of modules, else it would see none of those below
    expect(['fastify', 'pg'].filter((name) => !loaded.some(isOf(name)))).toEqual([])
    expect(loaded.filter((url) => late.some((each) => each.test(url)))).toEqual([])
    expect(loaded.filter((url) => /\.(woff2?|ttf|otf)$/.test(url))).toEqual([])
  } finally {
    await server.stop()
  }
}, 180_000)

test('SPEED-13: npm start gives the server its settings of memory, and leaves those an operator has set', () => {
  const program = join(folder, 'print.mjs')
  writeFileSync(program, 'console.log(JSON.stringify([process.execArgv, process.env.MALLOC_ARENA_MAX]))\n')
  const start = `import { serve } from './scripts/serve.mjs'
    process.exitCode = await serve(process.execPath, ${JSON.stringify(program)}, [])`
  const printed = (env: NodeJS.ProcessEnv) => {
    const { MALLOC_ARENA_MAX: _, NODE_OPTIONS: __, ...own } = process.env
    const out = execFileSync(process.execPath, ['--input-type=module', '-e', start], { env: { ...own, ...env } })
    return JSON.parse(out.toString()) as [string[], string]
  }
  const [given, arenas] = printed({})
  expect(given).toContain('--max-semi-space-size=16')
  expect(arenas).toBe('2')
  expect(printed({ MALLOC_ARENA_MAX: '8' })[1]).toBe('8')
})
