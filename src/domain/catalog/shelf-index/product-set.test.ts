import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bytesOfSet,
  countBits,
  countBoth,
  hasBit,
  noBits,
  putBit,
  putSet,
  setOfBits,
  setOfRows,
} from './product-set.ts'

test('SCALE-09: a set is the same products whether it is kept as bits or as rows, and takes what the smaller takes', () => {
  const size = 640
  const rows = fc.uniqueArray(fc.integer({ min: 0, max: size - 1 }), { maxLength: 200 })
  fc.assert(
    fc.property(rows, rows, (one, other) => {
      const bits = noBits(size)
      for (const row of one) putBit(bits, row)
      const sorted = Uint32Array.from(one).sort()
      for (const set of [setOfRows(sorted, size), setOfBits(bits)]) {
        const again = noBits(size)
        putSet(again, set)
        expect([...again]).toEqual([...bits])
        expect(bytesOfSet(set)).toBe(Math.min(one.length * 4, size / 8))
        const others = noBits(size)
        for (const row of other) putBit(others, row)
        expect(countBoth(others, set)).toBe(one.filter((row) => other.includes(row)).length)
      }
      expect(countBits(bits)).toBe(one.length)
      expect(one.every((row) => hasBit(bits, row))).toBe(true)
    }),
  )
})
