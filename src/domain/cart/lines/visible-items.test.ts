import { expect, test } from 'vitest'
import { isScanMode, scanModeCookie } from '#domain/cart/scan-mode.ts'
import { visibleItems } from './visible-items.ts'

test.each([
  ['true', true],
  ['1', false],
  ['TRUE', false],
  ['', false],
  [undefined, false],
])('PLAT-24, OPEN-09: the cookie scan-mode "%s" means scan mode: %s', (value, isOn) => {
  expect(scanModeCookie).toBe('scan-mode')
  expect(isScanMode(value)).toBe(isOn)
})

test('DATA-05: an item with isRemoved true is neither shown nor counted', () => {
  expect(
    visibleItems([
      { id: 'a', isRemoved: false },
      { id: 'b', isRemoved: true },
    ]).map((item) => item.id),
  ).toEqual(['a'])
})
