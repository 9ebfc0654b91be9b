import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { sku } from '#test/builders/catalog.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { cardToken } from '#test/order/gateway.ts'
import { insertCart, seedCertificate, seedGiftCard, testAddress } from '#test/order/insert-cart.ts'
import { expectBalancedBooks } from '#test/order/ordering.ts'
import { createWorld, type World } from '#test/world.ts'

const topics = ['payment.void', 'mail.order-refused']
const mails = statement<{ count: number }>(
  'test.refused-mails',
  "select count(*)::int as count from shop.outbox where topic = 'mail.order-refused'",
)

describe('BEYOND-03 SCENE-08: after an order that was not placed every release is told', () => {
  let world: World
  let shopper: ReturnType<World['shopper']>
  beforeEach(async () => {
    world = await createWorld()
    shopper = world.shopper()
    await shopper.get('/session')
  })
  afterEach(async () => {
    await deliverAll(world, topics, world.gateway.smtpPort() ?? 0)
    await expectBalancedBooks(world)
    await world.close()
  })

  async function cart(lastFours: readonly string[], hasTenders = true): Promise<void> {
    const shopperId = (await world.shop.sessions.find(shopper.cookies.get('sid')))?.shopperId ?? ''
    const tokens = await Promise.all(lastFours.map((lastFour) => cardToken(world, lastFour)))
    const tenders = [
      { kind: 'giftCard' as const, tenderId: await seedGiftCard(world.database, 300) },
      { kind: 'tenderCode' as const, tenderId: await seedCertificate(world.database, 'tender', 200) },
    ]
    const lines = [{ sku: sku.mug, quantity: 1 }]
    const held = hasTenders ? { tenders } : {}
    await insertCart(world.database, { shopperId, lines, tokens, firstCents: 500, ...held })
  }
  const press = () => shopper.call('order', 'placeOrder', { adata: '' })

  test('gift card, code and two cards, the second declined: the answer, the page and the mail say of each where it is', async () => {
    await cart(['1111', '0002'])
    const { released, isSuccess } = await press()
    expect(isSuccess).toBe(false)
    expect(released).toHaveLength(4)
    expect(released.map((sentence) => sentence.replace(/\$\d+\.\d\d/, '$'))).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Gift card.*: \$ is back on the card\.$/),
        expect.stringMatching(/^Code.*: \$ can be used again\.$/),
        'Visa ending in 1111: $ was not charged.',
      ]),
    )
    expect(await shopper.call('order', 'getOrderConfirmation', {})).toMatchObject({ isRefused: true, released })

    await deliverAll(world, topics, world.gateway.smtpPort() ?? 0)
    const inbox = `${world.gatewayOrigin}/mailbox/messages`
    const { messages } = (await (await fetch(`${inbox}?to=${testAddress.email}`)).json()) as {
      messages: { id: number }[]
    }
    expect(messages).toHaveLength(1)
    const mail = (await (await fetch(`${inbox}/${messages[0]?.id}`)).json()) as {
      subject: string
      text: string
      html: string
    }
    expect(mail.subject).toMatch(/^CB order .* was not placed$/)
    expect(mail.text).toContain('was not placed, and nothing was charged.')
    expect(mail.text).toContain('/checkout/paymentandbilling?paymentErrorId=authorizationError#header_payment')
    for (const sentence of released) {
      expect(mail.text).toContain(sentence)
      expect(mail.html).toContain(sentence)
    }
  })

  test('one declined card holds nothing: it is told at once, and no mail is sent', async () => {
    await cart(['0002'], false)
    expect(await press()).toMatchObject({ isSuccess: false, message: 'AuthorizationFailure', released: [] })
    expect((await world.database.row(mails))?.count).toBe(0)
  })

  test('a placed order lists every tender once, and they add up to its total', async () => {
    await cart(['1111', '4242'])
    expect(await press()).toMatchObject({ isSuccess: true, released: [] })
    const { payments, orderSummary } = await shopper.call('order', 'getOrderConfirmation', {})
    expect(payments.map(({ method }) => method).sort()).toEqual(['card', 'card', 'giftCard', 'tenderCode'])
    expect(payments.reduce((total, { amount }) => total + amount, 0)).toBe(orderSummary.total)
  })
})
