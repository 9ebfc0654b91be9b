-- What an order holds, by the order; payments by when they were sent, orders by when they were made.
create index concurrently if not exists gift_card_entry_by_order on shop.gift_card_entry (order_id) where order_id is not null;
create index concurrently if not exists promo_use_by_order on shop.promo_use (order_id);
create index concurrently if not exists trip_hold_by_order on shop.trip_hold (order_id);
create index concurrently if not exists payment_sent on shop.payment (sent_at) where sent_at is not null;
create index concurrently if not exists orders_made on shop.orders (created_at);
