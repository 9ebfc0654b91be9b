import { expect, test } from 'vitest'
import { webProcessesOf } from './processes.ts'

test('OPS-03: auto is as many processes as cores less one, and at least one', () => {
  expect([1, 2, 3, 16].map((cores) => webProcessesOf('auto', cores))).toEqual([1, 1, 2, 15])
  expect(webProcessesOf('auto')).toBeGreaterThanOrEqual(1)
  expect(webProcessesOf(5, 2)).toBe(5)
})
