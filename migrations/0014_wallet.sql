-- Wallets. What a wallet told when the shopper approved: holder (the payer's mail or name there), approvedCents (what its
-- sheet showed), deviceData (for the processor). Null for cards.
alter table shop.cart_payment add column wallet jsonb;
alter table shop.payment add column wallet jsonb;

-- The last sheet that was opened for a basket with each wallet: what the server showed on it.
create table shop.wallet_sheet(
  shopper_id uuid not null, cart_id uuid not null, method text not null check (method in ('paypal','venmo','applePay')),
  sheet_id uuid not null, amount_cents bigint not null check (amount_cents > 0), currency char(3) not null,
  cart_version int not null, opened_at timestamptz not null default now(),
  primary key (shopper_id, cart_id, method), foreign key (shopper_id, cart_id) references shop.cart);

-- PayPal's payload between the two calls that bring it (OPEN-90); gone once it is the payment.
create table shop.wallet_payload(
  shopper_id uuid not null, cart_id uuid not null, payload jsonb not null, stored_at timestamptz not null default now(),
  primary key (shopper_id, cart_id), foreign key (shopper_id, cart_id) references shop.cart);
