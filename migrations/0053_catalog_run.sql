-- An import is a run: its file is staged, then applied slice by slice, each a transaction. What is staged is kept in tables
-- like any other, so that a run goes on where it was, after a crash of the importer as well as of the database.
create table shop.catalog_run(
  run_id bigint generated always as identity primary key,
  file_name text not null, file_sha256 bytea not null,
  -- the words of the command that say what of the file is taken, '' for all of it
  options text not null default '',
  state text not null default 'staging' check (state in ('staging','staged','applying','done','failed')),
  -- of the file, without empty ones; how many of them are staged, and from 'applying' on how many of the changed ones are done
  lines int not null, at_line int not null default 0,
  outside int not null default 0, skipped int not null default 0, changed int not null default 0,
  -- slice 0 are categories and places; of the stock of this slice all up to this row is done
  slices int not null default 0, at_slice int not null default -1,
  at_sku bigint not null default 0, at_location int not null default 0,
  -- milliseconds of work in this state
  worked_ms bigint not null default 0,
  started_at timestamptz not null default now(), ended_at timestamptz);
create unique index catalog_run_one_open on shop.catalog_run ((true)) where state in ('staging','staged','applying');

-- A part of an import that goes on: pages made before it may be shown until the minute is over.
alter table shop.catalog_import add column is_part boolean not null default false;

-- The rows of the file of the one run, by kind; a key may stand there twice until the check.
create table shop.stage_category(
  line int not null, brand text, slug text, name text, parent_slug text, position int, description text, picture jsonb,
  row_hash text, differs boolean not null);
create index on shop.stage_category (brand, slug);
create table shop.stage_location(
  line int not null, in_scope boolean, location_id int, brand text, country text, kind text, name text, address1 text,
  city text, state text, postal_code text, hours text, latitude real, longitude real, row_hash text, differs boolean not null);
create index on shop.stage_location (location_id);
create table shop.stage_product(
  line int not null, brand text, product_id text, category_slug text, name text, description text, details jsonb, care text,
  department text, class text, subclass text, options jsonb, pictures jsonb, add_on_skus bigint[], has_grouper boolean,
  position int, browse jsonb, row_hash text, differs boolean not null);
create index on shop.stage_product (brand, product_id);
create table shop.stage_sku(
  line int not null, sku bigint, brand text, product_id text, name text, option_choice text, picture jsonb, ship_kind text,
  status text, is_stock_sku boolean, is_super_special_order boolean, available_from date, make_days int, make_days_are text,
  is_pfas boolean, property_codes int[], dimensions jsonb, boxes jsonb, services jsonb, personalization jsonb,
  custom_order jsonb, position int, row_hash text, differs boolean not null);
create index on shop.stage_sku (sku);
create index on shop.stage_sku (brand, product_id, option_choice);
create table shop.stage_price(
  line int not null, sku bigint, country text, current_cents int, regular_cents int, price_type text, markdown_type text,
  differs boolean not null);
create index on shop.stage_price (sku, country);
create table shop.stage_stock(line int not null, sku bigint, location_id int, on_hand int, differs boolean not null);
create index on shop.stage_stock (sku);

-- What is wrong with lines, in the order it was found.
create table shop.stage_fault(
  nth bigint generated always as identity primary key, line int not null, field text not null, message text not null);
create index on shop.stage_fault (line);

-- The plan of the run: products of which something changes, each with its slice, and whether its card and its words do.
create table shop.stage_touched(
  nth int primary key, brand text not null, product_id text not null, is_listed boolean not null, is_named boolean not null,
  slice int, unique (brand, product_id));
create index on shop.stage_touched (slice);
-- The lines that change something, each with the slice in which it is done.
create table shop.stage_changed(line int primary key, slice int not null);
create index on shop.stage_changed (slice, line);
-- The stock that changes, in the order in which orders take it.
create table shop.stage_due_stock(
  slice int not null, sku bigint not null, location_id int not null, on_hand int not null,
  primary key (slice, sku, location_id));
-- The words of a brand's products before they take the place of the old ones.
create table shop.stage_word(brand text not null, word text not null, products int not null, primary key (brand, word));
