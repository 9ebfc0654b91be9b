import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPageGate, type PageGateOptions, PagesBusy } from './page-gate.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A gate on an event loop that comes round at once. */
const quickGate = (options: PageGateOptions = {}) => createPageGate({ nextTurn: async () => undefined, ...options })

type Answered = { readonly isRefused: boolean; readonly afterMs: number }

/** Asks for so many pages at once, each of which takes so long to make; answers what became of each when all time has passed. */
async function burst(pages: number, pageMs: number, gate = quickGate()): Promise<Answered[]> {
  const beganAt = performance.now()
  const answers = Array.from({ length: pages }, async () => {
    const work = () => new Promise<void>((resolve) => setTimeout(resolve, pageMs))
    const isRefused = await gate.run(work).then(
      () => false,
      (error: unknown) => error instanceof PagesBusy,
    )
    return { isRefused, afterMs: performance.now() - beganAt }
  })
  const all = Promise.all(answers)
  await vi.advanceTimersByTimeAsync(3_600_000)
  return all
}

describe('SAFE-43: pages at work are bounded by time', () => {
  test.each([
    ['quick', 10, 1_000],
    ['slow', 300, 1_000],
    ['very slow', 2_900, 1_000],
  ])('1,000 %s pages at once: nobody waits longer than 2 s for a page to be begun', async (_name, pageMs, pages) => {
    const answers = await burst(pages, pageMs)
    expect(Math.max(...answers.map(({ afterMs }) => afterMs))).toBeLessThanOrEqual(2_000 + pageMs)
    const refused = answers.filter(({ isRefused }) => isRefused)
    expect(Math.max(0, ...refused.map(({ afterMs }) => afterMs))).toBeLessThanOrEqual(2_000)
  })

  test('whoever would wait too long by what pages take is told at once, and the others are served', async () => {
    const gate = quickGate()
    // the gate learns that a page takes a second: 32 wait two seconds for their turn
    await burst(60, 1_000, gate)
    const answers = await burst(100, 1_000, gate)
    const [served, refused] = [answers.filter((each) => !each.isRefused), answers.filter((each) => each.isRefused)]
    expect(served.length).toBeGreaterThanOrEqual(16 + 16)
    expect(refused.length).toBeGreaterThanOrEqual(50)
    expect(refused.filter(({ afterMs }) => afterMs === 0).length).toBeGreaterThanOrEqual(50)
  })

  test('pages that are quick are all served, however many', async () => {
    const gate = quickGate()
    await burst(600, 5, gate)
    expect((await burst(3_000, 5, gate)).filter(({ isRefused }) => isRefused)).toEqual([])
  })

  test('once a few are at work the next begins after eight turns of the loop, so that visitors are taken up meanwhile', async () => {
    const turns: (() => void)[] = []
    const gate = createPageGate({ nextTurn: () => new Promise((resolve) => turns.push(resolve)) })
    let begun = 0
    for (let nth = 0; nth < 10; nth += 1) {
      void gate.run(() => {
        begun += 1
        return new Promise(() => undefined)
      })
    }
    await vi.advanceTimersByTimeAsync(0)
    const seen = [begun]
    for (let nth = 1; nth <= 16; nth += 1) {
      turns.shift()?.()
      await vi.advanceTimersByTimeAsync(0)
      seen.push(begun)
    }
    expect(seen).toEqual([4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 6])
  })

  test('one that fails gives its place on, and each that is refused is counted', async () => {
    let refused = 0
    const gate = quickGate({ maxConcurrent: 1, onRefused: () => (refused += 1) })
    const failing = expect(gate.run(() => Promise.reject(new Error('no page')))).rejects.toThrow('no page')
    const next = gate.run(async () => 'made')
    await failing
    expect(await next).toBe('made')
    const answers = await burst(500, 10_000, gate)
    expect(refused).toBe(answers.filter(({ isRefused }) => isRefused).length)
    expect(refused).toBe(499)
  })
})
