import { describe, expect, test } from 'vitest'
import {
  changeDelivery,
  changeQuantity,
  moveToCart,
  removeInstallations,
  saveForLater,
} from '#domain/cart/lines/line-rules.ts'
import { mergeKeyOf } from '#domain/cart/lines/merge-key.ts'
import { isCovered, paymentAmounts } from '#domain/cart/payment/payment-rules.ts'
import { assignRecipients, saveShippingAddress } from '#domain/cart/recipients/recipient-rules.ts'
import { type Cart, type CartLine, emptyCart, pieceCount } from './cart.ts'
import { addDonation, mergeGuestCart, openStep, removePromo } from './cart-rules.ts'
import type { CartRule } from './change.ts'
import { changeMessageKey, foldChanges } from './change-message.ts'
import type { CartChange } from './events.ts'
import { notePrices } from './price-notes.ts'

let ids = 0
const newId = () => `id-${++ids}`

function line(sku: number, quantity = 1, of: Partial<CartLine> = {}): CartLine {
  const parts = {
    sku,
    optionChoice: '',
    personalization: null,
    isPickup: false,
    locationId: null,
    giftRegistryId: 0,
    installationType: '',
    ...of,
  }
  const own = {
    lineId: newId(),
    position: sku,
    part: 0,
    quantity,
    shipMethod: 1,
    donationCents: null,
    recipientId: null,
    seenUnitCents: null,
  }
  return { ...own, ...parts, mergeKey: mergeKeyOf(parts), ...of }
}

function cartOf(of: Partial<Cart> = {}): Cart {
  return { ...emptyCart('s', { brand: 'CB', country: 'US', currency: 'USD' }), cartId: 'c', version: 1, ...of }
}

function outcomeOf(rule: CartRule, cart: Cart): Cart {
  const outcome = rule(cart)
  if (!outcome.ok) throw new Error(outcome.problem.code)
  return outcome.value.cart
}

function problemOf(rule: CartRule, cart: Cart): string {
  const outcome = rule(cart)
  return outcome.ok ? 'none' : outcome.problem.code
}

const named = (text: string, id = '') => ({
  type: 700,
  id,
  lines: [{ elementName: 'Text1', text, textColor: 'Navy', font: 'Block' }],
})

describe('what makes one line', () => {
  const key = (of: Partial<CartLine>) => line(1, 1, of).mergeKey

  test('SHIP-26: the same sku and options merge, other options do not', () => {
    expect(key({ optionChoice: 'color:oat' })).toBe(key({ optionChoice: 'color:oat' }))
    expect(key({ optionChoice: 'color:oat' })).not.toBe(key({ optionChoice: 'color:moss' }))
    expect(key({})).not.toBe(line(2).mergeKey)
  })

  test('SHIP-26, SCENE-22: the same design merges, another text or another saved design does not', () => {
    expect(key({ personalization: named('AB') })).toBe(key({ personalization: named('AB') }))
    const others = [null, named('CD'), named('AB', 'd1'), named('AB', 'd2')]
    expect(new Set([named('AB'), ...others].map((personalization) => key({ personalization }))).size).toBe(5)
  })

  test('SHIP-26: shipped, picked up, registry and installation stay apart', () => {
    const ways: Partial<CartLine>[] = [
      {},
      { isPickup: true, locationId: 1 },
      { isPickup: true, locationId: 2 },
      { giftRegistryId: 7 },
      { installationType: 'WallMount' },
    ]
    expect(new Set(ways.map(key)).size).toBe(5)
  })
})

describe('lines', () => {
  test('CART-09: the same quantity is no change, and a donation stays one piece', () => {
    const mug = line(1, 3)
    const gift = line(2, 1, { donationCents: 500 })
    const cart = cartOf({ lines: [mug, gift] })
    expect(outcomeOf(changeQuantity(mug.lineId, 3), cart)).toBe(cart)
    expect(problemOf(changeQuantity(gift.lineId, 2), cart)).toBe('quantityOutOfRange')
  })

  test('CART-04, CART-05: pieces join those of the same kind on either list', () => {
    const mug = line(1, 3)
    const cart = cartOf({ lines: [mug, line(2)], savedLines: [line(1, 4)] })
    const saved = outcomeOf(saveForLater(mug.lineId), cart)
    expect([saved.lines.length, saved.savedLines.map((one) => one.quantity)]).toEqual([1, [7]])
    const back = outcomeOf(moveToCart(saved.savedLines[0]!.lineId, true), {
      ...saved,
      lines: [line(1, 1), ...saved.lines],
    })
    expect([back.savedLines.length, back.lines.map((one) => one.quantity)]).toEqual([0, [8, 1]])
  })

  test('OPEN-44: a line that would have more than 99 pieces is refused and both stay', () => {
    const mug = line(1, 60)
    expect(problemOf(saveForLater(mug.lineId), cartOf({ lines: [mug], savedLines: [line(1, 40)] }))).toBe(
      'lineLimitExceeded',
    )
  })

  test('CART-10, SHIP-26: a line taken to the store of an equal one becomes one with it', () => {
    const shipped = line(1, 2)
    const cart = cartOf({ lines: [shipped, line(1, 3, { isPickup: true, locationId: 5 })] })
    const rule = changeDelivery(shipped.lineId, { isPickup: true, locationId: 5 })
    expect(outcomeOf(rule, cart).lines.map((one) => [one.locationId, one.quantity])).toEqual([[5, 5]])
  })

  test('CALM-13: what is picked up loses its installation, and that is told; shipped another way it keeps it', () => {
    const installed = line(1, 2, { installationType: 'WallMount' })
    const cart = cartOf({ lines: [installed, line(1, 3, { isPickup: true, locationId: 5 })] })
    const pickedUp = changeDelivery(installed.lineId, { isPickup: true, locationId: 5 })(cart)
    if (!pickedUp.ok) throw new Error('refused')
    expect(pickedUp.value.cart.lines.map((one) => [one.installationType, one.quantity])).toEqual([['', 5]])
    const removed = { kind: 'items', lineId: installed.lineId, sku: 1, before: 'WallMount', after: '' }
    expect(pickedUp.value.event.changes).toContainEqual(removed)
    const faster = changeDelivery(installed.lineId, { isPickup: false, shipMethod: 3 })
    expect(outcomeOf(faster, cart).lines[0]).toMatchObject({ installationType: 'WallMount', shipMethod: 3 })
  })

  test('CART-11: a line without its installation joins the plain one', () => {
    const installed = line(1, 2, { installationType: 'WallMount' })
    const cart = cartOf({ lines: [line(1, 3), installed] })
    expect(outcomeOf(removeInstallations([installed.lineId]), cart).lines.map((one) => one.quantity)).toEqual([5])
  })

  test('OPEN-36: the same donation again is no change', () => {
    const cart = cartOf({ lines: [line(9, 1, { donationCents: 500 })] })
    expect(outcomeOf(addDonation(9, 500, true, newId), cart)).toBe(cart)
    expect(outcomeOf(addDonation(9, 700, true, newId), cart).lines.map((one) => one.donationCents)).toEqual([700])
  })

  test('ATC-18: pieces of the cart are counted, saved ones are not', () => {
    expect(pieceCount(cartOf({ lines: [line(1, 2), line(2, 3)], savedLines: [line(3, 9)] }))).toBe(5)
  })
})

describe('signing in', () => {
  test('SCENE-09, OPEN-05: A twice and B join A once as A three times and B once, and it is told', () => {
    const guest = cartOf({ cartId: 'g', lines: [line(1, 2), line(2, 1)] })
    const outcome = mergeGuestCart(guest, newId)(cartOf({ lines: [line(1, 1)] }))
    const merged = outcome.ok ? outcome.value : null
    expect(merged?.cart.lines.map((one) => [one.sku, one.quantity])).toEqual([
      [1, 3],
      [2, 1],
    ])
    expect(merged?.event.changes.map((change) => [change.kind, change.sku, change.after])).toEqual([
      ['merge', 1, 3],
      ['merge', 2, 1],
    ])
  })

  test('OPEN-05: no line gets more than 99 pieces, and nothing is refused', () => {
    const merged = outcomeOf(mergeGuestCart(cartOf({ lines: [line(1, 60)] }), newId), cartOf({ lines: [line(1, 60)] }))
    expect(merged.lines.map((one) => one.quantity)).toEqual([99])
  })

  test('OPEN-05: the guest ZIP and code count where the account has none', () => {
    const guest = cartOf({ lines: [line(1)], taxZip: '60601', discountCode: 'TEN' })
    const merged = outcomeOf(mergeGuestCart(guest, newId), cartOf({ discountCode: 'FIVE' }))
    expect([merged.taxZip, merged.discountCode]).toEqual(['60601', 'FIVE'])
  })

  test('LOGIN-09: a checkout the guest had begun goes on at its first step', () => {
    const stepAfter = (guest: number, member: number) =>
      outcomeOf(
        mergeGuestCart(cartOf({ lines: [line(1)], highestStep: guest }), newId),
        cartOf({ highestStep: member }),
      ).highestStep
    expect([stepAfter(0, 0), stepAfter(1, 0), stepAfter(4, 0), stepAfter(0, 3)]).toEqual([0, 1, 1, 3])
  })
})

describe('recipients', () => {
  const stores = (cart: Cart) => cart.recipients.map((one) => one.locationId)

  test('DATA-06: before the checkout there are none; from then on every line has one', () => {
    const cart = cartOf({ lines: [line(1), line(2, 1, { isPickup: true, locationId: 5 })] })
    expect(assignRecipients(cart, newId)).toBe(cart)
    const assigned = assignRecipients({ ...cart, highestStep: 1 }, newId)
    expect(stores(assigned)).toEqual([null, 5])
    expect(assigned.lines.map((one) => one.recipientId)).toEqual(assigned.recipients.map((one) => one.recipientId))
    expect(assignRecipients(assigned, newId)).toBe(assigned)
  })

  test('DATA-06: a store without lines goes; an address stays when its lines are gone', () => {
    const cart = assignRecipients(
      cartOf({ highestStep: 1, lines: [line(1), line(2, 1, { isPickup: true, locationId: 5 })] }),
      newId,
    )
    const address = { ...addressOf, city: 'Elgin' }
    const addressed = outcomeOf(saveShippingAddress('', address), cart)
    const [shipped, picked] = addressed.lines
    expect(stores(assignRecipients({ ...addressed, lines: [shipped!] }, newId))).toEqual([null])
    expect(stores(assignRecipients({ ...addressed, lines: [picked!] }, newId))).toEqual([null, 5])
    expect(stores(assignRecipients({ ...cart, lines: [picked!] }, newId))).toEqual([5])
  })

  test('CART-13: a donation goes along with the pickup when nothing is shipped', () => {
    const cart = cartOf({
      highestStep: 1,
      lines: [line(2, 1, { isPickup: true, locationId: 5 }), line(9, 1, { donationCents: 500 })],
    })
    expect(stores(assignRecipients(cart, newId))).toEqual([5])
  })

  test('OPEN-20: an address that moves frees the booked trip and the held days, another name does not', () => {
    const cart = assignRecipients(cartOf({ highestStep: 1, lines: [line(1)] }), newId)
    const addressed = outcomeOf(saveShippingAddress('', addressOf), cart)
    const booked = { ...addressed, recipients: addressed.recipients.map((one) => ({ ...one, tripWindowId: 4 })) }
    const renamed = outcomeOf(saveShippingAddress('', { ...addressOf, lastName: 'Lovelace' }), booked)
    const moved = outcomeOf(saveShippingAddress('', { ...addressOf, postalCode: '10001' }), booked)
    expect([renamed, moved].map((one) => one.recipients[0]?.tripWindowId)).toEqual([4, null])
  })
})

const addressOf = {
  firstName: 'Ada',
  lastName: 'Byron',
  companyName: '',
  address1: '1 Main Street',
  address2: '',
  city: 'Chicago',
  state: 'IL',
  postalCode: '60601',
  country: 'US',
  phone: '',
  email: 'ada@example.com',
} as const

describe('payments and steps', () => {
  const payment = (amountCents: number | null) => ({ amountCents }) as Cart['payments'][number]

  test('PAY-02, PAY-36: nothing due is covered; else the amounts must fit to the cent', () => {
    const covered = (payments: Cart['payments'], due: number) => isCovered(cartOf({ payments }), due)
    expect([covered([], 0), covered([], 1), covered([payment(null)], 900)]).toEqual([true, false, true])
    expect(covered([payment(400), payment(500)], 900)).toBe(true)
    expect(covered([payment(400), payment(500)], 901)).toBe(false)
    expect(paymentAmounts([payment(400), payment(null)], 900)).toEqual([400, 500])
  })

  test('OPEN-20: opening an earlier step does not lower the highest', () => {
    const cart = cartOf({ highestStep: 3 })
    expect(outcomeOf(openStep(1), cart)).toBe(cart)
  })

  test('OPEN-38: without a code there is none to remove', () => {
    expect(problemOf(removePromo(), cartOf())).toBe('noPromo')
  })
})

describe('receipts', () => {
  const change = (of: Partial<CartChange>): CartChange => {
    return { kind: 'quantity', lineId: 'l', sku: 1, before: 1, after: 2, ...of }
  }

  test('BEYOND-01: several changes of one thing are told as one, and what is as before is not told', () => {
    expect(foldChanges([change({}), change({ before: 2, after: 5 })])).toEqual([change({ after: 5 })])
    expect(foldChanges([change({}), change({ before: 2, after: 1 })])).toEqual([])
    expect(foldChanges([change({}), change({ lineId: 'm' })])).toHaveLength(2)
    const addedAndChanged = [change({ kind: 'items', before: null, after: 1 }), change({ before: 1, after: 3 })]
    expect(foldChanges(addedAndChanged)).toEqual([change({ kind: 'items', before: null, after: 3 })])
  })

  test.each([
    [change({ kind: 'price' }), 'change.price'],
    [change({ kind: 'items', before: null, after: 2 }), 'change.added'],
    [change({ kind: 'items', after: 0 }), 'change.removed'],
    [change({ kind: 'items', before: 'WallMount', after: '' }), 'change.installation'],
    [change({ kind: 'promo', before: '', after: 'TEN' }), 'change.promoApplied'],
    [change({ kind: 'promo', before: 'TEN', after: '' }), 'change.promoRemoved'],
    [change({ kind: 'shipping', lineId: '', after: '60601' }), 'change.destination'],
    [change({ kind: 'shipping', before: 6, after: 7 }), 'change.serviceLevel'],
    [change({ kind: 'shipping', before: 'ship 1', after: 'pickup 5' }), 'change.delivery'],
    [change({ kind: 'tender', before: 2, after: 0 }), 'change.certificates'],
    [change({ kind: 'tender', before: '', after: '1234' }), 'change.tenderApplied'],
    [change({ kind: 'tender', before: '1234', after: '' }), 'change.tenderRemoved'],
    [change({ kind: 'merge' }), 'change.merge'],
  ] as const)('BEYOND-01: %j is told with %s', (one, key) => {
    expect(changeMessageKey(one)).toBe(key)
  })

  test('BEYOND-01: a first price is noted in silence, another one is told once', () => {
    const mug = line(1)
    const price = (cents: number) => new Map([[mug.lineId, cents]])
    const first = notePrices(cartOf({ lines: [mug] }), price(500))
    const second = notePrices(first.cart, price(700))
    expect(first.changes).toEqual([])
    expect(second.changes.map(({ before, after: now }) => [before, now])).toEqual([[500, 700]])
    expect(notePrices(second.cart, price(700))).toEqual({ cart: second.cart, changes: [] })
  })
})
