import { describe, expect, test } from 'vitest'
import { type Cart, type CartLine, emptyCart, type Recipient } from '#domain/cart/cart.ts'
import { newRecipient } from '#domain/cart/recipients/recipient-rules.ts'
import { limits } from '#domain/limits.ts'
import { hasRoomForMerge, lackOfRoom } from './room.ts'

const empty = emptyCart('s', { brand: 'CB', country: 'US', currency: 'USD' })
const line: CartLine = {
  ...{ lineId: 'l', position: 1, sku: 1, mergeKey: '1', part: 0, quantity: 1, optionChoice: '', shipMethod: 1 },
  ...{ isPickup: false, locationId: null, installationType: '', personalization: null, giftRegistryId: 0 },
  ...{ donationCents: null, recipientId: null, seenUnitCents: null },
}
const many = <Of>(count: number, of: Of): Of[] => Array.from({ length: count }, () => of)
const recipients = (count: number, of: Partial<Recipient> = {}) =>
  many(count, null).map((_, nth) => newRecipient([], `r${nth}`, of))
const paidBy = (kind: 'giftCard' | 'tenderCode' | 'certificate') => (count: number) => ({
  tenders: many(count, { tenderId: 't', position: 1, kind, availableCents: 100, label: '1' }),
})

type Row = readonly [code: string, limit: number, of: (count: number) => Partial<Cart>]
const rows: readonly Row[] = [
  ['cartFull', limits.cartLines, (count) => ({ lines: many(count, line) })],
  ['savedItemsFull', limits.savedLines, (count) => ({ savedLines: many(count, line) })],
  ['homesFull', limits.recipients, (count) => ({ recipients: recipients(count) })],
  ['giftCardsFull', limits.giftCards, paidBy('giftCard')],
  ['tenderCodesFull', limits.tenderCodes, paidBy('tenderCode')],
  ['certificatesFull', limits.certificates, paidBy('certificate')],
]

describe('SAFE-43: what a cart has room for', () => {
  test.each(rows)('%s: up to %i, not one more; what is beyond it may change and shrink', (code, limit, of) => {
    const cart = (count: number) => ({ ...empty, ...of(count) })
    const lack = (before: number, after: number) => lackOfRoom(cart(before), cart(after))
    expect(lack(limit - 1, limit)).toBeNull()
    expect(lack(limit, limit + 1)).toEqual({ code, limit })
    expect(lack(0, limit + 5)).toEqual({ code, limit })
    expect(lack(limit + 9, limit + 9)).toBeNull()
    expect(lack(limit + 9, limit + 8)).toBeNull()
    expect(lack(limit + 8, limit + 9)).toEqual({ code, limit })
    expect([limit, limit + 1].map((count) => hasRoomForMerge(cart(count)))).toEqual([true, false])
  })

  test('stores where an order is picked up are no homes', () => {
    const stores = recipients(limits.recipients + 5, { isPickup: true, locationId: 1 })
    expect(lackOfRoom(empty, { ...empty, recipients: stores })).toBeNull()
  })
})
