import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { sku } from '#test/builders/catalog.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { deliverAll, mailedTo } from '#test/order/deliveries.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  // behind a proxy, so that visitors can come from several networks
  world = await createWorld({ config: { trustedProxies: ['127.0.0.1'] } })
})
afterAll(() => world.close())

const path = '/customer-service/international-orders'
const topic = ['mail.order-request']
const zoe = { name: 'Zoë <b>Müller', email: 'zoe@example.com', country: 'DE', phone: '+49 30 123456' }
const payloads = statement<{ payload: object; done: boolean }>(
  'test.order-requests',
  `select payload, done_at is not null as done from shop.outbox where topic = 'mail.order-request' order by created_at`,
)

async function visitor(): Promise<TestShopper> {
  const shopper = world.shopper()
  await shopper.get('/session')
  return shopper
}
const received = () => mailedTo(world, 'requests@shop.example', topic)

describe('SHIPPOP-16: a request for an order to another country', () => {
  test('SHIPPOP-16, CART-33: goes to the retailer with what is in the cart, once, and is then kept nowhere', async () => {
    const shopper = await visitor()
    await shopper.call('cart', 'addItems', { items: [{ Sku: sku.sofaMoss, Quantity: 2 }] })
    const message = 'By sea,\r\nplease & <b>soon</b>'
    for (let times = 0; times < 2; times += 1) {
      const answer = await shopper.submit(path, { ...zoe, message })
      expect([answer.statusCode, answer.headers.location]).toEqual([303, `${path}/sent`])
    }
    expect((await shopper.page(`${path}/sent`)).page.name).toBe('requestSent')
    const [mail, ...others] = await received()
    expect(others).toEqual([])
    expect(mail?.subject).toBe('CB US: an order to Germany is asked for')
    for (const said of [
      'Name: Zoë <b>Müller',
      'Email: zoe@example.com',
      'Phone: +49 30 123456',
      'Country: Germany',
      `2 x Lounge Sofa, Moss (SKU ${sku.sofaMoss})`,
      'By sea,\nplease & <b>soon</b>',
    ])
      expect(mail?.text).toContain(said)
    expect(mail?.html).toContain('Zoë &lt;b&gt;Müller')
    expect(mail?.html).not.toContain('<b>')
    expect(await world.database.rows(payloads)).toEqual([{ payload: {}, done: true }])
    // it ordered nothing
    expect((await shopper.call('cart', 'getCartJsx', {})).lineItems).toHaveLength(1)
  })

  test('who ships abroad or has an account finds what is known in the form, and the cart beside it', async () => {
    const shopper = await visitor()
    await shopper.submit('/customer-service/ship-to', { country: 'JP', returnUrl: '/' })
    await shopper.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 3 }] })
    expect((await shopper.page(path)).page).toMatchObject({
      ...{ name: 'orderRequest', email: '', country: 'JP' },
      items: [{ title: expect.stringContaining('Mug'), quantity: 3 }],
    })
  })

  test.each([
    ['an empty cart and no message', {}, 'message', 'Please enter what you would like to order.'],
    ['no name', { name: ' ', message: 'A sofa' }, 'name', 'Please enter your name.'],
    ['a second address', { email: 'a@b.co,c@d.co', message: 'A sofa' }, 'email', /valid Email Address/],
    ['a country with a store', { country: 'US', message: 'A sofa' }, 'country', 'Please enter the country.'],
    ['a card for a phone number', { phone: '4012888888881881', message: 'A sofa' }, 'phone', /Card numbers are not/],
    ['a card in the message', { message: 'Charge 4012 8888 8888 1881' }, 'message', /Card numbers are not/],
  ])('SAFE-30, SAFE-33: with %s it is told at its field, and no mail goes', async (_what, typed, field, said) => {
    const before = (await world.database.rows(payloads)).length
    const shopper = await visitor()
    const { headers } = await shopper.submit(path, { ...zoe, ...typed })
    expect(headers.location).toBe(path)
    const { frame } = await shopper.page(path)
    expect([frame.noticeField, frame.notice]).toEqual([
      field,
      typeof said === 'string' ? said : expect.stringMatching(said),
    ])
    expect(JSON.stringify(frame.typed)).not.toContain('1881')
    expect(await world.database.rows(payloads)).toHaveLength(before)
  })

  test('SHIPPOP-16: one network asks ten times an hour; another still may', async () => {
    const from = (network: string) => ({ 'x-forwarded-for': network })
    const tell = async (nth: number, network: string) => {
      const shopper = await visitor()
      const fields = { ...zoe, message: `A sofa, for the ${nth}th time` }
      return (await shopper.submit(path, fields, from(network))).headers.location
    }
    const answers: unknown[] = []
    for (let nth = 0; nth < 11; nth += 1) answers.push(await tell(nth, '192.0.2.7'))
    expect(answers.filter((to) => to === `${path}/sent`)).toHaveLength(10)
    expect(answers.at(-1)).toBe(path)
    expect(await tell(12, '198.51.100.7')).toBe(`${path}/sent`)
    await deliverAll(world, topic, world.config.mail.port)
  })
})
