import { expect, test } from 'vitest'
import { amountsAbroad } from './abroad.ts'

const amounts = { subtotal: 10_000, shipping: 1_695, surcharge: 3_500, tax: 950, total: 16_145, amountDue: 16_145 }

test.each([
  ['all of it is due', 16_145, 10_000],
  ['gift cards pay a part', 11_145, 5_000],
  ['gift cards pay all but the shipping', 1_000, 0],
])('OPEN-42: abroad nothing is said of what shipping and tax are here: %s', (_, amountDue, due) => {
  expect(amountsAbroad({ ...amounts, amountDue })).toEqual({
    ...{ subtotal: 10_000, shipping: 0, surcharge: 0, tax: 0 },
    ...{ total: 10_000, amountDue: due },
  })
})
