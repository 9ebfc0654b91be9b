import { expect, test } from 'vitest'
import { acceptsEncoding } from '#server/http/accept-encoding.ts'

test.each([
  ['gzip, deflate, br, zstd', true],
  ['br', true],
  ['BR', true],
  ['gzip,br;q=0.5', true],
  ['br; q=1', true],
  ['br;q=0', false],
  ['br;q=0.0', false],
  ['br ; q = 0', false],
  ['gzip, br;q=0, *', false],
  ['notbrx', false],
  ['brotli', false],
  ['gzip;foo=br', false],
  ['br;q=none', false],
  ['identity', false],
  ['', false],
  [undefined, false],
] as const)('SAFE-45: to a reader who accepts %j brotli is sent: %s', (accepted, isSent) => {
  expect(acceptsEncoding(accepted === undefined ? {} : { 'accept-encoding': accepted }, 'br')).toBe(isSent)
})
