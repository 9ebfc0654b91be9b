import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { convertMeasure } from '#domain/catalog/measures.ts'
import { type FitBox, type FitSizes, fitFault, fitFaults, fitPlaces, isPlaceKnown } from './fit.ts'
import { passesTilted, turnLength } from './passing.ts'

const sizes: FitSizes = {
  systemOfMeasure: 1,
  vehicle: { width: 40, height: 30, length: 70 },
  doorway: { width: 32, height: 80 },
  stair: { width: 36, height: 78, landing: 40 },
  elevator: { doorWidth: 36, doorHeight: 84, width: 60, depth: 50, height: 90 },
}
const box = (width: number, depth: number, height: number): FitBox => ({ boxNumber: 1, width, depth, height })

describe('BEYOND-08: will it fit', () => {
  test.each([
    ['a small box', box(20, 20, 20), []],
    ['a long thin box, lengthwise', box(9, 70, 9), []],
    ['a longer one', box(9, 110, 9), ['vehicle', 'stair', 'elevator']],
    ['a table top', box(72, 40, 4), ['vehicle']],
    ['a cube of 50', box(50, 50, 50), ['vehicle', 'doorway', 'stair', 'elevator']],
  ])('%s', (_, one, places) => {
    const failing = fitFaults([one], 1, sizes).map(({ place }) => place)
    expect(failing).toEqual(places)
  })

  test('the side that is too long is named with what it meets', () => {
    expect(fitFault(box(84, 38, 34), 1, sizes, 'doorway')).toEqual({
      place: 'doorway',
      boxNumber: 1,
      side: 'height',
      measure: 34,
      limit: 'width',
      limitMeasure: 32,
    })
  })

  test('a box goes through in any orientation: it is turned on its edge', () => {
    expect(fitFault(box(80, 31, 90), 1, sizes, 'doorway')).toBeNull()
    expect(fitFault(box(90, 31, 80), 1, sizes, 'doorway')).toBeNull()
  })

  test('a thin board leans through an opening that is lower than it', () => {
    expect(passesTilted(84, 2, 32, 80)).toBe(true)
    expect(passesTilted(87, 2, 32, 80)).toBe(false)
    expect(passesTilted(84, 20, 32, 80)).toBe(false)
  })

  test('what turns on a landing: the ladder of the schoolbook', () => {
    // (a^(2/3) + b^(2/3))^(3/2)
    expect(turnLength(0, 36, 36)).toBeCloseTo(36 * 2 ** 1.5, 2)
    expect(turnLength(0, 27, 64)).toBeCloseTo(125, 2)
    expect(turnLength(90, 36, 36)).toBe(0)
  })

  test('a place that is not measured is not judged; stairs need no landing', () => {
    const some: FitSizes = { systemOfMeasure: 1, doorway: { width: 10 }, stair: { width: 30, height: 70 } }
    expect(fitPlaces.filter((place) => isPlaceKnown(some, place))).toEqual(['stair'])
    expect(fitFaults([box(50, 50, 50)], 1, some).map(({ place }) => place)).toEqual(['stair'])
  })

  test('each box of an item is judged', () => {
    const boxes = [{ ...box(20, 20, 20) }, { ...box(60, 60, 60), boxNumber: 2 }]
    expect(fitFaults(boxes, 1, sizes, ['doorway']).map(({ boxNumber }) => boxNumber)).toEqual([2])
  })
})

const side = fc.integer({ min: 1, max: 120 })
const anyBox = fc.tuple(side, side, side).map(([w, d, h]) => box(w, d, h))
const anySizes = fc.record({
  systemOfMeasure: fc.constant(1 as const),
  vehicle: fc.record({ width: side, height: side, length: side }),
  doorway: fc.record({ width: side, height: side }),
  stair: fc.record({ width: side, height: side, landing: side }),
  elevator: fc.record({ doorWidth: side, doorHeight: side, width: side, depth: side, height: side }),
})
const place = fc.constantFrom(...fitPlaces)

describe('BEYOND-08: of any box and any place', () => {
  test('how the box lies when it is measured does not matter', () => {
    fc.assert(
      fc.property(anyBox, anySizes, place, (one, all, at) => {
        const turned = [box(one.depth, one.width, one.height), box(one.height, one.depth, one.width)]
        const fits = fitFault(one, 1, all, at) === null
        for (const other of turned) expect(fitFault(other, 1, all, at) === null).toBe(fits)
      }),
    )
  })

  test('a smaller box passes where a larger one does', () => {
    fc.assert(
      fc.property(anyBox, fc.tuple(side, side, side), anySizes, place, (one, less, all, at) => {
        fc.pre(fitFault(one, 1, all, at) === null)
        const [w, d, h] = less
        const smaller = box(Math.min(one.width, w), Math.min(one.depth, d), Math.min(one.height, h))
        expect(fitFault(smaller, 1, all, at)).toBeNull()
      }),
    )
  })

  test('the named side is longer than what it meets', () => {
    fc.assert(
      fc.property(anyBox, anySizes, place, (one, all, at) => {
        const fault = fitFault(one, 1, all, at)
        if (fault === null) return
        expect(fault.measure).toBe(one[fault.side])
        expect(fault.measure).toBeGreaterThan(fault.limitMeasure)
      }),
    )
  })

  test('inches and centimetres say the same', () => {
    fc.assert(
      fc.property(anyBox, anySizes, place, (one, all, at) => {
        const inCm = {
          boxNumber: 1,
          width: convertMeasure(one.width, 1, 2),
          depth: convertMeasure(one.depth, 1, 2),
          height: convertMeasure(one.height, 1, 2),
        }
        expect(fitFault(inCm, 2, all, at)?.side).toBe(fitFault(one, 1, all, at)?.side)
      }),
    )
  })
})
