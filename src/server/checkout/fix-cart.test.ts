import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, item } from '#test/builders/cart-calls.ts'
import { piece, prices, sku, stock } from '#test/builders/catalog.ts'
import { freshPiece, withGone } from '#test/builders/gone-pieces.ts'
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

const zip = (shopper: TestShopper, code: string) => shopper.call('cart', 'applyZipCode', { zip: code, country: 'US' })

describe('mending it', () => {
  test.each(['removeNlaItems', 'removeAllNlaItems'] as const)(
    'CALL-04, CALL-06, UNAVAIL-11, UNAVAIL-13: %s takes out what is gone and nothing else',
    async (name) => {
      const { shopper, pieces } = await withGone(world, 2, 1)
      expect(await shopper.call('checkout', name, {})).toMatchObject({ isSuccess: true, errorMessage: '' })
      expect((await cartOf(shopper)).lineItems.map((line) => line.sku)).toEqual([pieces[1]])
      expect((await checkout(shopper)).errorType).toBe(0)
    },
  )

  test.each([
    ['CALL-04', '/ReactCheckout/RemoveNlaItems'],
    ['CALL-06', '/ReactCheckout/RemoveAllNlaItems'],
  ])('%s: %s is taken with a body of no bytes, and does its work', async (_row, path) => {
    const { shopper, pieces } = await withGone(world, 2, 1)
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
    const few = await freshPiece(world, { stock: stock('CB', 3), personalization })
    const { shopper, pieces } = await withGone(world, 2, 1)
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
    const { shopper } = await withGone(world, 2, 2)
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
      const [gone, stored] = [
        await freshPiece(world, { personalization }),
        await freshPiece(world, { personalization }),
      ]
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
    const other = await freshPiece(world, { services: service, prices: prices(1_000) })
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
