import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPostmaster } from '#embedded-postgres/postmaster.ts'
import { isRunning, portsOf, processesNamed, treeOf } from './processes.ts'
import { developmentSettings, freePort, launch, newFolder, type Settings, type Started, untilReady } from './server.ts'

let dataDir: string
beforeAll(() => {
  dataDir = newFolder()
  // started as root, PostgreSQL runs as a user of its own, who must be able to enter
  chmodSync(dataDir, 0o755)
})
const begun: Started[] = []
afterAll(() => {
  for (const { child } of begun) child.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

/** The same in a terminal, whose other end this program holds. */
const inTerminal = ['script', '--quiet', '--return', '--command', 'npm start', '/dev/null']

/** `npm start`, with its own PostgreSQL and its stand-ins. */
async function npmStart(more: Settings = {}, words: readonly string[] = ['npm', 'start']): Promise<Started> {
  const [port, gatewayPort, mailPort] = [await freePort(), await freePort(), await freePort()]
  const ports = { PORT: String(port), GATEWAY_PORT: String(gatewayPort), MAIL_SMTP_PORT: String(mailPort) }
  const settings: Settings = { ...developmentSettings, ...ports, DATA_DIR: dataDir, ...more }
  const [command = '', ...others] = words
  const started = launch(command, others, settings, port)
  begun.push(started)
  return started
}

const postgres = () => readPostmaster(join(dataDir, 'postgres', 'cluster'))?.pid ?? 0

/** npm, the script that it runs, the server that this one runs. */
function membersOf(npm: Started): { readonly npm: number; readonly script: number; readonly server: number } {
  const tree = treeOf(npm.pid)
  const find = (words: string) => tree.find((pid) => processesNamed(words).includes(pid)) ?? 0
  const server = find('src/server/main.ts')
  return {
    npm: npm.pid,
    script:
      tree.find(
        (pid) => processesNamed('node scripts/start.mjs').includes(pid) && !processesNamed('sh -c').includes(pid),
      ) ?? 0,
    server,
  }
}

describe('SAFE-09: what npm start has started ends with it', () => {
  const signals = ['SIGINT', 'SIGTERM'] as const
  const members = ['npm', 'script', 'server'] as const

  test.each([
    ...signals.flatMap((signal) => members.map((member) => [signal, member] as const)),
    ['SIGHUP', 'npm'] as const,
  ])(
    '%s to %s',
    async (signal, member) => {
      const npm = await untilReady(await npmStart())
      const pids = membersOf(npm)
      const everybody = [...treeOf(npm.pid), postgres()]
      expect(Object.values(pids).concat(postgres()).every(isRunning)).toBe(true)
      const ports = portsOf(everybody)
      expect(ports.length).toBeGreaterThanOrEqual(4)

      process.kill(pids[member], signal)
      await expect.poll(() => everybody.filter(isRunning), { timeout: 10_000, interval: 100 }).toEqual([])
      for (const port of ports) {
        await expect(fetch(`http://127.0.0.1:${port}/`), String(port)).rejects.toThrow()
      }
    },
    120_000,
  )

  test.each([1, 3])(
    'a terminal that is closed, with WEB_PROCESSES=%s',
    async (processes) => {
      const npm = await untilReady(await npmStart({ WEB_PROCESSES: String(processes), LOG_LEVEL: 'info' }, inTerminal))
      const everybody = [...treeOf(npm.pid).slice(1), postgres()]
      expect(everybody.length).toBeGreaterThan(processes + 3)
      // whoever held the other end of it is gone, and what is logged of the end goes nowhere
      npm.child.kill('SIGKILL')
      await expect.poll(() => everybody.filter(isRunning), { timeout: 60_000, interval: 100 }).toEqual([])
    },
    120_000,
  )

  test.each(['script', 'server'] as const)(
    'OPS-24: SIGHUP to %s ends nothing: the secrets are read anew',
    async (member) => {
      const npm = await untilReady(await npmStart({ LOG_LEVEL: 'info' }))
      const everybody = [...treeOf(npm.pid), postgres()]
      process.kill(membersOf(npm)[member], 'SIGHUP')
      await expect.poll(() => npm.said(), { timeout: 10_000 }).toContain('the secrets were read anew')
      expect(everybody.filter((pid) => !isRunning(pid))).toEqual([])
      expect((await fetch(`http://127.0.0.1:${npm.port}/readyz`)).status).toBe(200)
      await npm.stop()
      await expect.poll(() => everybody.filter(isRunning), { timeout: 10_000, interval: 100 }).toEqual([])
    },
    120_000,
  )

  test('Ctrl-C in a terminal, which comes to all of them at once', async () => {
    const npm = await untilReady(await npmStart())
    const everybody = [...treeOf(npm.pid), postgres()]
    const { script, server } = membersOf(npm)
    for (const pid of [npm.pid, script, server]) process.kill(pid, 'SIGINT')
    await expect.poll(() => everybody.filter(isRunning), { timeout: 10_000, interval: 100 }).toEqual([])
  }, 120_000)

  test('a signal in the middle of the start', async () => {
    const npm = await npmStart()
    await expect.poll(postgres, { timeout: 30_000, interval: 20 }).not.toBe(0)
    const everybody = [...treeOf(npm.pid), postgres()]
    process.kill(membersOf(npm).server, 'SIGTERM')
    await expect.poll(() => everybody.filter(isRunning), { timeout: 10_000, interval: 100 }).toEqual([])
    await expect.poll(postgres, { timeout: 10_000 }).toBe(0)
  }, 120_000)
})
