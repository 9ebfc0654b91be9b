import type { SentBy } from '#contracts/call.ts'
import type { cartCalls } from '#contracts/cart/calls.ts'
import type { checkoutCalls } from '#contracts/checkout/calls.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import type { World } from '#test/world.ts'

type AddItem = SentBy<typeof cartCalls.addItems>['items'][number]

/** An item as a product page sends it. */
export function item(Sku: number, Quantity = 1, of: Partial<AddItem> = {}): AddItem {
  return { Sku, Quantity, ...of }
}

/** Puts items into a shopper's cart; fails when they are refused. */
export async function add(shopper: TestShopper, ...items: AddItem[]) {
  const reply = await shopper.call('cart', 'addItems', { items })
  if (!reply.isSuccess) throw new Error(`not added: ${reply.errorMessage}`)
  return reply
}

/** A good address in Illinois; Ontario for a Canadian storefront is the caller's to say. */
export function address(of: Partial<SentBy<typeof checkoutCalls.saveShippingAddress>> = {}) {
  return {
    firstName: 'Ada',
    lastName: 'Byron',
    address1: '100 Main Street',
    city: 'Chicago',
    state: 'IL',
    postalCode: '60601',
    country: 'US' as const,
    phone: '312-555-0100',
    email: 'ada@example.com',
    ...of,
  }
}

/** Hands a card to the gateway as the browser does, and answers the slot that SavePayment takes. */
export async function newCard(
  world: World,
  shopper: TestShopper,
  of: {
    readonly number?: string
    readonly slot?: 'CardOne' | 'CardTwo'
    readonly expYear?: number
    readonly appliedAmount?: number
  } = {},
) {
  const { number = '4111111111111111', slot = 'CardOne', expYear = 2030, appliedAmount = null } = of
  const { isSuccess, errorMessage, gatewayUrl } = await shopper.call('payment', 'createCardSession', {})
  if (!isSuccess) throw new Error(errorMessage)
  const answer = await fetch(gatewayUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: world.config.origins.cb },
    body: JSON.stringify({ number, cvv: '123', expMonth: 12, expYear }),
  })
  if (!answer.ok) throw new Error(`the gateway answered ${answer.status}: ${await answer.text()}`)
  const { cardToken } = (await answer.json()) as { cardToken: string }
  return { slot, cardToken, expMonth: 12, expYear, appliedAmount }
}

/** From a cart with something in it to the payment step, as a guest; with the service level 1 for every parcel. */
export async function reachPayment(shopper: TestShopper, where = address()): Promise<void> {
  await shopper.submit('/checkout', { isGuestCheckout: 'true' })
  await shopper.call('checkout', 'validateAndSaveAddress', where)
  await shopper.call('checkout', 'moveToShippingAndGiftOptions', {})
  const { recipientList } = await shopper.call('checkout', 'refreshCheckout', {})
  const recipients = recipientList.map(({ id, shipments, giftOptions }) => ({
    recipientId: id,
    giftOptions,
    shipments: shipments.map((shipment) => ({ id: shipment.id, selectedServiceLevel: 1 })),
  }))
  await shopper.call('checkout', 'saveShippingAndGiftOptions', { recipients })
  const moved = await shopper.call('checkout', 'moveToPaymentPage', {})
  if (!moved.isSuccess) throw new Error('the payment step is not reached')
}

/** On to the review with a new card, which is answered as it was sent. */
export async function reachReview(world: World, shopper: TestShopper, where = address()) {
  await reachPayment(shopper, where)
  const cardOneData = await newCard(world, shopper)
  await shopper.call('payment', 'savePayment', { cardOneData })
  await shopper.call('checkout', 'moveToReviewPage', {})
  return cardOneData
}
