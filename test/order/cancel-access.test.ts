import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { orderLinkHours, signedUntil } from '#server/order/order-link.ts'
import { receiveWebhook } from '#server/order/payment/receive-webhook.ts'
import { sku } from '#test/builders/catalog.ts'
import { newMember, signedIn } from '#test/builders/member.ts'
import { age, cancel, insertCartOf, mailsTo, type Placed, placedBy } from '#test/order/cancelling.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { cardToken, drill } from '#test/order/gateway.ts'
import { expectBalancedBooks } from '#test/order/ordering.ts'
import { allWorkedOff, signedWebhook } from '#test/order/webhook.ts'
import { createWorld, type World } from '#test/world.ts'

const states = statement<{ state: string }>('test.state-of', 'select state from shop.orders where order_number = $1')
const paymentOf = statement<{ reference: string; amount: number; psp: string }>(
  'test.payment-of',
  `select p.reference, p.amount_cents as amount, p.provider_ref as psp from shop.payment p join shop.orders o using (shopper_id, order_id)
   where o.order_number = $1`,
)
const unknown = 'We do not know this order.'

describe('who may cancel an order, and when', () => {
  let world: World
  let token: string
  beforeAll(async () => {
    world = await createWorld()
    token = await cardToken(world)
  })
  afterEach(async () => {
    await deliverAll(world)
    await expectBalancedBooks(world)
  })
  afterAll(() => world.close())

  const wish = (email = 'ada@example.com') => ({ lines: [{ sku: sku.mug, quantity: 1 }], tokens: [token], email })
  const stateOf = async ({ orderNumber }: Pick<Placed, 'orderNumber'>) =>
    (await world.database.row(states, [orderNumber]))?.state
  const linkOf = ({ orderNumber }: Pick<Placed, 'orderNumber'>, at = world.clock.now()) => {
    const { until, key } = signedUntil(world.shop.orders, { kind: 'order', of: orderNumber, version: 1 }, at)
    return { linkUntil: until, linkKey: key }
  }

  test('CALL-91: an order of somebody else is answered as one that is not there, and stays', async () => {
    const placed = await placedBy(world, wish())
    const { shopper: member } = await newMember(world)
    const otherStore = world.shopper('cb2')
    await otherStore.get('/session')
    for (const shopper of [world.shopper(), member, otherStore]) {
      const answers = await Promise.all(
        [placed.orderNumber, 'AAAA-BBBB-CCCC', '', '../..', "'; drop table shop.orders; --"].map(
          async (orderNumber) => {
            const { orderNumber: said, ...answer } = await cancel({ shopper, orderNumber })
            expect(said).toBe(orderNumber)
            return answer
          },
        ),
      )
      const refusal = { isSuccess: false, errorMessage: unknown, cancelledAt: '', returned: [] }
      expect(answers).toEqual(answers.map(() => refusal))
    }
    expect(await stateOf(placed)).toBe('placed')
  })

  test('CALL-91: a link of another order, forged, of another time or over, cancels nothing; the right one works in any browser', async () => {
    const placed = await placedBy(world, wish())
    const other = await placedBy(world, wish())
    const stranger = { shopper: world.shopper(), orderNumber: placed.orderNumber }
    const good = linkOf(placed)
    const over = linkOf(placed, new Date(world.clock.now().getTime() - (orderLinkHours + 2) * 3_600_000))
    const bad = [
      linkOf(other),
      { ...good, linkKey: `${good.linkKey.startsWith('A') ? 'B' : 'A'}${good.linkKey.slice(1)}` },
      { ...good, linkKey: '' },
      { ...good, linkUntil: String(Number(good.linkUntil) + 1) },
      { ...good, linkUntil: '99999999999' },
      over,
    ]
    for (const words of bad) {
      expect(await cancel(stranger, words)).toMatchObject({ isSuccess: false, errorMessage: unknown })
    }
    expect(await stateOf(placed)).toBe('placed')
    expect(await cancel(stranger, good)).toMatchObject({ isSuccess: true, returned: [expect.any(String)] })
    expect([await stateOf(placed), await stateOf(other)]).toEqual(['cancelled', 'placed'])
  })

  test('OPEN-118: the mail of an order leads to its page, in any browser, where it can be cancelled', async () => {
    const email = 'mailed@example.com'
    const placed = await placedBy(world, wish(email))
    await deliverAll(world, ['mail.order-placed'], world.gateway.smtpPort() ?? 0)
    const [mail] = await mailsTo(world, email, /thank you/)
    const [, path = ''] =
      /See this order, or cancel it until \w+,? \d+:\d\d [AP]M CT: https?:\/\/[^/]+(\S+)/.exec(mail?.text ?? '') ?? []
    world.clock.set(new Date().toISOString())
    const reader = world.shopper()
    const { page } = await reader.page(path)
    world.clock.set('2026-03-02T15:00:00Z')
    expect(page).toMatchObject({ name: 'accountOrder', isInAccount: false, cancel: { isRequested: false } })
    expect(placed.orderNumber).toBe(page.name === 'accountOrder' ? page.order.orderNumber : '')
  })

  test('UX-24: without scripts a press asks first on the page itself, and the second one cancels; for a link, and for the browser that ordered', async () => {
    for (const isLink of [false, true]) {
      const placed = await placedBy(world, wish())
      const { linkUntil, linkKey } = linkOf(placed)
      const shopper = isLink ? world.shopper() : placed.shopper
      const address = isLink
        ? `/account/order?${new URLSearchParams({ number: placed.orderNumber, until: linkUntil, key: linkKey })}`
        : `/account/orders/${placed.orderNumber}`
      const link = isLink ? { until: linkUntil, key: linkKey } : null
      expect((await shopper.page(address)).page).toMatchObject({
        state: 'placed',
        cancel: { isRequested: false, link },
      })
      const asked = `${address}${isLink ? '&' : '?'}cancel=ask`
      expect((await shopper.page(asked)).page).toMatchObject({ state: 'placed', cancel: { isRequested: true, link } })
      const fields = { orderNumber: placed.orderNumber, ...(isLink ? { linkUntil, linkKey } : {}) }
      const { headers, statusCode } = await shopper.submit('/account/cancel-order', fields)
      expect([statusCode, headers.location]).toEqual([303, address])
      expect((await shopper.page(address)).page).toMatchObject({ state: 'cancelled', cancel: null })
    }
  })

  test('OPEN-04 CALL-91: the form without its token, or of a stranger, cancels nothing', async () => {
    const placed = await placedBy(world, wish())
    const fields = { orderNumber: placed.orderNumber }
    await placed.shopper.submit('/account/cancel-order', { ...fields, __RequestVerificationToken: 'wrong' })
    const stranger = world.shopper()
    await stranger.get('/session')
    const { headers } = await stranger.submit('/account/cancel-order', fields)
    expect(headers.location).toBe(`/account/orders/${placed.orderNumber}`)
    expect((await stranger.page('/account/login')).frame.notice).toBe(unknown)
    expect((await stranger.get(`/account/orders/${placed.orderNumber}`)).headers.location).toMatch(
      /^\/account\/login\?/,
    )
    expect(await stateOf(placed)).toBe('placed')
  })

  test('OPEN-118: a member cancels her order, also one that she placed as a guest and brought into the account', async () => {
    const { shopper, email } = await newMember(world)
    const own = await placedBy(world, wish(email), shopper)
    expect((await shopper.page(`/account/orders/${own.orderNumber}`)).page).toMatchObject({
      isInAccount: true,
      cancel: { isRequested: false, link: null },
    })
    expect(await cancel(own)).toMatchObject({ isSuccess: true })
    const { page } = await shopper.page('/account')
    expect(page).toMatchObject({ orders: [{ orderNumber: own.orderNumber, state: 'cancelled' }] })

    const asGuest = await placedBy(world, wish(email))
    const member = await signedIn(world, email)
    expect(await cancel({ ...asGuest, shopper: member })).toMatchObject({ isSuccess: false, errorMessage: unknown })
    await world.database.count(
      statement(
        'test.claim',
        `insert into shop.order_claim (shopper_id, placed_by, order_id)
         select $1, shopper_id, order_id from shop.orders where order_number = $2`,
      ),
      [own.shopperId, asGuest.orderNumber],
    )
    expect(await cancel({ ...asGuest, shopper: member })).toMatchObject({ isSuccess: true })
  })

  test('BEYOND-03: after half an hour it is too late: it is said whom to call, and the page offers it no more', async () => {
    const placed = await placedBy(world, wish())
    await age(world, placed, 29 * 60)
    const address = `/account/orders/${placed.orderNumber}`
    expect((await placed.shopper.page(address)).page).toMatchObject({ cancel: { isRequested: false } })
    await age(world, placed, 60)
    expect((await placed.shopper.page(address)).page).toMatchObject({ cancel: null, order: { cancelUntil: '' } })
    const { isSuccess, errorMessage } = await cancel(placed)
    expect([isSuccess, errorMessage]).toEqual([
      false,
      expect.stringMatching(/no longer be cancelled here.*1-800-555-0110/),
    ])
    expect(await stateOf(placed)).toBe('placed')
  })

  test('OPEN-65: money that was taken is not given back here: it is said, and the order stays', async () => {
    const placed = await placedBy(world, wish())
    const payment = await world.database.row(paymentOf, [placed.orderNumber])
    await receiveWebhook(
      world.shop.orders,
      signedWebhook(world, 'CAPTURE', payment!, { psp: 'CAPT1', original: payment!.psp }),
    )
    await allWorkedOff(world)
    await expect
      .poll(async () => (await cancel(placed)).errorMessage, { timeout: 25_000 })
      .toMatch(/^The payment of this order has been taken/)
    expect((await placed.shopper.page(`/account/orders/${placed.orderNumber}`)).page).toMatchObject({ cancel: null })
    expect(await stateOf(placed)).toBe('placed')
  })

  test('BEYOND-02: a pending order cannot be cancelled yet, and one that was refused is no order', async () => {
    const shopper = world.shopper()
    await insertCartOf(world, shopper, wish())
    await drill(world, { fault: 'cut' })
    const { orderNumber, isPending } = await shopper.call('order', 'placeOrder', { adata: '' })
    expect(isPending).toBe(true)
    expect((await cancel({ shopper, orderNumber })).errorMessage).toMatch(/still being confirmed/)
    expect(await stateOf({ orderNumber })).toBe('pending')

    const refused = world.shopper()
    const shopperId = await insertCartOf(world, refused, { ...wish(), tokens: [await cardToken(world, '0002')] })
    await refused.call('order', 'placeOrder', { adata: '' })
    const row = await world.database.row(
      statement<{ number: string }>(
        'test.refused',
        'select order_number as number from shop.orders where shopper_id = $1',
      ),
      [shopperId],
    )
    expect(await cancel({ shopper: refused, orderNumber: row?.number ?? '' })).toMatchObject({
      isSuccess: false,
      errorMessage: unknown,
    })
  })
})
