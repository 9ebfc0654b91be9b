import { describe, expect, test } from 'vitest'
import { registryAddBody } from './add-item.ts'
import { listTypeName, registryAddresses, registryTitle } from './registry.ts'
import { isRegistryButtonDisabled } from './registry-button.ts'
import { hasChecklist } from './registry-types.ts'

test('REG-17: listType 1 shows as Registry, any other value as List', () => {
  expect([1, 0, 2].map(listTypeName)).toEqual(['Registry', 'List', 'List'])
})

test('REG-13, DATA-17: an add item has PersonalizationId only when there is one', () => {
  const { items } = registryAddBody(
    [
      { sku: 1, quantity: 2 },
      { sku: 3, quantity: 4, personalizationId: 'p' },
    ],
    5,
  )
  expect(items).toEqual([
    { Sku: 1, Quantity: 2, GrId: 5 },
    { Sku: 3, Quantity: 4, GrId: 5, PersonalizationId: 'p' },
  ])
})

test('ROUTE-18: a checklist needs the switch and one of four types', () => {
  const types = ['br', 'bb', 'ot', 'hw', 'gl', '', 'toString']
  expect(types.filter((type) => hasChecklist(type, true))).toEqual(['br', 'bb', 'ot', 'hw'])
  expect(types.filter((type) => hasChecklist(type, false))).toEqual([])
})

test('ROUTE-15, ROUTE-16, ROUTE-17: the addresses of a registry', () => {
  expect([registryAddresses.list, registryAddresses.view(123), registryAddresses.checklist(123)]).toEqual([
    '/gift-registry/registrant-list',
    '/gift-registry/registrant-list/123',
    '/gift-registry/checklist/123',
  ])
})

test('REG-08: a registry is called by its event and date', () => {
  expect(registryTitle({ eventType: 'Wedding', shortEventDate: 'Jun 12, 2027' })).toBe('Wedding on Jun 12, 2027')
})

describe('REG-22, REG-23, REG-24, REG-25, OPEN-26: the add-to-registry button', () => {
  const item = { sku: 7, isStockSku: true, hasGrouper: false, isSuperSpecialOrder: false, propertyCodes: [] }
  const now = { isLoading: false, isPersonalized: false, isPersonalizationValid: true }
  test.each([
    ['a stock sku', {}, {}, false],
    ['REG-22: while loading', {}, { isLoading: true }, true],
    ['REG-23: not stock', { isStockSku: false }, {}, true],
    ['REG-23: not stock and grouper', { isStockSku: false, hasGrouper: true }, {}, false],
    [
      'REG-23: not stock, super special order and sku 0',
      { isStockSku: false, isSuperSpecialOrder: true, sku: 0 },
      {},
      false,
    ],
    ['REG-23: super special order with another sku', { isStockSku: false, isSuperSpecialOrder: true }, {}, true],
    ['OPEN-26: stock and super special order', { isSuperSpecialOrder: true }, {}, false],
    ['OPEN-26: stock, super special order and sku 0', { isSuperSpecialOrder: true, sku: 0 }, {}, false],
    ['OPEN-26: not stock, sku 0, no super special order', { isStockSku: false, sku: 0 }, {}, true],
    ['REG-24: property code 300', { propertyCodes: [300] }, {}, true],
    ['REG-24: property code 400', { propertyCodes: [1, 400] }, {}, true],
    ['REG-24: property code 250', { propertyCodes: [250] }, {}, false],
    ['REG-24: a grouper made to order', { isStockSku: false, hasGrouper: true, propertyCodes: [300] }, {}, true],
    ['REG-25: personalized, not valid', {}, { isPersonalized: true, isPersonalizationValid: false }, true],
    ['REG-25: personalized, valid', {}, { isPersonalized: true }, false],
    ['REG-25: not personalized', {}, { isPersonalizationValid: false }, false],
  ])('%s: disabled %#', (_name, of, at, isDisabled) => {
    expect(isRegistryButtonDisabled({ ...item, ...of }, { ...now, ...at })).toBe(isDisabled)
  })
})
