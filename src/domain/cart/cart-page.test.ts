import { describe, expect, test } from 'vitest'
import { type AddItemChoice, addItemPayload, addItemsBody, mayAdd } from './add-item-payload.ts'
import { quantityOfRecipients, visibleItems } from './basket-items.ts'
import { type CheckoutAnswer, nextAfterOversized, nextOfCheckout } from './checkout-answer.ts'
import {
  disabledButtons,
  nextQuantity,
  type QuantityControl,
  type QuantityEvent,
  quantityControl,
} from './quantity-control.ts'
import { isScanMode, scanModeCookie } from './scan-mode.ts'

describe('VALID-26, VALID-27, VALID-28, VALID-29, VALID-30, VALID-31, PDP-04: the quantity control', () => {
  const played = (start: number, ...events: QuantityEvent[]): QuantityControl =>
    events.reduce(nextQuantity, quantityControl(start))
  const plus = { kind: 'plus' } as const
  const minus = { kind: 'minus' } as const
  const blur = { kind: 'blur' } as const
  const type = (text: string) => ({ kind: 'type', text }) as const

  test('CART-43: it starts at 1', () => {
    expect(quantityControl()).toEqual({ quantity: 1, text: '1', isTouched: false })
  })

  test.each(['0', '100', 'a', '1.5', '-1', '1e1', '99999'])(
    'VALID-27: typing %s is ignored, the old value stays',
    (text) => {
      expect(played(5, type(text))).toMatchObject({ quantity: 5, text: '5' })
    },
  )

  test.each([
    ['1', 1],
    ['99', 99],
    [' 7 ', 7],
    ['05', 5],
  ])('VALID-26: typing "%s" gives %s', (text, quantity) => {
    expect(played(5, type(text)).quantity).toBe(quantity)
  })

  test('VALID-28: 99 plus 1 is 1', () => {
    expect(played(99, plus).quantity).toBe(1)
    expect(played(98, plus).quantity).toBe(99)
  })

  test('VALID-29: 1 minus 1 and 2 minus 1 are 1', () => {
    expect([played(1, minus).quantity, played(2, minus).quantity]).toEqual([1, 1])
  })

  test('VALID-30: a blank field goes back to 1 on blur, not before', () => {
    expect(played(5, type(''))).toMatchObject({ text: '', quantity: 5 })
    expect(played(5, type(''), blur)).toMatchObject({ text: '1', quantity: 1 })
    expect(played(5, blur)).toMatchObject({ text: '5', quantity: 5 })
  })

  test('VALID-31: before the first interaction neither button is disabled, after it the one at the limit is', () => {
    expect(disabledButtons(played(99))).toEqual({ plus: false, minus: false })
    expect(disabledButtons(played(1))).toEqual({ plus: false, minus: false })
    expect(disabledButtons(played(99, plus))).toEqual({ plus: false, minus: true })
    expect(disabledButtons(played(98, plus))).toEqual({ plus: true, minus: false })
    expect(disabledButtons(played(50, plus))).toEqual({ plus: false, minus: false })
  })
})

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

describe('CART-32, CART-33, CART-34, CART-35, CART-36, CART-37, CART-38: what follows the checkout call', () => {
  const good: CheckoutAnswer & { isSuccess: boolean } = {
    isSuccess: true,
    errorType: 0,
    errorMessage: '',
    oversizedItems: [],
    popupUrl: '',
    isLoggedIn: false,
    redirectUrl: '/checkout/shipping',
  }
  const guest = { isGuest: true, isInternational: false }
  const all = { ...good, oversizedItems: [{}], popupUrl: '/popup' }

  test('CART-32: the login flyout for a guest whose cart is not international', () => {
    expect(nextOfCheckout(good, guest)).toEqual({ kind: 'loginFlyout' })
  })

  test.each([
    ['a signed-in shopper', good, { isGuest: false, isInternational: false }],
    ['an international guest', good, { isGuest: true, isInternational: true }],
    ['a guest who is signed in by now', { ...good, isLoggedIn: true }, guest],
  ])('CART-33: %s goes straight to the redirect address', (_, answer, shopper) => {
    expect(nextOfCheckout(answer, shopper)).toEqual({ kind: 'redirect', url: '/checkout/shipping' })
  })

  test('CART-34: a popupUrl opens that popup', () => {
    expect(nextOfCheckout({ ...good, popupUrl: '/popup' }, guest)).toEqual({ kind: 'popup', url: '/popup' })
  })

  test.each([1, 2, 3, 4, 5, 6, 7, 9] as const)(
    'CART-35, CART-38: error type %s shows its popup before all else',
    (errorType) => {
      expect(nextOfCheckout({ ...all, isSuccess: false, errorType }, guest)).toEqual({ kind: 'errorPopup', errorType })
    },
  )

  test('CART-36: an empty basket shows no popup', () => {
    expect(nextOfCheckout({ ...all, isSuccess: false, errorType: 8 }, guest)).toEqual({ kind: 'emptyCart' })
  })

  test('CART-37, CART-38, OVERSIZE-06: oversized items come before a popup, which follows on continue', () => {
    expect(nextOfCheckout(all, guest)).toEqual({ kind: 'oversizedPopup' })
    expect(nextAfterOversized(all, guest)).toEqual({ kind: 'popup', url: '/popup' })
    expect(nextAfterOversized({ ...all, popupUrl: '' }, guest)).toEqual({ kind: 'loginFlyout' })
  })

  test('OPEN-22: a failure without a type shows its message', () => {
    expect(nextOfCheckout({ ...good, isSuccess: false, errorMessage: 'X' }, guest)).toEqual({
      kind: 'message',
      message: 'X',
    })
  })
})

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

test('SHIP-25: recipients of 2 and 3 pieces make a line of 5', () => {
  expect(quantityOfRecipients([{ quantity: 2 }, { quantity: 3 }])).toBe(5)
  expect(quantityOfRecipients([])).toBe(0)
})

test('DATA-05: an item with isRemoved true is neither shown nor counted', () => {
  expect(
    visibleItems([
      { id: 'a', isRemoved: false },
      { id: 'b', isRemoved: true },
    ]).map((item) => item.id),
  ).toEqual(['a'])
})
