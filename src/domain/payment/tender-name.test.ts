import { expect, test } from 'vitest'
import { isStoredValue, tenderName } from './tender-name.ts'

const nothing = { brand: '', lastFour: '', holder: '' }

test.each([
  [{ ...nothing, method: 'card', brand: 'AmericanExpress', lastFour: '0005' }, 'American Express ending in 0005'],
  [{ ...nothing, method: 'card', brand: 'PLCCSynchrony', lastFour: '1001' }, 'Store card ending in 1001'],
  [{ ...nothing, method: 'card', brand: 'toString', lastFour: '1001' }, 'Card ending in 1001'],
  [{ ...nothing, method: 'giftCard', lastFour: '4444' }, 'Gift card ending in 4444'],
  [{ ...nothing, method: 'tenderCode', lastFour: 'ME25' }, 'Code ending in ME25'],
  [{ ...nothing, method: 'certificate', lastFour: 'A001' }, 'Reward certificate ending in A001'],
  [{ ...nothing, method: 'paypal', holder: 'ada@example.com' }, 'PayPal (ada@example.com)'],
  [{ ...nothing, method: 'applePay' }, 'Apple Pay'],
])('BEYOND-03: %j is called %s', (tender, name) => {
  expect(tenderName(tender)).toBe(name)
})

test('the shop itself holds gift cards, codes and certificates', () => {
  expect(['giftCard', 'tenderCode', 'certificate', 'card', 'paypal'].map(isStoredValue)).toEqual([
    ...[true, true, true],
    ...[false, false],
  ])
})
