-- Stored value that came with the demo is known for good, whatever secret its numbers are hashed with.
alter table shop.gift_card add column is_demo boolean not null default false;
alter table shop.certificate add column is_demo boolean not null default false;
alter table shop.rewards_account add column is_demo boolean not null default false;

-- What is taken off a gift card without an order: the demo's, when a shop opens.
alter table shop.gift_card_entry drop constraint gift_card_entry_kind_check;
alter table shop.gift_card_entry add constraint gift_card_entry_kind_check
  check (kind in ('issue', 'hold', 'release', 'spend', 'refund', 'writeOff'));
