import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { shopJobs } from '#server/jobs/shop-jobs.ts'
import { startWorker, type Worker } from '#server/jobs/worker.ts'
import { deliver } from '#server/order/mail/deliver.ts'
import type { DeliveryDeps } from '#server/order/mail/delivery-deps.ts'
import { reviveOutbox } from '#server/order/mail/outbox-store.ts'
import { openTestGateway, type TestGateway } from '#test/builders/card-gateway.ts'
import { piece, prices } from '#test/builders/catalog.ts'
import { deliveryDeps } from '#test/order/deliveries.ts'
import { cardToken, gatewayBooks } from '#test/order/gateway.ts'
import { watchesOf } from '#test/order/guard.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { expectBalancedBooks } from '#test/order/ordering.ts'
import { order } from '#test/order/place.ts'
import { createWorld, type World } from '#test/world.ts'

type Mail = { readonly id: number; readonly messageId: string; readonly copies: number; readonly subject: string }
type Row = {
  readonly shopperId: string
  readonly outboxId: string
  readonly tries: number
  readonly isDone: boolean
  readonly isParked: boolean
}

const rows = statement<Row>(
  'test.outbox',
  `select shopper_id as "shopperId", outbox_id as "outboxId", tries, done_at is not null as "isDone",
     parked_at is not null as "isParked" from shop.outbox order by created_at`,
)
const forgetDone = statement(
  'test.worker-died',
  "update shop.outbox set done_at = null, lease_until = now() - interval '1 second', run_at = now() - interval '31 seconds'",
)
const alarms = statement<{ kind: string }>('test.alarms', 'select kind from shop.alarm')

// a busy machine takes its time
const patience = { timeout: 25_000 }

describe('deliveries after an order', () => {
  let world: World
  let mailbox: TestGateway
  let parts: DeliveryDeps
  let worker: Worker | undefined
  beforeEach(async () => {
    worker = undefined
    mailbox = await openTestGateway({ smtpPort: 0 })
    world = await createWorld()
    parts = deliveryDeps(world, mailbox.sandbox.smtpPort() ?? 0)
  })
  afterEach(async () => {
    await worker?.stop()
    await expectBalancedBooks(world)
    parts.mail.close()
    await world.close()
    await mailbox.sandbox.close()
  })

  async function work(): Promise<void> {
    worker = startWorker({
      url: world.databaseUrl,
      log: world.shop.orders.log,
      ...shopJobs(parts, world.clock.now, world.database, watchesOf(parts), world.config.retention),
    })
  }

  async function mails(): Promise<readonly Mail[]> {
    const answer = await fetch(`${mailbox.origin}/mailbox/messages`)
    return ((await answer.json()) as { messages: Mail[] }).messages
  }

  async function placed(sku = 1101, lastFour = '1111'): Promise<string> {
    const tokens = [await cardToken(world, lastFour)]
    const { shopperId } = await insertCart(world.database, { lines: [{ sku, quantity: 1 }], tokens })
    await order(world.shop.orders, shopperId)
    return shopperId
  }

  const firstRow = async () => (await world.database.rows(rows))[0]!

  test('OPEN-118: the mail of an order goes out by itself, with number, item, address and total, everything escaped', async () => {
    await world.importLines(piece('CB', 9001, '<img src=x onerror=alert(1)> & "Vase"', { prices: prices(12_345) }))
    await work()
    await placed(9001)
    await expect.poll(mails, patience).toHaveLength(1)
    const [mail] = await mails()
    expect(mail?.subject).toMatch(/^CB order [0-9A-Z-]{14}: thank you$/)
    const full = (await (await fetch(`${mailbox.origin}/mailbox/messages/${mail?.id}`)).json()) as {
      text: string
      html: string
    }
    expect(full.html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Vase&quot;')
    expect(full.html).not.toContain('<img')
    for (const body of [full.text, full.html]) {
      for (const word of [
        'Thank you, Ada.',
        '1 Analytical Way',
        'Oak Brook, IL 60523',
        '$123.45',
        'Arrives by',
        'Total',
      ]) {
        expect(body).toContain(word)
      }
    }
    expect(full.text).toContain('Visa ending in 1111')
  })

  test('SCENE-23: the worker dies right after the mail server accepted: the repeat carries the same Message-ID', async () => {
    await work()
    await placed()
    await expect.poll(mails, patience).toHaveLength(1)
    await expect.poll(async () => (await firstRow()).isDone, patience).toBe(true)
    await world.database.count(forgetDone)
    expect(await reviveOutbox(world.database, 60)).toBe(1)
    await expect.poll(mails, patience).toMatchObject([{ copies: 2 }])
    expect((await mails())[0]?.messageId).toContain((await firstRow()).outboxId)
  })

  test('SCENE-23: the mail server is down: the order succeeds, and the mail goes out when it is back', async () => {
    const down = deliveryDeps(world)
    await placed()
    const { shopperId, outboxId } = await firstRow()
    await expect(deliver(down, shopperId, outboxId)).rejects.toThrow('noConnection')
    expect(await firstRow()).toMatchObject({ tries: 1, isDone: false, isParked: false })
    await deliver(parts, shopperId, outboxId)
    expect(await firstRow()).toMatchObject({ tries: 2, isDone: true })
    expect(await mails()).toMatchObject([{ copies: 1 }])
    await deliver(parts, shopperId, outboxId)
    expect(await mails()).toMatchObject([{ copies: 1 }])
  })

  test('SCENE-23: after twelve tries a mail is parked and a person is told', async () => {
    const down = deliveryDeps(world)
    await placed()
    const { shopperId, outboxId } = await firstRow()
    await world.database.count(statement('test.eleven', 'update shop.outbox set tries = 11'))
    await deliver(down, shopperId, outboxId)
    expect(await firstRow()).toMatchObject({ tries: 12, isDone: false, isParked: true })
    expect(await world.database.rows(alarms)).toEqual([{ kind: 'delivery-parked' }])
  })

  test('OPEN-65: what is held for an order that was refused is given back by a job', async () => {
    await work()
    const tokens = [await cardToken(world, '1111'), await cardToken(world, '0002')]
    const lines = [{ sku: 1101, quantity: 1 }]
    const { shopperId } = await insertCart(world.database, { lines, tokens, firstCents: 700 })
    expect(await order(world.shop.orders, shopperId)).toMatchObject({ kind: 'refused' })
    await expect
      .poll(async () => (await gatewayBooks(world)).map(({ state }) => state).sort(), patience)
      .toEqual(['refused', 'voided'])
    await expect.poll(async () => (await firstRow()).isDone, patience).toBe(true)
  })
})
