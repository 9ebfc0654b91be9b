import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Database, statement } from '#server/db/database.ts'
import { readExportPage } from '#server/order/export/export-store.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'
import { sku } from '#test/builders/catalog.ts'
import { cardToken, gatewayBooks } from '#test/order/gateway.ts'
import { insertCart, seedCertificate } from '#test/order/insert-cart.ts'
import { expectBalancedBooks, orderCounts, tally } from '#test/order/ordering.ts'
import { type PatientOrders, patientOrders } from '#test/order/patient.ts'
import { order } from '#test/order/place.ts'
import { createWorld, type World } from '#test/world.ts'

const stateOf = statement<{ state: string; orderId: string | null }>(
  'test.certificate-state-of',
  'select state, order_id as "orderId" from shop.certificate where certificate_id = $1::uuid',
)
const payByStoreCard = statement(
  'test.pay-by-store-card',
  `update shop.cart_payment set brand = 'PLCCSynchrony', selection_type = 'StoreCreditCard'`,
)

const chooseFinancing = statement('test.choose-financing', 'update shop.cart_payment set plcc_option = 2')

describe('reward certificates in orders', () => {
  let world: World
  let parts: PatientOrders
  let orders: OrderDeps
  let database: Database
  beforeEach(async () => {
    world = await createWorld()
    parts = patientOrders(world)
    ;({ orders, database } = parts)
  })
  afterEach(async () => {
    await expectBalancedBooks(world)
    await parts.close()
    await world.close()
  })

  const issue = (cents: number) => seedCertificate(database, 'reward', cents)
  const cartHolding = (tenderId: string, tokens: readonly string[] = []) =>
    insertCart(database, {
      lines: [{ sku: sku.donation, quantity: 1, donationCents: 2_000 }],
      tenders: [{ kind: 'certificate', tenderId }],
      tokens,
    })

  test('OPEN-53, ORDER-20: carts that race for one certificate: exactly one wins, however many they are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 12 }), async (count) => {
        const tenderId = await issue(2_000)
        const before = (await orderCounts(world)).placed ?? 0
        const carts = await Promise.all(Array.from({ length: count }, () => cartHolding(tenderId)))
        const outcomes = await Promise.all(carts.map(({ shopperId }) => order(orders, shopperId)))
        expect(tally(outcomes).placed).toBe(1)
        expect((await orderCounts(world)).placed).toBe(before + 1)
        expect((await database.row(stateOf, [tenderId]))?.state).toBe('used')
      }),
      { numRuns: 8 },
    )
  })

  test('OPEN-53: a declined card gives the certificate back, and the next order uses it', async () => {
    const tenderId = await issue(500)
    const declined = await cartHolding(tenderId, [await cardToken(world, '0002')])
    await database.count(payByStoreCard, [])
    expect(tally([await order(orders, declined.shopperId)])).toEqual({ cardRefused: 1 })
    expect(await database.row(stateOf, [tenderId])).toEqual({ state: 'free', orderId: null })
    const second = await cartHolding(tenderId, [await cardToken(world)])
    await database.count(payByStoreCard, [])
    expect(tally([await order(orders, second.shopperId)])).toEqual({ placed: 1 })
    expect((await database.row(stateOf, [tenderId]))?.state).toBe('used')
    expect((await gatewayBooks(world)).filter(({ state }) => state === 'authorized')).toMatchObject([{ amount: 1_500 }])
  })

  test('OPEN-118, PROMO-11: the export names the certificate, and the offer chosen with the store card', async () => {
    const { shopperId } = await cartHolding(await issue(500), [await cardToken(world)])
    await database.count(payByStoreCard, [])
    await database.count(chooseFinancing, [])
    expect(tally([await order(orders, shopperId)])).toEqual({ placed: 1 })
    const from = { at: '-infinity', orderId: '00000000-0000-0000-0000-000000000000' }
    const [exported] = await readExportPage(database, from, new Date('2100-01-01'), 10)
    expect(exported?.order).toMatchObject({
      tenders: [{ kind: 'certificate', label: '7777', cents: 500 }],
      payments: [{ cardOffer: 'financing', amountCents: 1_500 }],
    })
  })

  test('CERT-10: a Visa beside a certificate is not charged, and nothing is taken', async () => {
    const tenderId = await issue(500)
    const { shopperId } = await cartHolding(tenderId, [await cardToken(world)])
    expect(tally([await order(orders, shopperId)])).toEqual({ cardNotForRewards: 1 })
    expect(await database.row(stateOf, [tenderId])).toEqual({ state: 'free', orderId: null })
    expect(await gatewayBooks(world)).toEqual([])
  })
})
