-- Whose a card session, a card token or an approved wallet payload is, and in which store: nobody else's, and good nowhere
-- else (SAFE-19). By its hash: the token itself is not kept here.
create table shop.token_owner(
  token_sha256 bytea primary key, shopper_id uuid not null, brand text not null, country text not null,
  owned_at timestamptz not null default now());
create index token_owner_age on shop.token_owner (owned_at);
