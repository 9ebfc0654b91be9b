import { describe, expect, test } from 'vitest'
import type { LinePersonalization } from '#domain/cart/cart.ts'
import { type MergeParts, mergeKeyOf } from './merge-key.ts'

const towel: MergeParts = {
  sku: 101,
  optionChoice: 'color:oat',
  personalization: null,
  isPickup: false,
  locationId: null,
  giftRegistryId: 0,
  installationType: '',
}
const text = (letters: string): LinePersonalization => ({
  type: 100,
  id: '',
  lines: [{ elementName: 'Text1', text: letters, textColor: 'navy', font: 'serif' }],
})
const saved = (id: string): LinePersonalization => ({ type: 700, id, lines: [] })
const key = (change: Partial<MergeParts> = {}) => mergeKeyOf({ ...towel, ...change })

describe('SHIP-26, SCENE-22: which lines are one line', () => {
  test('the same sku and options merge', () => {
    expect(key()).toBe(key())
  })

  test('the same sku and personalization design merge', () => {
    expect(key({ personalization: text('AB') })).toBe(key({ personalization: text('AB') }))
    expect(key({ personalization: saved('d-1') })).toBe(key({ personalization: saved('d-1') }))
  })

  test.each([
    ['another sku', { sku: 102 }],
    ['other options', { optionChoice: 'color:oak' }],
    ['a personalization', { personalization: text('AB') }],
    ['pickup', { isPickup: true, locationId: 12 }],
    ['a registry', { giftRegistryId: 7 }],
    ['an installation', { installationType: 'wall' }],
  ])('%s does not', (_, change) => {
    expect(key(change)).not.toBe(key())
  })

  test('another design does not', () => {
    expect(key({ personalization: text('AB') })).not.toBe(key({ personalization: text('CD') }))
    expect(key({ personalization: saved('d-1') })).not.toBe(key({ personalization: saved('d-2') }))
  })
})
