-- Honest registries (BEYOND-04): what givers hold and what they have bought, where it is sent, and who may see it.

-- where gifts are sent; the registrant's alone to see. Null: a giver says where.
alter table shop.registry add column address jsonb;
-- found by name by everybody; else only by its link. Those made before nobody was asked about stay private.
alter table shop.registry add column is_public boolean not null default false;
-- of the link that is shared: nobody guesses it
alter table shop.registry add column share_id uuid not null default gen_random_uuid();
create unique index registry_share on shop.registry (share_id);
create index registry_names on shop.registry using gin (to_tsvector('simple', owner_names)) where is_public;

-- A piece set aside while its giver is in the checkout; it is free again when `until` has passed.
create table shop.registry_hold(
  shopper_id uuid not null, cart_id uuid not null, gr_id bigint not null references shop.registry (gr_id),
  sku bigint not null,
  -- '' for a piece without words
  design_id text not null default '',
  quantity int not null check (quantity > 0), until timestamptz not null,
  primary key (shopper_id, cart_id, gr_id, sku, design_id));
create index registry_hold_of on shop.registry_hold (gr_id);

-- A line of an order that is a gift for a registry. It has no state of its own: it is held while its order is pending,
-- bought when that is placed, and free when that was refused or cancelled.
create table shop.registry_gift(
  shopper_id uuid not null, order_id uuid not null, line_no int not null,
  gr_id bigint not null references shop.registry (gr_id),
  sku bigint not null, design_id text not null default '', quantity int not null check (quantity > 0),
  giver_names text not null default '',
  thanked_at timestamptz,
  primary key (shopper_id, order_id, line_no),
  foreign key (shopper_id, order_id) references shop.orders);
create index registry_gift_of on shop.registry_gift (gr_id);

create index orders_email on shop.orders (email_mac) where email_mac is not null and state = 'placed';
-- Orders a guest placed with the address of an account, which are shown there once its owner has opened the link mailed to it.
create table shop.order_claim(
  shopper_id uuid not null references shop.account, placed_by uuid not null, order_id uuid not null,
  claimed_at timestamptz not null default now(),
  primary key (shopper_id, order_id),
  foreign key (placed_by, order_id) references shop.orders);
