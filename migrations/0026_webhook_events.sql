-- Webhook events of the processor: nothing unsigned is kept (SAFE-20), what cannot be worked off is kept whole (SAFE-23).
delete from shop.webhook_event where state = 'rejected';
alter table shop.webhook_event
  -- the event as it was signed, JSON; null for those of before
  add column raw text,
  -- of a dead letter: what stood in the way
  add column why text,
  drop constraint webhook_event_state_check,
  add constraint webhook_event_state_check check (state in ('new','done','ignored','alarm','dead'));
create index webhook_event_new on shop.webhook_event (received_at) where state = 'new';

-- What became of a payment at the processor after it was authorized, once for each event (SAFE-22); cents.
create table shop.payment_entry(
  shopper_id uuid not null, order_id uuid not null, payment_id uuid not null,
  provider text not null, event_id text not null,
  kind text not null check (kind in ('cancelled','refunded','refundFailed','refundReversed','chargeback','chargebackReversed')),
  amount_cents bigint not null, currency char(3) not null, provider_ref text not null,
  -- the store gave the money back; else somebody else moved it
  is_asked boolean not null,
  at timestamptz not null default now(),
  primary key (shopper_id, payment_id, provider, event_id),
  foreign key (shopper_id, order_id) references shop.orders);
create index payment_entry_order on shop.payment_entry (shopper_id, order_id);

-- An order whose money was moved without the store asking is exported again.
alter table shop.orders add column money_moved_at timestamptz;
drop index shop.orders_changed;
create index orders_changed on shop.orders (greatest(settled_at, cancelled_at, money_moved_at), order_id) where state in ('placed', 'cancelled');
