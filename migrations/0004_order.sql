create table shop.orders(
  shopper_id uuid not null, order_id uuid not null, cart_id uuid not null, attempt int not null,
  order_number text not null,
  brand text not null, country char(2) not null,
  state text not null check (state in ('pending','placed','refused','cancelled')),
  cart_version int not null, currency char(3) not null,
  email text not null default '', email_mac bytea,
  total_cents bigint not null check (total_cents >= 0),
  stored_value_cents bigint not null check (stored_value_cents >= 0),
  card_due_cents bigint not null check (card_due_cents >= 0),
  facts jsonb not null, summary jsonb not null, recipients jsonb not null, billing_address jsonb,
  problem jsonb,
  lease_owner text, lease_until timestamptz, tries int not null default 0,
  response jsonb,
  created_at timestamptz not null default now(), settled_at timestamptz,
  primary key (shopper_id, order_id), unique (shopper_id, cart_id, attempt),
  foreign key (shopper_id, cart_id) references shop.cart,
  check (total_cents = stored_value_cents + card_due_cents),
  check ((state = 'pending') = (settled_at is null)));
create unique index orders_one_live_per_cart on shop.orders (shopper_id, cart_id) where state in ('pending','placed');
create unique index orders_number on shop.orders (order_number);
create index orders_pending on shop.orders (lease_until) where state = 'pending';
create index orders_placed on shop.orders (settled_at) where state = 'placed';

create table shop.order_line(
  shopper_id uuid not null, order_id uuid not null, line_no int not null,
  sku bigint not null, location_id int, quantity int not null check (quantity > 0),
  unit_cents bigint not null check (unit_cents >= 0), line_cents bigint not null,
  discount_cents bigint not null default 0, tax_cents bigint not null default 0,
  recipient_id uuid, item jsonb not null,
  primary key (shopper_id, order_id, line_no),
  foreign key (shopper_id, order_id) references shop.orders,
  check (line_cents = unit_cents * quantity));

create table shop.payment(
  shopper_id uuid not null, payment_id uuid not null, order_id uuid not null, slot smallint not null check (slot in (1,2)),
  provider text not null, method text not null, token text not null,
  brand text not null default '', last_four char(4), exp_month smallint, exp_year smallint,
  amount_cents bigint not null check (amount_cents > 0), currency char(3) not null,
  state text not null default 'started' check (state in ('started','sent','authorized','captured','refused','unknown','voiding','voided')),
  reference text not null, provider_ref text, reason text,
  tries int not null default 0, sent_at timestamptz, answered_at timestamptz, next_try_at timestamptz,
  primary key (shopper_id, payment_id), unique (shopper_id, order_id, slot),
  foreign key (shopper_id, order_id) references shop.orders,
  check ((state in ('authorized','captured')) <= (provider_ref is not null)));
create unique index payment_reference on shop.payment (reference);
create unique index payment_provider_ref on shop.payment (provider, provider_ref) where provider_ref is not null;
create index payment_open on shop.payment (state) where state in ('sent','unknown','voiding');

create table shop.provider_call(
  shopper_id uuid not null, call_id bigint generated always as identity, payment_id uuid,
  op text not null check (op in ('auth','capture','void','refund','lookup')), reference text not null,
  sent_at timestamptz not null default now(), ms int,
  outcome text check (outcome in ('ok','refused','4xx','5xx','timeout','reset','not-sent')), provider_ref text,
  primary key (shopper_id, call_id));

create table shop.stock_hold(
  sku bigint not null, location_id int not null, order_id uuid not null, shopper_id uuid not null,
  quantity int not null check (quantity > 0),
  state text not null default 'held' check (state in ('held','sold','released')), created_at timestamptz not null default now(),
  primary key (sku, location_id, order_id), foreign key (sku, location_id) references shop.stock);
create index stock_hold_by_order on shop.stock_hold (order_id);

create table shop.gift_card(
  card_id uuid primary key, number_mac bytea not null unique, last4 char(4) not null, pin_mac bytea not null, currency char(3) not null default 'USD',
  balance_cents bigint not null check (balance_cents >= 0), held_cents bigint not null default 0,
  status text not null default 'active' check (status in ('active','blocked','empty')), bad_pins int not null default 0, blocked_until timestamptz,
  check (held_cents >= 0 and held_cents <= balance_cents));
create table shop.gift_card_entry(
  card_id uuid not null references shop.gift_card, entry_no bigint generated always as identity, order_id uuid,
  kind text not null check (kind in ('issue','hold','release','spend','refund')),
  amount_cents bigint not null check (amount_cents > 0), at timestamptz not null default now(), primary key (card_id, entry_no));
create unique index gift_card_entry_once on shop.gift_card_entry (card_id, order_id, kind) where order_id is not null;
create function shop.no_change() returns trigger language plpgsql as $$ begin raise exception 'append only'; end $$;
create trigger gift_card_entry_append before update or delete on shop.gift_card_entry for each row execute function shop.no_change();

create table shop.promo(
  code text primary key check (code = upper(code)),
  brand text not null default '', country text not null default '',
  kind text not null check (kind in ('percent','amount','freeShipping')),
  percent_millionths int check (percent_millionths between 1 and 1000000), amount_cents int check (amount_cents > 0),
  least_subtotal_cents int not null default 0, is_store_card_only boolean not null default false,
  max_uses int, uses int not null default 0, per_shopper int not null default 1,
  starts_at timestamptz, ends_at timestamptz,
  check (uses >= 0 and (max_uses is null or uses <= max_uses)),
  check ((kind = 'percent') = (percent_millionths is not null) and (kind = 'amount') = (amount_cents is not null)));
create table shop.promo_use(
  code text not null references shop.promo, order_id uuid not null, shopper_id uuid not null, email_mac bytea, nth int not null default 1,
  state text not null default 'held' check (state in ('held','used','released')), primary key (code, order_id));
create unique index promo_use_per_shopper on shop.promo_use (code, shopper_id, nth) where state in ('held','used');
create unique index promo_use_per_email on shop.promo_use (code, email_mac, nth) where state in ('held','used') and email_mac is not null;

create table shop.certificate(
  certificate_id uuid primary key, shopper_id uuid, account_number_mac bytea, kind text not null check (kind in ('reward','tender')),
  code_mac bytea not null unique, last4 text not null default '', amount_cents bigint not null check (amount_cents > 0), currency char(3) not null default 'USD',
  state text not null default 'free' check (state in ('free','held','used','void')), order_id uuid, ends_at timestamptz,
  check ((state in ('held','used')) = (order_id is not null)));
create index certificate_by_order on shop.certificate (order_id) where order_id is not null;

create table shop.trip(
  trip_id bigint generated always as identity primary key, day date not null, region text not null, from_time text not null, to_time text not null, capacity int not null,
  held int not null default 0, booked int not null default 0,
  check (held >= 0 and booked >= 0 and held + booked <= capacity));
create table shop.trip_hold(
  trip_id bigint not null references shop.trip, order_id uuid not null, shopper_id uuid not null,
  state text not null default 'held' check (state in ('held','booked','released')), primary key (trip_id, order_id));

create table shop.outbox(
  shopper_id uuid not null, outbox_id uuid not null default gen_random_uuid(), topic text not null, key text not null, payload jsonb not null,
  created_at timestamptz not null default now(), run_at timestamptz not null default now(), tries int not null default 0,
  lease_until timestamptz, done_at timestamptz, parked_at timestamptz, last_error text,
  primary key (shopper_id, outbox_id), unique (shopper_id, topic, key));
create index outbox_due on shop.outbox (run_at) where done_at is null;

create table shop.webhook_event(
  provider text not null, event_id text not null, reference text, received_at timestamptz not null default now(), body_sha256 bytea not null, body jsonb,
  state text not null default 'new' check (state in ('new','done','ignored','rejected','alarm')), primary key (provider, event_id));

create table shop.alarm(
  alarm_id bigint generated always as identity primary key, at timestamptz not null default now(), kind text not null, key text not null, facts jsonb not null,
  last_at timestamptz not null default now(), times int not null default 1, unique (kind, key));
