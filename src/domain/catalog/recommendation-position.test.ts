import { expect, test } from 'vitest'
import { pageFrom, positionText } from './recommendation-position.ts'

test.each([
  [0, 4, 15, 'items 1 to 4 of 15'],
  [4, 4, 15, 'items 5 to 8 of 15'],
  [11, 4, 15, 'items 12 to 15 of 15'],
  [2, 1, 15, 'item 3 of 15'],
  [0, 4, 2, 'items 1 to 2 of 2'],
  [0, 4, 1, 'item 1 of 1'],
])('UX-21: slide %i with %i of %i in sight is told as %j', (first, slides, total, text) => {
  expect(positionText(first, slides, total)).toBe(text)
})

test.each([
  [0, 1, 4],
  [4, 1, 8],
  [8, 1, 11],
  [11, -1, 7],
  [2, -1, 0],
] as const)('UX-21: from slide %i by one page %i is slide %i, the last page being full', (first, direction, next) => {
  expect(pageFrom(first, 4, 15, direction)).toBe(next)
})
