-- Reward accounts, certificates and card offers.
-- A rewards account belongs to a store or co-brand card; kept is a keyed hash of its number, and how it ends.
create table shop.rewards_account(
  account_number_mac bytea primary key, last4 text not null, currency char(3) not null,
  created_at timestamptz not null default now());

-- The cards of an account, known by a keyed hash of the fingerprint that the card gateway gives (PAY-53): never by number.
create table shop.rewards_card(
  fingerprint_mac bytea primary key,
  account_number_mac bytea not null references shop.rewards_account);
create index rewards_card_by_account on shop.rewards_card (account_number_mac);

-- A certificate is good to the end of a day of the store's calendar; ends_at is the first moment after it (OPEN-53).
alter table shop.certificate
  add column expires_on date,
  add constraint certificate_expiry check (expires_on is null or ends_at is not null),
  add constraint certificate_account foreign key (account_number_mac) references shop.rewards_account;
create index certificate_by_account on shop.certificate (account_number_mac, ends_at) where account_number_mac is not null;

-- The card promo offer that was chosen with a store card: 1 reward, 2 financing (PROMO-03, PROMO-11).
alter table shop.cart_payment add constraint cart_payment_plcc_option check (plcc_option in (1, 2));
