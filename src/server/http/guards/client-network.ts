import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

/** What is read of a request: who is at the other end of its connection, and whom the proxies say they pass on. */
export type Connected = {
  readonly socket: { readonly remoteAddress?: string | undefined }
  readonly headers: IncomingHttpHeaders
}

/** A proxy's address, or a network of them as CIDR. */
export function isNetwork(text: string): boolean {
  const [address = '', length, ...more] = text.split('/')
  const max = isIPv4(address) ? 32 : 128
  // to believe everybody, /0, is never meant
  const isLength =
    length === undefined || (/^[1-9]\d{0,2}$/.test(length) && Number(length) <= max && bitsOf(address, length) >= 0)
  return isIP(address) !== 0 && !address.includes('%') && more.length === 0 && isLength
}

/**
 * Reads what limits count a visitor by. X-Forwarded-For is believed as far as believed proxies wrote it, from its end on. What
 * one of them wrote that is no address counts as that proxy's own: nobody gets a limit of his own by sending nonsense.
 * `onUnknownProxy` hears once of a neighbour that passes visitors on and is not believed: all of them count as one.
 */
export function createNetworkReader(
  trustedProxies: readonly string[],
  onUnknownProxy: (address: string) => void = () => undefined,
): (request: Connected) => string {
  const isTrusted = isTrustedIn(trustedProxies)
  let isReported = false
  return ({ socket, headers }) => {
    let known = socket.remoteAddress ?? ''
    const forwarded = trustedProxies.length === 0 ? [] : namedIn(headers['x-forwarded-for'])
    while (isTrusted(known)) {
      const before = addressIn(forwarded.pop() ?? '')
      if (before === null) break
      known = before
    }
    const network = networkOf(known)
    // a stranger from outside may write the header too
    const isPassedOn = known === socket.remoteAddress && headers['x-forwarded-for'] !== undefined
    if (!isReported && isPassedOn && !isTrusted(known) && isNeighbour(network)) {
      isReported = true
      onUnknownProxy(network)
    }
    return network
  }
}

/**
 * Whether an address is in a list of addresses and networks. IPv4 and IPv6 are apart: a network of IPv6 such as `::/8` holds no
 * IPv4 address, although every one of them can be written within it.
 */
export function isTrustedIn(networks: readonly string[]): (address: string) => boolean {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const each of networks) {
    const [written = '', length] = each.split('/')
    const address = plainOf(written)
    const family = familyOf(address)
    if (length === undefined) lists[family].addAddress(address, family)
    else lists[family].addSubnet(address, bitsOf(written, length), family)
  }
  return (address) => {
    const plain = plainOf(address)
    return isIP(plain) !== 0 && lists[familyOf(plain)].check(plain, familyOf(plain))
  }
}

/** How many bits of its own kind a network's address has: the first 96 of an IPv4 address that is written as IPv6 say so. */
function bitsOf(written: string, length: string): number {
  return Number(length) - (familyOf(plainOf(written)) === familyOf(written) ? 0 : 96)
}

const isNeighbourAddress = isTrustedIn([
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  // as limits count ::1
  '::',
  'fc00::/7',
  'fe80::/10',
])

/** Whether a network, as limits count it, is one of this machine or house. */
function isNeighbour(network: string): boolean {
  return isNeighbourAddress(network.replace(/\/64$/, ''))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6'
}

function namedIn(header: string | readonly string[] | undefined): string[] {
  return String(header ?? '').split(',')
}

/** The address in what a proxy wrote, which may have a port, brackets, quotes and a zone; null when there is none. */
function addressIn(written: string): string | null {
  const text = written.trim().replace(/^"(.*)"$/, '$1')
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1]
  if (bracketed !== undefined) return isIPv6(bracketed) ? withoutZone(bracketed) : null
  const withPort = /^([\d.]+):\d{1,5}$/.exec(text)?.[1]
  const address = withPort ?? text
  return isIP(address) === 0 ? null : withoutZone(address)
}

function withoutZone(address: string): string {
  return address.replace(/%.*$/, '')
}

/**
 * The network of an address: an IPv4 address as it is, of an IPv6 address its first 64 bits. One connection is given all 2^64
 * addresses below them, so a limit per address would be none.
 */
export function networkOf(address: string): string {
  const plain = plainOf(address)
  if (!isIPv6(plain)) return plain
  return `${groupsOf(plain)
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** An address without its zone, and as IPv4 where that is what it is, however it is written. */
function plainOf(address: string): string {
  const plain = withoutZone(address)
  if (!isIPv6(plain)) return plain
  const groups = groupsOf(plain)
  const [, , , , , mark = 0, high = 0, low = 0] = groups
  const isMapped = mark === 0xffff && groups.slice(0, 5).every((group) => group === 0)
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : plain
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [before = '', after] = address.split('::')
  const head = numbersOf(before)
  const tail = numbersOf(after ?? '')
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail]
}

function numbersOf(part: string): number[] {
  return part.split(':').flatMap((group) => {
    if (group === '') return []
    if (!group.includes('.')) return Number.parseInt(group, 16)
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}
