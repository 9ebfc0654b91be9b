import { describe, expect, test } from 'vitest'
import type { Destination } from '#domain/shipping/methods.ts'
import { type TaxedAmount, taxCart } from './cart-tax.ts'
import type { TaxRates } from './tax.ts'

const chicago: Destination = { country: 'US', state: 'IL', postalCode: '60601' }
const peoria: Destination = { country: 'US', state: 'IL', postalCode: '61602' }
const boise: Destination = { country: 'US', state: 'ID', postalCode: '83702' }
const line = (cents: number, place: Destination | null, index = 0): TaxedAmount => ({
  kind: 'line',
  index,
  cents,
  place,
})

const stateWide: TaxRates = ({ country, state }) => ({
  place: `${country}-${state}`,
  parts: [{ name: 'Sales tax', millionths: 62_500 }],
})
const local: TaxRates = ({ country, state, postalCode }) => ({
  place: `${country}-${state}-${postalCode}`,
  parts: [
    { name: 'State', millionths: 62_500 },
    { name: 'City', millionths: 12_500 },
  ],
})

test('OPEN-78: what goes to one row of the table is taxed together and rounded once', () => {
  const tax = taxCart([line(104, chicago), line(104, peoria)], stateWide)
  expect([tax.totalCents, tax.shares]).toEqual([13, [7, 6]])
  expect(tax.explain.map((row) => row.of)).toEqual(['US-IL Sales tax'])
})

test('OPEN-78: a table with local rates taxes each place by itself, each part by its name', () => {
  const tax = taxCart([line(10_000, chicago), line(10_000, peoria)], local)
  expect(tax.parts).toEqual([
    { name: 'State', cents: 1_250 },
    { name: 'City', cents: 250 },
  ])
  expect(tax.explain.map((row) => row.of)).toEqual([
    'US-IL-60601 State',
    'US-IL-60601 City',
    'US-IL-61602 State',
    'US-IL-61602 City',
  ])
})

describe('UX-06: whether the tax is all there', () => {
  const onlyIllinois: TaxRates = (place) => (place.state === 'IL' ? stateWide(place) : null)
  test.each([
    ['known when every place has its row', [line(100, chicago)], 'known'],
    ['known when nothing is taxed', [line(0, null), line(0, boise)], 'known'],
    ['missing a place before the ZIP is entered', [line(100, chicago), line(100, null)], 'placeMissing'],
    ['unanswered when nobody can say the rates of a place', [line(100, chicago), line(100, boise)], 'unanswered'],
    ['missing a place first', [line(100, boise), line(100, null)], 'placeMissing'],
  ] as const)('it is %s', (_what, amounts, state) => {
    expect(taxCart(amounts, onlyIllinois).state).toBe(state)
  })

  test('OPEN-78: without rates nothing is taxed there, and what is known stays', () => {
    const tax = taxCart([line(1_000, chicago), line(1_000, boise)], onlyIllinois)
    expect([tax.totalCents, tax.shares]).toEqual([63, [63, 0]])
  })
})
