import { variants } from '#domain/variant.ts'
import { readCategories } from '#server/catalog/catalog-store.ts'
import { type Database, statement } from '#server/db/database.ts'
import { emailOf } from '#server/demo/retelling.ts'
import { readExportPage } from '#server/order/export/export-store.ts'
import { leaveGiftMails } from '#server/order/gift-mail/send-gift-mail.ts'
import { lastingOrderAddress } from '#server/order/mail/send-order-links.ts'
import { receiveWebhook } from '#server/order/payment/receive-webhook.ts'
import { recover } from '#server/order/place/recovery.ts'
import { removeWhatIsOver } from '#server/watch/retention.ts'
import { add, address, item, newCard } from '#test/builders/cart-calls.ts'
import { signInBy } from '#test/builders/member.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { signedWebhook } from '#test/order/webhook.ts'
import type { World } from '#test/world.ts'
import { templateOf } from './grow-orders.ts'
import type { GrownShop } from './grown-shop.ts'
import { guardRound } from './guard-round.ts'
import { skuOf } from './pieces.ts'
import { guardOfBooks } from './readings.ts'
import { promoCodeOf } from './stories.ts'

/** Does one thing under a name; what the database does meanwhile is noted. */
export type Step = (call: string, work: () => Promise<unknown>) => Promise<void>

const orderOf = statement<{ orderNumber: string; linkVersion: number }>(
  'grow.order-of',
  'select order_number as "orderNumber", link_version as "linkVersion" from shop.orders where email = $1 limit 1',
)
const shareOf = statement<{ shareId: string }>(
  'grow.share-of',
  'select share_id as "shareId" from shop.registry offset $1 limit 1',
)
const paymentOf = statement<{ reference: string; psp: string; amount: number }>(
  'grow.payment-of',
  `select p.reference, p.provider_ref as psp, p.amount_cents as amount from shop.payment p
   join shop.orders o using (shopper_id, order_id) where o.order_number = $1`,
)

/** One visit of everybody who comes to a shop, in the nth round; every call and job under its name. */
export async function visit(shop: GrownShop, nth: number, step: Step): Promise<void> {
  await guestBuys(shop.world, nth, step)
  await memberLooks(shop, nth, step)
  await othersLook(shop, nth, step)
  await workByTheClock(shop.world, step)
}

async function guestBuys(world: World, nth: number, step: Step): Promise<void> {
  const shopper = world.shopper()
  const first = skuOf(nth * 8, 0)
  await shopper.get('/session')
  await step('add to cart', () => add(shopper, item(first, 2)))
  await step('product page', () => shopper.page(`/product/${first}`))
  await add(shopper, item(skuOf(nth * 8 + 1, 1)))
  const { lineItems } = await shopper.call('cart', 'getCartJsx', {})
  const lineItemId = lineItems[0]?.id ?? ''
  await step('read cart', () => shopper.call('cart', 'getCartJsx', {}))
  await step('change quantity', () => shopper.call('cart', 'updateItem', { lineItemId, quantity: 3 }))
  await step('save for later', () => shopper.call('cart', 'saveForLater', { lineItemId }))
  await step('move to cart', () => shopper.call('cart', 'moveToCart', { lineItemId }))
  await step('remove', () => shopper.call('cart', 'removeItem', { lineItemId }))
  await step('undo', () => shopper.call('cart', 'restoreItem', { lineItemId }))
  await step('apply promotion', () => shopper.call('cart', 'applyPromoCode', { promoCode: promoCodeOf(nth) }))
  await step('cart page', () => shopper.page('/checkout/cart'))
  await step('begin checkout', () => shopper.call('cart', 'checkout', {}))
  await shopper.submit('/checkout', { isGuestCheckout: 'true' })
  const email = `measured-${Date.now()}-${nth}@grown.example.com`
  await step('save address', () => shopper.call('checkout', 'validateAndSaveAddress', address({ email })))
  await shopper.call('checkout', 'moveToShippingAndGiftOptions', {})
  const { recipientList } = await shopper.call('checkout', 'refreshCheckout', {})
  const recipients = recipientList.map(({ id: recipientId, shipments, giftOptions, bopsOptions }) => ({
    ...{ recipientId, giftOptions, bopsOptions },
    shipments: shipments.map(({ id, selectedServiceLevel }) => ({ id, selectedServiceLevel })),
  }))
  await step('save options', () => shopper.call('checkout', 'saveShippingAndGiftOptions', { recipients }))
  await shopper.call('checkout', 'moveToPaymentPage', {})
  const cardOneData = await newCard(world, shopper)
  await step('save card', () => shopper.call('payment', 'savePayment', { cardOneData }))
  await shopper.call('checkout', 'moveToReviewPage', {})
  await step('read checkout', () => shopper.call('checkout', 'refreshCheckout', {}))
  await buy(world, shopper, step)
}

async function buy(world: World, shopper: TestShopper, step: Step): Promise<void> {
  let orderNumber = ''
  await step('place order', async () => {
    const placed = await shopper.call('order', 'placeOrder', { adata: '' })
    if (!placed.isSuccess) throw new Error(`not placed: ${JSON.stringify(placed)}`)
    orderNumber = placed.orderNumber
  })
  await step('confirmation', () => shopper.call('order', 'getOrderConfirmation', {}))
  const payment = await world.database.row(paymentOf, [orderNumber])
  if (payment === undefined) throw new Error(`${orderNumber} has no payment`)
  const event = signedWebhook(world, 'AUTHORISATION', payment, { psp: payment.psp })
  await step('webhook event', () => receiveWebhook(world.shop.orders, event))
  const smtpPort = world.gateway.smtpPort() ?? 0
  await step('mail of an order', () => deliverAll(world, ['mail.order-placed'], smtpPort))
  await step('cancel order', () => shopper.call('cancellation', 'cancelOrder', { orderNumber }))
  await step('void and mail', () => deliverAll(world, ['payment.void', 'mail.order-cancelled'], smtpPort))
}

/** The nth shopper whose story has this name. */
function emailOfStory({ templates }: GrownShop, name: string, nth: number): string {
  let left = nth
  for (let story = 0; ; story += 1) {
    if (templateOf(templates, story).name === name && left-- === 0) return emailOf(story)
  }
}

async function memberLooks(shop: GrownShop, nth: number, step: Step): Promise<void> {
  const { world } = shop
  const email = emailOfStory(shop, 'member', nth)
  const shopper = world.shopper()
  await shopper.get('/session')
  await step('sign in', () => signInBy(shopper, email))
  const found = await world.database.row(orderOf, [email])
  if (found === undefined) throw new Error(`${email} has no order`)
  await step('account page', () => shopper.page('/account'))
  await step('order in the account', () => shopper.page(`/account/order?number=${found.orderNumber}`))
  await step('order by its link', () => world.shopper().page(lastingOrderAddress(world.shop.orders, found)))
  await step('member adds to cart', () => add(shopper, item(skuOf(nth * 8 + 2, 0))))
  await step('member reads cart', () => shopper.call('cart', 'getCartJsx', {}))
}

async function othersLook({ world }: GrownShop, nth: number, step: Step): Promise<void> {
  await step('shelves of a store', () => readCategories(world.database, variants.cb))
  const share = await world.database.row(shareOf, [nth % 5])
  await step('registry page', () => world.shopper().page(`/gift-registry/registry/${share?.shareId}`))
  await step('stores and dates of a piece', async () => {
    const shopper = world.shopper()
    await shopper.get('/session')
    const asked = { sku: skuOf(nth * 8, 0), zipCode: '60601', locationId: '' }
    await shopper.call('cart', 'getAvailability', asked)
  })
}

const yesterday = () => new Date(Date.now() - 86_400_000)

async function workByTheClock({ database, shop, clock, config }: World, step: Step): Promise<void> {
  await step(guardOfBooks, () => guardRound(database))
  await step('expire', () =>
    removeWhatIsOver({ ...shop.orders, database: database as Database, retention: config.retention }),
  )
  await step('recovery, a round', () => recover(shop.orders))
  await step('mails of gifts', () => leaveGiftMails(database, clock.now()))
  const after = { at: yesterday().toISOString(), orderId: '00000000-0000-0000-0000-000000000000' }
  await step('export, ten orders', () => readExportPage(database, after, new Date(), 10))
}
