import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { jsonLinesFile } from '#test/builders/json-lines.ts'
import { shippingFees } from '#test/builders/rates.ts'
import { createWorld, type World } from '#test/world.ts'
import { importRates } from './rates-import.ts'
import { readShippingRates } from './shipping-rate-store.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const usual = {
  brand: 'CB',
  country: 'US',
  ...{ bands: shippingFees.bands, aboveMillionths: 100_000, capCents: 4_995 },
  ...{ premiumExtraCents: 1_500, expressExtraCents: 2_500, surchargeCents: 1_000 },
  ...{ localInHomeCents: 11_900, longDistanceInHomeCents: 19_900, basicFreightCents: 8_900, giftCardCents: 0 },
}
async function imported(...lines: readonly unknown[]) {
  const report = await importRates(world.database, jsonLinesFile(world.config.dataDir, lines))
  await world.shop.shippingRates.refresh()
  return report
}

test('OPEN-79: every store front begins with the same table', async () => {
  const rows = await readShippingRates(world.database)
  expect(rows.map(({ brand, country }) => `${brand} ${country}`)).toEqual(['CB CA', 'CB US', 'CB2 CA', 'CB2 US'])
  for (const { fees } of rows) expect(fees).toEqual(shippingFees)
})

describe('OPEN-79: a retailer changes what shipping costs', () => {
  test('OPEN-79, SHIPPOP-13, SHIPPOP-15: cart, explanation and popup go by the new rows, other store fronts by theirs', async () => {
    const [shopper, other] = [world.shopper('cb'), world.shopper('cb2-ca')]
    await add(shopper, item(sku.mug, 2))
    await shopper.call('cart', 'applyZipCode', { zip: '96813', country: 'US' })
    const before = await shopper.call('cart', 'getCartJsx', {})
    const bands = [{ toCents: 5_000, feeCents: 250 }]
    const report = await imported({ ...usual, bands, surchargeCents: 1_234 }, { ...usual, brand: 'CB2' })
    const after = await shopper.call('cart', 'getCartJsx', {})
    const explained = await shopper.call('cart', 'getTotalExplanation', {})
    const popup = await shopper.call('shipping', 'getShippingCharges', { lineItemId: after.lineItems[0]!.id })
    const elsewhere = await other.call('shipping', 'getShippingCharges', {})
    await imported(usual)

    expect(report).toEqual({ faults: [], changed: ['CB US'], unchanged: ['CB2 US'] })
    expect([before.orderSummary.shipping, before.orderSummary.surcharge]).toEqual([995, 1_000])
    expect([after.orderSummary.shipping, after.orderSummary.surcharge]).toEqual([250, 1_234])
    expect([popup.fees.bands, popup.fees.surchargeCents, popup.charge?.cents]).toEqual([bands, 1_234, 1_484])
    expect(elsewhere.fees).toEqual(shippingFees)
    const how = explained.lines.find(({ name }) => name === 'Shipping')?.parts[0]?.how
    expect(how).toContain('to $50.00 costs $2.50')
  })

  test('OPEN-79: a dry run tells what would change, and changes nothing', async () => {
    const file = jsonLinesFile(world.config.dataDir, [
      { ...usual, capCents: 9_900 },
      { ...usual, brand: 'CB2' },
    ])
    const report = await importRates(world.database, file, { isDryRun: true })
    expect(report).toEqual({ faults: [], changed: ['CB US'], unchanged: ['CB2 US'] })
    expect((await readShippingRates(world.database)).map(({ fees }) => fees)).toEqual(Array(4).fill(shippingFees))
  })

  test('OPEN-79: the same file again changes nothing, and the last table of a store front is as it was', async () => {
    await imported({ ...usual, capCents: 9_900 })
    const again = await imported({ ...usual, capCents: 9_900 })
    const back = await imported(usual)
    expect(again).toEqual({ faults: [], changed: [], unchanged: ['CB US'] })
    expect(back.changed).toEqual(['CB US'])
    expect((await readShippingRates(world.database)).map(({ fees }) => fees)).toEqual(Array(4).fill(shippingFees))
  })

  const { capCents: _, ...withoutCap } = usual
  const falling = [
    { toCents: 5_000, feeCents: 1 },
    { toCents: 5_000, feeCents: 2 },
  ]
  test.each([
    ['no JSON', '{"brand"', ''],
    ['a store front of no brand', { ...usual, brand: 'CB3' }, 'brand'],
    ['a missing amount', withoutCap, 'capCents'],
    ['a negative amount', { ...usual, surchargeCents: -1 }, 'surchargeCents'],
    ['parts of a cent', { ...usual, bands: [{ toCents: 100, feeCents: 1.5 }] }, 'bands.0.feeCents'],
    ['a share above the whole', { ...usual, aboveMillionths: 1_000_001 }, 'aboveMillionths'],
    ['no bands', { ...usual, bands: [] }, 'bands'],
    ['bands that do not rise', { ...usual, bands: falling }, 'bands'],
    ['a field nobody knows', { ...usual, handlingCents: 5 }, ''],
  ])('OPEN-79: %s is named by line and field, and nothing is taken over', async (_what, bad, field) => {
    const report = await imported({ ...usual, country: 'CA', capCents: 1 }, '', bad)
    expect(report.faults.map(({ line, field: named }) => [line, named])).toContainEqual([3, field])
    expect(report.changed).toEqual([])
    expect((await readShippingRates(world.database)).map(({ fees }) => fees)).toEqual(Array(4).fill(shippingFees))
  })

  test('OPEN-79: a store front twice in one file is a bad line', async () => {
    const report = await imported(usual, usual)
    expect(report.faults).toEqual([{ line: 2, field: 'brand', message: 'CB US is in the file twice' }])
  })
})
