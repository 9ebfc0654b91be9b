import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Address } from '#domain/address/address.ts'
import { type Cart, type CartLine, emptyCart, noGift, type Recipient } from '#domain/cart/cart.ts'
import type { CartRule } from '#domain/cart/change.ts'
import { divideLines } from '#domain/cart/lines/division.ts'
import { mergeKeyOf } from '#domain/cart/lines/merge-key.ts'
import {
  addRecipient,
  assignLine,
  moveRecipient,
  saveLineAddress,
  shipInsteadOfPickup,
  splitItem,
} from './recipient-changes.ts'

let ids = 0
const newId = () => `id-${++ids}`
const everywhere = () => true

const known: Address = {
  ...{ firstName: 'Ada', lastName: 'Byron', companyName: '', address1: '1 Main St', address2: '' },
  ...{ city: 'Chicago', state: 'IL', postalCode: '60601', country: 'US', phone: '', email: '' },
}
const away: Address = { ...known, city: 'New York', state: 'NY', postalCode: '10004' }

function line(lineId: string, quantity: number, recipientId: string, of: Partial<CartLine> = {}): CartLine {
  const parts = {
    ...{ sku: 1, optionChoice: '', personalization: null, isPickup: false, locationId: null },
    ...{ giftRegistryId: 0, installationType: '' },
    ...of,
  }
  const own = { shipMethod: 1, donationCents: null, seenUnitCents: null, position: 1, part: 0 }
  return { ...own, ...parts, lineId, quantity, recipientId, mergeKey: mergeKeyOf(parts), ...of }
}

function recipient(recipientId: string, of: Partial<Recipient> = {}): Recipient {
  return {
    ...{ recipientId, position: 1, isPickup: false, locationId: null, address: known, completeKinds: [] },
    ...{
      holidayHold: null,
      tripWindowId: null,
      crewPhone: '',
      accessNotes: '',
      giftOptions: noGift,
      bopsOptions: null,
      isMailWelcome: false,
    },
    ...of,
  }
}

function cartOf(lines: readonly CartLine[], recipients: readonly Recipient[]): Cart {
  const cart = emptyCart('s', { brand: 'CB', country: 'US', currency: 'USD' })
  return { ...cart, cartId: 'c', highestStep: 1, lines, recipients }
}

function made(rule: CartRule, cart: Cart): Cart {
  const outcome = rule(cart)
  if (!outcome.ok) throw new Error(outcome.problem.code)
  return outcome.value.cart
}

function problemOf(rule: CartRule, cart: Cart): string {
  const outcome = rule(cart)
  return outcome.ok ? '' : outcome.problem.code
}

const shown = (cart: Cart) => cart.lines.map(({ lineId, quantity, recipientId }) => [lineId, quantity, recipientId])

describe('lines and homes', () => {
  const two = cartOf([line('a', 3, 'r1')], [recipient('r1'), recipient('r2', { position: 2, address: away })])

  test('SHIP-10: a split line keeps sku, options and home; its part tells it from the rest', () => {
    const cart = made(splitItem('a', newId), two)
    expect(cart.lines.map(({ sku, quantity, part, mergeKey }) => [sku, quantity, part, mergeKey])).toEqual([
      [1, 2, 0, two.lines[0]?.mergeKey],
      [1, 1, 1, two.lines[0]?.mergeKey],
    ])
    expect(problemOf(splitItem('a', newId), cartOf([line('a', 1, 'r1')], []))).toBe('cannotSplit')
  })

  test('SHIP-08, SHIP-26: a part that comes home joins the rest', () => {
    const split = made(splitItem('a', newId), two)
    const piece = split.lines[1]!.lineId
    const sent = made(assignLine(piece, 'r2', everywhere), split)
    const back = made(assignLine(piece, 'r1', everywhere), sent)
    expect(shown(sent)).toEqual([
      ['a', 2, 'r1'],
      [piece, 1, 'r2'],
    ])
    expect(shown(back)).toEqual([['a', 3, 'r1']])
  })

  test.each([
    [2, 3, ''],
    [5, 0, ''],
    [2, 2, 'divisionMismatch'],
    [3, 3, 'divisionMismatch'],
  ])('SHIP-25, SHIP-11: a line of 5 is %s and %s for its recipients: %j', (near, far, problem) => {
    const five = cartOf([line('a', 5, 'r1')], two.recipients)
    const recipients = [
      { recipientId: 'r1', quantity: near, basketItemId: 'a' },
      { recipientId: 'r2', quantity: far, basketItemId: 'a' },
    ]
    const divide = divideLines([{ sku: 1, recipients }], everywhere, newId)
    expect(problemOf(divide, five)).toBe(problem)
    if (problem !== '') return
    const parts = made(divide, five)
    expect(parts.lines.map(({ quantity }) => quantity)).toEqual([near, far].filter((pieces) => pieces > 0))
    const together = far === 0 ? parts : made(moveRecipient('r2', 'r1', everywhere), parts)
    expect(shown(together)).toEqual([['a', near + far, 'r1']])
  })

  test('SHIP-06: a home of one line alone moves and keeps its gift options; one that is shared stays', () => {
    const giftOptions = { ...noGift, isGift: true, giftMessage: 'Hi' }
    const alone = cartOf([line('a', 1, 'r1')], [recipient('r1', { giftOptions, tripWindowId: 4 })])
    const moved = made(saveLineAddress('a', away, newId, everywhere), alone)
    expect(moved.recipients).toEqual([{ ...alone.recipients[0], address: away, tripWindowId: null }])
    const shared = cartOf([line('a', 1, 'r1'), line('b', 1, 'r1', { sku: 2 })], [recipient('r1')])
    const parted = made(saveLineAddress('a', away, newId, everywhere), shared)
    expect(parted.recipients.map(({ address }) => address?.city)).toEqual(['Chicago', 'New York'])
    expect(parted.lines.map(({ recipientId }) => recipientId)).toEqual([parted.recipients[1]?.recipientId, 'r1'])
  })

  test('SHIP-07: lines without an address get the stored one; a known address is no second home', () => {
    const unassigned = cartOf([line('a', 1, 'r1')], [recipient('r1', { address: null })])
    expect(made(addRecipient(known, newId), unassigned).recipients).toEqual([recipient('r1')])
    expect(made(addRecipient(known, newId), two)).toBe(two)
  })

  test('SHIP-29: a pickup that is shipped joins the home of that address', () => {
    const store = recipient('s1', { isPickup: true, locationId: 5, address: null, position: 2 })
    const cart = cartOf(
      [line('a', 2, 'r1'), line('p', 1, 's1', { isPickup: true, locationId: 5 })],
      [recipient('r1'), store],
    )
    const shipped = made(shipInsteadOfPickup('s1', known), cart)
    expect(shown(shipped)).toEqual([['a', 3, 'r1']])
    expect(made(shipInsteadOfPickup('s1', null), cart).lines).toEqual(shipped.lines)
    const elsewhere = made(shipInsteadOfPickup('s1', away), cart)
    expect(elsewhere.lines.map(({ isPickup, locationId }) => [isPickup, locationId])).toEqual([
      [false, null],
      [false, null],
    ])
    expect(elsewhere.recipients[1]).toMatchObject({ recipientId: 's1', isPickup: false, address: away })
  })

  test('SHIP-09: a store takes only what it has', () => {
    const store = recipient('s1', { isPickup: true, locationId: 5, address: null, position: 2 })
    const cart = cartOf(
      [line('a', 2, 'r1'), line('p', 1, 's1', { isPickup: true, locationId: 5, sku: 2 })],
      [recipient('r1'), store],
    )
    expect(
      problemOf(
        moveRecipient('r1', 's1', () => false),
        cart,
      ),
    ).toBe('storeWithoutItem')
    expect(made(moveRecipient('r1', 's1', everywhere), cart).lines[0]).toMatchObject({ isPickup: true, locationId: 5 })
  })

  test('SHIP-11: whatever the division, no piece is lost or made, and no two lines of a home are the same thing', () => {
    const counts = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(counts, counts, (before, wanted) => {
        const total = before.reduce((sum, one) => sum + one, 0)
        fc.pre(total > 0)
        const recipientIds = ['r1', 'r2', 'r3']
        const lines = before.flatMap((quantity, nth) =>
          quantity === 0 ? [] : [line(`l${nth}`, quantity, recipientIds[nth]!, { part: nth, position: nth })],
        )
        const recipients = recipientIds.map((id, nth) =>
          recipient(id, { position: nth, address: { ...known, city: id } }),
        )
        const division = [
          {
            sku: 1,
            recipients: wanted.map((quantity, nth) => ({
              recipientId: recipientIds[nth]!,
              quantity,
              basketItemId: '',
            })),
          },
        ]
        const outcome = divideLines(division, everywhere, newId)(cartOf(lines, recipients))
        const sent = wanted.reduce((sum, one) => sum + one, 0)
        expect(outcome.ok).toBe(sent === total)
        if (!outcome.ok) {
          expect(outcome.problem.code).toBe('divisionMismatch')
          return
        }
        const { cart } = outcome.value
        const got = recipientIds.map((id) =>
          cart.lines.filter((one) => one.recipientId === id).map(({ quantity }) => quantity),
        )
        expect(got).toEqual(wanted.map((quantity) => (quantity === 0 ? [] : [quantity])))
        expect(new Set(cart.lines.map(({ part }) => part)).size).toBe(cart.lines.length)
      }),
    )
  })
})
