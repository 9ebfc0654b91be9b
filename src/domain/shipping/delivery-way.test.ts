import { expect, test } from 'vitest'
import { wayField, wayOfField } from './delivery-way.ts'

test.each([
  [{ shipMethod: 2, isPickup: false, locationId: '' }, 'ship-2'],
  [{ shipMethod: 1, isPickup: true, locationId: '101' }, 'store-101'],
])('CART-10: %o is one field of a form, %s', (way, field) => {
  expect(wayField(way)).toBe(field)
  expect(wayOfField(field)).toEqual(way)
})

test.each(['', 'ship-', 'store-1x', 'pickup-1', 'ship-1 '])("CART-10: '%s' is no way to come", (field) => {
  expect(wayOfField(field)).toBeNull()
})
