-- A shopper cancels her order (docs/decisions/0021): when she did so. A cancelled order was placed before.
alter table shop.orders add column cancelled_at timestamptz;
alter table shop.orders add constraint orders_cancelled
  check ((state = 'cancelled') = (cancelled_at is not null) and (cancelled_at is null or cancelled_at >= settled_at));

-- Orders in the sequence of their last change, which is that of the export: one that was exported comes again when cancelled.
create index orders_changed on shop.orders (coalesce(cancelled_at, settled_at), order_id) where state in ('placed', 'cancelled');

-- An order keeps the basket it was made of, so that a cancelled one can never be placed a second time.
drop index shop.orders_one_live_per_cart;
create unique index orders_one_live_per_cart on shop.orders (shopper_id, cart_id) where state in ('pending', 'placed', 'cancelled');
