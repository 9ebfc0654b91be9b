import type { Cart, CartState, Recipient, RemovedLine } from '#domain/cart/cart.ts'
import {
  type CartChange,
  type CartEvent,
  cartEventVersion,
  type LineRecords,
  lineChangeKinds,
  removalKinds,
  savedLinesCarried,
} from '#domain/cart/events.ts'
import type { LineChange } from '#domain/cart/lines/change-line.ts'
import type { Variant } from '#domain/variant.ts'
import { type CartRow, cartOf, cartSelect, type LineRow } from '#server/cart/cart-rows.ts'
import { cartMonth, type EventRow, isOfMonth, readEventRow } from '#server/cart/event-row.ts'
import { type Sql, statement, type Tx } from '#server/db/database.ts'

/** Whose cart: a shopper has one live cart per brand and country. */
export type CartOwner = { readonly shopperId: string; readonly variant: Variant }
export type CartId = { readonly shopperId: string; readonly cartId: string }

/** The condition of the live cart of a shopper in a store front: $1, $2 and $3. */
export const isLiveCart = `shopper_id = $1 and brand = $2 and country = $3 and state in ('open', 'placing')`

const loadLive = statement<{ cart: CartRow }>('cart.load', cartSelect(isLiveCart))
const lockLive = statement<{ cart_id: string }>(
  'cart.lock',
  `select cart_id from shop.cart where ${isLiveCart} for update`,
)
/** The live cart, read in one statement. */
export async function readCart(sql: Sql, { shopperId, variant }: CartOwner): Promise<Cart | undefined> {
  const row = await sql.row(loadLive, [shopperId, variant.brand, variant.country])
  return row && cartOf(row.cart)
}

/**
 * The live cart with its row locked. Two statements in one round trip: the second begins when the first holds the
 * lock, so it sees what the one before us committed; in one statement it would see the lines from before the wait.
 */
export async function readCartLocked(tx: Tx, { shopperId, variant }: CartOwner): Promise<Cart | undefined> {
  const values = [shopperId, variant.brand, variant.country]
  const [lock, row] = await Promise.all([tx.row(lockLive, values), tx.row(loadLive, values)])
  // a cart that came to be between the two is there but not locked
  return row !== undefined && lock?.cart_id === row.cart.cartId ? cartOf(row.cart) : undefined
}

const insertCart = statement(
  'cart.insert',
  `insert into shop.cart (shopper_id, cart_id, brand, country, currency) values ($1, $2, $3, $4, $5)
   on conflict (shopper_id, brand, country) where state in ('open', 'placing') do nothing`,
)

/** Makes an empty cart unless there is a live one; waits for another transaction that is just making one. */
export async function insertEmptyCart(tx: Tx, { shopperId, variant }: CartOwner, cartId: string): Promise<void> {
  await tx.count(insertCart, [shopperId, cartId, variant.brand, variant.country, variant.currency])
}

const orderedBefore = statement<{ ordered: boolean }>(
  'cart.ordered-before',
  `select exists (select from shop.cart where shopper_id = any($1) and brand = $2 and country = $3 and state = 'ordered') as ordered`,
)

/** Whether one of these has ordered a cart here: then a call without a live cart comes from a page of before. */
export async function hasOrderedCart(sql: Sql, shopperIds: readonly string[], variant: Variant): Promise<boolean> {
  return (await sql.row(orderedBefore, [shopperIds, variant.brand, variant.country]))?.ordered ?? false
}

const headerCounts = statement<{ basketCount: number; favoritesCount: number; isBeingOrdered: boolean }>(
  'cart.header-counts',
  `select coalesce((select sum(l.quantity) from shop.cart c
       join shop.cart_line l on l.shopper_id = c.shopper_id and l.cart_id = c.cart_id and l.list = 'cart'
       where c.shopper_id = $1 and c.brand = $2 and c.country = $3 and c.state in ('open', 'placing')), 0)::int as "basketCount",
     (select count(*) from shop.favorite f join shop.sku k on k.sku = f.sku and k.brand = $2
       join shop.price r on r.sku = f.sku and r.country = $3 where f.shopper_id = $1)::int as "favoritesCount",
     exists (select from shop.cart c where c.shopper_id = $1 and c.brand = $2 and c.country = $3
       and c.state = 'placing') as "isBeingOrdered"`,
)

/** Pieces in the live cart (saved ones not) and skus on the list of favorites that are sold here (OPEN-40). */
export async function countHeader(sql: Sql, { shopperId, variant }: CartOwner) {
  const row = await sql.row(headerCounts, [shopperId, variant.brand, variant.country])
  return row ?? { basketCount: 0, favoritesCount: 0, isBeingOrdered: false }
}

const eventsSince = statement<{ changes: readonly CartChange[] }>(
  'cart.events-since',
  `select e.changes from shop.cart_event e
   where e.shopper_id = $1 and e.cart_id = $2 and e.version > $3 and e.version <= $4
     and ${isOfMonth('e', `(select ${cartMonth('c')} from shop.cart c where c.shopper_id = $1 and c.cart_id = $2)`)}
   order by e.version`,
)

/** What changed after version `from` up to and with version `to`, oldest first. */
export async function readChanges(sql: Sql, cart: CartId, from: number, to: number): Promise<CartChange[]> {
  const rows = await sql.rows(eventsSince, [cart.shopperId, cart.cartId, from, to])
  return rows.flatMap((row) => row.changes)
}

/** The condition of a change of the live cart. */
const ofLiveCart = `e.shopper_id = $1 and e.cart_id = (select cart_id from shop.cart where ${isLiveCart})
     and ${isOfMonth('e', `(select ${cartMonth('cart')} from shop.cart where ${isLiveCart})`)}`

const lastRemoval = statement<EventRow & { readonly cartId: string }>(
  'cart.last-removal',
  `select e.cart_id as "cartId", version, kind, facts_version as "factsVersion", event from shop.cart_event e
   where ${ofLiveCart} and kind = any($5)
     and coalesce(event->>'removedLineId', event->>'lineId') = $4 order by version desc limit 1`,
)

/**
 * The line of this id as it stood when it was last taken out of the live cart, for an undo (UX-10): null when that was
 * undone already, undefined when it never was taken out.
 */
export async function readRemovedLine(
  sql: Sql,
  { shopperId, variant }: CartOwner,
  lineId: string,
): Promise<RemovedLine | null | undefined> {
  const row = await sql.row(lastRemoval, [shopperId, variant.brand, variant.country, lineId, removalKinds])
  return row && readEventRow(row, row.cartId).removed
}

const lastChange = statement<EventRow & { readonly cartId: string }>(
  'cart.last-line-change',
  `select e.cart_id as "cartId", version, kind, facts_version as "factsVersion", event from shop.cart_event e
   where ${ofLiveCart} and kind = any($5) and event->>'lineId' = $4 order by version desc limit 1`,
)

/** What the last change of the line of this id in the live cart did, for an undo (CALM-12); undefined when there is none to undo. */
export async function readLineChange(
  sql: Sql,
  { shopperId, variant }: CartOwner,
  lineId: string,
): Promise<LineChange | undefined> {
  const row = await sql.row(lastChange, [shopperId, variant.brand, variant.country, lineId, lineChangeKinds])
  return row && readEventRow(row, row.cartId).changed
}

/** The version moves with the event in one statement; of a version that another transaction wrote, a bug, the event has none and is refused. */
const saveCart = statement(
  'cart.save',
  `with saved as (
     update shop.cart c set state = $3, version = $4, highest_step = $5, is_guest_checkout = $6, tax_zip = $7,
       discount_code = $8, is_tax_exempt = $9, billing_address = $10, is_billing_same = $11,
       is_billing_mail_welcome = $12, updated_at = now()
     where shopper_id = $1 and cart_id = $2 and version = $4 - 1
     returning version, ${cartMonth('c')} as month)
   insert into shop.cart_event (shopper_id, cart_id, version, cart_month, kind, event, changes, facts_version)
   values ($1, $2, (select version from saved), (select month from saved), $13, $14, $15, $16)`,
)

/** Writes the cart's own columns with its new version and appends the event, with the lines it put and took. */
export function writeCart(tx: Tx, cart: Cart, event: CartEvent, lines: LineRecords | null): void {
  tx.write(saveCart, [
    cart.shopperId,
    cart.cartId,
    cart.state,
    cart.version,
    cart.highestStep,
    cart.isGuestCheckout,
    cart.taxZip,
    cart.discountCode,
    cart.isTaxExempt,
    cart.billingAddress === null ? null : JSON.stringify(cart.billingAddress),
    cart.isBillingSame,
    cart.isBillingMailWelcome,
    ...valuesOf(event, lines),
  ])
}

const deleteLines = statement(
  'cart.delete-lines',
  'delete from shop.cart_line where shopper_id = $1 and cart_id = $2 and line_id = any($3::uuid[])',
)

export function removeLineRows(tx: Tx, { shopperId, cartId }: CartId, lineIds: readonly string[]): void {
  tx.write(deleteLines, [shopperId, cartId, lineIds])
}

const upsertLines = statement(
  'cart.upsert-lines',
  `insert into shop.cart_line (shopper_id, cart_id, line_id, list, position, sku, merge_key, part, quantity, option_choice,
     ship_method, is_pickup, location_id, installation_type, personalization, gift_registry_id, donation_cents,
     recipient_id, seen_unit_cents)
   select $1, $2, "lineId", list, position, sku, "mergeKey", part, quantity, "optionChoice", "shipMethod", "isPickup",
     "locationId", "installationType", personalization, "giftRegistryId", "donationCents", "recipientId", "seenUnitCents"
   from json_to_recordset($3) as row("lineId" uuid, list text, position int, sku bigint, "mergeKey" text, part smallint, quantity int,
     "optionChoice" text, "shipMethod" smallint, "isPickup" boolean, "locationId" int, "installationType" text,
     personalization jsonb, "giftRegistryId" bigint, "donationCents" int, "recipientId" uuid, "seenUnitCents" int)
   on conflict (shopper_id, cart_id, line_id) do update set list = excluded.list, position = excluded.position,
     merge_key = excluded.merge_key, part = excluded.part, quantity = excluded.quantity, ship_method = excluded.ship_method,
     sku = excluded.sku, option_choice = excluded.option_choice, personalization = excluded.personalization,
     gift_registry_id = excluded.gift_registry_id, is_pickup = excluded.is_pickup, location_id = excluded.location_id,
     installation_type = excluded.installation_type, donation_cents = excluded.donation_cents,
     recipient_id = excluded.recipient_id, seen_unit_cents = excluded.seen_unit_cents`,
)

/** Inserts or updates any number of lines in one statement. */
export function putLineRows(tx: Tx, { shopperId, cartId }: CartId, lines: readonly LineRow[]): void {
  tx.write(upsertLines, [shopperId, cartId, JSON.stringify(lines)])
}

const deleteRecipients = statement(
  'cart.delete-recipients',
  'delete from shop.recipient where shopper_id = $1 and cart_id = $2 and recipient_id = any($3::uuid[])',
)

export function removeRecipientRows(tx: Tx, { shopperId, cartId }: CartId, ids: readonly string[]): void {
  tx.write(deleteRecipients, [shopperId, cartId, ids])
}

const upsertRecipients = statement(
  'cart.upsert-recipients',
  `insert into shop.recipient (shopper_id, cart_id, recipient_id, position, address, is_pickup, location_id,
     is_ship_complete, complete_kinds, holiday_hold, trip_window_id, crew_phone, access_notes, gift_options, bops_options,
     mailing_opt_in)
   select $1, $2, "recipientId", position, address, "isPickup", "locationId", 'parcel' = any("completeKinds"),
     array_remove("completeKinds", 'parcel'), "holidayHold",
     "tripWindowId", "crewPhone", "accessNotes", "giftOptions", "bopsOptions", "isMailWelcome"
   from json_to_recordset($3) as row("recipientId" uuid, position int, address jsonb, "isPickup" boolean,
     "locationId" int, "completeKinds" text[], "holidayHold" jsonb, "tripWindowId" bigint, "crewPhone" text, "accessNotes" text, "giftOptions" jsonb,
     "bopsOptions" jsonb, "isMailWelcome" boolean)
   on conflict (shopper_id, cart_id, recipient_id) do update set position = excluded.position,
     address = excluded.address, is_pickup = excluded.is_pickup, location_id = excluded.location_id,
     is_ship_complete = excluded.is_ship_complete, complete_kinds = excluded.complete_kinds, holiday_hold = excluded.holiday_hold,
     trip_window_id = excluded.trip_window_id, crew_phone = excluded.crew_phone,
     access_notes = excluded.access_notes, gift_options = excluded.gift_options,
     bops_options = excluded.bops_options, mailing_opt_in = excluded.mailing_opt_in`,
)

export function putRecipientRows(tx: Tx, { shopperId, cartId }: CartId, rows: readonly Recipient[]): void {
  tx.write(upsertRecipients, [shopperId, cartId, JSON.stringify(rows)])
}

const changeState = statement<{ version: number }>(
  'cart.change-state',
  `with moved as (
     update shop.cart c set state = $4, version = version + 1, updated_at = now()
     where shopper_id = $1 and cart_id = $2 and state = any($3::text[])
     returning shopper_id, cart_id, version, ${cartMonth('c')} as month)
   insert into shop.cart_event (shopper_id, cart_id, version, cart_month, kind, event, changes, facts_version)
   select shopper_id, cart_id, version, month, $5, $6, $7, $8 from moved returning version`,
)

/** Moves a cart to another state; undefined when it is in none of `from`. */
export async function writeCartState(
  tx: Tx,
  { shopperId, cartId }: CartId,
  from: readonly CartState[],
  to: CartState,
  event: CartEvent,
): Promise<number | undefined> {
  const values = [shopperId, cartId, from, to, ...valuesOf(event, null)]
  return (await tx.row(changeState, values))?.version
}

/** The same with what a transaction writes, of a cart that it holds the lock of and whose state it knows. */
export function putCartState(
  tx: Tx,
  { shopperId, cartId }: CartId,
  [from, to]: readonly [CartState, CartState],
  event: CartEvent,
): void {
  tx.write(changeState, [shopperId, cartId, [from], to, ...valuesOf(event, null)])
}

function valuesOf({ kind, facts, changes }: CartEvent, records: LineRecords | null) {
  const storedFacts = records === null ? facts : { ...facts, records }
  return [kind, JSON.stringify(storedFacts), JSON.stringify(changes), cartEventVersion]
}

const carrySaved = statement(
  'cart.carry-saved',
  `with old as (
     delete from shop.cart_line where shopper_id = $1 and cart_id = $2 and list = 'saved' returning *),
   fresh as (
     insert into shop.cart (shopper_id, cart_id, brand, country, currency)
     select shopper_id, gen_random_uuid(), brand, country, currency from shop.cart
     where shopper_id = $1 and cart_id = $2 and exists (select from old) returning cart_id, ${cartMonth('cart')} as month),
   told as (
     insert into shop.cart_event (shopper_id, cart_id, version, cart_month, kind, facts_version, event)
     select $1, f.cart_id, 1, f.month, $3, $4, jsonb_build_object('records', jsonb_build_object('gone', '[]'::jsonb,
       'put', (select jsonb_agg(jsonb_build_object('lineId', line_id, 'list', 'saved', 'sku', sku, 'quantity', quantity,
         'optionChoice', option_choice, 'shipMethod', ship_method, 'isPickup', false, 'locationId', null,
         'installationType', installation_type, 'personalization', personalization, 'giftRegistryId', gift_registry_id,
         'donationCents', donation_cents)) from old))) from fresh f)
   insert into shop.cart_line (shopper_id, cart_id, line_id, list, position, sku, merge_key, quantity, option_choice,
     ship_method, installation_type, personalization, gift_registry_id, seen_unit_cents)
   select o.shopper_id, f.cart_id, o.line_id, 'saved', o.position, o.sku, o.merge_key, o.quantity, o.option_choice,
     o.ship_method, o.installation_type, o.personalization, o.gift_registry_id, o.seen_unit_cents from old o, fresh f`,
)

/** After an order: what was saved for later goes on into a new open cart. */
export async function carrySavedLines(tx: Tx, { shopperId, cartId }: CartId): Promise<void> {
  await tx.count(carrySaved, [shopperId, cartId, savedLinesCarried, cartEventVersion])
}
