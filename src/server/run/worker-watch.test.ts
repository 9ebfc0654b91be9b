import { expect, test } from 'vitest'
import { createWorkerWatch } from './worker-watch.ts'

test('OPS-01: a shop without a worker is told of after a minute, and once with each minute more', async () => {
  let silentMs = 0
  const told: number[] = []
  let isAway = false
  const watch = createWorkerWatch(
    () => silentMs,
    async ({ silentSeconds }) => {
      if (isAway) throw new Error('away')
      told.push(silentSeconds)
    },
  )
  const at = async (seconds: number) => {
    silentMs = seconds * 1_000
    await watch.round()
  }
  for (const seconds of [0, 30, 59.9]) await at(seconds)
  expect(told).toEqual([])
  for (const seconds of [60, 65, 119, 121, 125]) await at(seconds)
  expect(told).toEqual([60, 121])
  // one came and went
  for (const seconds of [1, 61]) await at(seconds)
  expect(told).toEqual([60, 121, 61])
  // what could not be written is told with the next round
  isAway = true
  await expect(at(120)).rejects.toThrow('away')
  isAway = false
  await at(125)
  expect(told).toEqual([60, 121, 61, 125])
})
