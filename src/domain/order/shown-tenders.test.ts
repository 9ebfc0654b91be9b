import { describe, expect, test } from 'vitest'
import { emptyCart } from '#domain/cart/cart.ts'
import { variants } from '#domain/variant.ts'
import { asApplied, isAsShown, shortTenders } from './shown-tenders.ts'

const stored = (availableCents: number, appliedCents: number) => [{ id: 'gift', availableCents, appliedCents }]
const shown = [
  { id: 'gift', amount: 5_000 },
  { id: 'visa', amount: 2_000 },
]

describe('SAFE-10: what each tender pays, compared with what was shown of it', () => {
  test.each([
    ['it is worth what was shown', stored(5_000, 5_000), []],
    ['it is worth more', stored(9_000, 5_000), []],
    ['less is due, and it pays less of what it has', stored(5_000, 3_000), []],
    ['a cent is gone', stored(4_999, 4_999), [{ id: 'gift', shownCents: 5_000, nowCents: 4_999 }]],
    ['all is gone', stored(0, 0), [{ id: 'gift', shownCents: 5_000, nowCents: 0 }]],
    ['it was not shown', [{ id: 'other', availableCents: 0, appliedCents: 0 }], []],
  ])('stored value is short when it cannot pay what was shown: %s', (_, tenders, expected) => {
    expect(shortTenders(tenders, shown)).toEqual(expected)
  })

  test.each([
    ['the same, in another order', [...shown].reverse(), true],
    ['one more that pays nothing', [...shown, { id: 'empty', amount: 0 }], true],
    ['a card pays a cent more', [shown[0]!, { id: 'visa', amount: 2_001 }], false],
    ['a card is gone', shown.slice(0, 1), false],
    ['another card pays', [shown[0]!, { id: 'amex', amount: 2_000 }], false],
    ['one more takes part', [...shown, { id: 'code', amount: 1 }], false],
  ])('tenders are as shown only when each pays the same: %s', (_, paying, expected) => {
    expect(isAsShown(paying, shown)).toBe(expected)
  })

  test('a cart as it was when its stored value was applied: worth lost since is back, worth won stays', () => {
    const cart = emptyCart('ada', variants.cb)
    const tender = (tenderId: string, availableCents: number, worthCents: number | null) => {
      return { tenderId, position: 1, kind: 'giftCard' as const, label: '', availableCents, worthCents }
    }
    const same = { ...cart, tenders: [tender('a', 500, 500), tender('b', 900, 500), tender('c', 0, null)] }
    expect(asApplied(same)).toBe(same)
    const lost = { ...cart, tenders: [tender('a', 100, 500), tender('b', 900, 500), tender('c', 0, null)] }
    expect(asApplied(lost).tenders.map(({ availableCents }) => availableCents)).toEqual([500, 900, 0])
  })
})
