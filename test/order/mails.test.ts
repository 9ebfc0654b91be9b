import { afterAll, beforeAll, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { leaveGiftMails } from '#server/order/gift-mail/send-gift-mail.ts'
import { addToOutbox, type OutboxTopic } from '#server/order/mail/outbox-store.ts'
import { sku } from '#test/builders/catalog.ts'
import { askForAccount, newMember } from '#test/builders/member.ts'
import { newRegistryOf } from '#test/builders/registry.ts'
import { mailedTo, type ReceivedMail } from '#test/order/deliveries.ts'
import { cardToken } from '#test/order/gateway.ts'
import { buyGift } from '#test/order/gifts.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { order } from '#test/order/place.ts'
import { createWorld, type World } from '#test/world.ts'

type MailTopic = Exclude<OutboxTopic, 'payment.void'>

const buyer = 'buyer@example.com'
const newcomer = 'new.comer@example.com'
const retailer = 'requests@shop.example'
const placed = statement<{ orderId: string; orderNumber: string }>(
  'test.placed',
  'select order_id as "orderId", order_number as "orderNumber" from shop.orders where shopper_id = $1',
)
const accountOf = statement<{ shopperId: string }>(
  'test.account-of',
  'select shopper_id as "shopperId" from shop.account where email = $1',
)

let world: World
let mails: { readonly [Topic in MailTopic]: readonly ReceivedMail[] }

beforeAll(async () => {
  world = await createWorld()
  const lines = [{ sku: sku.sofaOat, quantity: 1 }]
  const { shopperId } = await insertCart(world.database, { lines, tokens: [await cardToken(world)], email: buyer })
  expect((await order(world.shop.orders, shopperId)).kind).toBe('placed')
  const { orderId = '', orderNumber = '' } = (await world.database.row(placed, [shopperId])) ?? {}
  const { email: member } = await newMember(world)
  const owner = (await world.database.row(accountOf, [member]))?.shopperId ?? ''
  await askForAccount(world.shopper(), { email: newcomer })
  const store = { brand: 'CB', country: 'US' }
  const askedAt = world.clock.now().toISOString()
  const request = {
    brand: 'CB',
    store: 'US',
    name: 'Ada',
    email: buyer,
    country: 'FR',
    phone: '',
    message: '',
    items: [],
  }
  const told: readonly (readonly [MailTopic, string, object])[] = [
    ['mail.order-refused', shopperId, { orderId }],
    ['mail.order-cancelled', shopperId, { orderId }],
    ['mail.order-link', shopperId, { ...store, orderNumber, email: buyer, askedAt }],
    ['mail.claim-link', owner, { ...store, askedAt }],
    ['mail.reset-password', owner, { ...store, email: member }],
    ['mail.identity-joined', owner, { ...store, provider: 'Google' }],
    ['mail.password-changed', owner, store],
    ['mail.card-saved', owner, { ...store, name: 'Visa ending in 1111' }],
    ['mail.order-request', shopperId, request],
  ]
  await world.database.transaction(async (tx) => {
    for (const [topic, of, payload] of told) await addToOutbox(tx, of, topic, 'one', payload)
  })
  const { ownerEmail: registrant, grId } = await newRegistryOf(world, [{ sku: sku.mug, quantity: 1 }])
  await buyGift(world, grId)
  const noon = new Date(Date.now() + 48 * 3_600_000)
  noon.setUTCHours(18)
  await leaveGiftMails(world.database, noon)
  const to = (email: string, topic: MailTopic) => mailedOf(email, topic)
  mails = {
    'mail.order-placed': await to(buyer, 'mail.order-placed'),
    'mail.order-refused': await to(buyer, 'mail.order-refused'),
    'mail.order-cancelled': await to(buyer, 'mail.order-cancelled'),
    'mail.order-link': await to(buyer, 'mail.order-link'),
    'mail.claim-link': await to(member, 'mail.claim-link'),
    'mail.reset-password': await to(member, 'mail.reset-password'),
    'mail.create-account': await to(newcomer, 'mail.create-account'),
    'mail.identity-joined': await to(member, 'mail.identity-joined'),
    'mail.password-changed': await to(member, 'mail.password-changed'),
    'mail.card-saved': await to(member, 'mail.card-saved'),
    'mail.order-request': await to(retailer, 'mail.order-request'),
    'mail.registry-gifts': await to(registrant, 'mail.registry-gifts'),
  }
})
afterAll(() => world.close())

/** What a delivery of this topic brought to an address. */
async function mailedOf(email: string, topic: MailTopic): Promise<readonly ReceivedMail[]> {
  const before = await mailedTo(world, email, [])
  return (await mailedTo(world, email, [topic])).slice(0, -before.length || undefined)
}

const unfilled = /undefined|\bnull\b|NaN|\[object|\$\{|\{\{|%s/
/** Kinds that ask for nothing: they tell. */
const tells: readonly MailTopic[] = ['mail.order-request']

const topics: readonly MailTopic[] = [
  'mail.order-placed',
  'mail.order-refused',
  'mail.order-cancelled',
  'mail.order-link',
  'mail.claim-link',
  'mail.reset-password',
  'mail.create-account',
  'mail.identity-joined',
  'mail.password-changed',
  'mail.card-saved',
  'mail.order-request',
  'mail.registry-gifts',
]

test.each(topics)('CALM-40, CALM-41: %s has both parts in the one layout, and no unfilled placeholder', (topic) => {
  expect(mails[topic]).toHaveLength(1)
  const [{ subject, text, html } = { subject: '', text: '', html: '' }] = mails[topic]
  expect(`${subject}\n${text}`).not.toMatch(unfilled)
  expect(html).not.toMatch(unfilled)
  expect(text.trim()).not.toBe('')
  expect(html).toContain('<meta name="color-scheme" content="light dark"/>')
  expect(html).toMatch(/<table [^>]*class="sheet"[^>]*width="600"|<table [^>]*width="600"[^>]*class="sheet"/)
  expect(html).toMatch(/>CB<\/div>/)
  expect(html).not.toMatch(/<script|<link|https?:\/\/fonts/)
})

test('OPEN-118: the button of the order mail leads to that order in a browser that has no session', async () => {
  const [mail] = mails['mail.order-placed']
  const [, address = ''] = /class="button"[^>]*><a href="[^"]*?(\/account\/order\?[^"]+)"/.exec(mail?.html ?? '') ?? []
  // the order was placed by the database's clock
  world.clock.set(new Date().toISOString())
  const { page } = await world.shopper().page(address.replaceAll('&amp;', '&'))
  expect(mail?.subject).toContain(page.name === 'accountOrder' ? page.order.orderNumber : 'another page')
})

test('CALM-63: every mail that asks for something has one button, and under it its address in full', () => {
  for (const [topic, [mail]] of Object.entries(mails)) {
    const buttons = [...(mail?.html ?? '').matchAll(/class="button"[^>]*><a href="([^"]+)"/g)].map(([, href]) => href)
    expect([topic, buttons.length]).toEqual([topic, tells.some((each) => each === topic) ? 0 : 1])
    for (const href of buttons) {
      const [, after = ''] = (mail?.html ?? '').split('Or open this address:')
      expect(after).toContain(`>${href}</a>`)
      expect(mail?.text).toContain(href?.replaceAll('&amp;', '&'))
    }
  }
})
