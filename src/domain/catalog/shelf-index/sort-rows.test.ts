import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type InTurns, sortRows } from './sort-rows.ts'

/** The result, and the most that was done between two turns, as `work` counts it. */
function run<Result>(turns: InTurns<Result>, work: () => number) {
  let most = 0
  let before = work()
  for (;;) {
    const step = turns.next()
    most = Math.max(most, work() - before)
    before = work()
    if (step.done === true) return { result: step.value, most }
  }
}

test('SCALE-09: rows are sorted as a stable sort would, however long their list', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 1, max: 500 }), (size, kinds) => {
      const keys = Array.from({ length: size }, (_, row) => (row * 7919) % kinds)
      const { result } = run(
        sortRows(size, (a, b) => (keys[a] ?? 0) - (keys[b] ?? 0)),
        () => 0,
      )
      const expected = keys.map((_, row) => row).sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0))
      expect([...result]).toEqual(expected)
    }),
    { numRuns: 30 },
  )
})

test('SCALE-09: between two turns no more is compared for 300,000 rows than for 20,000', () => {
  const mostOf = (size: number) => {
    let compared = 0
    const keys = Uint32Array.from({ length: size }, (_, row) => Math.imul(row, 2_654_435_761) >>> 0)
    const sorting = sortRows(size, (a, b) => {
      compared += 1
      return (keys[a] ?? 0) - (keys[b] ?? 0)
    })
    return run(sorting, () => compared).most
  }
  const small = mostOf(20_000)
  expect(small).toBeLessThan(60_000)
  expect(mostOf(300_000)).toBeLessThan(small * 1.1)
})
