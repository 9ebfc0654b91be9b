-- The address that goes first wherever one is offered; the oldest does while none is chosen.
alter table shop.account_address add column is_default boolean not null default false;
create unique index account_address_default on shop.account_address (shopper_id) where is_default;

-- What was removed from an account, as it was, for as long as that can be undone (CALM-64). In tables of their own, so that
-- nothing that reads addresses or cards can meet one that is gone.
create table shop.removed_address(
  shopper_id uuid not null references shop.shopper, address_id uuid not null, address jsonb not null,
  created_at timestamptz not null, is_default boolean not null,
  removed_at timestamptz not null default now(),
  primary key (shopper_id, address_id));
create index removed_address_age on shop.removed_address (removed_at);

create table shop.removed_card(
  shopper_id uuid not null references shop.shopper, card_id uuid not null,
  provider text not null, token text not null,
  brand text not null, type text not null, last_four char(4) not null,
  exp_month smallint not null, exp_year smallint not null, cbhcc_design_type smallint not null,
  created_at timestamptz not null, is_default boolean not null,
  removed_at timestamptz not null default now(),
  primary key (shopper_id, card_id));
create index removed_card_age on shop.removed_card (removed_at);
