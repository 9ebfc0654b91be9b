-- What the forgot-password popup asks with, good for one request (OPEN-98).
create table shop.reset_request(
  token_sha256 bytea primary key,
  created_at timestamptz not null default now(), used_at timestamptz);
create index reset_request_age on shop.reset_request (created_at);

-- The links mailed: of a link only the hash is kept; it works once and for an hour, and a newer one ends it.
create table shop.password_reset(
  token_sha256 bytea primary key,
  shopper_id uuid not null references shop.account,
  created_at timestamptz not null default now(), ended_at timestamptz);
create index password_reset_by_shopper on shop.password_reset (shopper_id);
create index password_reset_age on shop.password_reset (created_at);
