-- Accounts that an outside identity provider signs in. A person is known by issuer and subject, never by an address.
create table shop.account_identity(
  issuer text not null, subject text not null check (length(subject) between 1 and 255),
  shopper_id uuid not null references shop.shopper,
  created_at timestamptz not null default now(), last_used_at timestamptz not null default now(),
  primary key (issuer, subject));
create index account_identity_by_shopper on shop.account_identity (shopper_id);

-- Without a password until one is set by a mailed link. An address counts as verified once its owner has shown that the
-- mail reaches them: by such a link, or by a provider that vouches for it.
alter table shop.account alter column password_hash drop not null;
alter table shop.account add column email_verified_at timestamptz;

-- One sign-in on its way to a provider and back, good once, for ten minutes, in the browser session that began it.
-- `response` is what came by form post (Apple) and waits for the browser to fetch it with its cookie.
create table shop.identity_flow(
  state_sha256 bytea primary key, session_sha256 bytea not null,
  provider text not null, nonce text not null, verifier text not null, return_url text not null, redirect_uri text not null,
  response jsonb, created_at timestamptz not null default now());
create index identity_flow_age on shop.identity_flow (created_at);

-- An identity whose address has an account that it may not have without that account's password: joined by the next
-- sign-in to the account in the same browser session, within ten minutes.
create table shop.identity_offer(
  session_sha256 bytea primary key, issuer text not null, subject text not null, shopper_id uuid not null,
  created_at timestamptz not null default now());
create index identity_offer_age on shop.identity_offer (created_at);


-- Orders that ask a card processor at this moment, by the address they come from: with the refusals that are counted they
-- stay within the limit of an hour, however many are sent at once. One left by a crash counts for half a minute.
create table shop.card_try(
  try_id uuid primary key, address_mac bytea not null, started_at timestamptz not null default now());
create index card_try_by_address on shop.card_try (address_mac, started_at);
