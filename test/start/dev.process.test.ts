import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from '#test/world.ts'
import { isRunning, treeOf } from './processes.ts'
import { developmentSettings, freePort, getPage, launch, newFolder, type Started, untilReady } from './server.ts'

let world: World
let dev: Started
beforeAll(async () => {
  world = await createWorld()
  const [port, gatewayPort, mailPort] = [await freePort(), await freePort(), await freePort()]
  const ports = { PORT: String(port), GATEWAY_PORT: String(gatewayPort), MAIL_SMTP_PORT: String(mailPort) }
  const settings = { ...developmentSettings, ...ports, DATA_DIR: newFolder(), DATABASE_URL: world.databaseUrl }
  dev = await untilReady(launch(process.execPath, ['scripts/dev-stores.ts'], settings, port))
}, 90_000)
afterAll(async () => {
  await dev.stop()
  await world.close()
})

describe('npm run dev', () => {
  const get = (path: string) => getPage(dev.port, `cb2-ca.localhost:${dev.port}`, path)

  test('a page is drawn from the sources, and names them as its scripts and styles', async () => {
    const { status, body, headers } = await get('/')
    expect(status).toBe(200)
    expect(body).toContain('<main')
    expect(body).toContain('src="/src/web/bootstrap-loader.ts" data-entry="/@dev/entry.js"')
    const styles = (await get('/@dev/styles.css')).body
    const classes = [...new Set(body.match(/(?<![\w-])[\w-]+-module_\w+/g))]
    expect(classes.length).toBeGreaterThan(10)
    expect(classes.filter((name) => !styles.includes(name))).toEqual([])
    // no page is let off the policy of scripts
    expect(headers['content-security-policy']).toContain("script-src 'self';")
  })

  test.each(['/src/web/bootstrap-loader.ts', '/@dev/entry.js', '/src/web/entry-client.tsx', '/@react-refresh'])(
    '%s is a script that a browser can run',
    async (path) => {
      const { status, headers } = await get(path)
      expect(status).toBe(200)
      expect(headers['content-type']).toContain('text/javascript')
    },
  )

  test('what is the shop’s to answer goes to the shop', async () => {
    expect((await get('/session')).body).toContain('name="__RequestVerificationToken"')
    expect((await get('/package.json')).status).toBe(404)
  })

  test('one signal ends all of it', async () => {
    const everybody = treeOf(dev.pid)
    expect(everybody.length).toBeGreaterThan(2)
    await dev.stop()
    expect(everybody.filter(isRunning)).toEqual([])
  })
})
