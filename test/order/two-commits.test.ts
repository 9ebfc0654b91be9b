import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { statement } from '#server/db/database.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'
import { receiveWebhook } from '#server/order/payment/receive-webhook.ts'
import { recover } from '#server/order/place/recovery.ts'
import type { AuthorizeRequest, AuthorizeResult } from '#server/providers/card-gateway/port.ts'
import { sku } from '#test/builders/catalog.ts'
import { noteWrites, type SocketWrites } from '#test/builders/socket-writes.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { cardToken, drill, gatewayBooks } from '#test/order/gateway.ts'
import { type GatewayKind, gatewayOfKind, tokenOfKind } from '#test/order/gateway-kinds.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { expectBalancedBooks } from '#test/order/ordering.ts'
import { order } from '#test/order/place.ts'
import { allWorkedOff, signedWebhook } from '#test/order/webhook.ts'
import { createWorld, type World } from '#test/world.ts'

const paymentsOf = statement<{ state: string; tries: number; calls: number }>(
  'test.payments-of',
  `select p.state, p.tries, (select count(*)::int from shop.provider_call c where c.shopper_id = p.shopper_id
     and c.reference = p.reference) as calls
   from shop.payment p where shopper_id = $1 order by slot`,
)
const refOf = statement<{ providerRef: string }>(
  'test.ref-of',
  'select provider_ref as "providerRef" from shop.payment where shopper_id = $1',
)
const answerOf = statement<{ answer: object }>(
  'test.answer-of',
  'select response as answer from shop.orders where shopper_id = $1',
)
const endLeases = statement('test.end-leases', "update shop.orders set lease_until = now() where state = 'pending'")
const takeAway = statement(
  'test.take-away',
  `update shop.orders set lease_owner = gen_random_uuid(), lease_until = now() + interval '1 minute' where state = 'pending'`,
)

let world: World
let writes: SocketWrites
beforeAll(async () => {
  world = await createWorld()
  writes = noteWrites(0)
})
afterEach(async () => {
  await deliverAll(world)
  await expectBalancedBooks(world)
})
afterAll(async () => {
  writes.end()
  await world.close()
})

/** What was committed, in its order: the statements of each transaction, or one that stood alone. */
function commits(): string[][] {
  const ended: string[][] = []
  let open: string[] | null = null
  for (const name of writes.database.flatMap((write) => write.split(', '))) {
    if (name === 'begin') open = []
    else if (name === 'commit') {
      ended.push(open ?? [])
      open = null
    } else if (open !== null) open.push(name)
    else if (name !== '') ended.push([name])
  }
  return ended
}

async function withKind(kind: GatewayKind): Promise<{ readonly orders: OrderDeps; close(): void }> {
  const gateway = await gatewayOfKind(kind, { ...world.config.gateway, origin: world.gatewayOrigin, waitMs: 20_000 })
  return { orders: { ...world.shop.orders, gateway }, close: () => gateway.close() }
}

async function cart(kind: GatewayKind, ...lastFours: string[]): Promise<string> {
  const tokens = await Promise.all(
    lastFours.map(async (lastFour) => tokenOfKind(kind, await cardToken(world, lastFour))),
  )
  const lines = [{ sku: sku.mug, quantity: 1 }]
  return (await insertCart(world.database, { lines, tokens, firstCents: 500 })).shopperId
}

const written = expect.arrayContaining(['order.insert', 'order.hold-stock'])
const placed = expect.arrayContaining(['order.lock', 'order.record-last-outcome', 'order.what-waits', 'order.place'])
const placedAfter = expect.arrayContaining(['order.lock', 'order.lock-payments', 'order.place'])

describe('SPEED-09: an order commits twice on its way where its processor can look it up, three times where it can be asked again', () => {
  test.each<[GatewayKind, string[][]]>([
    ['built-in', [written, placed]],
    ['adyen', [written, ['order.record-outcome'], placedAfter]],
    ['once', [written, ['order.mark-sent'], ['order.record-outcome'], placedAfter]],
  ])('%s', async (kind, steps) => {
    const { orders, close } = await withKind(kind)
    const shopperId = await cart(kind, '1111')
    writes.clear()
    expect(await order(orders, shopperId)).toMatchObject({ kind: 'placed' })
    expect(commits()).toEqual(steps)
    expect(await world.database.rows(paymentsOf, [shopperId])).toEqual([{ state: 'authorized', tries: 1, calls: 1 }])
    close()
  })

  test('a declined card likewise', async () => {
    const shopperId = await cart('built-in', '0002')
    writes.clear()
    expect(await order(world.shop.orders, shopperId)).toMatchObject({ problem: { code: 'cardRefused' } })
    const refused = expect.arrayContaining(['order.record-last-outcome', 'order.refuse', 'order.release-stock'])
    expect(commits()).toEqual([written, refused])
    expect(await world.database.rows(paymentsOf, [shopperId])).toEqual([{ state: 'refused', tries: 1, calls: 1 }])
  })

  test('of two cards the second is noted before it is sent, and what the first came to before that', async () => {
    const shopperId = await cart('built-in', '1111', '4242')
    writes.clear()
    expect(await order(world.shop.orders, shopperId)).toMatchObject({ kind: 'placed' })
    expect(commits()).toEqual([written, ['order.record-outcome'], ['order.mark-sent'], placed])
  })

  test('an outcome that T3 could not write is asked for again: one order, one authorization', async () => {
    const shopperId = await cart('built-in', '1111')
    const before = (await gatewayBooks(world)).length
    let isBroken = true
    const error = vi.fn()
    const broken: OrderDeps = {
      ...world.shop.orders,
      log: { ...world.shop.orders.log, error },
      killPoint: (name) => {
        if (name !== 'k6' || !isBroken) return
        isBroken = false
        throw new Error('T3 fails')
      },
    }
    expect(await order(broken, shopperId)).toMatchObject({ kind: 'pending' })
    expect(error.mock.calls).toMatchObject([[{ err: { message: 'T3 fails' } }, 'an order was not finished']])
    expect(await world.database.rows(paymentsOf, [shopperId])).toEqual([{ state: 'sent', tries: 1, calls: 0 }])
    await world.database.count(endLeases)
    expect(await recover(world.shop.orders)).toMatchObject({ settled: 1 })
    expect(await world.database.rows(paymentsOf, [shopperId])).toEqual([{ state: 'authorized', tries: 1, calls: 1 }])
    expect(await gatewayBooks(world)).toHaveLength(before + 1)
  })

  test('who presses again at once after a fault of her own call waits for no lease', async () => {
    const shopperId = await cart('built-in', '1111')
    let isBroken = true
    const broken: OrderDeps = {
      ...world.shop.orders,
      killPoint: (name) => {
        if (name !== 'k6' || !isBroken) return
        isBroken = false
        throw new Error('T3 fails')
      },
    }
    expect(await order(broken, shopperId)).toMatchObject({ kind: 'pending' })
    writes.clear()
    expect(await order(broken, shopperId)).toMatchObject({ kind: 'placed' })
    // else it is looked at all the time
    expect(commits().filter(([name]) => name === 'order.take-over')).toHaveLength(1)
    expect(commits().filter(([name]) => name === 'order.by-id')).toHaveLength(0)
  })

  test('a process that stood still after the first commit sends nothing by itself: it asks, and finds what another did', async () => {
    const shopperId = await cart('built-in', '1111')
    const before = (await gatewayBooks(world)).length
    const { database, gateway } = world.shop.orders
    // takes the order over and sends it, and dies before it has written what that came to
    const other: OrderDeps = {
      ...world.shop.orders,
      killPoint: (name) => {
        if (name === 'k4') throw new Error('dies')
      },
    }
    const authorize = vi.fn(gateway.authorize)
    const findByReference = vi.fn(gateway.findByReference)
    let isFirst = true
    const slow: OrderDeps = {
      ...world.shop.orders,
      gateway: { ...gateway, authorize, findByReference },
      database: {
        ...database,
        async transaction(work) {
          const result = await database.transaction(work)
          if (!isFirst) return result
          isFirst = false
          await database.count(endLeases)
          expect(await recover(other)).toMatchObject({ settled: 0, stillPending: 1 })
          vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 6_000)
          return result
        },
      },
    }
    expect(await order(slow, shopperId)).toMatchObject({ kind: 'placed' })
    expect(authorize).not.toHaveBeenCalled()
    expect(findByReference).toHaveBeenCalledTimes(1)
    // sent by the other one, after it had asked; found by us
    expect(await world.database.rows(paymentsOf, [shopperId])).toEqual([{ state: 'authorized', tries: 2, calls: 2 }])
    expect(await gatewayBooks(world)).toHaveLength(before + 1)
  })

  test('BEYOND-12: one that is asked by sending again is noted as sent before it is asked, and not asked by who has lost the order', async () => {
    const { orders, close } = await withKind('adyen')
    const shopperId = await cart('adyen', '1111')
    const dying: OrderDeps = {
      ...orders,
      killPoint: (name) => {
        if (name === 'k3') throw new Error('dies')
      },
    }
    expect(await order(dying, shopperId)).toMatchObject({ kind: 'pending' })
    const findByReference = vi.fn(orders.gateway.findByReference)
    const asking: OrderDeps = { ...orders, gateway: { ...orders.gateway, findByReference } }
    await world.database.count(endLeases)
    const lost = new Set(['order.payments'])
    const stolen: OrderDeps = {
      ...asking,
      database: {
        ...orders.database,
        async rows(what, values) {
          const rows = await orders.database.rows(what, values)
          if (lost.delete(what.name)) await orders.database.count(takeAway)
          return rows
        },
      },
    }
    expect(await recover(stolen)).toMatchObject({ settled: 0, stillPending: 1 })
    expect(lost.size).toBe(0)
    expect(findByReference).not.toHaveBeenCalled()

    await world.database.count(endLeases)
    findByReference.mockImplementationOnce(async (request) => {
      expect(await world.database.rows(paymentsOf, [shopperId])).toEqual([{ state: 'sent', tries: 2, calls: 0 }])
      return orders.gateway.findByReference(request)
    })
    expect(await recover(asking)).toMatchObject({ settled: 1 })
    expect(findByReference).toHaveBeenCalledTimes(1)
    expect(await world.database.rows(paymentsOf, [shopperId])).toEqual([{ state: 'authorized', tries: 2, calls: 1 }])
    close()
  })

  /** The shop's own parts, with a processor whose answer meets something on its way. */
  function answering(
    meet: (request: AuthorizeRequest, result: AuthorizeResult) => Promise<AuthorizeResult>,
  ): OrderDeps {
    const { orders } = world.shop
    const authorize = async (request: AuthorizeRequest) => meet(request, await orders.gateway.authorize(request))
    return { ...orders, gateway: { ...orders.gateway, authorize } }
  }

  test('a webhook event that comes before the answer counts, and the answer after it changes nothing', async () => {
    const shopperId = await cart('built-in', '1111')
    const orders = answering(async ({ reference, amountCents: amount }, result) => {
      const psp = result.state === 'authorized' ? result.providerRef : ''
      await receiveWebhook(world.shop.orders, signedWebhook(world, 'AUTHORISATION', { reference, amount }, { psp }))
      await allWorkedOff(world)
      return result
    })
    expect(await order(orders, shopperId)).toMatchObject({ kind: 'placed' })
    expect(await world.database.rows(paymentsOf, [shopperId])).toEqual([{ state: 'authorized', tries: 1, calls: 2 }])
  })

  test.each([
    { first: 'with its reason', reason: 'CVC Declined', isAnswered: true },
    { first: 'without a reason', reason: '', isAnswered: true },
    { first: 'with its reason, and no answer after it', reason: 'CVC Declined', isAnswered: false },
  ])('CALM-24: a webhook event tells of a wrong code first, $first: the code is asked for again', async (told) => {
    const shopperId = await cart('built-in', '1111')
    await drill(world, { fault: 'wrongCode', lastFour: '1111' })
    const orders = answering(async ({ reference, amountCents: amount }, result) => {
      const { reason } = told
      const said = { psp: `PSP${reference.slice(-10)}`, success: 'false', reason } as const
      const event = signedWebhook(world, 'AUTHORISATION', { reference, amount }, said)
      await receiveWebhook(world.shop.orders, event)
      await allWorkedOff(world)
      return told.isAnswered ? result : { state: 'unknown', why: 'timeout' }
    })
    await order(orders, shopperId)
    await world.database.count(endLeases)
    await recover(world.shop.orders)
    const row = await world.database.row(answerOf, [shopperId])
    expect(row?.answer).toMatchObject({ problem: { code: 'cardRefused', slot: 1, ask: 'code' } })
  })

  test('an answer with the name of another payment undoes T3: the order is refused, and its own payment voided', async () => {
    const first = await cart('built-in', '1111')
    expect(await order(world.shop.orders, first)).toMatchObject({ kind: 'placed' })
    const { providerRef = '' } = (await world.database.row(refOf, [first])) ?? {}
    const shopperId = await cart('built-in', '1111')
    const orders = answering(async () => ({ state: 'authorized', providerRef }))
    expect(await order(orders, shopperId)).toMatchObject({ problem: { code: 'cardRefused' } })
    await deliverAll(world)
    expect(await world.database.rows(paymentsOf, [shopperId])).toMatchObject([{ state: 'voided' }])
    expect(await world.database.rows(paymentsOf, [first])).toMatchObject([{ state: 'authorized' }])
  })
})
