-- Guests of the demo whose orders came with it (OPS-46): they and all that is theirs go when the demo does, and count in no
-- recommendation.
create table shop.demo_shopper (
  shopper_id uuid primary key references shop.shopper on delete cascade, made_at timestamptz not null default now());
