-- The guard of the books goes through all orders as they were settled, pending ones last, and through what changed, each in slices
-- that end at an order. Entries of gift cards that are nearly never there.
create index concurrently if not exists orders_settling on shop.orders
  ((coalesce(settled_at, 'infinity'::timestamptz)), order_id);
create index concurrently if not exists orders_touched_in_order on shop.orders
  ((greatest(created_at, settled_at, cancelled_at, money_moved_at)), order_id);
create index concurrently if not exists gift_card_entry_of_no_order on shop.gift_card_entry (card_id)
  where order_id is null and kind not in ('issue', 'writeOff');
create index concurrently if not exists gift_card_entry_written_off on shop.gift_card_entry (card_id) where kind = 'writeOff';
drop index concurrently if exists shop.orders_touched;
