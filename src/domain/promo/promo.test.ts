import { describe, expect, test } from 'vitest'
import { decidePromo, type PromoCart, type PromoFacts, promoKey } from './promo.ts'

const promo: PromoFacts = {
  code: 'SAVE10',
  brand: 'CB',
  country: 'US',
  firstDay: '2026-11-01',
  lastDay: '2026-11-30',
  isAhead: false,
  isOver: false,
  minSubtotalCents: 5000,
  benefit: { kind: 'percent', millionths: 100_000 },
  maxUses: 100,
  uses: 0,
  maxUsesPerShopper: 1,
  usesOfShopper: 0,
  isStoreCardOnly: false,
}
const cart: PromoCart = {
  brand: 'CB',
  country: 'US',
  merchandiseCents: 9995,
  hasOtherPayment: false,
  isNothingForStoreCards: false,
}

test('OPEN-72: ten percent of $99.95 are $10.00, rounded once', () => {
  expect(decidePromo(promo, cart)).toEqual({ ok: true, value: { discountCents: 1000, isFreeShipping: false } })
})

test('OPEN-72: an amount and free shipping', () => {
  const amount = { ...promo, benefit: { kind: 'amount', cents: 1500 } } as const
  expect(decidePromo(amount, cart)).toMatchObject({ value: { discountCents: 1500, isFreeShipping: false } })
  const shipping = { ...promo, benefit: { kind: 'freeShipping' } } as const
  expect(decidePromo(shipping, cart)).toMatchObject({ value: { discountCents: 0, isFreeShipping: true } })
})

test('SCENE-11: a discount is never more than the merchandise', () => {
  const amount = { ...promo, benefit: { kind: 'amount', cents: 99_999 } } as const
  expect(decidePromo(amount, cart)).toMatchObject({ value: { discountCents: 9995 } })
})

describe('OPEN-72, CART-18: each rule refuses with its own problem', () => {
  test.each([
    ['an unknown code', null, {}, 'unknownPromo'],
    ['a code of the other brand', {}, { brand: 'CB2' }, 'promoOtherStore'],
    ['a code of the other country', {}, { country: 'CA' }, 'promoOtherStore'],
    ['a code before it begins', { isAhead: true }, {}, 'promoNotStarted'],
    ['a code after its end', { isOver: true }, {}, 'promoEnded'],
    ['no use left', { uses: 100 }, {}, 'promoUsedUp'],
    ['no use left for this shopper', { usesOfShopper: 1 }, {}, 'promoUsedByShopper'],
    ['another payment than the store card', { isStoreCardOnly: true }, { hasOtherPayment: true }, 'promoStoreCardOnly'],
    [
      'nothing left for the store card',
      { isStoreCardOnly: true },
      { isNothingForStoreCards: true },
      'promoStoreCardOnly',
    ],
    ['a cart below the least subtotal', {}, { merchandiseCents: 4999 }, 'promoBelowMinimum'],
  ] as const)('%s', (_, change, other, code) => {
    const decision = decidePromo(change === null ? null : { ...promo, ...change }, { ...cart, ...other })
    expect(decision).toMatchObject({ ok: false, problem: { code } })
  })

  test.each([
    ['of the other brand', { brand: 'CB2', country: '' }, 'CB2'],
    ['of the other brand in this country', { brand: 'CB2', country: 'US' }, 'CB2'],
    ['of the other brand in the other country', { brand: 'CB2', country: 'CA' }, 'CB2 Canada'],
    ['of every brand in the other country', { brand: '', country: 'CA' }, 'CB Canada'],
  ] as const)('BEYOND-06: a code %s says which store it is for', (_what, change, storeName) => {
    expect(decidePromo({ ...promo, ...change }, cart)).toMatchObject({ problem: { storeName } })
  })

  test('BEYOND-06: nobody is sent to another store for a code that is over', () => {
    const over = { ...promo, brand: 'CB2', lastDay: '2026-11-20', isOver: true } as const
    expect(decidePromo(over, cart)).toMatchObject({ problem: { code: 'promoEnded', day: 'November 20, 2026' } })
  })

  test('a code of every store holds in each', () => {
    expect(decidePromo({ ...promo, brand: '', country: '' }, { ...cart, brand: 'CB2', country: 'CA' }).ok).toBe(true)
  })

  test('BEYOND-06: a cart below the least subtotal is told what is missing', () => {
    expect(decidePromo(promo, { ...cart, merchandiseCents: 4000 })).toMatchObject({
      problem: { minSubtotalCents: 5000, missingCents: 1000 },
    })
  })

  test('SAFE-68: its days are words only: whether it runs is said by who has the clock', () => {
    expect(decidePromo({ ...promo, firstDay: '2126-01-01', lastDay: '1999-12-31' }, cart).ok).toBe(true)
  })

  test('a store-card code holds with the store card or before a card was chosen, and without limits', () => {
    const open = {
      ...promo,
      isStoreCardOnly: true,
      maxUses: null,
      maxUsesPerShopper: null,
      firstDay: null,
      lastDay: null,
    }
    expect(decidePromo(open, cart).ok).toBe(true)
  })
})

test('OPEN-72: codes are compared without regard to case', () => {
  expect(promoKey(' save10 ')).toBe(promoKey('SAVE10'))
})
