-- Designs that nobody names any more are found by their hash in all that can name them (SAFE-41). Since when a design was last
-- known to be named stands in kept_at.
create index design_kept on shop.design (kept_at) where kept_at is not null;
create index saved_design_hash on shop.saved_design (design_hash);
create index cart_line_design on shop.cart_line ((personalization->>'designHash'))
  where personalization->>'designHash' is not null;
create index cart_event_design on shop.cart_event ((event->'removed'->'personalization'->>'designHash'))
  where event->'removed'->'personalization'->>'designHash' is not null;
create index order_line_design on shop.order_line ((item->'personalization'->>'designHash'))
  where item->'personalization'->>'designHash' is not null;
