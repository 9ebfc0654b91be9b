import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pathTable } from '#contracts/paths.ts'
import { add, item, newCard } from '#test/builders/cart-calls.ts'
import { piece, place, sku } from '#test/builders/catalog.ts'
import { newMember } from '#test/builders/member.ts'
import { endPromo, promos, putPromos } from '#test/builders/promos.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await putPromos(world.database)
})
afterAll(() => world.close())

const names = (value: object): string[] => Object.keys(value).sort()
const sorted = (...values: string[]): string[] => values.sort()
const receipt = ['basketVersion', 'changes']

async function withMugs(): Promise<TestShopper> {
  const shopper = world.shopper()
  await add(shopper, item(sku.mug, 4))
  return shopper
}

const refresh = (shopper: TestShopper) => shopper.call('checkout', 'refreshCheckout', {})

/** What the wrong method and a missing token are answered. */
async function wrongWays(shopper: TestShopper, path: string, body: unknown) {
  const get = await shopper.get(path)
  const tokenless = await shopper.rawPost(path, body, { requestverificationtoken: '' })
  return [get.statusCode, tokenless.statusCode, tokenless.json()]
}

const refusedWays = [405, 200, { IsReset: true }]

describe('the names of the checkout', () => {
  test('DATA-11, OPEN-85: currency, card processors and the three payment messages', async () => {
    const checkout = await refresh(await withMugs())
    expect(checkout).toMatchObject({ currencyCode: 'USD', hasTns: true, hasSynchrony: false })
    for (const name of ['synchronyPaymentMessage', 'tnsPaymentMessage', 'tnsDeprecationMessage']) {
      expect([name, checkout.messages[name]]).toEqual([name, expect.stringMatching(/\w/)])
    }
  })

  test('DATA-10, PAY-01, OPEN-86: payment data and its parts, with the two names of the rewards', async () => {
    const { paymentData } = await refresh(await withMugs())
    expect(names(paymentData)).toEqual(
      sorted(
        'creditCardData',
        'rewardsData',
        'tenderCodesData',
        'payPalData',
        'alternativePaymentsData',
        'isPaymentNeeded',
      ),
    )
    expect(names(paymentData.creditCardData)).toEqual(
      sorted('cardOneInfo', 'cardTwoInfo', 'accountCardsInfo', 'isOnlyCbccAllowed'),
    )
    expect(paymentData.rewardsData).toEqual({
      rewardsTotal: 0,
      rewardExceedOrderTotalMessage: '',
      certificates: [],
      errorMessage: '',
    })
    expect(names(paymentData.tenderCodesData)).toEqual(sorted('tenderCodes', 'giftCards'))
    expect(names(paymentData.payPalData)).toEqual(sorted('isApplied', 'email', 'appliedAmount'))
    expect(names(paymentData.alternativePaymentsData)).toEqual(sorted('type', 'isApplied', 'username', 'appliedAmount'))
  })

  test('DATA-13, UNAVAIL-02, OVERSIZE-03: an unavailable and an oversized item', async () => {
    const gone = world.shopper()
    await world.importLines(piece('CB', 8_900, 'Piece 8900'))
    await add(gone, item(8_900))
    await world.importLines(piece('CB', 8_900, 'Piece 8900', { status: 'nla' }))
    const picked = world.shopper()
    await add(picked, item(sku.sofaOat, 1, { IsPickupSelected: true, Location: String(place.store.CB.US) }))
    const [unavailable] = (await gone.call('cart', 'checkout', {})).items
    const [oversized] = (await picked.call('cart', 'checkout', {})).oversizedItems
    const named = ['sku', 'title', 'imagePath', 'currentPrice', 'quantity', 'availabilityMessage', 'edd', 'isCustomNla']
    expect(names(unavailable ?? {})).toEqual(sorted(...named, 'navigateUrl', 'quantityLeft'))
    expect(names(unavailable?.edd ?? {})).toEqual(['message'])
    expect(names(oversized ?? {})).toEqual(sorted('sku', 'title', 'boxes'))
    expect(names(oversized?.boxes[0] ?? {})).toEqual(sorted('boxNumber', 'quantity', 'width', 'depth', 'height'))
  })
})

test('DATA-24: error types, availability, service levels and personalization types are numbers', async () => {
  const shopper = world.shopper()
  await add(
    shopper,
    item(sku.sofaOat),
    item(sku.shelf, 1, { ShipMethod: 3 }),
    item(sku.towel, 1, { IsPersonalized: true, PersonalizationText: 'AB' }),
    item(sku.mug, 1, { IsPickupSelected: true, Location: String(place.store.CB.US) }),
  )
  await shopper.call('cart', 'applyZipCode', { zip: '60563', country: 'US' })
  const { lineItems } = await shopper.call('cart', 'getCartJsx', {})
  expect(
    lineItems.map((line) => [
      line.sku,
      line.availability,
      line.shipMethod,
      line.calculatedShipMethod,
      line.personalization?.type,
    ]),
  ).toEqual([
    [sku.sofaOat, 1, 1, 6, undefined],
    [sku.shelf, 1, 3, 3, undefined],
    [sku.towel, 1, 1, 1, 700],
    [sku.mug, 1, 1, 1, undefined],
  ])
  const estimates = await shopper.call('cart', 'getEdd', { locationId: String(place.store.CB.US), zipCode: '60563' })
  const statuses = estimates.lineItems?.map(({ edd }) => [edd.shipStatus, edd.pickupStatus])
  expect(statuses).toEqual(Array.from({ length: 4 }, () => [1, 1]))
  const ofMug = await shopper.call('cart', 'getAvailability', { sku: sku.mug, zipCode: '60563' })
  expect([ofMug.shipStatus, ofMug.pickupStatus]).toEqual([1, 7])
  const { page } = await shopper.page(`/product/${sku.towel}`)
  expect(page.name === 'product' && page.product.skus[0]?.personalizationType).toBe(700)

  const checkedOut = await shopper.call('cart', 'checkout', {})
  expect([checkedOut.errorType, (await shopper.call('checkout', 'validateCart', {})).errorType]).toEqual([0, 0])
  expect((await world.shopper().call('cart', 'checkout', {})).errorType).toBe(8)
  const { basketItems, recipientList } = await refresh(shopper)
  expect(basketItems.map(({ availability }) => availability)).toEqual([1, 1, 1, 1])
  const levels = recipientList.flatMap(({ shipments }) =>
    shipments.map((one) => [one.availableServiceLevels.map(({ level }) => level), one.selectedServiceLevel]),
  )
  expect(levels).toEqual([
    [[6], 6],
    [[1, 2, 3], 3],
    [[1, 2, 3], 1],
  ])
})

describe('CALL-11: the cart service', () => {
  const paths = Object.entries({
    checkout: '/ReactCart/Checkout',
    getCartJsx: '/ReactCart/GetCartJsx',
    removeItem: '/ReactCart/RemoveItem',
    saveForLater: '/ReactCart/SaveForLater',
    updateItem: '/ReactCart/UpdateItem',
    updateShipMethod: '/ReactCart/UpdateShipMethod',
    removeInstallationService: '/ReactCart/RemoveInstallationService',
    removeItemFromSaveForLater: '/ReactCart/RemoveItemFromSaveForLater',
    moveToCart: '/ReactCart/MoveToCart',
    donationAddToCart: '/ReactCart/DonationAddToCart',
    applyZipCode: '/ReactCart/ApplyZipCode',
    applyPromoCode: '/ReactCart/ApplyPromoCode',
    removePromoCode: '/ReactCart/RemovePromoCode',
    getEdd: '/ReactCart/GetEdd',
  })

  test.each(paths)('CALL-11: %s answers at %s', async (name, path) => {
    const shopper = world.shopper()
    await add(
      shopper,
      item(sku.shelf, 2, { IsInstallationServiceRequired: true, InstallationServiceType: 'WallMount' }),
    )
    await add(shopper, item(sku.mug))
    const { lineItems } = await shopper.call('cart', 'getCartJsx', {})
    const [shelf, mug] = lineItems.map(({ id }) => ({ lineItemId: id }))
    if (/FromSaveForLater|moveToCart/.test(name)) await shopper.call('cart', 'saveForLater', mug!)
    if (name === 'removePromoCode') await shopper.call('cart', 'applyPromoCode', { promoCode: promos.fiveDollars })
    const bodies: { readonly [name: string]: object } = {
      removeItem: mug!,
      saveForLater: mug!,
      updateItem: { ...mug, quantity: 3 },
      updateShipMethod: { ...mug, shipMethod: 2, isPickup: false, locationId: '' },
      removeInstallationService: shelf!,
      removeItemFromSaveForLater: mug!,
      moveToCart: mug!,
      donationAddToCart: { sku: sku.donation, amount: 500 },
      applyZipCode: { zip: '60563', country: 'US' },
      applyPromoCode: { promoCode: promos.fiveDollars },
      getEdd: { locationId: '', zipCode: '60563' },
    }
    const answer = name === 'getCartJsx' ? await shopper.get(path) : await shopper.rawPost(path, bodies[name] ?? {})
    const reply = answer.json()
    expect(answer.statusCode).toBe(200)
    expect(reply).toMatchObject(/getCartJsx|getEdd/.test(name) ? { lineItems: expect.any(Array) } : { isSuccess: true })
  })
})

describe('promo codes of the checkout', () => {
  const stored = async (basketId: string) =>
    world.database.row<{ discount_code: string }>(
      { name: 'test.discount', text: 'select discount_code from shop.cart where cart_id = $1' },
      [basketId],
    )

  test('CALL-38, PROMO-12: ApplyPromoCode keeps the code with the cart', async () => {
    const shopper = await withMugs()
    const { basketId } = await refresh(shopper)
    const body = { promoCode: promos.fiveDollars }
    const path = pathTable.checkout.applyPromoCode.path
    expect(path).toBe('/ReactCheckout/ApplyPromoCode')
    expect(await wrongWays(shopper, path, body)).toEqual(refusedWays)
    expect(await stored(basketId)).toEqual({ discount_code: '' })
    const reply = await shopper.call('checkout', 'applyPromoCode', body)
    const own = ['isSuccess', 'promoErrorMessage', 'cartErrorMessage', 'discountCode', 'orderSummary']
    expect(names(reply)).toEqual(sorted(...own, ...receipt))
    expect([reply.isSuccess, reply.orderSummary.discount]).toEqual([true, 500])
    expect(await stored(basketId)).toEqual({ discount_code: promos.fiveDollars })
  })

  test('CALL-39, PROMO-12: VerifyPromoCode leaves a good code and takes an ended one out of the cart', async () => {
    const shopper = await withMugs()
    const { basketId } = await refresh(shopper)
    const body = { promoCode: promos.endsLater }
    await shopper.call('checkout', 'applyPromoCode', body)
    const good = await shopper.call('checkout', 'verifyPromoCode', body)
    expect([good.isSuccess, good.isPromoCodeRemoved, await stored(basketId)]).toEqual([
      true,
      false,
      { discount_code: promos.endsLater },
    ])
    await endPromo(world.database, promos.endsLater)
    const path = pathTable.checkout.verifyPromoCode.path
    const wrong = await wrongWays(shopper, path, body)
    const stillStored = await stored(basketId)
    const ended = await shopper.call('checkout', 'verifyPromoCode', body)
    expect([path, wrong, stillStored]).toEqual([
      '/ReactCheckout/VerifyPromoCode',
      refusedWays,
      { discount_code: promos.endsLater },
    ])
    const own = ['isSuccess', 'isPromoCodeRemoved', 'promoErrorMessage', 'orderSummary']
    expect(names(ended)).toEqual(sorted(...own, ...receipt))
    expect([ended.isPromoCodeRemoved, await stored(basketId)]).toEqual([true, { discount_code: '' }])
  })
})

describe('saving a card to the cart', () => {
  const stored = (basketId: string) =>
    world.database.rows<{ slot: number; brand: string; last_four: string }>(
      {
        name: 'test.cards',
        text: 'select slot, brand, last_four from shop.cart_payment where cart_id = $1 order by slot',
      },
      [basketId],
    )

  test.each([
    ['CALL-52', 'savePayment', '/ReactCheckout/SavePayment'],
    ['CALL-51', 'providerSaveCard', '/api/checkout/payment-provider/save-credit-card-to-basket'],
  ] as const)(
    'CALL-51, CALL-52, PAY-52, OPEN-63: %s: %s at %s takes the four parts and keeps both cards',
    async (_row, name, path) => {
      const shopper = await withMugs()
      const { basketId, orderSummary } = await refresh(shopper)
      const body = {
        cardOneData: { ...(await newCard(world, shopper)), appliedAmount: 1_000 },
        cardTwoData: await newCard(world, shopper, { slot: 'CardTwo', number: '5555555555554444' }),
        accountCardOneData: null,
        accountCardTwoData: null,
      }
      expect(pathTable.payment[name].path).toBe(path)
      expect(await wrongWays(shopper, path, body)).toEqual(refusedWays)
      expect(await stored(basketId)).toEqual([])
      const reply = await shopper.call('payment', name, body)
      const own = ['isSuccess', 'errorMessage', 'creditCardData', 'cardOneErrors', 'cardTwoErrors', 'orderSummary']
      expect(names(reply)).toEqual(sorted(...own, 'isPaymentNeeded', ...receipt))
      const { cardOneInfo, cardTwoInfo } = reply.creditCardData
      expect([reply.isSuccess, cardOneInfo?.appliedAmount, cardTwoInfo?.appliedAmount]).toEqual([
        true,
        1_000,
        orderSummary.amountDue - 1_000,
      ])
      expect(await stored(basketId)).toEqual([
        { slot: 1, brand: 'Visa', last_four: '1111' },
        { slot: 2, brand: 'MasterCard', last_four: '4444' },
      ])
    },
  )
})

test('CALL-89, ROUTE-21: the confirmation leads a member on to returnUrl, never off the store; a POST is answered 405', async () => {
  const path = '/account/auth/confirm'
  const { shopper } = await newMember(world)
  const own = await shopper.get(`${path}?returnUrl=%2Fcheckout%2Fcart`)
  expect([own.statusCode, own.headers.refresh]).toEqual([200, '0; url=/checkout/cart'])
  const foreign = await shopper.get(`${path}?returnUrl=${encodeURIComponent('https://evil.example/')}`)
  expect([foreign.statusCode, String(foreign.headers.refresh)]).toEqual([200, expect.not.stringContaining('evil')])
  const guest = await world.shopper().get(`${path}?returnUrl=%2F`)
  expect(guest.headers.location).toBe('/account/login')
  expect((await shopper.submit(path, {})).statusCode).toBe(405)
})
