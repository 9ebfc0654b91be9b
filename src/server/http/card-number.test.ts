import { expect, test } from 'vitest'
import { holdsCardNumber } from '#server/http/card-number.ts'

test.each(['4111111111111111', 'my card is 4111 1111-1111 1111, thanks', 'x4111111111111111y'])(
  "OPEN-64: '%s' reads as a card number",
  (text) => {
    expect(holdsCardNumber(text)).toBe(true)
  },
)

test.each([
  '4111111111111112',
  '312-555-0100',
  // an id of a line whose middle passes Luhn
  'a4111111-1111-1111-1bcd-ef0123456789',
  'a4111111-1111-1111-1bcd-ef0123456789.1',
])("OPEN-64: '%s' does not", (text) => {
  expect(holdsCardNumber(text)).toBe(false)
})
