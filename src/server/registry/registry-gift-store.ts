import { type Sql, statement, type Tx } from '#server/db/database.ts'

/** A piece of a registry: a sku, or one with the words of a saved design (`designId`, '' for none). */
export type GiftPiece = { readonly grId: number; readonly sku: number; readonly designId: string }

export type GiftPieces = GiftPiece & { readonly quantity: number }

/** Pieces of a registry that are spoken for: bought, or set aside while somebody is buying them. */
export type GiftCount = GiftPiece & { readonly bought: number; readonly held: number }

/** What somebody bought from a registry; `placedAt` when the order was placed. */
export type Gift = GiftPieces & {
  readonly orderId: string
  readonly lineNo: number
  readonly giverNames: string
  readonly message: string
  readonly placedAt: Date
  readonly isThanked: boolean
}

/** A piece that nobody gets: somebody else is buying it or has bought it, or its registry is closed. */
export type RefusedGift = GiftPiece & { readonly isClosed: boolean }

/** Minutes that pieces stay set aside for a giver who does nothing more in the checkout. */
export const holdMinutes = 15

/** Pieces spoken for, as rows (gr_id, sku, design_id, quantity, is_bought), for which `holds` and `gifts` hold. */
const spokenFor = (holds: string, gifts: string) => `
  select gr_id, sku, design_id, quantity, false as is_bought from shop.registry_hold h where until > now() and ${holds}
  union all
  select g.gr_id, g.sku, g.design_id, g.quantity, o.state = 'placed' from shop.registry_gift g
  join shop.orders o on o.shopper_id = g.shopper_id and o.order_id = g.order_id
  where o.state in ('pending', 'placed') and ${gifts}
  union all
  select g.gr_id, g.sku, g.design_id, g.quantity, true from shop.registry_gift g
  join shop.order_archive o on o.shopper_id = g.shopper_id and o.order_id = g.order_id
  where o.state = 'placed' and ${gifts}`

const requested = `asked as (
    select * from jsonb_to_recordset($3) as a("lineNo" int, "grId" bigint, sku bigint, "designId" text, quantity int)
  ), summed as (
    select "grId" as gr_id, sku, "designId" as design_id, sum(quantity)::int as quantity from asked group by 1, 2, 3
  ), wished as (
    select gr_id, sku, '' as design_id, wanted from shop.registry_item where gr_id = any(array(select gr_id from summed))
    union all
    select gr_id, sku, design_id::text, wanted from shop.saved_design where gr_id = any(array(select gr_id from summed))
  ), taken as (
    select gr_id, sku, design_id, sum(quantity)::int as quantity from (${spokenFor(
      'gr_id in (select gr_id from summed) and not (shopper_id = $1 and cart_id = $2)',
      // what the order of this cart holds, on its way, is hers
      "g.gr_id in (select gr_id from summed) and not (g.shopper_id = $1 and o.cart_id = $2 and o.state = 'pending')",
    )}) s group by 1, 2, 3
  ), judged as (
    select s.*, r.closed_at is not null as is_closed,
      r.closed_at is null and coalesce(w.wanted, 0) - coalesce(t.quantity, 0) >= s.quantity as is_free
    from summed s left join shop.registry r using (gr_id)
    left join wished w using (gr_id, sku, design_id) left join taken t using (gr_id, sku, design_id)
  )`

// givers come one after the other: what is counted after this lock stays as it is until the transaction ends
const lock = statement(
  'registry.lock-for-giver',
  'select from shop.registry where gr_id = any($1::bigint[]) order by gr_id for no key update',
)

const dropHolds = statement(
  'registry.drop-holds',
  'delete from shop.registry_hold where shopper_id = $1 and cart_id = $2',
)
const dropShoppersHolds = statement(
  'registry.drop-shoppers-holds',
  'delete from shop.registry_hold where shopper_id = $1',
)
const sweepHolds = statement(
  'registry.sweep-holds',
  `delete from shop.registry_hold where ctid = any(array(
     select ctid from shop.registry_hold where until < now() - interval '1 hour' order by until limit $1 for update skip locked))`,
)

// a cart whose order is on its way holds nothing itself: the order does, and a piece is counted once (SAFE-24)
const hold = statement<RefusedGift & { readonly isHeld: boolean }>(
  'registry.hold',
  `with ${requested}, of_open_cart as (
    select * from judged where exists (
      select from shop.cart where shopper_id = $1 and cart_id = $2 and state = 'open')
  ), kept as (
    insert into shop.registry_hold (shopper_id, cart_id, gr_id, sku, design_id, quantity, until)
    select $1, $2, gr_id, sku, design_id, quantity, now() + make_interval(mins => $4) from of_open_cart where is_free
    on conflict (shopper_id, cart_id, gr_id, sku, design_id) do update
      set quantity = excluded.quantity, until = excluded.until
  )
  select gr_id as "grId", sku, design_id as "designId", is_free as "isHeld", is_closed as "isClosed" from of_open_cart`,
)

const endHolds = statement(
  'registry.end-holds-of-order',
  `delete from shop.registry_hold h using shop.registry_gift g
   where g.shopper_id = $1 and g.order_id = $2 and h.shopper_id = $1
     and h.gr_id = g.gr_id and h.sku = g.sku and h.design_id = g.design_id`,
)

const take = statement<RefusedGift & { readonly isTaken: boolean }>(
  'registry.take-for-order',
  `with ${requested}, given as (
    insert into shop.registry_gift (shopper_id, order_id, line_no, gr_id, sku, design_id, quantity, giver_names)
    select $1, $4, "lineNo", "grId", sku, "designId", quantity, $5 from asked
    where not exists (select from judged where not is_free)
  )
  select gr_id as "grId", sku, design_id as "designId", is_free as "isTaken", is_closed as "isClosed" from judged`,
)

const counts = statement<GiftCount>(
  'registry.gift-counts',
  `select gr_id as "grId", sku, design_id as "designId", (sum(quantity) filter (where is_bought))::int as bought,
     (sum(quantity) filter (where not is_bought))::int as held
   from (${spokenFor('gr_id = any($1::bigint[])', 'g.gr_id = any($1::bigint[])')}) s group by 1, 2, 3`,
)

/** A gift `g` of the order `o`; where its recipients, and the recipient of its line, stand. */
const givenColumns = (recipients: string, recipientId: string) => `g.gr_id as "grId", g.sku, g.design_id as "designId",
     g.quantity, g.order_id as "orderId", g.line_no as "lineNo",
     g.giver_names as "giverNames", o.settled_at as "placedAt", g.thanked_at is not null as "isThanked",
     coalesce((select r->'giftOptions'->>'giftMessage'
       from jsonb_array_elements(case jsonb_typeof(${recipients}) when 'array' then ${recipients} else '[]' end) r
       where r->>'id' = ${recipientId} limit 1), '') as message`

const given = statement<Gift>(
  'registry.gifts',
  `select ${givenColumns('o.recipients', "l.item->>'recipientId'")}
   from shop.registry_gift g
   join shop.orders o on o.shopper_id = g.shopper_id and o.order_id = g.order_id
   join shop.order_line l on l.shopper_id = g.shopper_id and l.order_id = g.order_id and l.line_no = g.line_no
   where g.gr_id = $1 and o.state = 'placed'
   union all
   select ${givenColumns("o.document->'order'->'recipients'", "l->'item'->>'recipientId'")}
   from shop.registry_gift g
   join shop.order_archive o on o.shopper_id = g.shopper_id and o.order_id = g.order_id
   cross join lateral jsonb_array_elements(o.document->'lines') l
   where g.gr_id = $1 and o.state = 'placed' and (l->>'line_no')::int = g.line_no
   order by "placedAt" desc, "lineNo" limit 500`,
)

const thank = statement(
  'registry.thank',
  `update shop.registry_gift set thanked_at = case when $4 then now() end
   where gr_id = $1 and order_id = $2 and line_no = $3
     and exists (select from shop.registry r where r.gr_id = $1 and r.shopper_id = $5)`,
)

export type Giver = { readonly shopperId: string; readonly cartId: string }

/**
 * Sets the registry pieces of a cart in the checkout aside for 15 minutes more (BEYOND-04), those that nobody else holds or
 * has bought; answers the ones that could not be.
 */
export async function holdForCheckout(tx: Tx, giver: Giver, pieces: readonly GiftPieces[]): Promise<RefusedGift[]> {
  const { shopperId, cartId } = giver
  const [, , rows] = await Promise.all([
    tx.count(lock, [grIdsOf(pieces)]),
    tx.count(dropHolds, [shopperId, cartId]),
    tx.rows(hold, [shopperId, cartId, JSON.stringify(pieces), holdMinutes]),
  ])
  return rows.filter(({ isHeld }) => !isHeld)
}

/** Frees what a shopper held: she has left the checkout. */
export async function dropCheckoutHolds(sql: Sql, shopperId: string): Promise<void> {
  await sql.count(dropShoppersHolds, [shopperId])
}

/** Takes the pieces for an order that is being placed, all or none; answers the ones that are no longer to be had. */
export async function takeForOrder(
  tx: Tx,
  giver: Giver & { readonly orderId: string; readonly giverNames: string },
  lines: readonly (GiftPieces & { readonly lineNo: number })[],
): Promise<RefusedGift[]> {
  const { shopperId, cartId, orderId, giverNames } = giver
  const [, rows] = await Promise.all([
    tx.count(lock, [grIdsOf(lines)]),
    tx.rows(take, [shopperId, cartId, JSON.stringify(lines), orderId, giverNames]),
    tx.count(dropHolds, [shopperId, cartId]),
  ])
  return rows.filter(({ isTaken }) => !isTaken)
}

/** An order is settled: its giver holds nothing more of the pieces it was for (SAFE-24); they are bought, or free. */
export function endHoldsOfOrder(tx: Tx, order: { readonly shopperId: string; readonly orderId: string }): void {
  tx.write(endHolds, [order.shopperId, order.orderId])
}

/** How many pieces of some registries are bought and held; pieces of which there are none are left out. */
export async function readGiftCounts(sql: Sql, grIds: readonly number[]): Promise<GiftCount[]> {
  if (grIds.length === 0) return []
  const rows = await sql.rows(counts, [grIds])
  return rows.map((row) => ({ ...row, bought: row.bought ?? 0, held: row.held ?? 0 }))
}

/** Who gave what, the last first; never where the giver lives. */
export function readGifts(sql: Sql, grId: number): Promise<Gift[]> {
  return sql.rows(given, [grId])
}

/** Notes in an owner's own registry that a giver was thanked, or not yet; false when it is not hers. */
export async function noteThanks(
  sql: Sql,
  shopperId: string,
  { grId, orderId, lineNo }: Pick<Gift, 'grId' | 'orderId' | 'lineNo'>,
  isThanked: boolean,
): Promise<boolean> {
  return (await sql.count(thank, [grId, orderId, lineNo, isThanked, shopperId])) === 1
}

/** Removes holds that ended an hour ago, so many at most; answers how many. */
export function sweepCheckoutHolds(sql: Sql, max: number): Promise<number> {
  return sql.count(sweepHolds, [max])
}

function grIdsOf(pieces: readonly GiftPiece[]): number[] {
  return [...new Set(pieces.map(({ grId }) => grId))]
}
