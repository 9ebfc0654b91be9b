import type { SentBy } from '#contracts/call.ts'
import type { CallTable } from '#contracts/table.ts'
import { statement } from '#server/db/database.ts'
import type { CallExtras, TestShopper } from '#test/builders/shopper.ts'
import { type CartSeed, insertCart } from '#test/order/insert-cart.ts'
import type { World } from '#test/world.ts'

/** An order that was placed by the call, and whose it is. */
export type Placed = { readonly shopper: TestShopper; readonly shopperId: string; readonly orderNumber: string }

/** A cart in the session of this visitor, at the review step; answers her id. */
export async function insertCartOf(
  world: World,
  shopper: TestShopper,
  wish: Omit<CartSeed, 'shopperId'>,
): Promise<string> {
  if (shopper.token() === '') await shopper.get('/session')
  const shopperId = (await world.shop.sessions.find(shopper.cookies.get('sid')))?.shopperId ?? ''
  await insertCart(world.database, { ...wish, shopperId })
  return shopperId
}

/** Orders a cart as a browser does; a new visitor unless given. */
export async function placedBy(
  world: World,
  wish: Omit<CartSeed, 'shopperId'>,
  shopper: TestShopper = world.shopper(),
): Promise<Placed> {
  const shopperId = await insertCartOf(world, shopper, wish)
  const reply = await shopper.call('order', 'placeOrder', { adata: '' })
  if (!reply.isSuccess || reply.isPending) throw new Error(`not placed: ${JSON.stringify(reply)}`)
  return { shopper, shopperId, orderNumber: reply.orderNumber }
}

type Words = Omit<SentBy<CallTable['cancellation']['cancelOrder']>, 'orderNumber'>

/** Presses 'Cancel Order' as a page with scripts does. */
export function cancel(
  { shopper, orderNumber }: Pick<Placed, 'shopper' | 'orderNumber'>,
  words: Words = {},
  extras?: CallExtras,
) {
  return shopper.call('cancellation', 'cancelOrder', { orderNumber, ...words }, extras)
}

const makeOlder = statement(
  'test.make-older',
  'update shop.orders set settled_at = settled_at - make_interval(secs => $2) where order_number = $1',
)

/** Lets time pass since an order was placed. */
export async function age(world: World, { orderNumber }: Pick<Placed, 'orderNumber'>, seconds: number): Promise<void> {
  await world.database.count(makeOlder, [orderNumber, seconds])
}

/** A mail as the built-in mailbox shows it. */
export type Mail = { readonly subject: string; readonly text: string; readonly html: string }

/** All mails to an address whose subject matches. */
export async function mailsTo(world: World, address: string, subject: RegExp): Promise<Mail[]> {
  const inbox = `${world.gatewayOrigin}/mailbox/messages`
  const { messages } = (await (await fetch(`${inbox}?to=${encodeURIComponent(address)}`)).json()) as {
    messages: { id: number }[]
  }
  const mails = await Promise.all(
    messages.map(async ({ id }) => (await (await fetch(`${inbox}/${id}`)).json()) as Mail),
  )
  return mails.filter((mail) => subject.test(mail.subject))
}
