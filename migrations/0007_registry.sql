-- A gift registry or list of an account, in one storefront. Its number is in addresses, so it is short and unique by itself.
create table shop.registry(
  shopper_id uuid not null references shop.account,
  gr_id bigint generated always as identity (start with 100001),
  brand text not null, country char(2) not null,
  event_type text not null check (event_type <> ''), event_date date not null,
  owner_names text not null check (owner_names <> ''),
  -- 1 a registry, 2 a list
  list_type smallint not null check (list_type in (1, 2)),
  registry_type text not null check (registry_type in ('br', 'bb', 'ot', 'hw', 'gl')),
  created_at timestamptz not null default now(),
  primary key (shopper_id, gr_id), unique (gr_id));

create table shop.registry_item(
  shopper_id uuid not null, gr_id bigint not null, sku bigint not null references shop.sku,
  wanted int not null check (wanted between 1 and 99),
  added_at timestamptz not null default now(),
  primary key (shopper_id, gr_id, sku),
  foreign key (shopper_id, gr_id) references shop.registry);
