import { pathTable } from '#contracts/paths.ts'
import { steps } from '#domain/checkout/steps.ts'
import type { Connection } from './connection.ts'
import type { Visitor } from './http-client.ts'

const { cart, checkout, payment, order } = pathTable

/** Where the shop stands and what is bought in it. */
export type Shop = {
  readonly port: number
  readonly host: string
  readonly gatewayPort: number
  /** Addresses of a shelf and of one product on it. */
  readonly categoryPath: string
  readonly productPath: string
  readonly productSku: number
  /** Pieces there are enough of. */
  readonly skus: readonly number[]
}

const address = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  address1: '233 S Wacker Dr',
  city: 'Chicago',
  state: 'IL',
  postalCode: '60606',
  country: 'US',
  phone: '312-555-0110',
  email: 'ada@example.com',
}

type Recipients = {
  readonly basketItems: readonly { readonly id: string }[]
  readonly recipientList: readonly {
    readonly id: string
    readonly shipments: readonly { readonly id: string; readonly selectedServiceLevel: number }[]
  }[]
}
type Cart = { readonly lineItems: readonly { readonly id: string; readonly quantity: number }[] }

/** Different pieces of the shelf, other ones for another shopper. */
function someSkus(shop: Shop, nth: number, count: number): number[] {
  return Array.from({ length: count }, (_, place) => shop.skus[(nth * 3 + place) % shop.skus.length] ?? 0)
}

/** How many promotion codes there are. */
export const promoCodes = 10_000

/** The code a shopper enters: any of all there are. */
export function promoOf(nth: number): string {
  return `BENCH${(nth * 7_919) % promoCodes}`
}

/** A piece that is not among the three. */
export function fourthSku(shop: Shop, nth: number): number {
  return shop.skus[(nth * 3 + 3) % shop.skus.length] ?? 0
}

/** A cart with this many lines; answers the id of the first. */
export async function fillCart(visitor: Visitor, shop: Shop, nth: number, count = 3): Promise<string> {
  await visitor.openSession()
  const items = someSkus(shop, nth, count).map((Sku) => ({ Sku, Quantity: 1 }))
  await visitor.call(cart.addItems.path, { items })
  const { body } = await visitor.get(cart.getCartJsx.path)
  const { lineItems } = JSON.parse(body.toString()) as Cart
  const [first] = lineItems
  if (first === undefined || lineItems.length !== count) throw new Error(`a cart of ${lineItems.length} lines`)
  return first.id
}

/** From the first page to the cart with one line of two pieces: what a browser sends when a guest shops. */
export async function shopAround(visitor: Visitor, shop: Shop): Promise<void> {
  await visitor.page('/')
  await visitor.page(shop.categoryPath)
  await visitor.page(shop.productPath)
  await visitor.openSession()
  await visitor.call(cart.addItems.path, { items: [{ Sku: shop.productSku, Quantity: 1 }] })
  await visitor.page(steps[0].path)
  const { lineItems } = JSON.parse((await visitor.get(cart.getCartJsx.path)).body.toString()) as Cart
  await visitor.call(cart.updateItem.path, { lineItemId: lineItems[0]?.id, quantity: 2 })
  await visitor.get(cart.getCartJsx.path)
}

/** From a cart to the review page: guest checkout, address, options with a gift message, card. */
export async function checkOut(visitor: Visitor, gateway: Connection, shop: Shop): Promise<void> {
  await visitor.form('/checkout', { isGuestCheckout: 'true' })
  await visitor.page(steps[1].path)
  await visitor.call(checkout.validateCart.path, {})
  await visitor.call(checkout.validateAndSaveAddress.path, address)
  await visitor.call(checkout.moveToShippingAndGiftOptions.path, {})
  const reached = await visitor.get(checkout.refreshCheckout.path)
  await visitor.get(steps[2].path)

  const { recipientList } = JSON.parse(reached.body.toString()) as Recipients
  const giftOptions = { isGift: true, giftWrap: 'none', giftMessage: 'With love', hasGiftReceipt: false }
  const recipients = recipientList.map(({ id: recipientId, shipments }) => ({
    recipientId,
    giftOptions,
    shipments: shipments.map(({ id, selectedServiceLevel }) => ({ id, selectedServiceLevel })),
  }))
  await visitor.call(checkout.validateCart.path, {})
  await visitor.call(checkout.saveShippingAndGiftOptions.path, { recipients })
  await visitor.call(checkout.moveToPaymentPage.path, {})
  await visitor.get(checkout.refreshCheckout.path)
  await visitor.get(steps[3].path)

  await visitor.call(checkout.validateCart.path, {})
  const { gatewayUrl } = await visitor.call<{ gatewayUrl: string }>(payment.createCardSession.path, {})
  const cardOneData = { slot: 'CardOne', ...(await enterCard(gateway, gatewayUrl, shop)) }
  await visitor.call(payment.savePayment.path, { cardOneData })
  await visitor.call(checkout.moveToReviewPage.path, {})
  await visitor.get(checkout.refreshCheckout.path)
  await visitor.get(steps[4].path)
  await visitor.call(checkout.validateCart.path, {})
}

/** From a cart to the options of its deliveries: all lines to one home, or each to a home of its own; answers the homes. */
export async function toOptions(visitor: Visitor, hasManyRecipients: boolean): Promise<string[]> {
  await visitor.form('/checkout', { isGuestCheckout: 'true' })
  await visitor.call(checkout.validateAndSaveAddress.path, address)
  const { basketItems } = await readCheckout(visitor)
  const away = hasManyRecipients ? basketItems.slice(1) : []
  for (const [nth, { id: basketItemId }] of away.entries()) {
    const firstName = ['Grace', 'Mary', 'Joan', 'Rosa'][nth]
    await visitor.call(checkout.saveMultiShippingAddress.path, { ...address, firstName, basketItemId })
  }
  await visitor.call(checkout.moveToShippingAndGiftOptions.path, {})
  const { recipientList } = await readCheckout(visitor)
  if (recipientList.length !== away.length + 1) throw new Error(`${recipientList.length} homes`)
  return recipientList.map(({ id }) => id)
}

export async function readCheckout(visitor: Visitor): Promise<Recipients> {
  const { body } = await visitor.get(checkout.refreshCheckout.path)
  return JSON.parse(body.toString()) as Recipients
}

/** What 'Next: Payment' saves: every delivery a gift. */
export async function saveOptions(visitor: Visitor, recipientIds: readonly string[]): Promise<void> {
  const giftOptions = { isGift: true, giftWrap: 'box', giftMessage: 'With love', hasGiftReceipt: true }
  const recipients = recipientIds.map((recipientId) => ({ recipientId, shipments: [], giftOptions }))
  await visitor.call(checkout.saveShippingAndGiftOptions.path, { recipients })
}

/** The card goes from the browser to the gateway itself. */
async function enterCard(gateway: Connection, url: string, shop: Shop) {
  const { host, pathname } = new URL(url)
  const body = JSON.stringify({ number: '4111111111111111', cvv: '123', expMonth: 5, expYear: 2030 })
  const head = `host: ${host}\r\norigin: http://${shop.host}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n`
  const reply = await gateway.send(`POST ${pathname} HTTP/1.1\r\n${head}\r\n${body}`)
  if (reply.status !== 201) throw new Error(`the gateway answered ${reply.status}: ${reply.body.toString()}`)
  const { cardToken, brand, lastFour } = JSON.parse(reply.body.toString())
  return { cardToken, brand, type: brand, lastFour, expMonth: 5, expYear: 2030 }
}

/** Presses Place Order. @throws unless the order is placed, at once or, where that will do, in a while */
export async function placeOrder(visitor: Visitor, isPatient = false): Promise<void> {
  const answer = await visitor.call<{ orderNumber: string; isPending: boolean }>(order.placeOrder.path, {})
  if (answer.orderNumber === '' || (answer.isPending && !isPatient))
    throw new Error(`not placed: ${JSON.stringify(answer)}`)
}

/** The whole guest order; on a busy machine it may be placed a while after the answer. */
export async function orderAsGuest(visitor: Visitor, gateway: Connection, shop: Shop): Promise<void> {
  await shopAround(visitor, shop)
  await checkOut(visitor, gateway, shop)
  await placeOrder(visitor, true)
  await visitor.get(steps[5].path)
}

/** What one visitor of many comes for: of ten four look at pages, two with a session, three fill a cart, one orders. */
export async function actOfMany(visitor: Visitor, gateway: Connection, shop: Shop, nth: number): Promise<void> {
  const product = `/product/${someSkus(shop, nth, 1)[0]}`
  switch (nth % 10) {
    case 0:
      return orderAsGuest(visitor, gateway, shop)
    case 1:
    case 2:
      await visitor.page(['/', shop.categoryPath, shop.productPath][nth % 3] ?? '/')
      return
    case 3:
    case 4:
      await visitor.page(product)
      return
    case 5:
    case 6:
      await visitor.openSession()
      await visitor.page(product)
      return
    default: {
      const lineItemId = await fillCart(visitor, shop, nth)
      await visitor.call(cart.updateItem.path, { lineItemId, quantity: 2 })
      await visitor.call(cart.addItems.path, { items: [{ Sku: fourthSku(shop, nth), Quantity: 1 }] })
      await visitor.get(cart.getCartJsx.path)
    }
  }
}
