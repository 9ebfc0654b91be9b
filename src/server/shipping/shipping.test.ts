import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { feeRows } from '#domain/shipping/fee-rows.ts'
import { localDeliveryAreas } from '#domain/shipping/local-delivery-area.ts'
import { sku } from '#test/builders/catalog.ts'
import { testConfig } from '#test/builders/config.ts'
import { createWorld, type World } from '#test/world.ts'
import { createDeliveryMap } from './delivery-map.ts'
import { readDeliveryPoints } from './delivery-points.ts'
import { insets, mapSheet, placeOnMap } from './map-projection.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const ownPoints = readDeliveryPoints(testConfig().deliveryPointsFile)

/** A cart in CB's store with a ZIP, as its page shows it. */
async function cartWith(items: readonly { sku: number; quantity: number; shipMethod?: number }[], zip: string) {
  const shopper = world.shopper('cb')
  await shopper.call('cart', 'addItems', {
    items: items.map((item) => ({ Sku: item.sku, Quantity: item.quantity, ShipMethod: item.shipMethod ?? 1 })),
  })
  await shopper.call('cart', 'applyZipCode', { zip, country: 'US' })
  const cart = await shopper.call('cart', 'getCartJsx', {})
  const chargesOf = (lineItemId: string) => shopper.call('shipping', 'getShippingCharges', { lineItemId })
  return { cart, chargesOf }
}

describe('SHIPPOP-13, OPEN-79: the popup’s rows are what the order is charged', () => {
  test.each([1, 2, 3, 5, 12, 40])('with %s pieces, by each service level', async (quantity) => {
    for (const [shipMethod, column] of [
      [1, 'standard'],
      [2, 'premium'],
      [3, 'express'],
    ] as const) {
      const { cart, chargesOf } = await cartWith([{ sku: sku.mug, quantity, shipMethod }], '60563')
      const { fees } = await chargesOf('')
      const { subtotal, shipping } = cart.orderSummary
      const row = feeRows(fees).find(({ toCents }) => toCents === null || subtotal <= toCents)
      const cell = row?.[column] ?? { cents: -1 }
      const told =
        'cents' in cell
          ? cell.cents
          : Math.min(Math.round((subtotal * cell.millionths) / 1e6) + cell.extraCents, cell.capCents)
      expect([shipMethod, subtotal, told]).toEqual([shipMethod, subtotal, shipping])
    }
  })
})

test('SHIPPOP-12, SHIPPOP-11: the charges of the lines add up to the order’s, each with its ZIP', async () => {
  const { cart, chargesOf } = await cartWith(
    [
      { sku: sku.mug, quantity: 3 },
      { sku: sku.towel, quantity: 2 },
      { sku: sku.sofaOat, quantity: 1 },
    ],
    '83702',
  )
  const charges = await Promise.all(cart.lineItems.map(async ({ id }) => (await chargesOf(id)).charge))
  const total = charges.reduce((sum, charge) => sum + (charge?.cents ?? 0), 0)
  expect(total).toBe(cart.orderSummary.shipping + cart.orderSummary.surcharge)
  expect(new Set(charges.map((charge) => charge?.postalCode))).toEqual(new Set(['83702']))
  expect(charges.map((charge) => charge?.shipMethod)).toEqual(cart.lineItems.map((line) => line.calculatedShipMethod))
})

test('SHIPPOP-15: a standard shipment to Hawaii costs 1000 cents more than to Illinois', async () => {
  const [hawaii, illinois] = await Promise.all(
    ['96813', '60563'].map(async (zip) => {
      const { cart, chargesOf } = await cartWith([{ sku: sku.mug, quantity: 1 }], zip)
      return (await chargesOf(cart.lineItems[0]?.id ?? '')).charge?.cents ?? 0
    }),
  )
  expect(hawaii).toBe((illinois ?? 0) + 1000)
})

test.each([
  ['AK', '99501'],
  ['HI', '96813'],
  ['PR', '00901'],
  ['GU', '96910'],
  ['VI', '00802'],
  ['AS', '96799'],
  ['MP', '96950'],
])('CONST-05: standard shipping to %s costs 1000 cents more, premium and express do not', async (_state, zip) => {
  const summaryOf = async (shipMethod: number, to: string) =>
    (await cartWith([{ sku: sku.mug, quantity: 1, shipMethod }], to)).cart.orderSummary
  for (const [shipMethod, extra] of [
    [1, 1000],
    [2, 0],
    [3, 0],
  ] as const) {
    const [far, near] = [await summaryOf(shipMethod, zip), await summaryOf(shipMethod, '60563')]
    expect([shipMethod, far.surcharge, near.surcharge]).toEqual([shipMethod, extra, 0])
    expect(far.shipping).toBe(near.shipping)
  }
})

test('SHIPPOP-12: a line of somebody else has no charge', async () => {
  const { cart } = await cartWith([{ sku: sku.mug, quantity: 1 }], '60563')
  const stranger = world.shopper('cb')
  const lineItemId = cart.lineItems[0]?.id ?? ''
  expect((await stranger.call('shipping', 'getShippingCharges', { lineItemId })).charge).toBeNull()
})

describe('SHIPPOP-14, OPEN-81: the map', () => {
  test('is there for the United States only, with a point for each row of the table', async () => {
    const [us, canada] = await Promise.all(
      (['cb', 'cb-ca'] as const).map((key) => world.shopper(key).call('shipping', 'getShippingCharges', {})),
    )
    expect(us?.map?.points.map(({ name }) => name)).toEqual(ownPoints.map(({ name }) => name))
    expect(canada?.map).toBeNull()
  })

  test('OPEN-81: the drawing is kept for ever at its address and travels compressed', async () => {
    const { path } = createDeliveryMap(ownPoints)()
    const headers = { host: 'cb.localhost:3000', 'accept-encoding': 'br' }
    const answer = await world.shop.app.http.inject({ url: path, headers })
    expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, 'br'])
    expect(answer.headers['cache-control']).toContain('immutable')
    expect(answer.rawPayload.length).toBeLessThan(40_000)
    const other = await world.shop.app.http.inject({ url: '/maps/united-states.000000000000.svg', headers })
    expect(other.statusCode).toBe(404)
  })

  test('draws land, what lies apart, and borders', () => {
    const svg = createDeliveryMap([])().svg.toString()
    expect([...svg.matchAll(/<path id="(\w+)"[^>]* d="M[^"]{1000}/g)].map(([, id]) => id)).toEqual([
      'land',
      'apart',
      'borders',
    ])
    expect(svg).not.toContain('NaN')
  })

  test('has a place for every state’s ends and for the territories drawn apart', () => {
    const places = {
      Seattle: placeOnMap({ latitude: 47.6, longitude: -122.3 }),
      Miami: placeOnMap({ latitude: 25.8, longitude: -80.2 }),
      Anchorage: placeOnMap({ latitude: 61.2, longitude: -149.9 }),
      Honolulu: placeOnMap({ latitude: 21.3, longitude: -157.9 }),
      'San Juan': placeOnMap({ latitude: 18.4, longitude: -66.1 }),
      Guam: placeOnMap({ latitude: 13.45, longitude: 144.78 }),
    }
    for (const [name, spot] of Object.entries(places)) {
      expect([name, spot !== null && spot.x > 0 && spot.x < mapSheet.width && spot.y < mapSheet.height]).toEqual([
        name,
        true,
      ])
    }
    const { left, right } = insets[0]
    expect(places['San Juan']?.x).toBeGreaterThan(left)
    expect(places['San Juan']?.x).toBeLessThan(right)
  })

  test('OPEN-81: every local delivery area of the United States has its point', () => {
    const areas = localDeliveryAreas.filter(({ country }) => country === 'US').map(({ name }) => name)
    expect(ownPoints.map(({ name }) => name)).toEqual(areas.toSorted())
  })
})

describe('OPEN-81: a retailer’s own table', () => {
  const fileWith = (rows: unknown) => {
    const file = join(testConfig().dataDir, 'points.json')
    writeFileSync(file, JSON.stringify(rows))
    return file
  }

  test('stands on the map', () => {
    const points = [{ name: 'Boise', latitude: 43.6, longitude: -116.2 }]
    expect(createDeliveryMap(readDeliveryPoints(fileWith(points)))().points).toMatchObject(points)
  })

  test('is refused with the rows that are wrong', () => {
    expect(() => readDeliveryPoints(fileWith([{ name: 'Boise', latitude: 143, longitude: -116.2 }]))).toThrow(/row 1/)
    expect(() => readDeliveryPoints(fileWith([{ name: 'Paris', latitude: 48.9, longitude: 2.3 }]))).toThrow(/Paris/)
  })
})
