-- What grows by the month or the day is kept in partitions (SCALE-04, docs/decisions/0149). The key of a change of a cart and of a
-- call to a processor is the month in which the cart or the order was made; of rows from before there were partitions, -infinity.
alter table shop.cart_event add column cart_month date not null default '-infinity',
  add constraint cart_event_before check (cart_month = '-infinity') not valid;
alter table shop.provider_call add column order_month date not null default '-infinity',
  add constraint provider_call_before check (order_month = '-infinity') not valid;
-- Of a cart that is open for longer than changes are kept: the month that its changes were carried to.
alter table shop.cart add column events_month date;
-- Until then all of a day goes where the rows are that are there; so that nobody waits while they are looked through.
do $$
declare until date := (now() at time zone 'UTC')::date + 45;
begin
  execute format('alter table shop.client_log add constraint client_log_before check (at < %L) not valid', until || ' 00:00:00+00');
  execute format('alter table shop.product_view add constraint product_view_before check (day < %L) not valid', until);
end $$;
