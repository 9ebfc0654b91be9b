import { describe, expect, test } from 'vitest'
import { type PlacedCart, placeChanges } from './place-changes.ts'

const to = (postalCode: string) => ({ destination: { state: 'IL', postalCode, country: 'US' } as const })
const nowhere = { destination: null }
const sofa = (message: string) => ({ line: { lineId: 'l', sku: 7 }, promise: { day: message.slice(-10), message } })

function placed(of: Partial<PlacedCart> & { readonly shipping?: number; readonly tax?: number } = {}): PlacedCart {
  const { shipping = 16_480, tax = 500, ...rest } = of
  const summary = { shipping, surcharge: 0, tax }
  return { shipments: [to('60606')], summary, taxState: 'known', lines: [sofa('Arrives by 2026-12-01')], ...rest }
}
const unknown = placed({ shipments: [nowhere], taxState: 'placeMissing', tax: 0, shipping: 24_480 })
const whole = { lineId: '', sku: 0 }

describe('CALM-02: what another place changes', () => {
  test.each<[string, PlacedCart, PlacedCart, unknown[]]>([
    ['the same place', placed({ shipping: 1 }), placed(), []],
    ['no place yet', placed(), unknown, []],
    [
      'the first place: the estimate, and tax that nobody knew',
      unknown,
      placed(),
      [
        { ...whole, kind: 'estimate', before: 24_480, after: 16_480 },
        { ...whole, kind: 'tax', before: null, after: 500 },
      ],
    ],
    ['the first place, as estimated and without tax', unknown, placed({ shipping: 24_480, tax: 0 }), []],
    [
      'another place',
      placed({ shipments: [to('10001')], shipping: 9_000, tax: 700 }),
      placed(),
      [
        { ...whole, kind: 'shipping', before: 9_000, after: 16_480 },
        { ...whole, kind: 'tax', before: 700, after: 500 },
      ],
    ],
    [
      'one home more',
      placed({ shipping: 9_000 }),
      placed({ shipments: [to('60606'), to('10001')] }),
      [{ ...whole, kind: 'shipping', before: 9_000, after: 16_480 }],
    ],
    [
      'another place, whose rates nobody answers',
      placed({ shipments: [to('10001')] }),
      placed({ taxState: 'unanswered', tax: 0 }),
      [],
    ],
    [
      'another date',
      placed({ shipments: [to('10001')], lines: [sofa('Arrives by 2026-12-04')] }),
      placed(),
      [{ kind: 'estimate', lineId: 'l', sku: 7, before: 'Arrives by 2026-12-04', after: 'Arrives by 2026-12-01' }],
    ],
  ])('%s', (_, before, after, changes) => {
    expect(placeChanges(before, after)).toEqual(changes)
  })

  test('a surcharge is part of what shipping costs', () => {
    const alaska = placed({ shipments: [to('99501')], summary: { shipping: 16_480, surcharge: 2_000, tax: 500 } })
    expect(placeChanges(placed(), alaska)).toEqual([{ ...whole, kind: 'shipping', before: 16_480, after: 18_480 }])
  })
})
