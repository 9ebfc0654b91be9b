import { expect, test } from 'vitest'
import { createAddressLimit } from './address-limit.ts'

test('an address may send four seconds worth at once, then as many a second as allowed', () => {
  let now = 0
  const limit = createAddressLimit(2, () => now)
  const allowed = (count: number) => Array.from({ length: count }, () => limit.allows('a')).filter(Boolean).length
  expect(allowed(20)).toBe(8)
  expect(limit.allows('b')).toBe(true)
  now = 1_000
  expect(allowed(20)).toBe(2)
})

test('0 allows any number', () => {
  const limit = createAddressLimit(0)
  expect(Array.from({ length: 1_000 }, () => limit.allows('a')).every(Boolean)).toBe(true)
})

test('SEC-62: a flood is news once, and again after it was over', () => {
  let now = 0
  const limit = createAddressLimit(2, () => now)
  const flood = () => Array.from({ length: 20 }, () => !limit.allows('a') && limit.isNews('a')).filter(Boolean).length
  expect(flood()).toBe(1)
  expect(flood()).toBe(0)
  now = 4_000
  expect(flood()).toBe(1)
  expect(limit.isNews('b')).toBe(false)
})
