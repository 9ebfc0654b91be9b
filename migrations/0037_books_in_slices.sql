-- The guard of the books looks at what changed, and at the rest slice by slice (SAFE-64): how far it is.
create table shop.check_cursor(
  -- 'changed', or what is looked at by its keys
  name text primary key,
  -- the last key that was looked at; '' at the beginning of a turn
  after text not null default '',
  -- of 'changed': all that changed before was looked at
  through timestamptz,
  turned_at timestamptz);

create index orders_by_id on shop.orders (order_id);
create index orders_touched on shop.orders (greatest(created_at, settled_at, cancelled_at, money_moved_at));
create index payment_answered on shop.payment (answered_at) where answered_at is not null;
create index cart_ordered on shop.cart (cart_id) where state in ('ordered', 'placing');
create index stock_hold_held on shop.stock_hold (sku, location_id) where state = 'held';
create index promo_use_by_order on shop.promo_use (order_id);
create index trip_hold_by_order on shop.trip_hold (order_id);
create index gift_card_entry_by_order on shop.gift_card_entry (order_id) where order_id is not null;
create index gift_card_entry_at on shop.gift_card_entry (at);
