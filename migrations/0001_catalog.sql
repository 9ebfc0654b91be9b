-- Catalogue: reference tables. Written by the importer only; brand and country say where a product is sold.
create schema if not exists shop;

create table shop.category(
  brand text not null check (brand in ('CB','CB2')),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null,
  parent_slug text,
  position int not null default 0,
  description text not null default '',
  picture jsonb,
  row_hash bytea not null,
  primary key (brand, slug),
  foreign key (brand, parent_slug) references shop.category (brand, slug) deferrable initially deferred);

create table shop.location(
  location_id int primary key,
  brand text not null check (brand in ('CB','CB2')),
  country char(2) not null check (country in ('US','CA')),
  kind text not null check (kind in ('warehouse','store')),
  name text not null,
  address1 text not null default '', city text not null default '', state text not null default '', postal_code text not null default '',
  latitude real, longitude real,
  row_hash bytea not null);
-- what is shipped leaves from the one warehouse of the brand and country
create unique index location_one_warehouse on shop.location (brand, country) where kind = 'warehouse';

create table shop.product(
  brand text not null check (brand in ('CB','CB2')),
  product_id text not null,
  category_slug text not null,
  name text not null,
  description text not null default '',
  details jsonb not null default '[]',
  care text not null default '',
  department text not null default '', class text not null default '', subclass text not null default '',
  options jsonb not null default '[]',
  pictures jsonb not null default '[]',
  add_on_skus bigint[] not null default '{}',
  has_grouper boolean not null default false,
  position int not null default 0,
  row_hash bytea not null,
  primary key (brand, product_id),
  foreign key (brand, category_slug) references shop.category (brand, slug));
create index product_by_category on shop.product (brand, category_slug, position, product_id);

create table shop.sku(
  sku bigint primary key check (sku > 0),
  brand text not null,
  product_id text not null,
  name text not null,
  option_choice text not null default '',
  picture jsonb,
  ship_kind text not null check (ship_kind in ('parcel','furniture','freight','giftCard','donation')),
  status text not null default 'active' check (status in ('active','nla')),
  is_stock_sku boolean not null default true,
  is_super_special_order boolean not null default false,
  available_from date,
  make_days int not null default 0 check (make_days >= 0),
  is_pfas boolean not null default false,
  property_codes int[] not null default '{}',
  dimensions jsonb,
  boxes jsonb not null default '[]',
  services jsonb not null default '[]',
  personalization jsonb,
  custom_order jsonb,
  position int not null default 0,
  row_hash bytea not null,
  foreign key (brand, product_id) references shop.product (brand, product_id),
  -- deferred: one import may swap the choices of two skus
  unique (brand, product_id, option_choice) deferrable initially deferred);

create table shop.price(
  sku bigint not null references shop.sku,
  country char(2) not null check (country in ('US','CA')),
  current_cents int not null check (current_cents >= 0),
  regular_cents int not null check (regular_cents >= current_cents),
  price_type text not null default 'regular',
  markdown_type text not null default '',
  primary key (sku, country));

-- The counters of stock: held is what pending orders hold; the database is the last to say no.
create table shop.stock(
  sku bigint not null references shop.sku,
  location_id int not null references shop.location,
  on_hand int not null,
  held int not null default 0,
  primary key (sku, location_id),
  check (held >= 0 and on_hand >= held));

-- What a country's shelves show: one row per product sold there, derived from the tables above by the importer,
-- so that a category page reads as many rows as it shows.
create table shop.listing(
  brand text not null, country char(2) not null check (country in ('US','CA')), product_id text not null,
  category_slug text not null, name text not null, position int not null,
  lead_sku bigint not null references shop.sku,
  low_current_cents int not null, high_current_cents int not null,
  low_regular_cents int not null, high_regular_cents int not null,
  primary key (brand, country, product_id),
  foreign key (brand, product_id) references shop.product (brand, product_id));
create index listing_by_place on shop.listing (brand, country, category_slug, position, product_id);
create index listing_by_price on shop.listing (brand, country, category_slug, low_current_cents, product_id);

create table shop.catalog_import(
  import_id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  file_name text not null, file_sha256 bytea not null,
  lines int not null, changed int not null, skipped int not null);

-- Configured messages: rows override the defaults of the product, by key, brand and locale ('' means every one).
create table shop.message(
  key text not null, brand text not null default '', locale text not null default '', text text not null,
  updated_at timestamptz not null default now(),
  primary key (key, brand, locale));
