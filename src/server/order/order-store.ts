import type { CartState } from '#domain/cart/cart.ts'
import type { OrderAnswer } from '#domain/order/place-answer.ts'
import type { OrderState, PaymentState } from '#domain/order/states.ts'
import type { Brand, Country, Currency } from '#domain/variant.ts'
import { type Sql, statement, type Tx } from '#server/db/database.ts'
import { archivedOrders } from '#server/order/archive/archive-store.ts'
import { cardTestingLimits } from '#server/order/place/card-testing-limits.ts'
import type { OrderDraft } from '#server/order/place/order-draft.ts'
import { type OrderHolds, storedAnswer, storedHolds } from './stored-order.ts'

export type OrderKey = { readonly shopperId: string; readonly orderId: string }

/** An order as far as settling it goes. */
export type PendingOrder = OrderKey & {
  readonly cartId: string
  readonly orderNumber: string
  readonly state: OrderState
  readonly brand: Brand
  readonly country: Country
  readonly currency: Currency
  /** The version the cart had when it was taken for this order. */
  readonly cartVersion: number
  readonly totalCents: number
  readonly cardDueCents: number
  readonly holds: OrderHolds
  readonly answer: OrderAnswer | null
  readonly ageSeconds: number
  readonly tries: number
  readonly isLeaseOver: boolean
  /** The page of the card's bank that the shopper is to pass now (3-D Secure); null for none. */
  readonly challengeUrl: string | null
}

/** A pending order as its columns hold it, for `pendingOf`. */
export type PendingRow = Omit<PendingOrder, 'holds' | 'answer'> & { readonly holds: unknown; readonly answer: unknown }

/** An order of a row; a `StoredJsonFault` when it cannot be read. */
export function pendingOf(row: PendingRow): PendingOrder {
  const { orderNumber } = row
  return { ...row, holds: storedHolds(row.holds, orderNumber), answer: storedAnswer(row.answer, orderNumber) }
}

async function readPending(row: Promise<PendingRow | undefined>): Promise<PendingOrder | undefined> {
  const found = await row
  return found && pendingOf(found)
}

/** Of the order `o`. */
export const openChallenge = `(select challenge_url from shop.payment c where c.shopper_id = o.shopper_id
  and c.order_id = o.order_id and c.state = 'challenged' and c.challenge_result is null and c.challenge_until > now()
  order by c.slot limit 1)`

/** The columns of PendingOrder; the order is `o`. */
const pendingColumns = `o.shopper_id as "shopperId", o.order_id as "orderId", o.cart_id as "cartId",
  o.order_number as "orderNumber", o.state, o.brand, o.country, o.currency, o.cart_version as "cartVersion",
  o.total_cents as "totalCents", o.card_due_cents as "cardDueCents", o.facts->'holds' as holds, o.response as answer, extract(epoch from now() - coalesce(o.resumed_at, o.created_at))::float8 as "ageSeconds",
  o.tries, coalesce(o.lease_until < now(), true) as "isLeaseOver",
  case when o.state = 'pending' then ${openChallenge} end as "challengeUrl"`

export type NewOrder = OrderKey & {
  readonly cartId: string
  readonly orderNumber: string
  readonly brand: Brand
  readonly country: Country
  readonly cartVersion: number
  readonly emailMac: Buffer | null
  readonly leaseOwner: string
  readonly leaseSeconds: number
  /** What the total was made from, kept for ever. */
  readonly facts: object
  readonly summary: object
  readonly recipients: readonly object[]
  /** What each line was to the shopper, in the order of the draft's lines. */
  readonly items: readonly object[]
  /** Their ids, references, and which is as good as sent. */
  readonly payments: readonly Readonly<{ slot: 1 | 2; paymentId: string; reference: string; state: PaymentState }>[]
  readonly draft: OrderDraft
}

const { minutes } = cardTestingLimits.ofShopper

/** Orders of the shopper $1 that were paid by card or wallet and cancelled within the last quarter of an hour. */
const recentCancellations = `(select count(*)::int from shop.orders c where c.shopper_id = $1 and c.state = 'cancelled'
  and c.cancelled_at > now() - interval '${minutes} minutes' and c.card_due_cents > 0)`

const inserting = `with placed as (
     insert into shop.orders (shopper_id, order_id, cart_id, attempt, order_number, brand, country, state, cart_version,
       currency, email, email_mac, total_cents, stored_value_cents, card_due_cents, facts, summary, recipients,
       billing_address, lease_owner, lease_until)
     select $1, $2, $3, coalesce(greatest((select max(attempt) from shop.orders where shopper_id = $1 and cart_id = $3),
         (select max(attempt) from shop.order_archive where shopper_id = $1 and cart_id = $3)), 0) + 1,
       $4, $5, $6, 'pending', $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, now() + $19 * interval '1 second'
     returning attempt
   ), lines as (
     insert into shop.order_line (shopper_id, order_id, line_no, sku, location_id, quantity, unit_cents, line_cents,
       discount_cents, tax_cents, recipient_id, item)
     select $1, $2, l."lineNo", l.sku,
       case when l."isHeld" then coalesce(l."locationId", (select location_id from shop.location w
         where w.brand = $5 and w.country = $6 and w.kind = 'warehouse')) end,
       l.quantity, l."unitCents", l."unitCents" * l.quantity, l."discountCents", l."taxCents", l."recipientId", l.item
     from jsonb_to_recordset($20) l("lineNo" int, sku bigint, "isHeld" boolean, "locationId" int, quantity int,
       "unitCents" bigint, "discountCents" bigint, "taxCents" bigint, "recipientId" uuid, item jsonb)
   ), payments as (
     insert into shop.payment (shopper_id, payment_id, order_id, slot, provider, method, token, brand, last_four, exp_month,
       exp_year, amount_cents, currency, reference, wallet, state, sent_at, tries)
     select $1, p."paymentId", $2, p.slot, p.provider, p.method, p.token, p.brand, nullif(p."lastFour", ''), p."expMonth",
       p."expYear", p."amountCents", $8, p.reference, p.wallet, p.state, case p.state when 'sent' then now() end,
       case p.state when 'sent' then 1 else 0 end
     from jsonb_to_recordset($21) p("paymentId" uuid, slot smallint, provider text, method text, token text, brand text,
       "lastFour" text, "expMonth" smallint, "expYear" smallint, "amountCents" bigint, reference text, wallet jsonb, state text)
   )`

const insertPending = statement<{ attempt: number }>(
  'order.insert',
  `${inserting} select attempt + ${recentCancellations} as attempt from placed`,
)

// who comes to more attempts is counted
const mustInsert = statement(
  'order.must-insert',
  `${inserting} select shop.must(attempt + ${recentCancellations} <= ${cardTestingLimits.ofShopper.refusals}) from placed`,
)

/** Order, lines and payments in one statement; answers which attempt of its cart, and after how many recent cancellations, this is. */
export async function insertOrder(tx: Tx, order: NewOrder): Promise<number> {
  const row = await tx.row(insertPending, valuesOf(order))
  if (row === undefined) throw new Error('an order was not written')
  return row.attempt
}

/** The same with what a transaction writes: where its shopper has made so many attempts that they are counted, nothing of it is kept. */
export function writeOrder(tx: Tx, order: NewOrder): void {
  tx.write(mustInsert, valuesOf(order))
}

function valuesOf(order: NewOrder) {
  const { draft } = order
  return [
    order.shopperId,
    order.orderId,
    order.cartId,
    order.orderNumber,
    order.brand,
    order.country,
    order.cartVersion,
    draft.currency,
    draft.email,
    order.emailMac,
    draft.totalCents,
    draft.storedValueCents,
    draft.cardDueCents,
    JSON.stringify(order.facts),
    JSON.stringify(order.summary),
    JSON.stringify(order.recipients),
    draft.billingAddress === null ? null : JSON.stringify(draft.billingAddress),
    order.leaseOwner,
    order.leaseSeconds,
    JSON.stringify(draft.lines.map((line, index) => ({ ...line, item: order.items[index] ?? {} }))),
    JSON.stringify(
      draft.payments.map((payment) => ({ ...payment, ...order.payments.find(({ slot }) => slot === payment.slot) })),
    ),
  ]
}

const refusals = statement<{ count: number }>(
  'order.recent-refusals',
  `select count(*)::int + ${recentCancellations} as count from shop.payment
   where shopper_id = $1 and state = 'refused' and answered_at > now() - interval '${minutes} minutes'`,
)

/** Payments of a shopper that were refused in the last quarter of an hour, and paid orders that she cancelled in it. */
export async function countRecentRefusals(sql: Sql, shopperId: string): Promise<number> {
  return (await sql.row(refusals, [shopperId]))?.count ?? 0
}

const memberEmail = statement<{ email: string }>(
  'order.member-email',
  'select email from shop.account where shopper_id = $1',
)

/** The address of a member's account; '' for a guest. */
export async function readMemberEmail(sql: Sql, shopperId: string): Promise<string> {
  return (await sql.row(memberEmail, [shopperId]))?.email ?? ''
}

const orderById = statement<PendingRow>(
  'order.by-id',
  `select ${pendingColumns} from shop.orders o where o.shopper_id = $1 and o.order_id = $2`,
)

export function findOrder(sql: Sql, key: OrderKey): Promise<PendingOrder | undefined> {
  return readPending(sql.row(orderById, [key.shopperId, key.orderId]))
}

const lastOrder = statement<PendingRow>(
  'order.last',
  `select ${pendingColumns} from shop.orders o
   where o.shopper_id = $1 and o.brand = $2 and o.country = $3 order by o.created_at desc limit 1`,
)

const ofArchive = `${pendingColumns} from ${archivedOrders} where`
const archivedPending = (name: string, where: string) =>
  statement<PendingRow>(name, `select ${ofArchive} ${where} order by a.created_at desc limit 1`)
const lastArchived = archivedPending('order.last-archived', 'a.shopper_id = $1 and a.brand = $2 and a.country = $3')

/** The last order of a shopper in a storefront, whatever became of it. */
export async function findLastOrder(
  sql: Sql,
  shopperId: string,
  { brand, country }: { readonly brand: Brand; readonly country: Country },
): Promise<PendingOrder | undefined> {
  const last = await readPending(sql.row(lastOrder, [shopperId, brand, country]))
  return last ?? readPending(sql.row(lastArchived, [shopperId, brand, country]))
}

const ofCart = statement<PendingRow>(
  'order.of-cart',
  `select ${pendingColumns} from shop.orders o where o.shopper_id = any($1) and o.cart_id = $2
   order by o.attempt desc limit 1`,
)
const archivedOfCart = archivedPending('order.archived-of-cart', 'a.shopper_id = any($1) and a.cart_id = $2')

/** The last order that was made of a cart, when it is one of these shoppers'. */
export async function findOrderOfCart(
  sql: Sql,
  shopperIds: readonly string[],
  cartId: string,
): Promise<PendingOrder | undefined> {
  const last = await readPending(sql.row(ofCart, [shopperIds, cartId]))
  return last ?? readPending(sql.row(archivedOfCart, [shopperIds, cartId]))
}

/** An order whose row and whose cart's row this transaction holds the locks of. */
export type LockedOrder = PendingOrder & { readonly cartState: CartState }

const lockById = statement<PendingRow & Pick<LockedOrder, 'cartState'>>(
  'order.lock',
  `select ${pendingColumns}, k.state as "cartState" from shop.orders o
   join shop.cart k on k.shopper_id = o.shopper_id and k.cart_id = o.cart_id
   where o.shopper_id = $1 and o.order_id = $2 for update of o, k`,
)

/** Locks an order and its cart, so that what is found of them holds until the end of the transaction. */
export async function lockOrder(tx: Tx, key: OrderKey): Promise<LockedOrder | undefined> {
  const row = await tx.row(lockById, [key.shopperId, key.orderId])
  return row && { ...pendingOf(row), cartState: row.cartState }
}

const takeOver = statement<PendingRow>(
  'order.take-over',
  `update shop.orders o set lease_owner = $3, lease_until = now() + $4 * interval '1 second', tries = o.tries + 1
   where o.shopper_id = $1 and o.order_id = $2 and o.state = 'pending' and o.lease_until < now()
   returning ${pendingColumns}`,
)

/** Takes a pending order whose lease is over; undefined when somebody else was first. */
export function takeOverOrder(
  sql: Sql,
  key: OrderKey,
  leaseOwner: string,
  leaseSeconds: number,
): Promise<PendingOrder | undefined> {
  return readPending(sql.row(takeOver, [key.shopperId, key.orderId, leaseOwner, leaseSeconds]))
}

const takeStale = statement<PendingRow>(
  'order.take-stale',
  `update shop.orders o set lease_owner = $1, lease_until = now() + $2 * interval '1 second', tries = o.tries + 1
   where (o.shopper_id, o.order_id) = (
     select shopper_id, order_id from shop.orders where state = 'pending' and lease_until < now()
     order by lease_until limit 1 for update skip locked)
   returning ${pendingColumns}`,
)

/** Takes one pending order whose lease is over, whoever's it is; undefined when there is none. Read or not, it is taken. */
export function takeStaleOrder(sql: Sql, leaseOwner: string, leaseSeconds: number): Promise<PendingRow | undefined> {
  return sql.row(takeStale, [leaseOwner, leaseSeconds])
}

const renew = statement(
  'order.keep-lease',
  `update shop.orders set lease_until = now() + $4 * interval '1 second'
   where shopper_id = $1 and order_id = $2 and state = 'pending' and lease_owner = $3 and lease_until > now()`,
)

/** The heartbeat of a lease; a lease that is over stays over. */
export async function renewLease(sql: Sql, key: OrderKey, leaseOwner: string, seconds: number): Promise<void> {
  await sql.count(renew, [key.shopperId, key.orderId, leaseOwner, seconds])
}

const reschedule = statement(
  'order.put-off',
  `update shop.orders set lease_owner = null, lease_until = now() + $4 * interval '1 second'
   where shopper_id = $1 and order_id = $2 and state = 'pending' and lease_owner = $3`,
)

/** Gives the lease back, to be taken again after some seconds: no owner, and a time. */
export async function rescheduleOrder(sql: Sql, key: OrderKey, leaseOwner: string, seconds: number): Promise<void> {
  await sql.count(reschedule, [key.shopperId, key.orderId, leaseOwner, seconds])
}
