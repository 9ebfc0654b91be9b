-- PlaceOrder: the rows of an order in two statements, each a transaction of its own. Between the two the product asks the
-- gateway; here nobody does. The first writes the order as pending, what it holds and what is about to be paid; the second what came
-- of it, the answer under its request key, and the mail with its job.
with asked as (
  select shopper_id from shop.session where token_sha256 = :token and revoked_at is null and ends_at > now()
), moved as (
  update shop.cart c set state = 'placing', version = version + 1 from asked a
  where c.shopper_id = a.shopper_id and c.cart_id = :cart and c.state = 'open'
), told as (
  insert into shop.cart_event select * from jsonb_populate_record(null::shop.cart_event, :placing)
), ordered as (
  insert into shop.orders select * from jsonb_populate_record(null::shop.orders, :order::jsonb
    || '{"state": "pending", "settled_at": null, "response": null}')
), lines as (
  insert into shop.order_line select * from jsonb_populate_recordset(null::shop.order_line, :lines)
), paying as (
  insert into shop.payment select * from jsonb_populate_record(null::shop.payment, :payment::jsonb
    || '{"state": "sent", "answered_at": null, "provider_ref": null}')
), locked as (
  select s.sku, s.location_id, h.quantity from shop.stock s
  join jsonb_populate_recordset(null::shop.stock_hold, :holds) h on h.sku = s.sku and h.location_id = s.location_id
  order by s.sku, s.location_id for no key update of s
), taken as (
  update shop.stock s set held = s.held + k.quantity from locked k
  where s.sku = k.sku and s.location_id = k.location_id and s.on_hand - s.held >= k.quantity
)
insert into shop.stock_hold (sku, location_id, order_id, shopper_id, quantity)
select sku, location_id, order_id, shopper_id, quantity from jsonb_populate_recordset(null::shop.stock_hold, :holds)
-- then
with placed as (
  update shop.orders o set state = r.state, settled_at = r.settled_at, response = r.response
  from jsonb_populate_record(null::shop.orders, :order) r
  where o.shopper_id = r.shopper_id and o.order_id = r.order_id and o.state = 'pending'
), paid as (
  update shop.payment p set state = r.state, answered_at = r.answered_at, provider_ref = r.provider_ref
  from jsonb_populate_record(null::shop.payment, :payment) r
  where p.shopper_id = r.shopper_id and p.payment_id = r.payment_id
), called as (
  insert into shop.provider_call (shopper_id, payment_id, op, reference, sent_at, ms, outcome, provider_ref, order_month)
  select shopper_id, payment_id, op, reference, sent_at, ms, outcome, provider_ref, order_month
  from jsonb_populate_record(null::shop.provider_call, :call)
), ordered as (
  update shop.cart set state = 'ordered', version = version + 1, updated_at = now()
  where shopper_id = :shopper and cart_id = :cart and state = 'placing'
), told as (
  insert into shop.cart_event select * from jsonb_populate_record(null::shop.cart_event, :ordered)
), locked as (
  select s.sku, s.location_id, h.quantity from shop.stock s
  join jsonb_populate_recordset(null::shop.stock_hold, :holds) h on h.sku = s.sku and h.location_id = s.location_id
  order by s.sku, s.location_id for no key update of s
), taken as (
  update shop.stock s set on_hand = s.on_hand - k.quantity, held = s.held - k.quantity from locked k
  where s.sku = k.sku and s.location_id = k.location_id
), sold as (
  update shop.stock_hold set state = 'sold' where order_id = :order_id and state = 'held'
), mailed as (
  insert into shop.outbox (shopper_id, outbox_id, topic, key, payload)
  select shopper_id, outbox_id, topic, key, payload from jsonb_populate_record(null::shop.outbox, :outbox)
), kept as (
  insert into shop.request_key (shopper_id, key, method_path, request_sha256, state, status, body, lease_until)
  values (:shopper, :key, :method_path, :request_sha256, 'done', 200, :body, now() + interval '30 seconds')
)
select graphile_worker.add_job('deliver', json_build_object('shopperId', :shopper::uuid, 'outboxId', :outbox::jsonb->'outbox_id'),
  job_key := :outbox::jsonb->>'outbox_id', max_attempts := 20)
