import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isAlive } from '#embedded-postgres/postmaster.ts'
import { spawnServerBeside } from '#test/builders/server-process.ts'
import { freePort } from '#test/e2e/store-process.ts'
import { databaseUrl } from '#test/postgres.ts'
import { startProxy, through } from '#test/proxy.ts'
import { createWorld, type World } from '#test/world.ts'

// a busy machine takes its time
const patience = { timeout: 60_000, interval: 100 }

describe('SAFE-61 OPS-07: a start and the database', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  const ask = (port: number, path: string, accept = '*/*') =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept } })

  test('while it is away the start waits with growing pauses, says so each time, is alive and not ready; then it goes on', async () => {
    const [databasePort, opsPort] = [await freePort(), await freePort()]
    const url = through(world.databaseUrl, databasePort)
    const server = await spawnServerBeside(world, url, { OPS_PORT: String(opsPort) })
    const said = () =>
      server
        .log()
        .split('\n')
        .filter((line) => line.includes('the database is away'))
        .map((line) => JSON.parse(line) as { tries: number; pauseMs: number; reason: string })
    try {
      await expect.poll(() => said().length, patience).toBeGreaterThan(3)
      expect(said().map(({ tries }) => tries)).toEqual(said().map((_, index) => index + 1))
      const pauses = said().map(({ pauseMs }) => pauseMs)
      expect(pauses).toEqual([...pauses].sort((one, other) => one - other))
      expect(said()[0]?.reason).toContain('ECONNREFUSED')

      for (const port of [server.port, opsPort]) {
        const answers = await Promise.all(['/healthz', '/readyz'].map((path) => ask(port, path)))
        expect(answers.map(({ status }) => status)).toEqual([200, 503])
        expect(await answers[1]?.text()).toBe('database away\n')
      }
      const [page, call] = [await ask(server.port, '/', 'text/html'), await ask(server.port, '/cart/getcartjsx')]
      expect([page.status, page.headers.get('retry-after'), await page.text()]).toEqual([
        503,
        '10',
        expect.stringMatching(/^<!doctype html>/),
      ])
      expect([call.status, await call.json()]).toEqual([503, expect.objectContaining({ isSuccess: false })])

      const wire = await startProxy(world.databaseUrl, databasePort)
      await server.ready()
      expect([(await ask(opsPort, '/readyz')).status, (await ask(opsPort, '/metrics')).status]).toEqual([200, 200])
      // the longest pause, and what a start takes besides
      expect(said().every(({ pauseMs }) => pauseMs < 4_000)).toBe(true)
      expect(isAlive(server.pid)).toBe(true)
      expect((await ask(server.port, '/', 'text/html')).status).toBe(200)
      await server.stop()
      await wire.close()
    } finally {
      await server.stop('SIGKILL')
    }
  }, 150_000)

  test('OPS-07: the port is there at once, before the database was asked twice; a start may be told how long it waits', async () => {
    const url = through(world.databaseUrl, await freePort())
    const server = await spawnServerBeside(world, url, { DATABASE_WAIT_SECONDS: '3' })
    const alive = () =>
      ask(server.port, '/healthz')
        .then(({ status }) => status)
        .catch(() => 0)
    await expect.poll(alive, patience).toBe(200)
    const ended = await server.ready().catch((error: Error) => error.message)
    expect(ended).toMatch(/^the store ended with 1:/)
    expect(ended).toContain('The database did not answer within 3 s (DATABASE_WAIT_SECONDS)')
    expect(ended).not.toMatch(/postgres:\/\/|\n {4}at /)
  }, 60_000)

  const wrongPassword = (url: string) => {
    const wrong = new URL(url)
    wrong.password = 'wrong'
    return wrong.href
  }
  test.each([
    ['a wrong password', wrongPassword, /password authentication failed for user/],
    ['a database that is not there', (url: string) => databaseUrl(url, 'nowhere'), /database "nowhere" does not exist/],
  ])(
    '%s ends it at once with its message',
    async (_what, urlOf, message) => {
      const server = await spawnServerBeside(world, urlOf(world.databaseUrl))
      const ended = await server.ready().catch((error: Error) => error.message)
      expect(ended).toMatch(/^the store ended with 1:/)
      expect(ended).toMatch(message)
      expect(ended).not.toContain('wrong@')
      // for the person at the terminal: no stack
      expect(ended).not.toMatch(/the database is away|\n {4}at /)
    },
    60_000,
  )
})
