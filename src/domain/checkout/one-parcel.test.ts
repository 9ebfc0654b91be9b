import { expect, test } from 'vitest'
import { type Carried, isOneParcel } from './one-parcel.ts'

const line: Carried = { shipKind: 'parcel', isPickup: false, giftRegistryId: 0, recipientId: 'r1', shipMethod: 1 }

test.each<[string, readonly Carried[], number, boolean]>([
  ['one piece to one home', [line], 1, true],
  ['several pieces of one parcel', [line, line], 1, true],
  ['no home yet', [{ ...line, recipientId: null }], 0, true],
  ['nothing', [], 0, false],
  ['two homes', [line, { ...line, recipientId: 'r2' }], 2, false],
  ['a home that nothing goes to yet', [line], 2, false],
  ['a piece that a crew brings', [line, { ...line, shipKind: 'furniture' }], 1, false],
  ['freight', [{ ...line, shipKind: 'freight' }], 1, false],
  ['a donation beside it', [line, { ...line, shipKind: 'donation' }], 1, false],
  ['a gift card beside it', [line, { ...line, shipKind: 'giftCard' }], 1, false],
  ['a piece that is picked up', [line, { ...line, isPickup: true }], 1, false],
  ['a gift from a registry', [{ ...line, giftRegistryId: 12 }], 1, false],
  ['one piece faster than the other', [line, { ...line, shipMethod: 3 }], 1, false],
])('CALM-33: whether %s is one parcel to one home', (_, lines, homes, isOne) => {
  expect(isOneParcel(lines, homes)).toBe(isOne)
})
