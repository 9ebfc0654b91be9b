import { expect, test } from 'vitest'
import { variants } from '#domain/variant.ts'
import { problemText } from '#server/http/problem-text.ts'
import { defaultText } from '#server/platform/messages.ts'

test('OPEN-72: a problem speaks with its amounts as prices of the storefront', () => {
  const problem = { code: 'promoBelowMinimum', promoCode: 'X', minSubtotalCents: 10_000, missingCents: 250 } as const
  expect(problemText({ text: defaultText(variants['cb-ca']) }, problem)).toBe(
    'This promotion code needs CAD 100.00 of merchandise. Add CAD 2.50 more to use it.',
  )
})

test('VALID-35: the entered value stands in the sentence', () => {
  const problem = { code: 'invalidPostalCode', '0': '1234' } as const
  expect(problemText({ text: defaultText(variants.cb) }, problem)).toBe('1234 is not a valid ZIP code.')
})
