import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { pathTable } from '#contracts/paths.ts'
import { statement } from '#server/db/database.ts'
import { openTestGateway } from '#test/builders/card-gateway.ts'
import { sku, testCatalog } from '#test/builders/catalog.ts'
import { createTestDatabase } from '#test/database.ts'
import { freePort, getPage, newFolder, testStoreSettings } from '#test/start/server.ts'
import { Connection } from '../../bench/connection.ts'
import { Visitor } from '../../bench/http-client.ts'
import { checkOut, placeOrder, type Shop } from '../../bench/journey.ts'

/** Why the trial is not made here; '' where it is (docs/how-to/run-in-production.md, 'Try the image'). */
const reason = whyNot()

test.skipIf(reason !== '')(
  `OPS-20: the image is built, is small, and places an order on a root it cannot write, as 10001 with no right at all${reason}`,
  { timeout: 1_800_000 },
  async () => {
    if (process.env.IMAGE_TRIALS !== 'built') build()
    const [{ Size: size, Labels: labels } = { Size: 0, Labels: {} }] = JSON.parse(podman('image', 'inspect', image))
    console.log(`image: ${Math.round(size / 1e6)} MB`)
    expect(size).toBeLessThan(450e6)
    expect(labels).toMatchObject({
      'org.opencontainers.image.version': expect.stringMatching(/^\d+\.\d+\.\d+$/),
      'org.opencontainers.image.revision': expect.stringMatching(/^[\da-f]{40}$/),
    })
    expect(findIn('-name', '*.map')).toBe('')
    for (const absent of [
      'catalog',
      'src/sandbox',
      'src/web',
      'node_modules/vite',
      'node_modules/vitest',
      'node_modules/oidc-provider',
    ]) {
      expect([absent, run(['--entrypoint', '/usr/bin/test'], '-e', `/app/${absent}`).status]).toEqual([absent, 1])
    }

    const { database, url, drop } = await createTestDatabase()
    onTestFinished(drop)
    const [port, opsPort] = [await freePort(), await freePort()]
    const host = `cb.localhost:${port}`
    const gateway = await openTestGateway({
      now: () => new Date(),
      storeOrigins: [`http://${host}`],
      apiKey: testStoreSettings.GATEWAY_API_KEY ?? '',
      hmacKey: testStoreSettings.GATEWAY_HMAC_KEY ?? '',
      merchantAccount: 'Cartwright',
    })
    onTestFinished(() => gateway.sandbox.close())
    const settings = {
      ...testStoreSettings,
      ...{
        STAND_INS: 'card-gateway',
        GATEWAY_ORIGIN: gateway.origin,
        SMTP_URL: 'smtps://shop:secret@mail.example',
        MAIL_FROM: 'orders@cb.example',
      },
      ...{
        CB_ORIGIN: `http://${host}`,
        DATABASE_URL: overNetwork(url),
        HOST: '127.0.0.1',
        PORT: `${port}`,
        OPS_PORT: `${opsPort}`,
        SELLERS: '/own/sellers.json',
      },
    }
    const own = newFolder()
    chmodSync(own, 0o755)
    writeFileSync(
      join(own, 'catalogue.jsonl'),
      testCatalog()
        .map((line) => JSON.stringify(line))
        .join('\n'),
    )
    execFileSync('cp', [testStoreSettings.SELLERS ?? '', own])
    const given = [
      '-v',
      `${own}:/own:ro`,
      ...Object.entries(settings).flatMap(([name, value]) => ['-e', `${name}=${value}`]),
    ]
    const imported = run(given, 'src/server/catalog/import/import-cli.ts', '/own/catalogue.jsonl')
    expect([imported.status, imported.stderr]).toEqual([0, expect.any(String)])

    const name = `cartwright-trial-${port}`
    podman('run', '-d', '--name', name, ...confined, ...given, image)
    onTestFinished(() => void spawnSync('podman', [...global, 'rm', '-f', '-v', '-t', '30', name]))
    const readyz = () =>
      fetch(`http://127.0.0.1:${opsPort}/readyz`).then(
        ({ status }) => `${status}`,
        () => logsOf(name),
      )
    await expect.poll(readyz, { timeout: 60_000 }).toBe('200')
    expect(podman('exec', name, 'id', '-u').trim()).toBe('10001')
    expect(podman('exec', name, 'grep', '-h', 'CapEff', '/proc/1/status')).toMatch(/\t0+\n/)
    expect(spawnSync('podman', [...global, 'exec', name, 'touch', '/app/x'], { encoding: 'utf8' }).stderr).toContain(
      'Read-only file system',
    )
    expect(podman('healthcheck', 'run', name)).not.toContain('unhealthy')
    expect((await getPage(port, host, '/')).status).toBe(200)

    const shop: Shop = {
      port,
      host,
      gatewayPort: Number(new URL(gateway.origin).port),
      categoryPath: '',
      productPath: '',
      productSku: sku.mug,
      skus: [sku.mug],
    }
    const [toShop, toGateway] = [new Connection(port), new Connection(shop.gatewayPort)]
    const visitor = new Visitor(toShop, host)
    await visitor.openSession()
    await visitor.call(pathTable.cart.addItems.path, { items: [{ Sku: sku.mug, Quantity: 1 }] })
    await checkOut(visitor, toGateway, shop)
    await placeOrder(visitor, true)
    toShop.close()
    toGateway.close()
    expect(await database.row(placed)).toEqual({ count: 1 })
    podman('stop', '-t', '40', name)
    expect(JSON.parse(podman('inspect', name))[0].State.ExitCode).toBe(0)
  },
)

const base = 'localhost/cartwright-base:12'
const image = 'localhost/cartwright:latest'
const placed = statement<{ count: number }>(
  'test.placed-orders',
  `select count(*)::int as count from shop.orders where state = 'placed'`,
)
/** Of podman itself, before the command; the two limits are no higher than any machine's. */
const global = ['--runtime', 'runc']
const confined = [
  ...[
    '--read-only',
    '--user',
    '10001:10001',
    '--network=host',
    '--cap-drop=all',
    '--security-opt',
    'no-new-privileges',
  ],
  ...['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=4096:4096', '--memory', '1g', '--pids-limit', '200'],
]

function whyNot(): string {
  const missing = ['podman', 'buildah', 'debootstrap', 'runc'].filter(
    (name) => spawnSync(name, ['--version']).error !== undefined,
  )
  if (missing.length > 0) return ` (not installed: ${missing.join(', ')})`
  return process.env.IMAGE_TRIALS === undefined ? ' (takes minutes: with IMAGE_TRIALS=1)' : ''
}

const scriptOf = (name: string) => resolve('deploy', `${name}.sh`)

function build(): void {
  if (spawnSync('podman', ['image', 'exists', base]).status !== 0) execFileSync(scriptOf('make-base'), [base])
  const given = ['--isolation', 'chroot', '--build-arg', `BASE_IMAGE=${base}`, ...words('IMAGE_BUILD')]
  execFileSync(scriptOf('build-image'), given, { stdio: ['ignore', 'ignore', 'inherit'] })
}

/** The test server is reached by a socket, which no container has. */
function overNetwork(url: string): string {
  const changed = new URL(url)
  changed.search = ''
  return changed.href
}

/** Words that this machine needs besides, as its own certificates. */
function words(name: string): string[] {
  return (process.env[name] ?? '').split(' ').filter((word) => word !== '')
}

function podman(...args: readonly string[]): string {
  return execFileSync('podman', [...global, ...args], { encoding: 'utf8', maxBuffer: 1e8 })
}

function logsOf(name: string): string {
  const { stdout, stderr } = spawnSync('podman', [...global, 'logs', name], { encoding: 'utf8' })
  return `${stdout}${stderr}`
}

/** A command in a container of its own, to its end. */
function run(options: readonly string[], ...command: readonly string[]) {
  return spawnSync('podman', [...global, 'run', '--rm', ...confined, ...options, image, ...command], {
    encoding: 'utf8',
  })
}

function findIn(...conditions: readonly string[]): string {
  return run(['--entrypoint', '/usr/bin/find'], '/app', ...conditions).stdout.trim()
}
