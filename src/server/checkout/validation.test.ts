import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { variants } from '#domain/variant.ts'
import { loadCart } from '#server/cart/cart-service.ts'
import { validateQuote } from '#server/checkout/validation.ts'
import { quoteCart } from '#server/pricing/pricing-service.ts'
import { add, item } from '#test/builders/cart-calls.ts'
import { piece, place, prices, sku, stock } from '#test/builders/catalog.ts'
import { testRates } from '#test/builders/rates.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const cartOf = (shopper: TestShopper) => shopper.call('cart', 'getCartJsx', {})
const checkout = (shopper: TestShopper) => shopper.call('cart', 'checkout', {})
const validate = (shopper: TestShopper) => shopper.call('checkout', 'validateCart', {})

let next = 8_000
/** A piece that only this test touches. */
async function freshPiece(of: Parameters<typeof piece>[3] = {}): Promise<number> {
  next += 1
  await world.importLines(piece('CB', next, `Piece ${next}`, of))
  return next
}

const takeOffSale = (number: number) => world.importLines(piece('CB', number, `Piece ${number}`, { status: 'nla' }))

/** A shopper with the pieces, the first `gone` of which were taken off sale since. */
async function withGone(total: number, gone: number) {
  const shopper = world.shopper()
  const pieces: number[] = []
  for (let count = 0; count < total; count += 1) pieces.push(await freshPiece())
  await add(shopper, ...pieces.map((number) => item(number)))
  for (const number of pieces.slice(0, gone)) await takeOffSale(number)
  return { shopper, pieces }
}

const zip = (shopper: TestShopper, code: string) => shopper.call('cart', 'applyZipCode', { zip: code, country: 'US' })

describe('the checkout call', () => {
  test('OPEN-27, CALL-15: a good cart goes on to shipping', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug))
    expect(await checkout(shopper)).toEqual({
      isSuccess: true,
      redirectUrl: '/checkout/shipping',
      isLoggedIn: false,
      popupUrl: '',
      errorType: 0,
      errorMessage: '',
      IsReset: false,
      oversizedItems: [],
      items: [],
      basketVersion: 3,
      changes: [],
    })
  })

  test('OPEN-27: an international cart goes to its own page', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug))
    const reply = await shopper.call('cart', 'checkout', {}, { cookies: { 'ship-to-country': 'FR' } })
    expect(reply.redirectUrl).toBe('/customer-service/international-orders')
  })

  test('OVERSIZE-09, OPEN-50, OVERSIZE-03: only a pickup line with a box above the limit lists its boxes', async () => {
    const shipped = world.shopper()
    const picked = world.shopper()
    await add(shipped, item(sku.sofaOat))
    await add(picked, item(sku.sofaOat, 1, { IsPickupSelected: true, Location: String(place.store.CB.US) }))
    expect((await checkout(shipped)).oversizedItems).toEqual([])
    expect((await checkout(picked)).oversizedItems).toEqual([
      {
        sku: sku.sofaOat,
        title: 'Lounge Sofa, Oat',
        boxes: [
          { boxNumber: 1, quantity: 1, width: 88, depth: 40, height: 24 },
          { boxNumber: 2, quantity: 1, width: 30, depth: 30, height: 20 },
        ],
      },
    ])
  })

  test('OVERSIZE-02, OVERSIZE-08: boxes kept in inches are listed in centimeters in Canada', async () => {
    const shopper = world.shopper('cb-ca')
    await add(shopper, item(sku.sofaOat, 1, { IsPickupSelected: true, Location: String(place.store.CB.CA) }))
    expect((await checkout(shopper)).oversizedItems.map(({ boxes }) => boxes)).toEqual([
      [
        { boxNumber: 1, quantity: 1, width: 224, depth: 102, height: 61 },
        { boxNumber: 2, quantity: 1, width: 76, depth: 76, height: 51 },
      ],
    ])
  })
})

describe('why a cart cannot go on', () => {
  test('UNAVAIL-29: no lines give type 8 in both calls', async () => {
    const shopper = world.shopper()
    for (const reply of [await checkout(shopper), await validate(shopper)]) {
      expect(reply).toMatchObject({ isSuccess: false, errorType: 8, errorMessage: 'Your cart is empty.', items: [] })
    }
  })

  test('UNAVAIL-24, UNAVAIL-02: one of two lines no longer available gives type 3 with that item', async () => {
    const { shopper, pieces } = await withGone(2, 1)
    const reply = await checkout(shopper)
    expect(reply).toMatchObject({ isSuccess: false, errorType: 3, redirectUrl: '' })
    expect(reply.items).toEqual([
      {
        sku: pieces[0],
        title: `Piece ${pieces[0]}`,
        imagePath: `/pictures/p${pieces[0]}.svg`,
        navigateUrl: `/product/${pieces[0]}`,
        currentPrice: 2_000,
        quantity: 1,
        availabilityMessage: 'No longer available',
        quantityLeft: 0,
        edd: { message: 'No longer available' },
        isCustomNla: false,
      },
    ])
  })

  test('UNAVAIL-24: both lines no longer available give type 7', async () => {
    const { shopper } = await withGone(2, 2)
    const reply = await validate(shopper)
    expect([reply.errorType, reply.items.length]).toEqual([7, 2])
  })

  test('UNAVAIL-24, SCENE-06: more pieces than there are count as unavailable, over all lines of the sku', async () => {
    const shopper = world.shopper()
    const few = await freshPiece({ stock: stock('CB', 3) })
    await add(shopper, item(sku.mug), item(few, 2))
    expect((await validate(shopper)).errorType).toBe(0)
    const lineItemId = (await cartOf(shopper)).lineItems[1]!.id
    await shopper.call('cart', 'updateItem', { lineItemId, quantity: 4 })
    const reply = await validate(shopper)
    expect(reply.errorType).toBe(3)
    expect(reply.items[0]?.availabilityMessage).toBe('Only 3 left')
  })

  test('CALM-10: wanted 3, 2 left: line and both answers say how many, with the day they come, and that they are fewer', async () => {
    const shopper = world.shopper()
    const few = await freshPiece({ stock: stock('CB', 2) })
    await add(shopper, item(few, 3))
    const short = {
      ...{ sku: few, quantity: 3, availabilityMessage: 'Only 2 left', quantityLeft: 2 },
      edd: { message: expect.stringMatching(/^Arrives by /) },
    }
    expect((await cartOf(shopper)).lineItems).toMatchObject([{ ...short, availability: 3 }])
    for (const reply of [await checkout(shopper), await validate(shopper)]) {
      const errorMessage = 'Fewer are left than you have in your cart.'
      expect(reply).toMatchObject({ isSuccess: false, errorType: 7, errorMessage, items: [short] })
    }
  })

  test('UNAVAIL-25: an embroidery that is no longer offered gives type 6', async () => {
    const shopper = world.shopper()
    const lines = [
      { elementName: 'Text1', maxLength: 10, font: 'Block', textColor: 'Navy', validationRegEx: '^[A-Z]+$' },
    ]
    const personalization = { type: 700 as const, templateName: 'Monogram', feeCents: { US: 0, CA: 0 }, lines }
    const towel = await freshPiece({ personalization })
    await add(shopper, item(sku.mug), item(towel, 1, { IsPersonalized: true, PersonalizationText: 'AB' }))
    await world.importLines(piece('CB', towel, `Piece ${towel}`))
    const reply = await checkout(shopper)
    expect([reply.errorType, reply.items.map((one) => one.sku)]).toEqual([6, [towel]])
  })

  test.each([
    ['55401', 9],
    ['60601', 0],
  ])('UNAVAIL-26, OPEN-49: a PFAS item for %s gives type %i', async (code, errorType) => {
    const shopper = world.shopper()
    await add(shopper, item(sku.rug), item(sku.mug))
    await zip(shopper, code)
    const reply = await checkout(shopper)
    expect(reply.errorType).toBe(errorType)
    expect(reply.items.map((one) => one.sku)).toEqual(errorType === 9 ? [sku.rug] : [])
  })

  test('UNAVAIL-26, OPEN-49: a pickup store in a restricted state gives type 9, also by another configuration', async () => {
    const own = await createWorld({ config: { pfasStates: ['IL'] } })
    const shopper = own.shopper()
    await add(shopper, item(sku.rug, 1, { IsPickupSelected: true, Location: String(place.store.CB.US) }))
    const reply = await checkout(shopper)
    await own.close()
    expect(reply.errorType).toBe(9)
  })

  test.each([
    ['99501', 4],
    ['60601', 0],
  ])('UNAVAIL-27: an installation at %s gives type %i', async (code, errorType) => {
    const shopper = world.shopper()
    await add(shopper, item(sku.shelf, 1, { IsInstallationServiceRequired: true }))
    await zip(shopper, code)
    expect((await checkout(shopper)).errorType).toBe(errorType)
  })

  test.each([
    ['99501', 5],
    ['60601', 0],
  ])('UNAVAIL-27: a piece personalized elsewhere for %s gives type %i', async (code, errorType) => {
    const shopper = world.shopper()
    const lines = [
      { elementName: 'Text1', maxLength: 10, font: 'Block', textColor: 'Navy', validationRegEx: '^[A-Z]+$' },
    ]
    const number = await freshPiece({
      personalization: { type: 100, templateName: 'Tag', feeCents: { US: 0, CA: 0 }, lines },
    })
    await add(shopper, item(number, 1, { IsPersonalized: true, PersonalizationText: 'AB' }))
    await zip(shopper, code)
    expect((await checkout(shopper)).errorType).toBe(errorType)
  })

  test('OPEN-87, CALL-31: a good cart answers type 0 without items', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug))
    expect(await validate(shopper)).toEqual({
      isSuccess: true,
      errorType: 0,
      errorMessage: '',
      items: [],
      basketId: (await shopper.call('checkout', 'refreshCheckout', {})).basketId,
      basketVersion: 2,
      changes: [],
    })
  })
})

describe('a cart that fails the basic check', () => {
  async function pricedMug() {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug))
    const { basketId } = await shopper.call('checkout', 'refreshCheckout', {})
    const owner = await world.database.row<{ shopper_id: string }>(
      { name: 'test.owner', text: 'select shopper_id from shop.cart where cart_id = $1' },
      [basketId],
    )
    const cart = await loadCart(world.database, { shopperId: owner!.shopper_id, variant: variants.cb })
    return quoteCart(world.database, cart!, { now: world.clock.now(), variant: variants.cb, rates: testRates() })
  }

  test('UNAVAIL-28: no id, another currency and a quantity out of range give type 1', async () => {
    const good = await pricedMug()
    const { cart } = good
    const bad = [
      { ...cart, cartId: '' },
      { ...cart, currency: 'CAD' as const },
      { ...cart, lines: cart.lines.map((line) => ({ ...line, quantity: 100 })) },
    ]
    expect(validateQuote(good).errorType).toBe(0)
    expect(bad.map((one) => validateQuote({ ...good, cart: one }).errorType)).toEqual([1, 1, 1])
  })

  test('UNAVAIL-28: a custom item whose chosen make the catalogue no longer knows gives type 2', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.bench))
    const { basketId } = await shopper.call('checkout', 'refreshCheckout', {})
    await world.database.count(
      { name: 'test.lost', text: `update shop.cart_line set option_choice = 'wood:elm' where cart_id = $1` },
      [basketId],
    )
    const reply = await checkout(shopper)
    expect(reply).toMatchObject({ isSuccess: false, errorType: 2, items: [] })
    expect(reply.errorMessage).not.toBe('')
  })
})

describe('mending it', () => {
  test.each(['removeNlaItems', 'removeAllNlaItems'] as const)(
    'CALL-04, CALL-06, UNAVAIL-11, UNAVAIL-13: %s takes out what is gone and nothing else',
    async (name) => {
      const { shopper, pieces } = await withGone(2, 1)
      expect(await shopper.call('checkout', name, {})).toMatchObject({ isSuccess: true, errorMessage: '' })
      expect((await cartOf(shopper)).lineItems.map((line) => line.sku)).toEqual([pieces[1]])
      expect((await checkout(shopper)).errorType).toBe(0)
    },
  )

  test.each([
    ['CALL-04', '/ReactCheckout/RemoveNlaItems'],
    ['CALL-06', '/ReactCheckout/RemoveAllNlaItems'],
  ])('%s: %s is taken with a body of no bytes, and does its work', async (_row, path) => {
    const { shopper, pieces } = await withGone(2, 1)
    const answer = await shopper.rawPost(path, '')
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { isSuccess: true, errorMessage: '' }])
    expect((await cartOf(shopper)).lineItems.map((line) => line.sku)).toEqual([pieces[1]])
    const stranger = await shopper.rawPost(path, '', { requestverificationtoken: '' })
    expect([stranger.statusCode, stranger.json()]).toEqual([200, { IsReset: true }])
  })

  test('CALM-10: what is left is kept at one press: over lines of one sku in their order, and what is gone goes', async () => {
    const lines = [
      { elementName: 'Text1', maxLength: 10, font: 'Block', textColor: 'Navy', validationRegEx: '^[A-Z]+$' },
    ]
    const personalization = { type: 700 as const, templateName: 'Monogram', feeCents: { US: 0, CA: 0 }, lines }
    const few = await freshPiece({ stock: stock('CB', 3), personalization })
    const { shopper, pieces } = await withGone(2, 1)
    const named = { IsPersonalized: true, PersonalizationText: 'AB' }
    await add(shopper, item(few, 2), item(few, 2, named), item(sku.mug, 2))
    const leftOf = ({ items }: Awaited<ReturnType<typeof validate>>) => items.map(({ quantityLeft }) => quantityLeft)
    expect(leftOf(await validate(shopper))).toEqual([0, 2, 1])

    expect(await shopper.call('checkout', 'keepAvailableItems', {})).toMatchObject({ isSuccess: true, changes: [] })
    expect((await cartOf(shopper)).lineItems.map((line) => [line.sku, line.quantity, line.isPersonalized])).toEqual([
      [pieces[1], 1, false],
      [few, 2, false],
      [few, 1, true],
      [sku.mug, 2, false],
    ])
    expect((await validate(shopper)).errorType).toBe(0)
    const { basketVersion } = await cartOf(shopper)
    const again = await shopper.call('checkout', 'keepAvailableItems', {})
    expect(again).toMatchObject({ isSuccess: true, basketVersion })
  })

  test('CALL-06, UNAVAIL-13: the cart can be emptied by it', async () => {
    const { shopper } = await withGone(2, 2)
    await shopper.call('checkout', 'removeAllNlaItems', {})
    expect((await checkout(shopper)).errorType).toBe(8)
  })

  test.each(['removeInHousePersonalizedNlaItems', 'removePersonalizedItems'] as const)(
    'CALL-05, CALL-33, UNAVAIL-12: %s takes out in-house pieces that can no longer be made, and no others',
    async (name) => {
      const shopper = world.shopper()
      const lines = [
        { elementName: 'Text1', maxLength: 10, font: 'Block', textColor: 'Navy', validationRegEx: '^[A-Z]+$' },
      ]
      const personalization = { type: 705 as const, templateName: 'Etching', feeCents: { US: 0, CA: 0 }, lines }
      const [gone, stored] = [await freshPiece({ personalization }), await freshPiece({ personalization })]
      const named = { IsPersonalized: true, PersonalizationText: 'AB' }
      await add(shopper, item(gone, 1, named), item(stored, 1, named), item(sku.mug))
      await world.importLines(piece('CB', gone, `Piece ${gone}`))
      await shopper.call('checkout', name, {})
      expect((await cartOf(shopper)).lineItems.map((line) => line.sku)).toEqual([stored, sku.mug])
    },
  )

  test('CALL-32, UNAVAIL-14: PFAS items for a restricted state are taken out', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.rug), item(sku.mug))
    await zip(shopper, '55401')
    await shopper.call('checkout', 'removePfasItems', {})
    expect((await cartOf(shopper)).lineItems.map((line) => line.sku)).toEqual([sku.mug])
  })

  test('CALL-34, UNAVAIL-15, OPEN-33: every installation is taken off, the items stay', async () => {
    const shopper = world.shopper()
    const wished = { IsInstallationServiceRequired: true }
    const service = [{ type: 'WallMount', name: 'Wall mounting', feeCents: { US: 9_900, CA: 9_900 } }]
    const other = await freshPiece({ services: service, prices: prices(1_000) })
    await add(shopper, item(sku.shelf, 1, wished), item(other, 1, wished), item(sku.shelf, 2))
    await shopper.call('checkout', 'removeInstallationService', {})
    const { lineItems, orderSummary } = await cartOf(shopper)
    expect(lineItems.map((line) => [line.sku, line.quantity])).toEqual([
      [other, 1],
      [sku.shelf, 3],
    ])
    expect(orderSummary.installation).toBe(0)
  })

  test('CALL-09, CALL-10, CERT-05, OPEN-52, OPEN-68, OPEN-86: certificates go and the total is back, by both paths', async () => {
    for (const name of ['removeCertificates', 'providerRemoveCertificates'] as const) {
      const shopper = world.shopper()
      await add(shopper, item(sku.mug, 2))
      const before = await cartOf(shopper)
      await putCertificate((await shopper.call('checkout', 'refreshCheckout', {})).basketId, 1_000)
      const applied = await shopper.call('checkout', 'refreshCheckout', {})
      const reply = await shopper.call('checkout', name, {})
      expect(applied.orderSummary).toMatchObject({ rewardsTotal: 1_000, amountDue: before.orderSummary.total - 1_000 })
      expect(applied.paymentData.creditCardData.isOnlyCbccAllowed).toBe(true)
      expect(reply).toMatchObject({ isSuccess: true, rewardsData: { rewardsTotal: 0, errorMessage: '' } })
      expect(reply.orderSummary).toEqual(before.orderSummary)
      expect(applied.paymentData).toMatchObject({
        rewardsData: { rewardsTotal: 1_000, certificates: [{ certificateNumber: '4711', amount: 1_000 }] },
        tenderCodesData: { tenderCodes: [], giftCards: [] },
        payPalData: { isApplied: false, email: '', appliedAmount: 0 },
        alternativePaymentsData: { type: '', isApplied: false, username: '', appliedAmount: 0 },
      })
    }
  })
})

test('SCENE-11, PAY-01: stored value above the total leaves nothing due, never less, and no payment is asked', async () => {
  const shopper = world.shopper()
  await add(shopper, item(sku.mug))
  await putCertificate((await shopper.call('checkout', 'refreshCheckout', {})).basketId, 500_000)
  const { orderSummary, paymentData, hasTns } = await shopper.call('checkout', 'refreshCheckout', {})
  expect(orderSummary).toMatchObject({ total: 1_990, rewardsTotal: 1_990, amountDue: 0 })
  expect(orderSummary.rewardsExceedOrderTotalMessage).toContain('worth more than this order')
  expect([paymentData.isPaymentNeeded, hasTns]).toEqual([false, false])
})

async function putCertificate(basketId: string, cents: number): Promise<void> {
  await world.database.count(
    {
      name: 'test.certificate',
      text: `with made as (
           insert into shop.certificate (certificate_id, kind, code_mac, last4, amount_cents)
           values (gen_random_uuid(), 'reward', decode(md5(random()::text), 'hex'), '4711', $2) returning certificate_id)
         insert into shop.cart_tender (shopper_id, cart_id, position, kind, tender_id)
         select c.shopper_id, c.cart_id, 1, 'certificate', m.certificate_id from shop.cart c, made m where c.cart_id = $1`,
    },
    [basketId, cents],
  )
}
