-- Cards a member keeps (PAY-09, PAY-13): what may be known of a card (PAY-53), never its number or code.
create table shop.account_card(
  shopper_id uuid not null references shop.shopper, card_id uuid not null,
  provider text not null, token text not null,
  brand text not null, type text not null, last_four char(4) not null,
  exp_month smallint not null default 0 check (exp_month between 0 and 12),
  exp_year smallint not null default 0,
  cbhcc_design_type smallint not null default 0 check (cbhcc_design_type in (0,1,2)),
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (shopper_id, card_id),
  unique (shopper_id, token));
create unique index account_card_default on shop.account_card (shopper_id) where is_default;

-- A saved card on the basket: which it is, whether its security code was checked (PAY-45), whether it came by itself (PAY-50).
alter table shop.cart_payment
  add column account_card_id uuid,
  add column is_verified boolean not null default false,
  add column is_auto_applied boolean not null default false;
