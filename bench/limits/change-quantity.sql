-- UpdateItem: another quantity of one line, in one transaction of two groups. What is written is what the product writes: cart,
-- line, event, and the answer under its request key, which a twin meets when the lock of the cart is hers.
begin
;
select c.shopper_id, c.cart_id, c.version, s.csrf_secret from shop.session s
join shop.cart c on c.shopper_id = s.shopper_id and c.brand = s.brand and c.country = s.country and c.state in ('open', 'placing')
where s.token_sha256 = :token and s.revoked_at is null and s.ends_at > now() for no key update of c
;
select line_id, sku, quantity, seen_unit_cents, (select coalesce(sum(quantity), 0) from shop.cart_line
  where shopper_id = :shopper and cart_id = :cart) as pieces
from shop.cart_line where shopper_id = :shopper and cart_id = :cart and line_id = :line_id
-- then
with moved as (
  update shop.cart set version = :version, updated_at = now()
  where shopper_id = :shopper and cart_id = :cart and version = :version::int - 1
), line as (
  update shop.cart_line set quantity = :quantity where shopper_id = :shopper and cart_id = :cart and line_id = :line_id
), told as (
  insert into shop.cart_event (shopper_id, cart_id, version, cart_month, kind, event, changes, facts_version)
  values (:shopper, :cart, :version, :cart_month, :kind, :event, :changes, :facts_version)
)
insert into shop.request_key (shopper_id, key, method_path, request_sha256, state, status, body, lease_until)
values (:shopper, :key, :method_path, :request_sha256, 'done', 200, :body, now() + interval '30 seconds')
;
commit
