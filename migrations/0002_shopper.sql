create table shop.shopper(
  shopper_id uuid primary key,
  kind text not null default 'guest' check (kind in ('guest','member')),
  created_at timestamptz not null default now());

create table shop.session(
  token_sha256 bytea primary key,
  shopper_id uuid not null,
  brand text not null, country char(2) not null,
  csrf_secret bytea not null,
  auth text not null default 'guest' check (auth in ('guest','member')),
  is_app boolean not null default false,
  created_at timestamptz not null default now(), seen_at timestamptz not null default now(),
  signed_in_at timestamptz, ends_at timestamptz not null, revoked_at timestamptz,
  check (ends_at <= created_at + interval '30 days'));
create index session_by_shopper on shop.session (shopper_id);
create index session_ended on shop.session (ends_at);

-- The first answer to a request key, kept 24 hours (OPEN-07).
create table shop.request_key(
  shopper_id uuid not null, key text not null check (length(key) between 1 and 255),
  method_path text not null, request_sha256 bytea not null,
  state text not null default 'running' check (state in ('running','done')),
  status int, body jsonb,
  created_at timestamptz not null default now(), lease_until timestamptz not null,
  primary key (shopper_id, key),
  check ((state = 'done') = (status is not null)));
create index request_key_age on shop.request_key (created_at);

create table shop.throttle(
  bucket text not null, key_mac bytea not null, tokens real not null,
  refilled_at timestamptz not null default now(), blocked_until timestamptz,
  primary key (bucket, key_mac));

create table shop.client_log(
  log_id bigint generated always as identity primary key,
  shopper_id uuid, level text not null check (level in ('error','warn','info')),
  message text not null check (length(message) <= 4000),
  at timestamptz not null default now());
create index client_log_age on shop.client_log (at);

create table shop.favorite(
  shopper_id uuid not null, sku bigint not null references shop.sku, added_at timestamptz not null default now(),
  primary key (shopper_id, sku));

create table shop.account(
  shopper_id uuid primary key references shop.shopper,
  email text not null, email_key text not null unique,
  first_name text not null, last_name text not null,
  password_hash text not null,
  is_tax_exempt boolean not null default false,
  created_at timestamptz not null default now());

create table shop.sign_in_token(
  token_sha256 bytea primary key, shopper_id uuid not null references shop.shopper,
  created_at timestamptz not null default now(), used_at timestamptz);

create table shop.sign_in_failure(
  counter_mac bytea not null, at timestamptz not null default now());
create index sign_in_failure_by_counter on shop.sign_in_failure (counter_mac, at);

create table shop.account_address(
  shopper_id uuid not null references shop.shopper, address_id uuid not null, address jsonb not null,
  created_at timestamptz not null default now(), primary key (shopper_id, address_id));
