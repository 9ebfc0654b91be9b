import { expect, test } from 'vitest'
import { planOf } from '#test/drill/plan.ts'

test('SAFE-69: a seed repeats carts, faults and the order of the steps; another seed has others', () => {
  for (const kind of ['kills', 'cuts'] as const) {
    expect(planOf(kind, 30, 7)).toEqual(planOf(kind, 30, 7))
    expect(planOf(kind, 30, 7)).not.toEqual(planOf(kind, 30, 8))
    // a shorter drill is the beginning of a longer one
    expect(planOf(kind, 30, 7).slice(0, 5)).toEqual(planOf(kind, 5, 7))
  }
})

test('SAFE-69: a hundred kills have every fault and every kind of shopper in them', () => {
  const steps = planOf('kills', 100, 1)
  const faults = new Set(steps.flatMap((step) => step.faults.map(({ kind }) => kind)))
  expect([...faults].sort()).toEqual(['kill', 'loseGateway', 'pause', 'restartDatabase', 'terminate'])
  expect(steps.every((step) => step.faults.at(-1)?.kind === 'kill')).toBe(true)
  const carts = steps.flatMap((step) => step.carts)
  expect(new Set(carts.map(({ cancel }) => cancel))).toEqual(new Set(['no', 'once', 'twice', 'whileCaptured']))
  expect(new Set(carts.map(({ press }) => press))).toEqual(new Set(['once', 'twice', 'leaves']))
  expect(new Set(carts.map(({ pay }) => pay.by))).toEqual(new Set(['cards', 'storeCard', 'wallet']))
  expect(carts.some(({ isGift }) => isGift) && carts.some(({ hasTrip }) => hasTrip)).toBe(true)
  expect(new Set(steps.flatMap((step) => step.faults.map((fault) => ('server' in fault ? fault.server : 0))))).toEqual(
    new Set([0, 1]),
  )
})

test('SAFE-60: cuts last 5 and 15 seconds in turn', () => {
  const faults = planOf('cuts', 10, 1).flatMap((step) => step.faults)
  expect(faults.map((fault) => fault.kind === 'cut' && fault.seconds)).toEqual([5, 15, 5, 15, 5, 15, 5, 15, 5, 15])
})
