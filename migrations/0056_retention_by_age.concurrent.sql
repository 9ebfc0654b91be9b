-- What is over is looked for by its age.
create index concurrently if not exists session_guest_before on shop.session (guest_before) where guest_before is not null;
create index concurrently if not exists wallet_sheet_age on shop.wallet_sheet (opened_at);
create index concurrently if not exists wallet_payload_age on shop.wallet_payload (stored_at);
create index concurrently if not exists cart_abandoned on shop.cart (is_of_member, updated_at) where state = 'abandoned';
create index concurrently if not exists cart_with_events on shop.cart (created_at)
  where has_events and state in ('ordered', 'merged', 'abandoned');
create index concurrently if not exists outbox_done on shop.outbox (done_at)
  where done_at is not null and (payload <> '{}' or topic not in ('mail.order-placed', 'mail.order-refused', 'mail.order-cancelled', 'payment.void'));
create index concurrently if not exists webhook_event_text on shop.webhook_event (received_at)
  where state in ('done', 'ignored') and (raw is not null or body ->> 'event' not like 'CAPTURE%');
create index concurrently if not exists webhook_event_age on shop.webhook_event (received_at) where state <> 'new';
