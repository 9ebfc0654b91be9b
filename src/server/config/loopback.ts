import { BlockList, isIP } from 'node:net'

const addresses = new BlockList()
addresses.addSubnet('127.0.0.0', 8, 'ipv4')
addresses.addSubnet('0.0.0.0', 8, 'ipv4')
addresses.addAddress('::1', 'ipv6')
addresses.addAddress('::', 'ipv6')
const names = new Set(['localhost', 'localhost.localdomain', 'ip6-localhost', 'ip6-loopback'])

/** Whether an origin leads to the machine that asks for it, in whatever spelling. */
export function isLoopback(origin: string): boolean {
  const name = new URL(origin).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (names.has(name) || name.endsWith('.localhost')) return true
  const version = isIP(name)
  // an address of IPv4 within IPv6 is compared as what it is
  return version !== 0 && addresses.check(name, version === 4 ? 'ipv4' : 'ipv6')
}
