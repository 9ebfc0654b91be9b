-- Accounts asked for and not yet made (OPEN-97): what was typed waits for the link that is mailed to the address. Of an
-- address that has an account already the same row is written, so that the two are answered alike; its link is never made.
create table shop.registration(
  registration_id uuid primary key,
  email text not null, email_key text not null,
  first_name text not null, last_name text not null,
  password_hash text not null,
  -- the browser that asked, which need not type the password again; and the order it asked from, if any
  shopper_id uuid not null, order_id uuid,
  return_url text not null,
  -- of the link, once it is mailed
  token_sha256 bytea unique,
  created_at timestamptz not null default now(), ended_at timestamptz);
create unique index registration_newest on shop.registration (email_key) where ended_at is null;
create index registration_by_shopper on shop.registration (shopper_id, created_at);
create index registration_age on shop.registration (created_at);

-- Who brought past orders into an account had opened a link mailed to its address: that was a proof as good as another.
update shop.account a set email_verified_at = c.claimed_at
from (select shopper_id, min(claimed_at) as claimed_at from shop.order_claim group by shopper_id) c
where a.shopper_id = c.shopper_id and a.email_verified_at is null;
