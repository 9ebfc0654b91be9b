import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Installation, paymentReferenceOf } from '#domain/order/payment-reference.ts'
import { statement } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { migrationFolder } from '#server/db/migration/migration-files.ts'
import { createDatabase } from '#server/db/pool.ts'
import { auditLedgers } from '#server/order/books/audit-ledgers.ts'
import { reconcile, releaseRound } from '#server/order/books/reconcile.ts'
import { readHeldRounds } from '#server/order/books/reconcile-round-store.ts'
import { processorsOf } from '#server/order/order-deps.ts'
import { readInstallation } from '#server/order/payment/installation-store.ts'
import { receiveWebhook } from '#server/order/payment/receive-webhook.ts'
import { createBraintreeWallets } from '#server/providers/wallet-gateway/braintree.ts'
import { openTestGateway } from '#test/builders/card-gateway.ts'
import { sku } from '#test/builders/catalog.ts'
import { createEmptyDatabase } from '#test/database.ts'
import { cardToken, gatewayBooks } from '#test/order/gateway.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { order } from '#test/order/place.ts'
import { allWorkedOff, signedWebhook } from '#test/order/webhook.ts'
import { createWorld, type World } from '#test/world.ts'

const since = new Date('2026-01-01T00:00:00Z')
const alarms = statement<{ kind: string; key: string; facts: object }>(
  'test.alarms',
  'select kind, key, facts from shop.alarm order by kind, key',
)
const references = statement<{ reference: string }>('test.references', 'select reference from shop.payment')
const oldReferences = statement('test.old-references', 'update shop.payment set reference = substr(reference, 8)')

const withoutOrders = statement(
  'test.payments-without-orders',
  'alter table shop.payment drop constraint payment_shopper_id_order_id_fkey',
)
const oldPayment = statement(
  'test.old-payment',
  `insert into shop.payment (shopper_id, payment_id, order_id, slot, provider, method, token, amount_cents, currency, reference)
   select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, 'built-in', 'card', 't', 1, 'USD', 'r'`,
)

const referenceOf = (installation: Installation) =>
  paymentReferenceOf(installation, { shopperId: randomUUID(), orderId: randomUUID(), slot: 1 })

test('SAFE-62: the id is made with the first migration that knows of it, and old references belong to who has some by then', async () => {
  const log = { info: () => undefined, warn: () => undefined }
  const before = mkdtempSync(join(tmpdir(), 'cartwright-migrations-'))
  for (const file of readdirSync(migrationFolder).filter((name) => name < '0022')) {
    copyFileSync(join(migrationFolder, file), join(before, file))
  }
  const ids = new Set<string>()
  for (const hasPayments of [true, false]) {
    const empty = await createEmptyDatabase()
    await migrate({ url: empty.url, folder: before, log })
    const database = createDatabase({ url: empty.url, max: 1, log })
    if (hasPayments) {
      await database.count(withoutOrders)
      await database.count(oldPayment)
    }
    await migrate({ url: empty.url, log })
    const { id, ownsUnmarked } = await readInstallation(database)
    expect(ownsUnmarked).toBe(hasPayments)
    await migrate({ url: empty.url, log })
    expect(await readInstallation(database)).toEqual({ id, ownsUnmarked })
    ids.add(id)
    await database.end()
    await empty.drop()
  }
  expect(ids.size).toBe(2)
  rmSync(before, { recursive: true })
})

describe('SAFE-62: several shops at one processor', () => {
  let world: World
  let other: World
  beforeEach(async () => {
    world = await createWorld()
    other = await createWorld({ gatewayOf: world })
  })
  afterEach(async () => {
    await other.close()
    await world.close()
  })

  async function place(at: World, times: number): Promise<void> {
    const token = await cardToken(world)
    for (let nth = 0; nth < times; nth += 1) {
      const { shopperId } = await insertCart(at.database, { lines: [{ sku: sku.mug, quantity: 1 }], tokens: [token] })
      expect(await order(at.shop.orders, shopperId)).toMatchObject({ kind: 'placed' })
    }
  }

  async function charge(reference: string): Promise<void> {
    const token = await cardToken(world)
    const request = { reference, amountCents: 5_000, currency: 'USD', token, method: 'card' } as const
    expect(await world.shop.orders.gateway.authorize(request)).toMatchObject({ state: 'authorized' })
  }

  test('SAFE-62 OPS-29: two databases with one gateway: neither touches the payments of the other, each is told once', async () => {
    const { id } = world.shop.orders.installation
    expect(id).toMatch(/^[a-z2-7]{6}$/)
    expect(other.shop.orders.installation.id).not.toBe(id)
    await place(world, 4)
    await place(other, 3)
    const mine = await world.database.rows(references)
    expect(mine.map(({ reference }) => reference)).toEqual(
      mine.map(() => expect.stringMatching(new RegExp(`^${id}\\.\\w{26}\\.\\w{26}\\.1$`))),
    )

    for (let round = 0; round < 2; round += 1) {
      expect(await reconcile(world.shop.orders, since)).toMatchObject({
        compared: 4,
        orphans: [],
        held: [],
        foreign: 3,
      })
      expect(await reconcile(other.shop.orders, since)).toMatchObject({
        compared: 3,
        orphans: [],
        held: [],
        foreign: 4,
      })
    }
    expect((await gatewayBooks(world)).map(({ state }) => state)).toEqual(Array(7).fill('authorized'))
    expect(await world.database.rows(alarms)).toEqual([
      { kind: 'foreign-payments', key: 'built-in', facts: { count: 3, installations: { other2: 3 } } },
    ])
    const { orders } = world.shop
    expect(await auditLedgers({ ...orders, processors: processorsOf(orders) }, since, 10)).toMatchObject({
      differences: [],
      foreign: 3,
    })
  })

  test('SAFE-62: references of before there were ids are ours only where there were some when the id was made', async () => {
    const unmarked = referenceOf(world.shop.orders.installation).slice(7)
    await charge(unmarked)
    expect(await reconcile(world.shop.orders, since)).toMatchObject({ orphans: [], foreign: 1 })
    expect(await gatewayBooks(world)).toMatchObject([{ state: 'authorized' }])

    const { orders } = world.shop
    const grown = { ...orders, installation: { ...orders.installation, ownsUnmarked: true } }
    expect(await reconcile(grown, since)).toMatchObject({ orphans: [], held: [unmarked], foreign: 0 })
    expect(await gatewayBooks(world)).toMatchObject([{ state: 'authorized' }])
  })

  test('SAFE-62: an order placed before there were ids is settled, compared and noticed like every other', async () => {
    await place(world, 1)
    const [payment] = await world.database.rows(references)
    await world.database.count(oldReferences)
    const [old] = await world.database.rows(references)
    expect(old?.reference).toBe(payment?.reference.slice(7))
    const { orders } = world.shop
    const grown = { ...orders, installation: { ...orders.installation, ownsUnmarked: true } }
    const [booked] = await gatewayBooks(world)
    const capture = { reference: old?.reference ?? '', amount: booked?.amount ?? 0 }
    const names = { psp: 'CAP1', original: booked?.psp ?? '' }
    expect(await receiveWebhook(grown, signedWebhook(world, 'CAPTURE', capture, names))).toBe(200)
    await allWorkedOff(world, grown)
    const state = statement<{ state: string }>('test.state', 'select state from shop.payment')
    expect(await world.database.rows(state)).toEqual([{ state: 'captured' }])
  })

  test('SAFE-62: at Braintree too, what is ours and belongs to no order waits for a person and is given back then, what is of another is not', async () => {
    const keys = { merchantId: 'cartwright', publicKey: 'public', privateKey: 'private' }
    const gateway = await openTestGateway({ braintreeKeys: keys })
    const accounts = { environment: 'sandbox', merchantAccounts: { USD: '', CAD: '' }, origin: gateway.origin } as const
    const wallets = createBraintreeWallets({ ...keys, ...accounts })
    const { orders } = world.shop
    const mine = referenceOf(orders.installation)
    const theirs = referenceOf(other.shop.orders.installation)
    for (const [nth, reference] of [mine, theirs].entries()) {
      const request = {
        reference,
        amountCents: 5_000,
        currency: 'USD',
        token: `paypal-${nth}`,
        method: 'paypal',
      } as const
      expect(await wallets.processor.authorize(request)).toMatchObject({ state: 'authorized' })
    }
    expect(await reconcile({ ...orders, wallets }, since)).toMatchObject({ orphans: [], held: [mine], foreign: 1 })
    const [round] = await readHeldRounds(world.database)
    expect(await releaseRound({ ...orders, wallets }, round?.roundId ?? 0)).toMatchObject({ state: 'released' })
    expect(await gateway.books(mine)).toMatchObject([{ state: 'voided' }])
    expect(await gateway.books(theirs)).toMatchObject([{ state: 'authorized' }])
    wallets.close()
    await gateway.sandbox.close()
  })

  test('SAFE-62: a webhook event of another installation changes nothing and is told once; so at Adyen, which has no list', async () => {
    const adyen = await createWorld({ isAdyen: true })
    try {
      for (const at of [world, adyen]) {
        const { orders } = at.shop
        const reference = referenceOf(other.shop.orders.installation)
        for (const psp of ['AUTH1', 'AUTH2']) {
          const body = signedWebhook(at, 'AUTHORISATION', { reference, amount: 5_000 }, { psp })
          expect(await receiveWebhook(orders, body)).toBe(200)
        }
        await allWorkedOff(at)
        expect(await at.database.rows(alarms)).toMatchObject([
          { kind: 'foreign-payments', facts: { installations: { other2: 1 } } },
        ])
      }
      expect(await reconcile(adyen.shop.orders, since)).toMatchObject({ isCompared: false, orphans: [] })
    } finally {
      await adyen.close()
    }
  })
})
