import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from '#test/world.ts'
import { createNetworkReader, isNetwork, networkOf } from './client-network.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['::FFFF:203.0.113.9%eth0', '203.0.113.9'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['1:2:3:4:5:6:192.0.2.1', '1:2:3:4::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
])('SEC-27: %s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

const proxy = '10.0.0.1'
const reader = createNetworkReader(['10.0.0.0/8', '2001:db8:ffff::/48', '192.0.2.7'])
const read = (forwarded: string | undefined, remoteAddress: string = proxy) =>
  reader({ socket: { remoteAddress }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } })

describe('SAFE-20, SAFE-41: who a limit counts, behind a proxy', () => {
  test.each([
    // as most write it
    ['203.0.113.7', '203.0.113.7'],
    // with a port, as some do: the next connection of the same visitor has another
    ['203.0.113.7:5123', '203.0.113.7'],
    ['203.0.113.7:5124', '203.0.113.7'],
    ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:444', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:3::1', '2001:db8:1:2::/64'],
    ['"[2001:db8:1:2::1]:443"', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['[fe80::1%eth0]:80', 'fe80:0:0:0::/64'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    // what the visitor sent itself stands before what the proxy saw
    ['198.51.100.1, 203.0.113.7:5123', '203.0.113.7'],
    ['nonsense, 203.0.113.7', '203.0.113.7'],
    // a row of believed proxies, with their ports
    ['203.0.113.7:9, 10.1.1.1:8080', '203.0.113.7'],
    ['203.0.113.7, [2001:db8:ffff::5]:8080, ::ffff:10.1.1.1', '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7, 192.0.2.7', '203.0.113.7'],
    ['10.2.2.2, 10.1.1.1', '10.2.2.2'],
    // nonsense counts as the proxy that passed it on
    ['', proxy],
    ['unknown', proxy],
    ['_hidden', proxy],
    ['203.0.113.7,', proxy],
    ['203.0.113', proxy],
    ['203.0.113.256', proxy],
    ['203.0.113.07', proxy],
    ['203.0.113.7:', proxy],
    ['203.0.113.7:123456', proxy],
    ['203.0.113.7:12:34', proxy],
    ['203.0.113.7 5123', proxy],
    ['[203.0.113.7]:443', proxy],
    ['[2001:db8::1', proxy],
    ['[2001:db8::1]443', proxy],
    ['[]:443', proxy],
    ['cb.example:443', proxy],
    ['4012888888881881', proxy],
    ['\u202E203.0.113.7', proxy],
    ['nonsense, 10.1.1.1', '10.1.1.1'],
  ])('%s is %s', (forwarded, network) => {
    expect(read(forwarded)).toBe(network)
  })

  test('nobody but a believed proxy is believed', () => {
    expect(read('203.0.113.7', '198.51.100.9')).toBe('198.51.100.9')
    expect(read('203.0.113.7', '::ffff:198.51.100.9')).toBe('198.51.100.9')
    expect(read('203.0.113.7', '2001:db8:1::1')).toBe('2001:db8:1:0::/64')
    expect(read('203.0.113.7', '::ffff:10.0.0.1')).toBe('203.0.113.7')
    expect(read('203.0.113.7', '2001:db8:ffff::1')).toBe('203.0.113.7')
    expect(read(undefined)).toBe(proxy)
    const header = { 'x-forwarded-for': '203.0.113.7' }
    expect(createNetworkReader([])({ socket: { remoteAddress: proxy }, headers: header })).toBe(proxy)
    // of a connection that has ended nothing is known any more
    expect(reader({ socket: {}, headers: header })).toBe('')
  })

  test.each([
    ['127.0.0.1', true],
    ['10.0.0.0/8', true],
    ['::1', true],
    ['2001:db8::/32', true],
    ['::ffff:0:0/96', true],
    ['::ffff:10.0.0.0/104', true],
    // would be no IPv4 address at all
    ['::ffff:0:0/80', false],
    ['::ffff:10.0.0.0/8', false],
    ['10.0.0.0/33', false],
    ['2001:db8::/129', false],
    ['10.0.0/8', false],
    ['10.0.0.0/8/8', false],
    ['10.0.0.0/', false],
    ['proxy', false],
    ['', false],
  ])('the setting of a proxy: %s may be: %s', (text, isRight) => {
    expect(isNetwork(text)).toBe(isRight)
  })
})

describe('SAFE-20: a proxy that nobody named', () => {
  const passed = { 'x-forwarded-for': '203.0.113.7' }
  test.each([
    ['on this machine', '127.0.0.1', passed, ['127.0.0.1']],
    ['in the house', '172.20.3.4', passed, ['172.20.3.4']],
    ['in the house, mapped', '::ffff:192.168.0.9', passed, ['192.168.0.9']],
    ['on this machine, IPv6', '::1', passed, ['0:0:0:0::/64']],
    ['in the house, IPv6', 'fd12:3456:789a:1::5', passed, ['fd12:3456:789a:1::/64']],
    ['is none where nobody is passed on', '127.0.0.1', {}, []],
    ['is none where a stranger wrote the header', '198.51.100.1', passed, []],
    ['is none where it is believed', '10.1.2.3', passed, []],
    ['is none where it is believed and passes on nonsense', '10.1.2.3', { 'x-forwarded-for': 'nonsense' }, []],
  ])('%s: told once', (_name, remoteAddress, headers, told) => {
    const heard: string[] = []
    const networkOf = createNetworkReader(['10.0.0.0/8'], (address) => heard.push(address))
    for (let nth = 0; nth < 3; nth += 1) networkOf({ socket: { remoteAddress }, headers })
    expect(heard).toEqual(told)
  })

  test('the log says which, once', async () => {
    const lines: string[] = []
    const world = await createWorld({ logLine: (line) => lines.push(line) })
    const headers = { host: new URL(world.config.origins.cb).host, ...passed }
    for (let nth = 0; nth < 2; nth += 1) await world.shop.app.http.inject({ url: '/healthz', headers })
    await world.close()
    const told = lines.filter((line) => line.includes('"unknown-proxy"'))
    expect(told).toHaveLength(1)
    expect(told[0]).toContain('"address":"127.0.0.1"')
    expect(told[0]).toContain('TRUSTED_PROXIES')
  })
})

describe('SAFE-20: in the shop', () => {
  let world: World
  const lines: string[] = []
  beforeAll(async () => {
    world = await createWorld({
      logLine: (line) => lines.push(line),
      config: { trustedProxies: ['127.0.0.1'], requestsPerSecond: 1 },
    })
  })
  afterAll(() => world.close())

  test.each([
    ['an IPv4 address', (nth: number) => `203.0.113.7:${5_000 + nth}`, '203.0.113.7'],
    ['an IPv6 network', (nth: number) => `[2001:db8::${nth + 1}]:${5_000 + nth}`, '2001:db8:0:0::/64'],
    ['nonsense', (nth: number) => `visitor-${nth}`, '127.0.0.1'],
  ])('%s with a port that changes is one visitor', async (_name, forwarded, network) => {
    lines.length = 0
    const headers = { host: new URL(world.config.origins.cb).host }
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, nth) =>
        world.shop.app.http.inject({ url: '/healthz', headers: { ...headers, 'x-forwarded-for': forwarded(nth) } }),
      ),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(4)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(8)
    const throttled = lines.filter((line) => line.includes('"throttled"'))
    expect(throttled).toHaveLength(1)
    expect(throttled[0]).toContain(`"address":"${network}"`)
  })
})
