import pg from 'pg'
import { expect, test } from 'vitest'
import { databaseHosts, forReading, isReplicaUrl } from './hosts.ts'

/** Where the driver would go with each of the addresses, `host:port`. */
const ends = (text: string) =>
  databaseHosts(text)?.urls.map((connectionString) => {
    const { host, port, user, password, database } = new pg.Client({ connectionString })
    return `${user}/${password}@${host}:${port}/${database}`
  })

test.each([
  ['one host', 'postgres://u:p@a:5433/n', ['u/p@a:5433/n'], false],
  ['the long name of the scheme', 'postgresql://u:p@a/n', ['u/p@a:5432/n'], false],
  ['two hosts', 'postgres://u:p@a:5432,b:5433/n', ['u/p@a:5432/n', 'u/p@b:5433/n'], true],
  ['hosts without ports', 'postgres://u:p@a,b/n', ['u/p@a:5432/n', 'u/p@b:5432/n'], true],
  ['one of IPv6', 'postgres://u:p@[::1]:5433/n', ['u/p@::1:5433/n'], false],
  [
    'IPv6 among names',
    'postgres://u:p@a:1,[fe80::2],c.example:3/n',
    ['u/p@a:1/n', 'u/p@fe80::2:5432/n', 'u/p@c.example:3/n'],
    true,
  ],
  ['an escaped password', 'postgres://u:p%40%2F%2C%3A@a,b/n', ['u/p@/,:@a:5432/n', 'u/p@/,:@b:5432/n'], true],
  ['any server will do', 'postgres://u:p@a,b/n?target_session_attrs=any', ['u/p@a:5432/n', 'u/p@b:5432/n'], false],
  ['one that must take writes', 'postgres://u:p@a/n?target_session_attrs=read-write', ['u/p@a:5432/n'], true],
  ['a socket', 'postgres://u:p@/n?host=/run/pg', ['u/p@/run/pg:5432/n'], false],
  ['a socket beside an address', 'postgres://u:p@127.0.0.1:5/n?host=%2Frun%2Fpg', ['u/p@/run/pg:5/n'], false],
])('OPS-11: DATABASE_URL with %s', (_name, text, wanted, isForWriting) => {
  expect(ends(text)).toEqual(wanted)
  expect(databaseHosts(text)?.isForWriting).toBe(isForWriting)
})

test('OPS-11: other parameters go to the driver of each host', () => {
  const known = 'postgres://u:p@a,b/n?application_name=x&target_session_attrs=any&connect_timeout=3'
  expect(databaseHosts(known)?.urls).toEqual([
    'postgres://u:p@a:5432/n?application_name=x&connect_timeout=3',
    'postgres://u:p@b:5432/n?application_name=x&connect_timeout=3',
  ])
})

test.each([
  'mysql://u:p@a/n',
  'postgres://',
  'postgres://u:p@a',
  'postgres:///n',
  'postgres://u:p@a,/n',
  'postgres://u:p@,b/n',
  'postgres://u:p@a:0/n',
  'postgres://u:p@a:99999,b/n',
  'postgres://u:p@a:x,b/n',
  'postgres://u:p@[::1,b/n',
  'postgres://u:p@[zz]/n',
  'postgres://u:p@a b/n',
  'postgres://u:p@a,b/n?target_session_attrs=standby',
  'postgres://u:p@a,b/n?target_session_attrs=any&target_session_attrs=any',
  'postgres://u:p@a,b/n#there',
  'a:5432,b:5432/n',
])('OPS-11: %s leads to no database', (text) => {
  expect(databaseHosts(text)).toBeUndefined()
})

test.each([
  ['one', 0, 'postgres://u:p@a/n', ['u/p@a:5432/n']],
  ['one, whichever begins', 5, 'postgres://u:p@a:1/n', ['u/p@a:1/n']],
  ['several', 0, 'postgres://u:p@a,[::1]:2,c/n', ['u/p@a:5432/n', 'u/p@::1:2/n', 'u/p@c:5432/n']],
  ['several, the third first', 2, 'postgres://u:p@a,b,c/n', ['u/p@c:5432/n', 'u/p@a:5432/n', 'u/p@b:5432/n']],
  ['several, the second first', 4, 'postgres://u:p@a,b,c/n', ['u/p@b:5432/n', 'u/p@c:5432/n', 'u/p@a:5432/n']],
  ['a socket', 1, 'postgres://u:p@/n?host=/run/pg', ['u/p@/run/pg:5432/n']],
])('SCALE-12: any of the servers of DATABASE_REPLICA_URL will do: %s', (_name, nth, text, wanted) => {
  const reading = forReading(text, nth)
  expect(ends(reading)).toEqual(wanted)
  expect(databaseHosts(reading)?.isForWriting).toBe(false)
})

test('SCALE-12: what the driver needs for TLS goes along to each', () => {
  const text = 'postgres://u:p@a,b/n?sslmode=verify-full&target_session_attrs=any&sslnegotiation=direct'
  expect(databaseHosts(forReading(text, 1))?.urls).toEqual([
    'postgres://u:p@b:5432/n?sslmode=verify-full&sslnegotiation=direct',
    'postgres://u:p@a:5432/n?sslmode=verify-full&sslnegotiation=direct',
  ])
})

test.each([
  ['postgres://u:p@a,b/n', true],
  ['postgres://u:p@a,b/n?sslmode=verify-full&target_session_attrs=any', true],
  ['postgres://u:p@a,b/n?target_session_attrs=read-write', false],
  ['postgres://u:p@a', false],
])('SCALE-12: %s is a replica: %s', (text, is) => {
  expect(isReplicaUrl(text)).toBe(is)
})
