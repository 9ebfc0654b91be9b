/** Something wrong that is written into the books of one order. */
export type Planted = {
  readonly what: string
  /** Which orders it can be done to, of `o`. */
  readonly of: string
  /** $1 is the order. */
  readonly sql: string
  /** Nothing that it changes bears a time, or the change touches no order: only a full pass comes by it. */
  readonly isWithoutTime?: true
}

const placed = "o.state = 'placed'"
const cancelled = "o.state = 'cancelled'"
const paid = 'exists (select from shop.payment p where p.shopper_id = o.shopper_id and p.order_id = o.order_id)'
const has = (table: string, where = 'true') =>
  `exists (select from shop.${table} x where x.order_id = o.order_id and ${where})`
const byCard = `${placed} and ${has('gift_card_entry', "x.kind = 'spend'")}`
const certified = `${placed} and ${has('certificate', "x.state = 'used'")}`
const coded = `${placed} and ${has('promo_use', "x.state = 'used'")}`
const carried = `${placed} and ${has('trip_hold', "x.state = 'booked'")}`
const given = `${placed} and ${has('registry_gift')}`
const held = `${placed} and ${has('stock_hold', "x.state = 'sold'")}`
const cardOf = '(select card_id from shop.gift_card_entry where order_id = $1 order by entry_no limit 1)'
const firstHold = '(select h.ctid from shop.stock_hold h where h.order_id = $1 order by h.sku limit 1)'
const payment = (set: string) => `update shop.payment set ${set} where order_id = $1`
const entry = (order: string, kind: string) =>
  `insert into shop.gift_card_entry (card_id, order_id, kind, amount_cents, at) values (${cardOf}, ${order}, '${kind}', 10, $2)`
const nobodys = 'gen_random_uuid()'
const usedCertificate = (order: string) =>
  `insert into shop.certificate (certificate_id, kind, code_mac, amount_cents, state, order_id)
   values (gen_random_uuid(), 'tender', sha256($1::uuid::text::bytea), 500, 'used', ${order})`
const anHourAgo = "now() - interval '1 hour'"

/** At least one for each query of invariants.sql, and rows of each ledger that name an order that is not there. */
export const plantedBreaches: readonly Planted[] = [
  {
    ...{ what: 'I01 a second live order of a cart', of: placed },
    sql: `insert into shop.orders select (jsonb_populate_record(o, jsonb_build_object('order_id', ${nobodys},
      'order_number', 'X' || floor(random() * 1e9), 'attempt', 90))).* from shop.orders o where order_id = $1`,
  },
  {
    what: 'I02 a payment of another amount',
    of: `${placed} and ${paid}`,
    sql: payment('amount_cents = amount_cents + 1'),
  },
  { what: 'I02 less asked back', of: `${cancelled} and ${paid}`, sql: payment('amount_cents = amount_cents + 1') },
  { what: 'I03 money kept', of: `${cancelled} and ${paid}`, sql: payment("state = 'captured'") },
  {
    ...{ what: 'I04 a piece held by nobody', of: held },
    sql: `update shop.stock s set held = s.held + 1, on_hand = s.on_hand + 1 from shop.stock_hold h
      where h.ctid = ${firstHold} and s.sku = h.sku and s.location_id = h.location_id`,
  },
  {
    what: 'I04 a hold without its counter',
    of: held,
    sql: `update shop.stock_hold set state = 'held' where ctid = ${firstHold}`,
  },
  {
    what: 'I05 a hold released',
    of: held,
    sql: `update shop.stock_hold set state = 'released' where ctid = ${firstHold}`,
  },
  {
    what: 'I05 a hold of more',
    of: held,
    sql: `update shop.stock_hold set quantity = quantity + 1 where ctid = ${firstHold}`,
  },
  { what: 'I06 a hold gone', of: held, sql: `delete from shop.stock_hold where ctid = ${firstHold}` },
  {
    what: 'I07 a balance',
    of: byCard,
    sql: `update shop.gift_card set balance_cents = balance_cents + 1 where card_id = ${cardOf}`,
  },
  {
    ...{ what: 'I08 a hold of a card', of: byCard },
    sql: `update shop.gift_card set balance_cents = balance_cents + 1, held_cents = held_cents + 1 where card_id = ${cardOf}`,
  },
  {
    ...{ what: 'I09 spent more', of: byCard },
    sql: "update shop.gift_card_entry set amount_cents = amount_cents + 1 where order_id = $1 and kind = 'spend'",
  },
  { what: 'I09 paid back for nothing', of: byCard, sql: entry('$1', 'refund') },
  {
    ...{ what: 'I09 not paid back', of: `${cancelled} and ${has('gift_card_entry', "x.kind = 'refund'")}` },
    sql: "delete from shop.gift_card_entry where order_id = $1 and kind = 'refund'",
  },
  {
    what: 'I10 a cart in placing',
    of: `${placed} and not exists (select from shop.cart c where c.shopper_id = o.shopper_id and c.state in ('open', 'placing'))`,
    sql: "update shop.cart set state = 'placing' where cart_id = (select cart_id from shop.orders where order_id = $1)",
  },
  {
    ...{ what: 'I10 a cart abandoned', of: placed },
    sql: "update shop.cart set state = 'abandoned' where cart_id = (select cart_id from shop.orders where order_id = $1)",
  },
  {
    what: 'I11 no mail',
    of: placed,
    sql: "delete from shop.outbox where topic = 'mail.order-placed' and key = $1::uuid::text",
  },
  {
    ...{ what: 'I11 no mail of the end', of: cancelled },
    sql: "delete from shop.outbox where topic = 'mail.order-cancelled' and key = $1::uuid::text",
  },
  {
    ...{ what: 'I12 a tax', of: placed },
    sql: `update shop.orders set summary = jsonb_set(summary, '{tax}', to_jsonb((summary->>'tax')::bigint + 1)) where order_id = $1`,
  },
  {
    what: 'I12 a discount',
    of: placed,
    sql: 'update shop.order_line set discount_cents = discount_cents + 1 where order_id = $1',
  },
  {
    ...{ what: 'I13 pending', of: `${placed} and ${paid}` },
    sql: `update shop.orders set state = 'pending', settled_at = null, created_at = ${anHourAgo} where order_id = $1`,
  },
  {
    ...{ what: 'I14 a void without an end', of: `${cancelled} and ${paid}` },
    sql: payment(`state = 'voiding', answered_at = ${anHourAgo}`),
  },
  {
    ...{ what: 'I15 a use that nobody made', of: coded },
    sql: `update shop.promo set uses = uses + 1, max_uses = max_uses + 1
      where code = (select code from shop.promo_use where order_id = $1 limit 1)`,
  },
  { what: 'I16 a use released', of: coded, sql: "update shop.promo_use set state = 'released' where order_id = $1" },
  {
    what: 'I16 a certificate held',
    of: certified,
    sql: "update shop.certificate set state = 'held' where order_id = $1",
  },
  {
    ...{ what: 'I17 a place that nobody took', of: carried },
    sql: `update shop.trip set held = held + 1, capacity = capacity + 1
      where trip_id = (select trip_id from shop.trip_hold where order_id = $1 limit 1)`,
  },
  { what: 'I17 a place held', of: carried, sql: "update shop.trip_hold set state = 'held' where order_id = $1" },
  {
    ...{ what: 'I18 a mail that waits', of: placed },
    sql: `update shop.outbox set done_at = null, run_at = ${anHourAgo} where topic = 'mail.order-placed' and key = $1::uuid::text`,
  },
  {
    ...{ what: 'I19 a key left running', of: placed },
    sql: `insert into shop.request_key (shopper_id, key, method_path, request_sha256, lease_until)
      select shopper_id, $1::uuid::text, 'planted', '', ${anHourAgo} from shop.orders where order_id = $1`,
  },
  {
    ...{ what: 'I19 a key of an order that is not there', of: placed, isWithoutTime: true },
    sql: `insert into shop.request_key (shopper_id, key, method_path, request_sha256, lease_until, order_shopper_id, order_id)
      select shopper_id, $1::uuid::text, 'planted', '', now(), shopper_id, ${nobodys} from shop.orders where order_id = $1`,
  },
  {
    ...{ what: 'I20 an event not worked off', of: `${placed} and ${paid}` },
    sql: `update shop.webhook_event set state = 'new', received_at = ${anHourAgo}
      where reference in (select reference from shop.payment where order_id = $1)`,
  },
  {
    ...{ what: 'I21 no call', of: `${placed} and ${paid}` },
    sql: 'delete from shop.provider_call where reference in (select reference from shop.payment where order_id = $1)',
  },
  {
    ...{ what: 'I22 a reference twice', of: `${placed} and ${paid}` },
    sql: `update shop.payment set provider_ref = (select x.provider_ref from shop.payment x
        where x.provider_ref is not null and x.order_id <> $1 order by x.payment_id limit 1) where order_id = $1`,
  },
  {
    ...{ what: 'I23 a long session', of: placed },
    sql: `insert into shop.session (token_sha256, shopper_id, brand, country, csrf_secret, ends_at)
      select sha256($1::uuid::text::bytea), shopper_id, brand, country, '', now() + interval '31 days' from shop.orders where order_id = $1`,
  },
  {
    ...{ what: 'I25 a piece counted twice', of: given },
    sql: `insert into shop.registry_hold (shopper_id, cart_id, gr_id, sku, design_id, quantity, until)
      select o.shopper_id, o.cart_id, g.gr_id, g.sku, g.design_id, 1, now() + interval '1 hour'
      from shop.orders o join shop.registry_gift g using (shopper_id, order_id) where o.order_id = $1`,
  },
  { what: 'I26 refused money', of: `${placed} and ${paid}`, sql: payment("state = 'refused'") },
  {
    ...{ what: 'I27 held more', of: byCard },
    sql: "update shop.gift_card_entry set amount_cents = amount_cents + 1 where order_id = $1 and kind = 'hold'",
  },
  { what: 'I27 issued for an order', of: byCard, sql: entry('$1', 'issue') },
  { what: 'I27 spent for no order', of: byCard, sql: entry('null', 'spend') },
  { what: 'I27 written off', of: byCard, sql: entry('null', 'writeOff') },
  {
    ...{ what: 'I28 a certificate of another', of: certified },
    sql: usedCertificate('$1'),
  },
  {
    ...{ what: 'I28 a certificate free again', of: certified },
    sql: "update shop.certificate set state = 'free', order_id = null where order_id = $1",
  },
  {
    ...{ what: 'I29 another code', of: coded },
    sql: `update shop.promo_use u set code = (select code from shop.promo p where p.code <> u.code order by p.code limit 1)
      where order_id = $1`,
  },
  { what: 'I29 no use', of: coded, sql: 'delete from shop.promo_use where order_id = $1' },
  {
    ...{ what: 'I30 another trip', of: carried },
    sql: `insert into shop.trip_hold (trip_id, order_id, shopper_id, state) select t.trip_id, h.order_id, h.shopper_id, h.state
      from shop.trip_hold h, lateral (select trip_id from shop.trip x where x.trip_id <> h.trip_id order by trip_id limit 1) t
      where h.order_id = $1`,
  },
  { what: 'I30 no place', of: carried, sql: 'delete from shop.trip_hold where order_id = $1' },
  { what: 'I31 a gift gone', of: given, sql: 'delete from shop.registry_gift where order_id = $1' },
  {
    what: 'I31 more of a gift',
    of: given,
    sql: 'update shop.registry_gift set quantity = quantity + 1 where order_id = $1',
  },
  {
    ...{ what: 'I31 set aside for nobody', of: given },
    sql: `insert into shop.registry_hold (shopper_id, cart_id, gr_id, sku, design_id, quantity, until)
      select g.shopper_id, ${nobodys}, g.gr_id, g.sku, g.design_id, 1, now() + interval '1 hour'
      from shop.registry_gift g where g.order_id = $1`,
  },
  {
    ...{ what: 'I36 parts of a cart', of: placed },
    sql: `update shop.cart set parts = 15 - parts, updated_at = now() where cart_id = (select cart_id from shop.cart
      where state = 'open' and updated_at < ${anHourAgo} and $1::uuid::text <> '' order by cart_id limit 1)`,
  },
  {
    ...{ what: 'a hold of no order', of: held, isWithoutTime: true },
    sql: `insert into shop.stock_hold (sku, location_id, order_id, shopper_id, quantity, state)
      select sku, location_id, ${nobodys}, shopper_id, 1, 'held' from shop.stock_hold where ctid = ${firstHold}`,
  },
  {
    ...{ what: 'a use of no order', of: coded, isWithoutTime: true },
    sql: `insert into shop.promo_use (code, order_id, shopper_id, state)
      select code, ${nobodys}, ${nobodys}, 'used' from shop.promo_use where order_id = $1`,
  },
  {
    ...{ what: 'a place of no order', of: carried, isWithoutTime: true },
    sql: `insert into shop.trip_hold (trip_id, order_id, shopper_id, state)
      select trip_id, ${nobodys}, shopper_id, 'released' from shop.trip_hold where order_id = $1`,
  },
  {
    ...{ what: 'a certificate of no order', of: certified, isWithoutTime: true },
    sql: usedCertificate(nobodys),
  },
  { what: 'an entry of no order', of: byCard, sql: entry(nobodys, 'hold') },
]

const rare = [certified, carried, given]

/** Of so few orders that each such kind is planted as often as must be, and first. */
export const isRare = ({ of }: Planted): boolean => rare.includes(of)
