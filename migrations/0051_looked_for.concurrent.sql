-- What was looked for by reading a whole table: tokens and offers of one shopper, what came with the demo, held pieces, keys of
-- orders, and sessions that are longer than any may be (none is).
create index concurrently if not exists sign_in_token_by_shopper on shop.sign_in_token (shopper_id);
create index concurrently if not exists identity_offer_by_shopper on shop.identity_offer (shopper_id);
create index concurrently if not exists gift_card_of_demo on shop.gift_card (card_id) where is_demo;
create index concurrently if not exists certificate_of_demo on shop.certificate (certificate_id) where is_demo;
create index concurrently if not exists promo_of_demo on shop.promo (code) where is_demo;
create index concurrently if not exists account_of_demo on shop.account (shopper_id) where is_demo;
create index concurrently if not exists stock_held on shop.stock (sku, location_id) where held > 0;
create index concurrently if not exists request_key_of_order on shop.request_key (order_shopper_id, order_id) where order_id is not null;
create index concurrently if not exists session_too_long on shop.session (shopper_id)
  where revoked_at is null and ends_at - created_at > interval '30 days';
