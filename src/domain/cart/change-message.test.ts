import { describe, expect, test } from 'vitest'
import type { Address } from '#domain/address/address.ts'
import type { Recipient } from '#domain/cart/cart.ts'
import { changeMessageKey, foldChanges, placeOfChange } from './change-message.ts'
import type { CartChange } from './events.ts'

const whole = { lineId: '', sku: 0 }
const shipping = (kind: 'estimate' | 'shipping', before: number, after: number): CartChange => {
  return { ...whole, kind, before, after }
}
const home = (postalCode: string, giftRegistryId?: number) => {
  const address = { postalCode, ...(giftRegistryId && { giftRegistryId }) } as unknown as Address
  return { isPickup: false, address } as unknown as Recipient
}

describe('CALM-02: the sentences of what a place changes', () => {
  test.each<[CartChange, string]>([
    [shipping('estimate', 200, 100), 'change.shippingUnderEstimate'],
    [shipping('estimate', 100, 200), 'change.shippingOverEstimate'],
    [shipping('shipping', 200, 100), 'change.shippingLess'],
    [shipping('shipping', 100, 200), 'change.shippingMore'],
    [{ ...whole, kind: 'tax', before: null, after: 50 }, 'change.taxKnown'],
    [{ ...whole, kind: 'tax', before: 60, after: 50 }, 'change.taxLess'],
    [{ ...whole, kind: 'tax', before: 40, after: 50 }, 'change.taxMore'],
    [{ kind: 'estimate', lineId: 'l', sku: 7, before: 'Arrives by', after: 'Arrives later' }, 'change.date'],
  ])('%j is told with %s', (change, key) => {
    expect(changeMessageKey(change)).toBe(key)
  })

  test('an estimate and what it became later are one story, told against the estimate', () => {
    const all = [shipping('estimate', 300, 100), shipping('shipping', 100, 200)]
    expect(foldChanges(all)).toEqual([shipping('estimate', 300, 200)])
    expect(foldChanges([shipping('shipping', 100, 200), shipping('shipping', 200, 100)])).toEqual([])
  })

  test.each([
    ['the ZIP of the cart', [], { code: '60606' }],
    ['the one home', [home('97205')], { code: '97205' }],
    ['two homes of one place', [home('97205'), home('97205')], { code: '97205' }],
    ['two homes', [home('97205'), home('10001')], { key: 'change.places' }],
    ['the home of a registry, whose code is nobody’s', [home('97205', 12)], { key: 'change.placeOfRegistry' }],
  ])('the place is %s', (_, recipients, place) => {
    expect(placeOfChange({ recipients, taxZip: '60606' })).toEqual(place)
  })
})
