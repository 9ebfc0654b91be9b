import { expect, test } from 'vitest'
import { mostGivenBack } from './reconciliation.ts'

test.each([
  [0, 5],
  [5, 5],
  [500, 5],
  [600, 6],
  [10_000, 100],
])('SAFE-63: of %i payments looked at, a round gives %i back by itself and not one more', (compared, most) => {
  expect(most > mostGivenBack(compared)).toBe(false)
  expect(most + 1 > mostGivenBack(compared)).toBe(true)
})
