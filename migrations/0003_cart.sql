-- A basket belongs to one shopper, one brand and one country; every table of it starts with shopper_id.
create table shop.cart(
  shopper_id uuid not null, cart_id uuid not null,
  brand text not null check (brand in ('CB','CB2')), country char(2) not null check (country in ('US','CA')),
  currency char(3) not null check (currency in ('USD','CAD')),
  state text not null default 'open' check (state in ('open','placing','ordered','merged','abandoned')),
  version int not null default 1,
  highest_step smallint not null default 0 check (highest_step between 0 and 5),
  is_guest_checkout boolean not null default false,
  tax_zip text not null default '',
  discount_code text not null default '',
  is_tax_exempt boolean not null default false,
  billing_address jsonb, is_billing_same boolean not null default true,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (shopper_id, cart_id),
  check ((country = 'US') = (currency = 'USD')));
create unique index cart_one_live on shop.cart (shopper_id, brand, country) where state in ('open','placing');
create index cart_age on shop.cart (updated_at) where state = 'open';

create table shop.cart_line(
  shopper_id uuid not null, cart_id uuid not null, line_id uuid not null,
  list text not null default 'cart' check (list in ('cart','saved')),
  position int not null,
  sku bigint not null references shop.sku,
  merge_key text not null,
  quantity int not null check (quantity between 1 and 99),
  option_choice text not null default '',
  ship_method smallint not null default 1,
  is_pickup boolean not null default false,
  location_id int references shop.location,
  installation_type text not null default '',
  personalization jsonb,
  gift_registry_id bigint not null default 0,
  donation_cents int check (donation_cents is null or donation_cents between 100 and 100000),
  recipient_id uuid,
  seen_unit_cents int,
  added_at timestamptz not null default now(),
  primary key (shopper_id, cart_id, line_id),
  unique (shopper_id, cart_id, list, merge_key),
  foreign key (shopper_id, cart_id) references shop.cart,
  check (not is_pickup or location_id is not null));

create table shop.recipient(
  shopper_id uuid not null, cart_id uuid not null, recipient_id uuid not null,
  position int not null default 0,
  address jsonb,
  is_pickup boolean not null default false, location_id int references shop.location,
  service_level smallint not null default 1 check (service_level in (1,2,3,6,7)),
  is_ship_complete boolean not null default false,
  holiday_hold jsonb, trip_window_id bigint,
  gift_options jsonb not null default '{"isGift":false,"giftWrap":"none","giftMessage":"","hasGiftReceipt":false}',
  bops_options jsonb,
  mailing_opt_in boolean not null default false,
  primary key (shopper_id, cart_id, recipient_id),
  foreign key (shopper_id, cart_id) references shop.cart);

-- How the basket is to be paid: at most two cards, or one wallet. Token, brand, last four and expiry only (PAY-53).
create table shop.cart_payment(
  shopper_id uuid not null, cart_id uuid not null, slot smallint not null check (slot in (1,2)),
  basket_payment_id bigint generated always as identity, basket_payment_guid uuid not null,
  method text not null check (method in ('card','paypal','venmo','applePay')),
  provider text not null,
  token text not null, token_at timestamptz not null default now(),
  brand text not null default '', selection_type text not null default '', last_four char(4),
  exp_month smallint not null default 0, exp_year smallint not null default 0,
  holder text not null default '',
  amount_cents bigint,
  save_to_account boolean not null default false,
  has_verify_data boolean not null default false,
  plcc_option smallint,
  primary key (shopper_id, cart_id, slot),
  foreign key (shopper_id, cart_id) references shop.cart);

-- Stored value put on the basket, in the order applied. Balances are taken only when the order is placed.
create table shop.cart_tender(
  shopper_id uuid not null, cart_id uuid not null, position int not null,
  kind text not null check (kind in ('giftCard','tenderCode','certificate')),
  tender_id uuid not null,
  primary key (shopper_id, cart_id, tender_id),
  foreign key (shopper_id, cart_id) references shop.cart);

-- Every change of a basket, kept as an event; version is the basket's version after it.
create table shop.cart_event(
  shopper_id uuid not null, cart_id uuid not null, version int not null,
  at timestamptz not null default now(),
  kind text not null, event jsonb not null, changes jsonb not null default '[]',
  primary key (shopper_id, cart_id, version),
  foreign key (shopper_id, cart_id) references shop.cart);
