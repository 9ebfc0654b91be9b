-- AddItems: one more line, in one transaction of two groups; written as by the product: cart, line, event, and the answer under
-- its request key. The second statement reads what the answer tells of the piece and of the cart.
begin
;
select c.shopper_id, c.cart_id, c.version, s.csrf_secret from shop.session s
join shop.cart c on c.shopper_id = s.shopper_id and c.brand = s.brand and c.country = s.country and c.state in ('open', 'placing')
where s.token_sha256 = :token and s.revoked_at is null and s.ends_at > now() for no key update of c
;
select k.sku, k.name, k.picture, k.option_choice, k.status, r.current_cents, t.on_hand - t.held as free,
  (select json_agg(json_build_array(l.line_id, l.merge_key, l.position, l.quantity, l.quantity * o.current_cents))
   from shop.cart_line l join shop.price o on o.sku = l.sku and o.country = r.country
   where l.shopper_id = :shopper and l.cart_id = :cart) as lines
from shop.sku k join shop.price r on r.sku = k.sku and r.country = 'US'
join shop.location w on w.brand = k.brand and w.country = r.country and w.kind = 'warehouse'
join shop.stock t on t.sku = k.sku and t.location_id = w.location_id
where k.sku = :sku
-- then
with moved as (
  update shop.cart set version = :version, updated_at = now()
  where shopper_id = :shopper and cart_id = :cart and version = :version::int - 1
), line as (
  insert into shop.cart_line (shopper_id, cart_id, line_id, list, position, sku, merge_key, quantity, option_choice,
    ship_method, seen_unit_cents)
  values (:shopper, :cart, :line_id, 'cart', :position, :sku, :merge_key, :quantity, :option_choice, :ship_method,
    :seen_unit_cents)
), told as (
  insert into shop.cart_event (shopper_id, cart_id, version, cart_month, kind, event, changes, facts_version)
  values (:shopper, :cart, :version, :cart_month, :kind, :event, :changes, :facts_version)
)
insert into shop.request_key (shopper_id, key, method_path, request_sha256, state, status, body, lease_until)
values (:shopper, :key, :method_path, :request_sha256, 'done', 200, :body, now() + interval '30 seconds')
;
commit
