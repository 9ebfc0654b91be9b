import { describe, expect, test } from 'vitest'
import { judgeSoak, type Look, soakText } from './soak-judge.ts'

/** Looks every minute of half an hour at 1,000 operations a minute, made of the minute. */
function looksOf(holding: (minute: number) => Partial<Look>): Look[] {
  return Array.from({ length: 31 }, (_, minute) => ({
    ...{ seconds: minute * 60, operations: minute * 1_000 },
    ...{
      heapBytes: 60_000_000,
      codeBytes: 0,
      residentBytes: 200_000_000,
      handles: 40,
      prepared: 80,
      preparedOnOne: 60,
    },
    ...holding(minute),
  }))
}
const heap = (bytesPerOperation: number) => (minute: number) => ({
  heapBytes: 60e6 + minute * 1_000 * bytesPerOperation,
})

describe('SPEED-14: what a soak is judged by', () => {
  test.each([
    ['nothing grows', looksOf(() => ({})), []],
    ['199 bytes an operation', looksOf(heap(199)), []],
    ['200 bytes an operation', looksOf(heap(200)), ['the heap grows by 200 bytes an operation, less than 200 wanted']],
    ['caches that are full after ten minutes', looksOf((minute) => heap(9_000)(Math.min(10, minute))), []],
    ['one look at a bad moment', looksOf((minute) => ({ heapBytes: minute === 29 ? 900e6 : 60e6 })), []],
    ['handles of connections that come and go', looksOf((minute) => ({ handles: 40 + (minute % 6) })), []],
    ['a handle a minute', looksOf((minute) => ({ handles: 40 + minute })), ['open handles grow from 60 to 70']],
    ['handles of the first minutes', looksOf((minute) => ({ handles: 40 + Math.min(9, minute) * 4 })), []],
    [
      'a name for each statement',
      looksOf((minute) => ({ prepared: 80 + minute * 5 })),
      ['prepared statements grow from 180 to 230'],
    ],
  ])('%s', (_what, looks, missed) => {
    expect(judgeSoak(looks, 600).missed).toEqual(missed)
  })

  test('in a short run compiled code is not counted, in a long one it is', () => {
    const looks = looksOf((minute) => ({ ...heap(300)(minute), codeBytes: minute * 300_000 }))
    const missed = [true, false].map((isShort) => judgeSoak(looks, 600, { isShort }).missed.length)
    expect(missed).toEqual([0, 1])
  })

  test('the text has a line for each look, resident memory among it, and the judgement', () => {
    const looks = looksOf(heap(300))
    const lines = soakText(looks, judgeSoak(looks, 600)).split('\n')
    expect(lines).toHaveLength(1 + looks.length + 2)
    expect(lines[1]).toMatch(/^ +0\.0 +0 +57\.2 +0\.0 +190\.7 +40 +80 +60$/)
    expect(lines.at(-1)).toBe('MISSED  the heap grows by 300 bytes an operation, less than 200 wanted')
  })

  test('too few looks are no judgement', () => {
    expect(() =>
      judgeSoak(
        looksOf(() => ({})),
        1_700,
      ),
    ).toThrow('2 looks at the server are too few')
  })
})
