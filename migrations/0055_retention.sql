-- What is kept how long: how the last round of each line went (SCALE-01).
create table shop.retention_run(
  name text primary key, at timestamptz not null, removed int not null,
  -- of what is left of it; null where nothing is
  oldest_left timestamptz, took_ms int not null);

alter table shop.cart
  -- whether its changes are still there
  add column has_events boolean not null default true,
  -- of an abandoned one: whose it was
  add column is_of_member boolean not null default false;

-- A member's cart was abandoned with something in it: she is told once, when she comes back (SCALE-03).
create table shop.left_cart(
  shopper_id uuid not null, brand text not null, country char(2) not null,
  days int not null, at timestamptz not null default now(),
  primary key (shopper_id, brand, country));
