import { describe, expect, test } from 'vitest'
import { type AddItemChoice, addItemPayload, addItemsBody } from './add-item-payload.ts'
import { mayAdd } from './may-add.ts'

describe('ATC-01, ATC-02, ATC-03, ATC-04: the add item payload', () => {
  test('ATC-01: has exactly these fields in this casing', () => {
    expect(Object.keys(addItemPayload({ sku: 1 }))).toEqual([
      'Sku',
      'Quantity',
      'OptionChoiceParameter',
      'Location',
      'IsPickupSelected',
      'GiftRegistryId',
      'Position',
      'TotalPositions',
      'Url',
      'IsInstallationServiceRequired',
      'InstallationServiceType',
      'PersonalizationText',
      'IsPersonalized',
      'PersonalizationId',
      'ShipMethod',
    ])
  })

  test('ATC-02, ATC-03: an item built from a sku alone has the defaults', () => {
    expect(addItemPayload({ sku: 123_456 })).toMatchObject({
      Sku: 123_456,
      Quantity: 1,
      GiftRegistryId: 0,
      Url: 'Product Header',
      ShipMethod: 1,
      IsPickupSelected: false,
      Location: '',
      IsPersonalized: false,
    })
  })

  test('ATC-04: the body is a list also for one item', () => {
    const body = addItemsBody([{ sku: 1 }])
    expect(Object.keys(body)).toEqual(['items'])
    expect(body.items).toHaveLength(1)
  })

  const rows: readonly (readonly [string, Partial<AddItemChoice>, object])[] = [
    [
      'OPEN-47 options',
      { options: { size: 'queen', color: 'oat' } },
      { OptionChoiceParameter: 'color:oat|size:queen' },
    ],
    ['ATC-33 pickup', { storeNumber: '12' }, { Location: '12', IsPickupSelected: true }],
    ['ATC-34 registry', { giftRegistryId: 7 }, { GiftRegistryId: 7 }],
    ['ATC-35 card 3 of 15', { position: 3, totalPositions: 15 }, { Position: 3, TotalPositions: 15 }],
    [
      'PDP-07 installation',
      { installationType: 'wall' },
      { IsInstallationServiceRequired: true, InstallationServiceType: 'wall' },
    ],
    [
      'PERS-22 legacy text',
      { personalization: { text: 'ABC' } },
      { PersonalizationText: 'ABC', IsPersonalized: true, PersonalizationId: '' },
    ],
    [
      'ATC-11 saved design',
      { personalization: { personalizationId: 'u-1' } },
      { PersonalizationText: '', IsPersonalized: true, PersonalizationId: 'u-1' },
    ],
    ['PDP-05 quantity and ship method', { quantity: 3, shipMethod: 2 }, { Quantity: 3, ShipMethod: 2 }],
  ]
  test.each(rows)('OPEN-47, ATC-11, ATC-33, ATC-34, ATC-35, PDP-05, PDP-07, PERS-22: %s', (_, choice, fields) => {
    expect(addItemPayload({ sku: 1, ...choice })).toMatchObject(fields)
  })

  test('ATC-06: a validate of the caller is asked with sku and hasGrouper and can refuse', () => {
    const asked: unknown[] = []
    const refuse = (...values: unknown[]) => {
      asked.push(values)
      return false
    }
    expect(mayAdd({ sku: 5, hasGrouper: true }, refuse)).toBe(false)
    expect(asked).toEqual([[5, true]])
    expect(mayAdd({ sku: 5, hasGrouper: true })).toBe(true)
  })
})
