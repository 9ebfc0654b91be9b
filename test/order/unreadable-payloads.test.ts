import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DatabaseUnavailable, statement } from '#server/db/database.ts'
import { deliver } from '#server/order/mail/deliver.ts'
import type { OutboxTopic } from '#server/order/mail/outbox-store.ts'
import { deliverAll, deliveryDeps } from '#test/order/deliveries.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.database.count(statement('test.no-outbox', 'delete from shop.outbox'))
})

const insert = statement<{ outboxId: string }>(
  'test.leave-in-outbox',
  `insert into shop.outbox (shopper_id, topic, key, payload) values ($1, $2, $3, $4) returning outbox_id as "outboxId"`,
)
const rows = statement<{ outboxId: string; tries: number; isDone: boolean; isParked: boolean; why: string | null }>(
  'test.outbox-ends',
  `select outbox_id as "outboxId", tries, done_at is not null as "isDone", parked_at is not null as "isParked",
     last_error as why from shop.outbox order by created_at`,
)
const owner = statement<{ shopperId: string }>('test.owner', 'select shopper_id as "shopperId" from shop.outbox')
const elevenTries = statement('test.eleven-tries', 'update shop.outbox set tries = 11')
const alarms = statement<{ key: string; facts: unknown }>(
  'test.parked-alarms',
  `select key, facts from shop.alarm where kind = 'delivery-parked' and key = any($1)`,
)

async function leave(topic: OutboxTopic, payload: unknown): Promise<string> {
  const row = await world.database.row(insert, [randomUUID(), topic, randomUUID(), JSON.stringify(payload)])
  return row!.outboxId
}

const storefront = { brand: 'CB', country: 'US' }

test.each<[OutboxTopic, unknown, string]>([
  ['mail.order-placed', { orderId: 7 }, 'orderId (invalid_type)'],
  ['mail.order-refused', {}, 'orderId (invalid_type)'],
  ['mail.order-cancelled', null, 'all of it (invalid_type)'],
  ['mail.order-link', { ...storefront, email: 'ada@example.com', askedAt: '2026-11-20' }, 'orderNumber (invalid_type)'],
  ['mail.claim-link', { ...storefront, country: 'UK', askedAt: '2026-11-20' }, 'country (invalid_value)'],
  ['mail.reset-password', { ...storefront, email: ['ada@example.com'] }, 'email (invalid_type)'],
  ['mail.create-account', storefront, 'registrationId (invalid_type)'],
  ['mail.identity-joined', storefront, 'provider (invalid_type)'],
  ['payment.void', { reference: 'r' }, 'providerRef (invalid_type)'],
])(
  'SCENE-23: a payload of %s that cannot be read is parked at its first try, and a person is told which field',
  async (topic, payload, field) => {
    const outboxId = await leave(topic, payload)
    await deliverAll(world, [topic])
    const why = `Stored JSON of shop.outbox.payload of ${topic} ${outboxId} is not what it should be: ${field}`
    expect(await world.database.rows(rows)).toEqual([{ outboxId, tries: 1, isDone: false, isParked: true, why }])
    expect(await world.database.rows(alarms, [[outboxId]])).toMatchObject([{ key: outboxId, facts: { topic, why } }])
  },
)

test('SCENE-23: one that cannot be read keeps no other waiting', async () => {
  const unreadable = await leave('payment.void', {})
  // of no payment of ours: the processor knows it neither, so there is nothing to void
  const old = await leave('payment.void', { reference: 'as commit 2f2c0d2 wrote it', providerRef: null })
  await deliverAll(world)
  expect(await world.database.rows(rows)).toMatchObject([
    { outboxId: unreadable, isParked: true },
    { outboxId: old, isDone: true },
  ])
})

test('SCENE-23: a fault of ours while sending is noted with its row and counts as a try: the twelfth parks it', async () => {
  const outboxId = await leave('mail.reset-password', { ...storefront, email: 'ada@example.com' })
  const { shopperId } = (await world.database.row(owner))!
  const deps = {
    ...deliveryDeps(world),
    sendResetMail: () => Promise.reject(new TypeError('no mail for 4111 1111 1111 1111')),
  }
  const why = 'no mail for **** **** **** 1111'
  await expect(deliver(deps, shopperId, outboxId)).rejects.toThrow(`: ${why}`)
  expect(await world.database.rows(rows)).toMatchObject([{ tries: 1, isDone: false, isParked: false, why }])

  await world.database.count(elevenTries)
  await deliver(deps, shopperId, outboxId)
  expect(await world.database.rows(rows)).toMatchObject([{ tries: 12, isDone: false, isParked: true, why }])
  expect(await world.database.rows(alarms, [[outboxId]])).toMatchObject([{ facts: { why } }])
})

test('SCENE-23: a database that is away counts against no mail', async () => {
  const outboxId = await leave('mail.reset-password', { ...storefront, email: 'ada@example.com' })
  const { shopperId } = (await world.database.row(owner))!
  const deps = { ...deliveryDeps(world), sendResetMail: () => Promise.reject(new DatabaseUnavailable('away')) }
  await world.database.count(elevenTries)
  await expect(deliver(deps, shopperId, outboxId)).rejects.toThrow(DatabaseUnavailable)
  expect(await world.database.rows(rows)).toMatchObject([{ isDone: false, isParked: false, why: null }])
})
