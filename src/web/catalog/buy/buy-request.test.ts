import { expect, test } from 'vitest'
import { addItemPayload } from '#domain/cart/lines/add-item-payload.ts'
import { variants } from '#domain/variant.ts'
import { aProduct, aSku } from '#test/web/pages.ts'
import { addRequestOf } from './buy-request.ts'

const chosen = { quantity: 3, pickupStore: '', installationType: '' }
const sentOf = (of: Partial<typeof chosen>) =>
  addItemPayload(addRequestOf(aProduct(), aSku(), { ...chosen, ...of }, variants.cb).choice)

test.each([
  ['sku, quantity and ship method', {}, { Sku: 101, Quantity: 3, ShipMethod: 1 }],
  ['its options', {}, { OptionChoiceParameter: 'color:oat' }],
  [
    'an installation and its type',
    { installationType: 'wall' },
    { IsInstallationServiceRequired: true, InstallationServiceType: 'wall' },
  ],
  ['no installation', {}, { IsInstallationServiceRequired: false, InstallationServiceType: '' }],
  ['a store', { pickupStore: '12' }, { IsPickupSelected: true, Location: '12' }],
])('DATA-20, ATC-36: the shop bar sends %s of what is selected', (_what, of, sent) => {
  expect(sentOf(of)).toMatchObject(sent)
})
