import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { paymentReferenceOf } from '#domain/order/payment-reference.ts'
import { statement } from '#server/db/database.ts'
import { auditLedgers } from '#server/order/books/audit-ledgers.ts'
import { processorsOf } from '#server/order/order-deps.ts'
import type { CardGateway } from '#server/providers/card-gateway/port.ts'
import { sku } from '#test/builders/catalog.ts'
import { reconcileCommand } from '#test/order/command.ts'
import { cardToken, drill, gatewayBooks } from '#test/order/gateway.ts'
import { insertCart, seedGiftCard } from '#test/order/insert-cart.ts'
import { order } from '#test/order/place.ts'
import { createWorld, type World } from '#test/world.ts'

const always = new Date('2026-01-01T00:00:00Z')

describe('OPEN-65: payments:reconcile compares all books', () => {
  let world: World
  beforeEach(async () => {
    world = await createWorld()
    const [good, declined] = [await cardToken(world), await cardToken(world, '0002')]
    const tenders = [{ kind: 'giftCard' as const, tenderId: await seedGiftCard(world.database, 200) }]
    const lines = [{ sku: sku.mug, quantity: 1 }]
    for (const tokens of [[good, good], [declined], [good, declined]]) {
      const { shopperId } = await insertCart(world.database, { lines, tokens, firstCents: 500, tenders })
      await order(world.shop.orders, shopperId)
    }
  })
  afterEach(() => world.close())

  const gateway = () => world.shop.orders.gateway
  const compare = () => auditLedgers({ ...world.shop.orders, processors: processorsOf(world.shop.orders) }, always, 10)
  const run = (sql: string, ...values: string[]) => world.database.count(statement('test.plant', sql), values)

  async function found() {
    const report = await compare()
    if (typeof report === 'string') throw new Error(report)
    return report.differences
  }
  const kinds = async () => (await found()).map((one) => (one.kind === 'ledger' ? one.invariant : one.kind)).sort()

  test('nothing differs after a placed, a refused and a half refused order; what is being voided counts as open', async () => {
    expect(await compare()).toEqual({ differences: [], compared: { ours: 5, processors: 5 }, open: 1, foreign: 0 })
  })

  test.each([
    ['a gift card with a cent too many', 'update shop.gift_card set balance_cents = balance_cents + 1', ['I07']],
    [
      'a gift card that holds for nobody',
      'update shop.gift_card set held_cents = 1, balance_cents = 1',
      ['I07', 'I08'],
    ],
    [
      'a tender code used for an order that was refused',
      `insert into shop.certificate (certificate_id, kind, code_mac, amount_cents, state, order_id)
       select gen_random_uuid(), 'tender', 'm', 500, 'used', order_id from shop.orders where state = 'refused' limit 1`,
      ['I16', 'I28'],
    ],
    [
      'an order with a dollar more than its lines',
      "update shop.orders set total_cents = total_cents + 100, card_due_cents = card_due_cents + 100 where state = 'placed'",
      ['I02', 'I12'],
    ],
    [
      'a payment with another amount than was taken',
      `update shop.payment set amount_cents = amount_cents + 1 where slot = 1 and state = 'authorized'
         and order_id in (select order_id from shop.orders where state = 'placed')`,
      ['I02', 'amountDiffers'],
    ],
    [
      'a payment taken here and only held there',
      `update shop.payment set state = 'captured' where slot = 1 and state = 'authorized'`,
      ['stateDiffers'],
    ],
    [
      'an order called refused whose money is kept',
      "update shop.orders set state = 'refused' where state = 'placed'",
      ['I03', 'I03', 'I05', 'I06', 'I10', 'I11', 'I27', 'captureWithoutOrder', 'captureWithoutOrder'],
    ],
  ])('planted: %s', async (_what, sql, expected) => {
    await run(sql)
    expect(await kinds()).toEqual(expected)
  })

  test('planted: a charge nobody here knows, and one that the processor has let go', async () => {
    const reference = paymentReferenceOf(world.shop.orders.installation, {
      shopperId: randomUUID(),
      orderId: randomUUID(),
      slot: 1,
    })
    // the refused order's first card is on its way to be let go, and counts as open
    const placed = await world.database.row(
      statement<{ shopperId: string; orderId: string }>(
        'test.placed',
        `select shopper_id as "shopperId", order_id as "orderId" from shop.orders where state = 'placed'`,
      ),
    )
    const ours = placed && paymentReferenceOf(world.shop.orders.installation, { ...placed, slot: 1 })
    const stored = (await gatewayBooks(world)).find((each) => each.reference === ours)
    await gateway().void({ reference: stored?.reference ?? '' })
    const token = await cardToken(world)
    await gateway().authorize({ reference, amountCents: 5_000, currency: 'USD', token, method: 'card' })
    const differences = await found()
    expect(differences).toHaveLength(2)
    expect(differences).toContainEqual({
      ...{ kind: 'moneyWithoutPayment', reference, orderNumber: '', ours: 'nothing' },
      processors: 'authorized 5000 USD',
    })
    expect(differences).toContainEqual({
      ...{ kind: 'moneyMissing', reference: stored?.reference, orderNumber: expect.stringMatching(/^\w{4}-/) },
      ...{ ours: `authorized ${stored?.amount} USD`, processors: `voided ${stored?.amount} USD` },
    })
  })

  test('an order in the middle of being placed is open, not a difference', async () => {
    await drill(world, { fault: 'cut' })
    const tokens = [await cardToken(world)]
    const { shopperId } = await insertCart(world.database, { lines: [{ sku: sku.mug, quantity: 1 }], tokens })
    expect(await order(world.shop.orders, shopperId)).toMatchObject({ kind: 'pending' })
    expect(await compare()).toMatchObject({ differences: [], open: 2 })
  })

  test('a processor that does not answer, or has no list, is said so', async () => {
    const { database, installation } = world.shop.orders
    const other = (list: CardGateway['list']) =>
      auditLedgers({ database, installation, processors: [{ provider: 'built-in', list }] }, always)
    expect(await other(async () => ({ state: 'notOffered' }))).toBe(
      'built-in: the processor offers no list of its payments; give a report of it: --report FILE (docs/how-to/adyen.md).',
    )
    expect(await other(async () => ({ state: 'unknown', why: 'timeout' }))).toBe(
      'built-in: the processor did not answer: timeout.',
    )
  })

  const command = (...words: string[]) => reconcileCommand(world, ...words)

  test('the command ends with 0 and a sentence, or with 1, a line of JSON for each difference, and a summary', async () => {
    expect(await command()).toEqual({
      ...{ status: 0, out: '' },
      said: 'Compared 5 payments of ours with 5 of the processor; 1 are still open.\nThe books agree.\n',
    })
    await run('update shop.gift_card set balance_cents = balance_cents + 1')
    const { status, out, said } = await command('--since', '2026-01-01')
    expect(status).toBe(1)
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object)
    expect(lines).toEqual([{ kind: 'ledger', invariant: 'I07', key: expect.any(String), detail: '1' }])
    expect(said).toContain('1 differences:\n  1 x our own ledgers do not add up')
  })

  test('the command ends with 2 when it is not understood', async () => {
    expect(await command('--since', 'yesterday')).toMatchObject({ status: 2, out: '' })
  })
})
