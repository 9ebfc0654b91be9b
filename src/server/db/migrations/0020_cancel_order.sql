-- A shopper cancels her order (docs/decisions/0021): when she did so, and the order in which orders changed, for the export.
alter table shop.orders add column cancelled_at timestamptz;
create index orders_changed on shop.orders (coalesce(cancelled_at, settled_at), order_id) where state in ('placed', 'cancelled');
