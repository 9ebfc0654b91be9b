import { describe, expect, test } from 'vitest'
import {
  disabledButtons,
  nextQuantity,
  type QuantityControl,
  type QuantityEvent,
  quantityControl,
} from './quantity-control.ts'

describe('VALID-26, VALID-27, VALID-28, VALID-29, VALID-30, VALID-31, PDP-04: the quantity control', () => {
  const played = (start: number, ...events: QuantityEvent[]): QuantityControl =>
    events.reduce(nextQuantity, quantityControl(start))
  const plus = { kind: 'plus' } as const
  const minus = { kind: 'minus' } as const
  const blur = { kind: 'blur' } as const
  const type = (text: string) => ({ kind: 'type', text }) as const

  test('CART-43: it starts at 1', () => {
    expect(quantityControl()).toEqual({ quantity: 1, text: '1', isTouched: false })
  })

  test.each(['0', '100', 'a', '1.5', '-1', '1e1', '99999'])(
    'VALID-27: typing %s is ignored, the old value stays',
    (text) => {
      expect(played(5, type(text))).toMatchObject({ quantity: 5, text: '5' })
    },
  )

  test.each([
    ['1', 1],
    ['99', 99],
    [' 7 ', 7],
    ['05', 5],
  ])('VALID-26: typing "%s" gives %s', (text, quantity) => {
    expect(played(5, type(text)).quantity).toBe(quantity)
  })

  test('VALID-28: 99 plus 1 is 1', () => {
    expect(played(99, plus).quantity).toBe(1)
    expect(played(98, plus).quantity).toBe(99)
  })

  test('VALID-29: 1 minus 1 and 2 minus 1 are 1', () => {
    expect([played(1, minus).quantity, played(2, minus).quantity]).toEqual([1, 1])
  })

  test('VALID-30: a blank field goes back to 1 on blur, not before', () => {
    expect(played(5, type(''))).toMatchObject({ text: '', quantity: 5 })
    expect(played(5, type(''), blur)).toMatchObject({ text: '1', quantity: 1 })
    expect(played(5, blur)).toMatchObject({ text: '5', quantity: 5 })
  })

  test('VALID-31: before the first interaction neither button is disabled, after it the one at the limit is', () => {
    expect(disabledButtons(played(99))).toEqual({ plus: false, minus: false })
    expect(disabledButtons(played(1))).toEqual({ plus: false, minus: false })
    expect(disabledButtons(played(99, plus))).toEqual({ plus: false, minus: true })
    expect(disabledButtons(played(98, plus))).toEqual({ plus: true, minus: false })
    expect(disabledButtons(played(50, plus))).toEqual({ plus: false, minus: false })
  })
})
