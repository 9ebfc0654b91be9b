import { expect, test } from 'vitest'
import { checkGiftMessage, giftWrapFees } from './gift-options.ts'

test('OPEN-77: a box costs 595 and a wrap 895 cents', () => {
  expect(giftWrapFees).toEqual({ none: 0, box: 595, wrap: 895 })
})

test('OPEN-77: 240 characters are accepted, 241 refused', () => {
  expect(checkGiftMessage('x'.repeat(240)).ok).toBe(true)
  expect(checkGiftMessage('x'.repeat(241))).toEqual({
    ok: false,
    problem: { code: 'giftMessageTooLong', limit: 240, length: 241 },
  })
})

test('OPEN-77: a character outside the basic plane counts once', () => {
  expect(checkGiftMessage('🎁'.repeat(240)).ok).toBe(true)
  expect(checkGiftMessage('🎁'.repeat(241)).ok).toBe(false)
})
