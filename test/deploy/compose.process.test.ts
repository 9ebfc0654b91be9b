import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, connect as openSocket, type Socket } from 'node:net'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { pathTable } from '#contracts/paths.ts'
import { sku, testCatalog } from '#test/builders/catalog.ts'
import { freePort, newFolder } from '#test/start/server.ts'
import { Connection } from '../../bench/connection.ts'
import { Visitor } from '../../bench/http-client.ts'
import { checkOut, placeOrder, type Shop } from '../../bench/journey.ts'

/** Why the trial is not made here; '' where it is (docs/how-to/run-in-production.md, 'Try the image'). */
const reason = whyNot()

test.skipIf(reason !== '')(
  `OPS-21: podman-compose brings all of it up; an order is placed by TLS, one web process is stopped, and another is placed${reason}`,
  { timeout: 1_200_000 },
  async () => {
    const folder = newFolder()
    cpSync('deploy', join(folder, 'deploy'), { recursive: true, filter: (path) => path !== 'deploy/secrets' })
    const deploy = join(folder, 'deploy')
    execFileSync(join(deploy, 'make-secrets.sh'))
    writeFileSync(join(deploy, 'secrets/smtp-url'), 'smtps://shop:secret@mail.example')
    const lines = testCatalog().map((line) => JSON.stringify(line))
    writeFileSync(join(deploy, 'import/catalogue.jsonl'), lines.join('\n'))
    // limits no higher than those of a machine in a machine; a network whose containers know each other by name
    const conf =
      '[containers]\ndefault_ulimits = ["nofile=16384:16384", "nproc=4096:4096"]\n[engine]\nruntime = "runc"\n[network]\nnetwork_backend = "netavark"\n'
    writeFileSync(join(folder, 'containers.conf'), conf)
    const [httpPort, httpsPort] = [await freePort(), await freePort()]
    const [prometheusPort, gatewayPort] = [await freePort(), await freePort()]
    const environment = {
      ...process.env,
      ...{
        CONTAINERS_CONF: join(folder, 'containers.conf'),
        PROMETHEUS_PORT: `${prometheusPort}`,
        GATEWAY_PORT: `${gatewayPort}`,
      },
      ...{ HTTP_PORT: `${httpPort}`, HTTPS_PORT: `${httpsPort}` },
    }
    const compose = (...words: readonly string[]) => {
      const files = ['-p', project, '-f', 'compose.yaml', '-f', 'compose.test-store.yaml']
      const ended = spawnSync('podman-compose', [...files, ...words], {
        cwd: deploy,
        env: environment,
        encoding: 'utf8',
      })
      return { status: ended.status, said: `${ended.stdout}${ended.stderr}`.slice(-2_000) }
    }
    const podman = (...words: readonly string[]) =>
      execFileSync('podman', words, { env: environment, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    onTestFinished(() => void compose('down', '-v', '-t', '30'))
    expect(compose('up', '-d')).toMatchObject({ status: 0 })

    const host = `cb.localhost:${httpsPort}`
    const local = { host: '127.0.0.1', servername: 'cb.localhost', rejectUnauthorized: false }
    const port = await tunnel(() => connect({ ...local, port: httpsPort }), host)
    const gatewayTunnel = await tunnel(() => openSocket(gatewayPort, '127.0.0.1'), '')
    // each of them, so that one can be taken away
    const isReady = (name: string) =>
      podman('exec', `${project}_${name}_1`, 'node', 'scripts/ask.mjs', 'readyz', '--wait')
    for (const name of ['web1', 'web2', 'worker']) isReady(name)
    const importer = ['src/server/catalog/import/import-cli.ts', '/import/catalogue.jsonl']
    const imported = compose('run', '--rm', '--no-deps', '-T', 'migrate', ...importer)
    expect(imported).toMatchObject({ status: 0 })

    const order = async () => {
      const shop: Shop = {
        port,
        host,
        gatewayPort,
        categoryPath: '',
        productPath: '',
        productSku: sku.mug,
        skus: [sku.mug],
      }
      const [toShop, toGateway] = [new Connection(port), new Connection(gatewayTunnel)]
      const visitor = new Visitor(toShop, host)
      await visitor.openSession()
      await visitor.call(pathTable.cart.addItems.path, { items: [{ Sku: sku.mug, Quantity: 1 }] })
      await checkOut(visitor, toGateway, shop)
      await placeOrder(visitor, true)
      toShop.close()
      toGateway.close()
    }
    const answers = async () => [await page(), await page(), await page(), await page()]
    const page = () => fetch(`http://127.0.0.1:${port}/`).then(({ status }) => status, String)
    await expect.poll(answers, { timeout: 60_000 }).toEqual([200, 200, 200, 200])
    await order()
    podman('stop', '-t', '40', `${project}_web1_1`)
    await order()
    podman('start', `${project}_web1_1`)

    const query = (container: string, text: string) =>
      podman(
        'exec',
        `${project}_${container}_1`,
        'sh',
        '-c',
        `PGPASSWORD=$(cat /run/secrets/database-password-superuser) psql -h 127.0.0.1 -U postgres -At -d cartwright -c "${text}"`,
      ).trim()
    expect(query('primary', `select count(*) from shop.orders where state = 'placed'`)).toBe('2')
    expect(query('primary', 'select application_name, sync_state from pg_stat_replication')).toBe('replica|sync')
    for (const name of [
      'primary',
      'replica',
      'pgbouncer',
      'web2',
      'worker',
      'proxy',
      'prometheus',
      'gateway.localhost',
    ]) {
      expect([name, podman('healthcheck', 'run', `${project}_${name}_1`)]).toEqual([
        name,
        expect.not.stringContaining('unhealthy'),
      ])
    }
    const targets = await fetch(`http://127.0.0.1:${prometheusPort}/api/v1/query?query=up`).then((answer) =>
      answer.json(),
    )
    expect(targets).toMatchObject({ status: 'success' })
  },
)

const project = 'cartwright-trial'

function whyNot(): string {
  const missing = ['podman', 'podman-compose', 'runc'].filter(
    (name) => spawnSync(name, ['--version']).error !== undefined,
  )
  if (!existsSync('/usr/lib/podman/netavark')) missing.push('netavark', 'aardvark-dns')
  if (missing.length > 0) return ` (not installed: ${missing.join(', ')})`
  return process.env.COMPOSE_TRIALS === '1' ? '' : ' (takes minutes, and both images: with COMPOSE_TRIALS=1)'
}

/**
 * A port of this machine that leads to another, through TLS or not. What is said there of http is said of https, as a browser would.
 * @param host whom an answer without a host of the shop is asked of
 */
async function tunnel(open: () => Socket, host: string): Promise<number> {
  const server = createServer((socket) => {
    const far = open()
    const given = (text: string) =>
      text.replace('origin: http://', 'origin: https://').replace(/host: 127\.0\.0\.1:\d+/i, `host: ${host}`)
    socket.on('data', (part) => far.write(Buffer.from(given(part.toString('latin1')), 'latin1')))
    far.pipe(socket)
    // either end may go first, at the end of the test or before a port is open
    for (const each of [socket, far]) each.on('error', () => [socket, far].map((one) => one.destroy()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}
