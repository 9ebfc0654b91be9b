-- The keys of the partitioned tables, on the tables that become their first partitions.
create unique index concurrently if not exists cart_event_once on shop.cart_event (shopper_id, cart_id, version, cart_month);
create unique index concurrently if not exists provider_call_once on shop.provider_call (shopper_id, call_id, order_month);
create unique index concurrently if not exists client_log_once on shop.client_log (log_id, at);
-- Carts that are open when the changes of their month go.
create index concurrently if not exists cart_live_made on shop.cart (created_at) where state in ('open','placing');
-- Proves that what is there belongs to the first partition, which is attached without being looked through.
alter table shop.cart_event validate constraint cart_event_before;
alter table shop.provider_call validate constraint provider_call_before;
alter table shop.client_log validate constraint client_log_before;
alter table shop.product_view validate constraint product_view_before;
