import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sectionsOf, settingFaults, textOf } from './files.ts'

const folder = '/opt/cartwright'
const node = `${folder}/node_modules/.bin/node`
const names = ['web', 'worker', 'migrate'] as const

/** What a unit says under [Service]. */
function serviceOf(name: string) {
  const service = sectionsOf(textOf(`systemd/cartwright-${name}.service`)).get('Service') ?? new Map<string, string[]>()
  return (key: string): readonly string[] => service.get(key) ?? []
}

/** The settings that a unit gives. */
function environmentOf(name: string): ReadonlyMap<string, string> {
  const pairs = serviceOf(name)('Environment').flatMap((line) => line.split(' '))
  return new Map(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
}

describe('deploy/systemd', () => {
  test.each(names)('OPS-23: %s runs as a user of its own that can write nothing but its data', (name) => {
    const said = serviceOf(name)
    for (const [key, value] of Object.entries({
      DynamicUser: 'yes',
      ProtectSystem: 'strict',
      ProtectHome: 'yes',
      NoNewPrivileges: 'yes',
      PrivateTmp: 'yes',
      CapabilityBoundingSet: '',
      RestrictNamespaces: 'yes',
      Restart: 'on-failure',
      WorkingDirectory: folder,
      StateDirectory: `cartwright-${name}`,
    })) {
      expect([key, said(key)]).toEqual([key, [value]])
    }
    expect(environmentOf(name).get('DATA_DIR')).toBe(`/var/lib/cartwright-${name}`)
    // Node could not run
    expect(said('MemoryDenyWriteExecute')).toEqual([])
  })

  test.each(names)('OPS-23: every setting of %s is one of the product, and every secret a credential', (name) => {
    const environment = environmentOf(name)
    expect([...environment.keys()].flatMap(settingFaults)).toEqual([])
    const files = [...environment].filter(([key]) => key.endsWith('_FILE'))
    expect(files.map(([key, file]) => [key, file])).toEqual(
      files.map(([key]) => [key, `%d/${key.replace(/_FILE$/, '')}`]),
    )
    const credentials = serviceOf(name)('LoadCredential').map((line) => line.split(':')[0])
    expect(credentials).toEqual(files.map(([key]) => key.replace(/_FILE$/, '')))
    expect(credentials).toEqual(expect.arrayContaining(['DATABASE_URL', 'SHOP_SECRET']))
    expect(environment.get('NODE_ENV')).toBe('production')
  })

  test('OPS-23, SPEED-13: the server is Node itself with the memory of npm start', () => {
    for (const name of ['web', 'worker']) {
      expect(serviceOf(name)('ExecStart')).toEqual([
        `${node} --max-semi-space-size=16 /opt/cartwright/src/server/main.ts`,
      ])
      expect(environmentOf(name).get('MALLOC_ARENA_MAX')).toBe('2')
      expect(environmentOf(name).get('ROLE')).toBe(name)
    }
    expect(readFileSync('scripts/serve.mjs', 'utf8')).toContain("['--max-semi-space-size=16']")
  })

  test('OPS-23: counts as started when it is ready, is reloaded by HUP, and has time to end', () => {
    for (const name of ['web', 'worker']) {
      const said = serviceOf(name)
      expect(said('Type')).toEqual(['exec'])
      expect(said('ExecStartPost')).toEqual([`${node} scripts/ask.mjs readyz --wait`])
      expect(said('ExecReload')).toEqual(['/bin/kill -HUP $MAINPID'])
      expect(said('TimeoutStartSec')).toEqual(['infinity'])
      expect(Number(said('TimeoutStopSec')[0])).toBeGreaterThan(30)
      expect(environmentOf(name).get('OPS_PORT')).toMatch(/^\d+$/)
    }
    expect(existsSync('scripts/ask.mjs')).toBe(true)
    const ports = ['web', 'worker'].map((name) => environmentOf(name).get('OPS_PORT'))
    expect(new Set(ports).size).toBe(2)
  })

  test('OPS-23: migrate runs once, before the others', () => {
    expect(serviceOf('migrate')('Type')).toEqual(['oneshot'])
    expect(serviceOf('migrate')('ExecStart')).toEqual([`${node} src/server/db/migration/migrate-cli.ts --wait`])
    for (const name of ['web', 'worker']) {
      const [after] =
        sectionsOf(textOf(`systemd/cartwright-${name}.service`))
          .get('Unit')
          ?.get('After') ?? []
      expect(after?.split(' ')).toContain('cartwright-migrate.service')
    }
  })
})

const hasAnalyze = spawnSync('systemd-analyze', ['--version']).error === undefined

/** What systemd says of a unit whose program stands where this machine has one. */
function verified(name: string, text: string) {
  const file = join(mkdtempSync(join(tmpdir(), 'cartwright-unit-')), `cartwright-${name}.service`)
  writeFileSync(
    file,
    text.replaceAll(node, process.execPath).replace(`WorkingDirectory=${folder}`, 'WorkingDirectory=/'),
  )
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', '--recursive-errors=no', file], {
    encoding: 'utf8',
  })
  return { status, stderr }
}

test.skipIf(!hasAnalyze).each(names)(
  'OPS-23: systemd-analyze (package systemd) takes %s, and would say what it does not know',
  (name) => {
    const text = textOf(`systemd/cartwright-${name}.service`)
    expect(verified(name, text)).toEqual({ status: 0, stderr: '' })
    expect(verified(name, text.replace('DynamicUser=', 'DynamicUsers=')).status).toBe(1)
  },
)
