import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createReplicaJudge } from './replica-judge.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** One that was told at 100 s of the primary's clock that import 7 is there. */
function judgeAt(newestImport = 7) {
  const judge = createReplicaJudge()
  judge.note({ atMs: 100_000, askedAt: performance.now(), newestImport, instance: 'web-1' })
  return judge
}
const mark = { isStandby: true, newestImport: 7, heardAtMs: 99_000 }

test.each([
  ['one that follows closely', mark, null],
  ['one that was heard of 4.999 s ago', { ...mark, heardAtMs: 95_001 }, null],
  ['one that was heard of 5 s ago', { ...mark, heardAtMs: 95_000 }, 'lag'],
  ['one without a heartbeat of this process', { ...mark, heardAtMs: null }, 'lag'],
  ['one that lacks the last import', { ...mark, newestImport: 6 }, 'catalogue'],
  ['one with an import that nobody told of yet', { ...mark, newestImport: 8 }, null],
  ['one that follows nobody', { ...mark, isStandby: false }, 'promoted'],
  ['one that says nothing of itself', undefined, 'promoted'],
])('SCALE-12: %s', (_name, marked, refusal) => {
  expect(judgeAt().refusalOf(marked)).toBe(refusal)
})

test('SCALE-12: time goes on without a word of the primary, by no clock of the replica or of this machine', () => {
  const judge = judgeAt()
  vi.advanceTimersByTime(3_999)
  expect(judge.refusalOf(mark)).toBeNull()
  expect(judge.lagMs()).toBe(4_999)
  vi.advanceTimersByTime(1)
  expect(judge.refusalOf(mark)).toBe('lag')
})

test('SCALE-12: nothing is fresh before the primary was heard', () => {
  const judge = createReplicaJudge()
  expect(judge.refusalOf({ ...mark, newestImport: 99 })).toBe('lag')
  expect(judge.lagMs()).toBeNull()
})

test('SCALE-12: an import that is known by whatever way is asked for', () => {
  const judge = judgeAt()
  judge.know(8)
  expect(judge.refusalOf(mark)).toBe('catalogue')
  judge.know(5)
  expect(judge.refusalOf(mark)).toBe('catalogue')
  expect(judge.refusalOf({ ...mark, newestImport: 8 })).toBeNull()
})

test('SCALE-12: imports that a failover lost are not waited for; one that came meanwhile is', () => {
  const judge = judgeAt(9)
  judge.learn(9, { newestImport: 7, atMs: 100_000, askedAt: performance.now() })
  expect(judge.refusalOf(mark)).toBeNull()
  judge.know(9)
  // asked before that was known
  judge.learn(7, { newestImport: 8, atMs: 100_000, askedAt: performance.now() })
  expect(judge.refusalOf({ ...mark, newestImport: 8 })).toBe('catalogue')
})

test('SCALE-12: an export wants all that was there when it began', () => {
  const judge = judgeAt()
  judge.wantHeardAfter(99_000)
  expect(judge.refusalOf(mark)).toBe('lag')
  expect(judge.refusalOf({ ...mark, heardAtMs: 99_001 })).toBeNull()
})
