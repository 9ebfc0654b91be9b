-- Baskets handed from one browser to another: a link works once, and this is how it is known to have worked. Nothing is
-- written when a link is made; it says itself whose basket it is and until when.
create table shop.hand_over_use(
  shopper_id uuid not null,
  hand_over_id uuid not null,
  taken_by uuid not null,
  taken_at timestamptz not null default now(),
  primary key (shopper_id, hand_over_id));
create index hand_over_use_age on shop.hand_over_use (taken_at);
