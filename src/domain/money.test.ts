import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { atRate, divideRounded, shareOut } from './money.ts'

const cents = fc.integer({ min: -1e9, max: 1e9 })
const weights = fc.array(fc.nat({ max: 1e6 }), { minLength: 1, maxLength: 20 })
const total = (parts: readonly number[]) => parts.reduce((all, part) => all + part, 0)

describe('SCENE-10: one named rounding, half away from zero', () => {
  test.each([
    [5n, 2n, 3],
    [-5n, 2n, -3],
    [4n, 3n, 1],
    [-1n, 3n, 0],
    [0n, 7n, 0],
  ])('%s / %s is %s', (numerator, denominator, result) => {
    expect(divideRounded(numerator, denominator) + 0).toBe(result)
  })

  test('a rate is applied without binary fractions', () => {
    expect(atRate(100, 72_500)).toBe(7)
    expect(atRate(10_050, 50_000)).toBe(503)
    expect(atRate(-10_050, 50_000)).toBe(-503)
  })

  test('a denominator that is not positive is a bug', () => {
    expect(() => divideRounded(1n, 0n)).toThrow('positive')
  })
})

describe('SCENE-10: sharing out', () => {
  test('the parts always sum to the amount', () => {
    fc.assert(
      fc.property(cents, weights, (amount, by) => {
        expect(total(shareOut(amount, by)) + 0).toBe(amount + 0)
      }),
    )
  })

  test('no part has the other sign, and none is a cent or more away from its exact share', () => {
    fc.assert(
      fc.property(cents, weights, (amount, by) => {
        const whole = total(by)
        shareOut(amount, by).forEach((part, at) => {
          expect(part * amount).toBeGreaterThanOrEqual(0)
          const exact = whole === 0 ? amount / by.length : (amount * by[at]!) / whole
          expect(Math.abs(part - exact)).toBeLessThan(1 + 1e-6)
        })
      }),
    )
  })

  test('a weight of 0 gets nothing unless all are 0; ties go to the earlier part', () => {
    expect(shareOut(10, [0, 3, 0])).toEqual([0, 10, 0])
    expect(shareOut(10, [0, 0, 0])).toEqual([4, 3, 3])
    expect(shareOut(1, [1, 1])).toEqual([1, 0])
    expect(shareOut(5, [])).toEqual([])
  })

  test('a weight that is negative or no whole number is a bug', () => {
    expect(() => shareOut(1, [-1])).toThrow('weights')
    expect(() => shareOut(1, [0.5])).toThrow('weights')
  })
})
