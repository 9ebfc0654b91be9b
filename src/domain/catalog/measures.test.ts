import { expect, test } from 'vitest'
import { measureFigures, measureText, measureUnits } from './measures.ts'

test.each([
  [62, 1, '157 cm (62 in)', '62 in'],
  [32.5, 1, '83 cm (32.5 in)', '32.5 in'],
  [1, 1, '3 cm (1 in)', '1 in'],
  [0.1, 1, '0.3 cm (0.1 in)', '0.1 in'],
  [157, 2, '157 cm (62 in)', '157 cm'],
  [120.5, 2, '120.5 cm (47.5 in)', '120.5 cm'],
] as const)('CALM-54: %s in unit %s is %s in Canada and %s in the United States', (measure, system, canada, us) => {
  expect([measureText(measure, system, 'CA'), measureText(measure, system, 'US')]).toEqual([canada, us])
})

test('CALM-54: a measure in half inches that went over the wire in centimetres comes back as itself', () => {
  for (let inches = 0.5; inches <= 130; inches += 0.5) {
    const cm = Math.round(inches * 2.54)
    expect(measureFigures(cm, 2, 'CA')).toBe(`${cm} (${inches})`)
    expect(measureFigures(inches, 1, 'CA')).toBe(`${cm} (${inches})`)
  }
})

test('CALM-54: a table says its units once', () => {
  expect([measureUnits(1, 'CA'), measureUnits(2, 'CA'), measureUnits(1, 'US'), measureUnits(2, 'US')]).toEqual([
    'centimeters (inches)',
    'centimeters (inches)',
    'inches',
    'centimeters',
  ])
})
