import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { receiveWebhook } from '#server/order/payment/receive-webhook.ts'
import { sku } from '#test/builders/catalog.ts'
import { cancel, type Placed, placedBy } from '#test/order/cancelling.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { cardToken, gatewayBooks } from '#test/order/gateway.ts'
import { expectBalancedBooks } from '#test/order/ordering.ts'
import { allWorkedOff, signedWebhook } from '#test/order/webhook.ts'
import { createWorld, type World } from '#test/world.ts'

type Row = { readonly reference: string; readonly psp: string; readonly amount: number; readonly state: string }
const paymentOf = statement<Row>(
  'test.mixed-up-payment',
  'select reference, provider_ref as psp, amount_cents as amount, state from shop.payment where shopper_id = $1',
)
const alarms = statement<{ kind: string }>('test.mixed-up-alarms', 'select kind from shop.alarm order by alarm_id')

describe.each([
  ['built-in', false],
  ['Adyen', true],
] as const)('SAFE-21 SAFE-22: a webhook of one order that names the payment of another, %s', (_name, isAdyen) => {
  let world: World
  let mine: Placed
  let theirs: Placed
  beforeEach(async () => {
    world = await createWorld({ isAdyen })
    mine = await ordered()
    theirs = await ordered()
  })
  afterEach(async () => {
    await expectBalancedBooks(world)
    await world.close()
  })

  async function ordered(): Promise<Placed> {
    const token = await cardToken(world)
    const tokens = [isAdyen ? `stored.${randomUUID()}.${token}` : token]
    return placedBy(world, { lines: [{ sku: sku.mug, quantity: 2 }], tokens })
  }
  async function payment({ shopperId }: Placed): Promise<Row> {
    const row = await world.database.row(paymentOf, [shopperId])
    if (row === undefined) throw new Error('no payment')
    return row
  }
  async function tell(event: string, amount: number, names: { readonly psp: string; readonly original?: string }) {
    const { reference } = await payment(mine)
    const body = signedWebhook(world, event, { reference, amount }, names)
    expect(await receiveWebhook(world.shop.orders, body)).toBe(200)
    await allWorkedOff(world)
    await deliverAll(world)
  }
  const kinds = async () => (await world.database.rows(alarms)).map(({ kind }) => kind)
  async function bookedOf(placed: Placed) {
    const { psp } = await payment(placed)
    return (await gatewayBooks(world)).find((booked) => booked.psp === psp)
  }

  test.each(['placed', 'cancelled'])(
    'SAFE-21: the authorization of a %s order under the reference of another order voids nothing, and a person is told',
    async (state) => {
      if (state === 'cancelled') await cancel(mine)
      await deliverAll(world)
      const [before, { amount }, { psp }] = [await payment(mine), await payment(mine), await payment(theirs)]
      await tell('AUTHORISATION', amount, { psp })
      expect(await kinds()).toEqual(['webhook-of-other-payment'])
      expect(await bookedOf(theirs)).toMatchObject({ state: 'authorized' })
      expect(await payment(theirs)).toMatchObject({ state: 'authorized' })
      expect(await payment(mine)).toEqual(before)
    },
  )

  test.each([
    ['a part', 600],
    ['all', null],
  ])(
    'SAFE-22: the capture of %s of a cancelled order that names the payment of another refunds nothing',
    async (_what, part) => {
      await cancel(mine)
      await deliverAll(world)
      const { reference, psp, amount } = await payment(theirs)
      const all = { key: 'ship', providerRef: psp, reference, amountCents: amount, currency: 'USD' } as const
      expect(await world.shop.orders.gateway.capture(all)).toMatchObject({ state: 'accepted' })
      await tell('CAPTURE', part ?? amount, { psp: 'CAPTURE1', original: psp })
      expect(await kinds()).toEqual(['webhook-of-other-payment'])
      expect(await bookedOf(theirs)).toMatchObject({ captured: amount, refunded: 0 })
      expect(await payment(mine)).toMatchObject({ state: 'voided' })
    },
  )

  test('SAFE-22: the capture of a part under a reference that nobody knows is asked back of nothing', async () => {
    await cancel(mine)
    await deliverAll(world)
    await tell('CAPTURE', 600, { psp: 'CAPTURE1', original: 'NOBODYS' })
    expect(await kinds()).toEqual(['notice-out-of-order'])
    expect(await payment(mine)).toMatchObject({ state: 'voided' })
  })
})
