import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { deployed, deployedSettings } from './deployed.ts'
import { etcdAddresses } from './etcd.ts'
import { missingForFailover, whyRefused } from './packages.ts'

const words = 'loses acknowledged orders when the primary stands still'

test.each([
  ['etcd3:\n  hosts: a:2379\n', '3.0.2', `Patroni 3.0.2 with etcd3: ${words}`],
  ['scope: x\netcd3: {host: "a:2379"}\n', '2.1.4', `Patroni 2.1.4 with etcd3: ${words}`],
  ['etcd3:\n  hosts: a:2379\n', '3.0.3', null],
  ['etcd3:\n  hosts: a:2379\n', '4.1.0', null],
  ['etcd:\n  hosts: a:2379\n', '3.0.2', null],
  ['# not with etcd3:\netcd:\n  hosts: a:2379\n', '3.0.2', null],
])('OPS-31: of %j the drill with Patroni %s says %s', (configuration, version, why) => {
  const said = whyRefused(configuration, version)
  if (why === null) expect(said).toBeNull()
  else expect(said).toContain(why)
})

test('OPS-31: what is not installed is named, each package by the name that Debian has for it', () => {
  expect(missingForFailover(() => false)).toEqual(
    expect.arrayContaining([
      'patroni',
      'python3-etcd',
      'etcd-server',
      'haproxy',
      'pgbouncer',
      'iproute2',
      'postgresql',
    ]),
  )
  expect(missingForFailover((file) => !file.includes('haproxy'))).toContain('haproxy')
  expect(missingForFailover((file) => !file.includes('haproxy'))).not.toContain('patroni')
})

test('OPS-31: what is deployed is what was tried: the second protocol of etcd, both disks before an answer, and a lease that Patroni takes', () => {
  const patroni = readFileSync(deployed('patroni/patroni.yml'), 'utf8')
  expect(whyRefused(patroni, '3.0.2')).toBeNull()
  const setTo = (name: string) => new RegExp(`^ +${name}: (.*)$`, 'm').exec(patroni)?.[1]
  expect(setTo('hosts')).toBe(`[${etcdAddresses.map((each) => `${each}:2379`).join(', ')}]`)
  for (const name of ['synchronous_mode', 'failsafe_mode', 'use_pg_rewind'])
    expect([name, setTo(name)]).toEqual([name, 'true'])
  expect(setTo('primary_start_timeout')).toBe('0')
  expect(setTo('synchronous_commit')).toBe("'on'")
  const [ttl = 0, wait = 0, retry = 0] = ['ttl', 'loop_wait', 'retry_timeout'].map((name) => Number(setTo(name)))
  expect(ttl).toBeGreaterThanOrEqual(wait + 2 * retry)
  expect(deployedSettings('patroni/etcd.env')).toMatchObject({ ETCD_ENABLE_V2: 'true' })
})

test('OPS-31: both database machines differ in their name and address alone', () => {
  const [one, two] = [1, 2].map((nth) => deployedSettings(`patroni/database-${nth}.env`))
  const changed = Object.entries(one ?? {}).map(([name, value]) => [
    name,
    value?.replace('10.0.0.11', '10.0.0.12').replace('database-1', 'database-2'),
  ])
  expect(two).toEqual(Object.fromEntries(changed))
  const proxy = readFileSync(deployed('haproxy/database.cfg'), 'utf8')
  for (const each of [one, two])
    expect(proxy).toContain(`${each?.PATRONI_NAME} ${each?.PATRONI_POSTGRESQL_CONNECT_ADDRESS} check`)
})
