-- A request's key knows the order it is about from the first transaction on (docs/decisions/0026), whoever's that order is:
-- the keys of a guest move along at sign-in, the order she was placing does not.
alter table shop.request_key add column order_shopper_id uuid, add column order_id uuid;
alter table shop.request_key add constraint request_key_order check ((order_id is null) = (order_shopper_id is null));

-- The guest that a browser was before it signed in with this session: what she ordered is still shown to it.
alter table shop.session add column guest_before uuid;
create index session_guest_before on shop.session (guest_before) where guest_before is not null;
