import fc from 'fast-check'
import { expect, test } from 'vitest'
import { productIdsMaker } from './product-ids.ts'

test('SCALE-09: the table of ids answers what a list and a map of them would', () => {
  const id = fc.oneof(
    fc.stringMatching(/^[a-z0-9._-]{1,12}$/),
    fc.integer({ min: 0, max: 50 }).map((nth) => `bench-${nth}`),
  )
  fc.assert(
    fc.property(fc.array(id, { maxLength: 300 }), fc.array(id, { maxLength: 20 }), (added, asked) => {
      const maker = productIdsMaker()
      const list: string[] = []
      for (const each of added) {
        expect(maker.add(each)).toBe(!list.includes(each))
        if (!list.includes(each)) list.push(each)
      }
      const table = maker.make()
      expect(table.size).toBe(list.length)
      expect(list.map((_, row) => table.idOf(row))).toEqual(list)
      for (const each of [...added, ...asked]) {
        const row = list.indexOf(each)
        expect(table.rowOf(each)).toBe(row === -1 ? undefined : row)
      }
    }),
  )
})

test('SCALE-09: 100,000 ids are found again, in less than 60 bytes each', () => {
  const maker = productIdsMaker()
  for (let nth = 0; nth < 100_000; nth += 1) maker.add(`bench-${nth}`)
  const table = maker.make()
  for (let nth = 0; nth < 100_000; nth += 997) expect(table.rowOf(`bench-${nth}`)).toBe(nth)
  expect(table.rowOf('bench-100000')).toBeUndefined()
  expect(table.bytes / 100_000).toBeLessThan(60)
})
