import { expect, test } from 'vitest'
import { createRefusalLog } from './refusal-log.ts'

test('SAFE-43: at most one line a second, which counts all since the last and has no stack', () => {
  const lines: object[] = []
  const warn = (facts: object) => lines.push(facts)
  let now = 0
  const log = createRefusalLog({ info: warn, warn, error: warn }, () => now)
  const refusedInAll = 10_000
  for (let nth = 0; nth < refusedInAll; nth += 1) {
    now = nth / 2
    log.note({ reason: 'too many pages at work', route: '/' })
  }
  expect(lines).toEqual([
    { event: 'unavailable', refused: 1, reason: 'too many pages at work', route: '/' },
    ...[1, 2, 3, 4].map(() => expect.objectContaining({ refused: 2_000 })),
  ])
})
