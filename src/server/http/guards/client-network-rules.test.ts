import type { IncomingMessage } from 'node:http'
import proxyaddr from '@fastify/proxy-addr'
import { array, assert, constantFrom, property, uniqueArray } from 'fast-check'
import { expect, test } from 'vitest'
import { createNetworkReader, isNetwork, networkOf } from './client-network.ts'

const trustable = [
  '127.0.0.1',
  '192.0.2.7',
  '10.0.0.0/8',
  '203.0.113.0/25',
  '0.0.0.0/1',
  '::1',
  '::/8',
  'fe80::/10',
  '2001:db8:ffff::/48',
  '2001:db8::1',
  '::ffff:192.0.2.7',
  '::ffff:10.0.0.0/104',
  '::ffff:0:0/96',
]

const addresses = [
  '127.0.0.1',
  '192.0.2.7',
  '10.1.2.3',
  '203.0.113.7',
  '203.0.113.200',
  '198.51.100.1',
  '::1',
  'fe80::1',
  '2001:db8::1',
  '2001:DB8:FFFF:0::5',
  '2001:db8:fffe::5',
  '::ffff:10.1.2.3',
  '::ffff:192.0.2.7',
  '::ffff:198.51.100.1',
  '::ffff:c633:6401',
]

test('SPEED-11: a visitor is found by the rules of @fastify/proxy-addr, whatever is trusted and whatever the chain', () => {
  expect(trustable.filter((each) => !isNetwork(each))).toEqual([])
  const trusted = uniqueArray(constantFrom(...trustable), { maxLength: 4 })
  const chain = array(constantFrom(...addresses), { maxLength: 5 })
  assert(
    property(trusted, constantFrom(...addresses), chain, (proxies, remoteAddress, passedOn) => {
      const headers = passedOn.length === 0 ? {} : { 'x-forwarded-for': passedOn.join(', ') }
      const request = { socket: { remoteAddress }, headers }
      const found = proxyaddr(request as unknown as IncomingMessage, proxies)
      expect(createNetworkReader(proxies)(request)).toBe(networkOf(found))
    }),
    { numRuns: 3_000 },
  )
})
