import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCart, chicago, montreal } from '#test/builders/random-cart.ts'
import { pricedCart } from '#test/builders/rates.ts'
import type { CartFacts, LineFacts } from './cart-facts.ts'
import { type ExplainedLine, explainTotal } from './explanation.ts'

const names = { titleOf: (lineId: string) => `Item ${lineId}`, currency: 'USD', postalCodeWord: 'ZIP code' } as const
const explained = (facts: CartFacts) => {
  const priced = pricedCart(facts)
  return { ...explainTotal({ ...priced, isTaxExempt: facts.isTaxExempt }, names), all: priced.orderSummary }
}
const sum = (lines: readonly Pick<ExplainedLine, 'cents' | 'sign'>[]) =>
  lines.reduce((total, { cents, sign }) => total + cents * sign, 0)

const mug: LineFacts = {
  lineId: 'a',
  sku: 1,
  quantity: 2,
  unitCents: 15_000,
  regularCents: 15_000,
  shipKind: 'parcel',
  isPickup: false,
  serviceLevel: 1,
  isTaxable: true,
  installation: null,
  recipientId: null,
}
const plain: CartFacts = {
  currency: 'USD',
  country: 'US',
  lines: [mug],
  destination: chicago,
  recipients: [],
  promo: null,
  isTaxExempt: false,
  tenders: [],
}
const told = (facts: Partial<CartFacts>, name: string) => {
  const { lines, paid } = explained({ ...plain, ...facts })
  const line = [...lines, ...paid].find((one) => one.name === name)
  return line?.parts.map(({ name: part, cents, how }) => [part, cents, how]) ?? []
}

describe('BEYOND-06: the total explained', () => {
  test('BEYOND-06, SCENE-10: parts sum to their line, lines to the total and to the amount due, to the cent', () => {
    fc.assert(
      fc.property(anyCart, (facts) => {
        const { lines, paid, all } = explained(facts)
        for (const line of [...lines, ...paid]) {
          if (line.parts.length > 0) expect(line.parts.reduce((total, part) => total + part.cents, 0)).toBe(line.cents)
          expect(line.note === '').toBe(line.parts.length > 0)
        }
        expect(sum(lines)).toBe(all.total)
        expect(sum(lines) + sum(paid)).toBe(all.amountDue)
      }),
    )
  })

  test('BEYOND-06: items, the row of the fee table, the state and its rate are named', () => {
    expect(told({}, 'Subtotal')).toEqual([['Item a', 30_000, '2 × $150.00']])
    expect(told({}, 'Shipping')).toEqual([
      ['Standard to Illinois', 3_000, '$300.00 of merchandise: above $200.00 it is 10%, at most $49.95.'],
    ])
    expect(told({}, 'Tax')).toEqual([
      ['Illinois', 2_063, 'State rate 6.25% of $330.00: items $300.00, shipping $30.00.'],
    ])
  })

  test.each([
    [{ quantity: 1, unitCents: 2_500 }, '$25.00 of merchandise: from $0.00 to $25.00 costs $6.95.'],
    [{ quantity: 1, unitCents: 2_501 }, '$25.01 of merchandise: from $25.01 to $50.00 costs $9.95.'],
    [
      { quantity: 1, unitCents: 2_500, serviceLevel: 3 },
      '$25.00 of merchandise: from $0.00 to $25.00 costs $6.95. Express adds $25.00.',
    ],
    [{ shipKind: 'freight' }, 'One charge of $89.00, however many pieces.'],
  ] as const)('BEYOND-06, OPEN-79: shipping of %j is told as %s', (line, how) => {
    expect(told({ lines: [{ ...mug, ...line }] }, 'Shipping')[0]?.[2]).toBe(how)
  })

  test('BEYOND-06, OPEN-78: GST and QST stand apart, each rounded once', () => {
    const { lines } = explained({ ...plain, country: 'CA', destination: montreal })
    expect(lines.slice(2).map(({ name, cents, parts }) => [name, cents, parts[0]?.rounding])).toEqual([
      ['GST', 1_650, 'Rounded once to the cent; half a cent goes up.'],
      ['QST', 3_292, 'Rounded once to the cent; half a cent goes up.'],
    ])
  })

  test('BEYOND-06, OPEN-72: each share of a discount names its code and what it takes off', () => {
    const promo = { code: 'TEN', minSubtotalCents: 0, benefit: { kind: 'percent', millionths: 100_000 } } as const
    const lines = [mug, { ...mug, lineId: 'b', quantity: 1 }]
    expect(told({ lines, promo }, 'Discount')).toEqual([
      ['Item a', 3_000, 'Its share of $45.00: TEN takes 10% off $450.00 of merchandise.'],
      ['Item b', 1_500, 'Its share of $45.00: TEN takes 10% off $450.00 of merchandise.'],
    ])
    const free = { ...promo, benefit: { kind: 'freeShipping' } } as const
    expect(told({ promo: free }, 'Shipping')[0]?.slice(1)).toEqual([
      0,
      'Standard shipping is free with your promotion code.',
    ])
  })

  test('BEYOND-06: surcharge, installation, gift box and stored value have their own words', () => {
    const facts: Partial<CartFacts> = {
      destination: { state: 'HI', postalCode: '96801', country: 'US' },
      lines: [{ ...mug, installation: { type: 'WallMount', feeCents: 9_900 }, recipientId: 'one' }],
      recipients: [{ recipientId: 'one', giftWrap: 'box' }],
      tenders: [{ id: 'card', kind: 'giftCard', availableCents: 2_000 }],
    }
    expect(told(facts, 'Shipping surcharge')[0]?.slice(0, 2)).toEqual(['Hawaii', 1_000])
    expect(told(facts, 'Installation')).toEqual([['Item a', 19_800, '2 × $99.00']])
    expect(told(facts, 'Gift options')).toEqual([['Gift box', 595, '$5.95 for each address.']])
    expect(told(facts, 'Gift cards')[0]?.[2]).toMatch(/^Worth \$20\.00; \$\d+\.\d\d was still to pay\.$/)
  })

  test.each([
    [{ isTaxExempt: true }, 'Your account is exempt from tax.'],
    [{ destination: null }, 'Enter your ZIP code to see it.'],
    [{ destination: { state: 'OR', postalCode: '97201', country: 'US' } }, 'Nothing here is taxed where it goes.'],
  ] as const)('BEYOND-06: no tax with %j says why', (facts, note) => {
    const tax = explained({ ...plain, ...facts }).lines.find(({ name }) => name === 'Tax')
    expect(tax).toMatchObject({ cents: 0, note, parts: [] })
  })
})
