import { expect, test } from 'vitest'
import { lateLines } from './split-delivery.ts'

const line = (lineId: string, day: string | null) => ({ lineId, day })

test.each([
  ['one line', [line('a', '2026-03-02')], []],
  ['fourteen days', [line('a', '2026-03-02'), line('b', '2026-03-16')], []],
  ['fifteen days', [line('a', '2026-03-02'), line('b', '2026-03-17')], ['b']],
  ['over the change to summer time, in any order', [line('b', '2026-03-17'), line('a', '2026-03-02')], ['b']],
  [
    'two that are late together',
    [line('a', '2026-03-02'), line('b', '2026-04-20'), line('c', '2026-04-27'), line('d', '2026-03-09')],
    ['b', 'c'],
  ],
  [
    'two waits: after the longer one',
    [line('a', '2026-03-02'), line('b', '2026-03-20'), line('c', '2026-06-01')],
    ['c'],
  ],
  ['steps of two weeks', [line('a', '2026-03-02'), line('b', '2026-03-16'), line('c', '2026-03-30')], []],
  ['what cannot be had', [line('a', '2026-03-02'), line('b', null)], []],
])('CALM-15: what is more than 14 days later than the rest may come by itself: %s', (_, lines, late) => {
  expect(lateLines(lines)).toEqual(late)
})
