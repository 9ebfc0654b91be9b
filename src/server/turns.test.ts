import { expect, test } from 'vitest'
import { createTurns } from '#server/turns.ts'

test('SAFE-40, SAFE-42: so much is at work, so much waits in its order, and what comes then is refused at once', async () => {
  const inTurn = createTurns({ maxConcurrent: 2, maxWaiting: 3, refuse: () => new Error('full') })
  const ends: (() => void)[] = []
  const began: number[] = []
  const work = (nth: number) =>
    inTurn(async () => {
      began.push(nth)
      await new Promise<void>((resolve) => ends.push(resolve))
      if (nth === 1) throw new Error('failed')
      return nth
    })
  const all = Promise.allSettled(Array.from({ length: 7 }, (_, nth) => work(nth)))
  expect(began).toEqual([0, 1])
  for (const count of [3, 4, 5, 5, 5]) {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
    // whoever comes while a place is handed on takes none of those who wait
    expect(began).toHaveLength(count)
    expect(ends.length).toBeLessThanOrEqual(2)
  }
  const ended = (await all).map((each) => (each.status === 'fulfilled' ? each.value : each.reason.message))
  expect(ended).toEqual([0, 'failed', 2, 3, 4, 'full', 'full'])
  expect(began).toEqual([0, 1, 2, 3, 4])
})
