-- What shoppers bought and looked at together, computed by a job (OPEN-108).

-- Who looked at which product on which day: kept for weeks, read by the job only.
create table shop.product_view(
  shopper_id uuid not null, brand text not null, country char(2) not null, product_id text not null,
  day date not null default current_date,
  at timestamptz not null default now(),
  primary key (shopper_id, brand, country, product_id, day));
create index product_view_age on shop.product_view (at);

-- One row per list: of a whole storefront (product_id ''), or of one product; best first.
create table shop.recommendation_list(
  brand text not null check (brand in ('CB','CB2')), country char(2) not null check (country in ('US','CA')),
  kind text not null check (kind in ('bestsellers','trending','storeBestsellers','alsoBought','alsoViewed')),
  product_id text not null default '',
  others text[] not null,
  primary key (brand, country, kind, product_id));

-- What the lists in force were computed from: unchanged, a run has nothing to do.
create table shop.recommendation_run(
  only_row boolean primary key default true check (only_row),
  fingerprint text not null,
  at timestamptz not null default now(), ms int not null);

-- The catalogue in its own order: what is shown where nothing has been sold yet.
create index listing_in_order on shop.listing (brand, country, position, product_id);
