-- Orders of long ago (SCALE-05, docs/decisions/0150): each is one document, in the place of its rows. What it is looked for by stands
-- beside it; all else is read from the document.
create schema if not exists shop_part;
create table shop.order_archive(
  order_id uuid not null, shopper_id uuid not null,
  -- that in which it was made, in UTC
  year int not null,
  cart_id uuid not null, attempt int not null, order_number text not null, brand text not null, country char(2) not null,
  state text not null check (state in ('placed','refused','cancelled')),
  email_mac bytea, created_at timestamptz not null, settled_at timestamptz not null,
  -- the last change: exports go by it
  changed_at timestamptz not null,
  -- when the last of its payments was sent
  sent_at timestamptz,
  -- hashes of the designs its lines name
  designs text[] not null default '{}',
  -- what processors call its payments: the processor, a blank, the name
  provider_refs text[] not null default '{}',
  -- what it was paid with beside cards: the books compare gift cards with it
  tenders jsonb,
  document jsonb not null check (document ? 'version'),
  primary key (order_id, shopper_id, year)) partition by list (year);
create index order_archive_number on shop.order_archive (order_number);
create index order_archive_cart on shop.order_archive (shopper_id, cart_id);
create index order_archive_email on shop.order_archive (email_mac) where email_mac is not null and state = 'placed';
create index order_archive_changed on shop.order_archive (changed_at, order_id) where state in ('placed','cancelled');
create index order_archive_sent on shop.order_archive (sent_at, order_id) where sent_at is not null;
create index order_archive_design on shop.order_archive using gin (designs);
create index order_archive_provider_ref on shop.order_archive using gin (provider_refs);

-- An order that came back because the processor had news of it: its calls to the processor may be gone by now.
alter table shop.orders add column is_from_archive boolean not null default false;

-- Makes the partition of each year from that of the oldest order to the next one, unless it is there; answers how many it made.
create function shop_meta.make_archive_years() returns int
  language plpgsql security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC' set lock_timeout = '500ms' as $$
declare
  nth int;
  made int := 0;
begin
  for nth in select generate_series(least(extract(year from now()), extract(year from (select min(o.created_at) from shop.orders o)))::int,
    extract(year from now())::int + 1)
  loop
    if to_regclass(format('shop_part.order_archive_%s', nth)) is not null then continue; end if;
    execute format('create table %I.order_archive_%s (like shop.order_archive including defaults including constraints including storage)',
      'shop_part', nth);
    execute format('alter table shop.order_archive attach partition shop_part.order_archive_%s for values in (%s)', nth, nth);
    made := made + 1;
  end loop;
  return made;
end $$;

-- Whether nothing of an order is left to be done by anybody: no payment between two states, no event, delivery, dispute, request or
-- round that waits.
create function shop_meta.is_order_done(of_shopper uuid, of_order uuid) returns boolean
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select o.state <> 'pending'
    and not exists (select from shop.payment p where p.shopper_id = of_shopper and p.order_id = of_order
      and (not case o.state when 'placed' then p.state in ('authorized','captured') else p.state in ('started','refused','voided') end
        or exists (select from shop.webhook_event e where e.provider = p.provider and e.reference = p.reference and e.state in ('new','dead'))
        or exists (select from shop.alarm a where a.kind = 'dispute' and a.key = p.reference and a.resolved_at is null)
        or exists (select from shop.reconcile_round r where r.state = 'held'
          and r.would @> jsonb_build_array(jsonb_build_object('reference', p.reference)))
        or exists (select from shop.outbox b where b.shopper_id = of_shopper and b.topic = 'payment.void' and b.done_at is null
          and starts_with(b.key, p.reference))))
    and not exists (select from shop.outbox b where b.shopper_id = of_shopper and b.key = of_order::text and b.done_at is null)
    and not exists (select from shop.request_key k where k.order_shopper_id = of_shopper and k.order_id = of_order)
    and not exists (select from shop.registry_gift g where g.shopper_id = of_shopper and g.order_id = of_order and g.told_on is null)
    and not exists (select from shop.promo_use u where u.order_id = of_order and not u.is_of_mailbox and u.email_mac is not null)
  from shop.orders o where o.shopper_id = of_shopper and o.order_id = of_order
$$;

-- Moves orders that nobody has touched for so long, and nothing of which is left to be done, so many at most; answers how many. What
-- counters are the sums of stays where it is: entries of gift cards, uses of promotions, places on trips, certificates, gifts, claims.
create function shop_meta.archive_orders(most int, age interval) returns int
  language plpgsql security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC' as $$
declare
  ids uuid[];
  moved int;
begin
  if age is null or age < interval '13 months' or most is null or most not between 1 and 200 then
    raise invalid_parameter_value using message = format('orders are archived after 13 months at least, 200 at a time, not %s after %s', most, age);
  end if;
  ids := array(select o.order_id from shop.orders o
    where greatest(o.created_at, o.settled_at, o.cancelled_at, o.money_moved_at) < now() - age
      and shop_meta.is_order_done(o.shopper_id, o.order_id)
    order by greatest(o.created_at, o.settled_at, o.cancelled_at, o.money_moved_at) limit most for update of o skip locked);
  perform from shop.orders o join shop.payment p on p.shopper_id = o.shopper_id and p.order_id = o.order_id
    where o.order_id = any(ids) for update of p;
  -- a payment that was being changed is looked at as it is now
  ids := array(select o.order_id from shop.orders o where o.order_id = any(ids) and shop_meta.is_order_done(o.shopper_id, o.order_id));
  insert into shop.order_archive (order_id, shopper_id, year, cart_id, attempt, order_number, brand, country, state, email_mac, created_at,
    settled_at, changed_at, sent_at, designs, provider_refs, tenders, document)
  select o.order_id, o.shopper_id, extract(year from o.created_at)::int, o.cart_id, o.attempt, o.order_number, o.brand, o.country, o.state, o.email_mac,
    o.created_at, o.settled_at, greatest(o.settled_at, o.cancelled_at, o.money_moved_at), p.sent_at, coalesce(l.designs, '{}'),
    coalesce(p.refs, '{}'), o.facts->'tenders',
    jsonb_build_object('version', 1, 'order', to_jsonb(o), 'lines', coalesce(l.rows, '[]'), 'payments', coalesce(p.rows, '[]'),
      'entries', coalesce(e.rows, '[]'), 'stock', coalesce(h.rows, '[]'), 'outbox', coalesce(b.rows, '[]'), 'calls', coalesce(c.rows, '[]'))
  from shop.orders o
  cross join lateral (select jsonb_agg(to_jsonb(x) order by x.line_no) as rows,
      array_agg(distinct x.item->'personalization'->>'designHash') filter (where x.item->'personalization'->>'designHash' is not null) as designs
    from shop.order_line x where x.shopper_id = o.shopper_id and x.order_id = o.order_id) l
  cross join lateral (select jsonb_agg(to_jsonb(x) order by x.slot) as rows, max(x.sent_at) as sent_at,
      array_agg(x.provider || ' ' || x.provider_ref) filter (where x.provider_ref is not null) as refs
    from shop.payment x where x.shopper_id = o.shopper_id and x.order_id = o.order_id) p
  cross join lateral (select jsonb_agg(to_jsonb(x) order by x.at, x.event_id) as rows
    from shop.payment_entry x where x.shopper_id = o.shopper_id and x.order_id = o.order_id) e
  cross join lateral (select jsonb_agg(to_jsonb(x) order by x.sku, x.location_id) as rows
    from shop.stock_hold x where x.order_id = o.order_id) h
  cross join lateral (select jsonb_agg(to_jsonb(x) order by x.created_at, x.topic, x.key) as rows
    from shop.outbox x where x.shopper_id = o.shopper_id and (x.key = o.order_id::text or x.topic = 'payment.void' and exists (
      select from shop.payment y where y.shopper_id = o.shopper_id and y.order_id = o.order_id and starts_with(x.key, y.reference)))) b
  cross join lateral (select jsonb_agg(to_jsonb(x) order by x.call_id) as rows
    from shop.provider_call x where x.shopper_id = o.shopper_id and x.payment_id in (
      select y.payment_id from shop.payment y where y.shopper_id = o.shopper_id and y.order_id = o.order_id)) c
  where o.order_id = any(ids);
  get diagnostics moved = row_count;
  delete from shop.outbox x using shop.order_archive a, jsonb_to_recordset(a.document->'outbox') b(outbox_id uuid)
    where a.order_id = any(ids) and x.shopper_id = a.shopper_id and x.outbox_id = b.outbox_id;
  delete from shop.stock_hold x where x.order_id = any(ids);
  delete from shop.payment_entry x using shop.orders o
    where o.order_id = any(ids) and x.shopper_id = o.shopper_id and x.order_id = o.order_id;
  delete from shop.payment x using shop.orders o where o.order_id = any(ids) and x.shopper_id = o.shopper_id and x.order_id = o.order_id;
  delete from shop.order_line x using shop.orders o where o.order_id = any(ids) and x.shopper_id = o.shopper_id and x.order_id = o.order_id;
  delete from shop.orders o where o.order_id = any(ids);
  return moved;
end $$;

-- Writes rows of a document into their table again: those columns that both have. A later column gets its default.
create function shop_meta.put_back(of_table text, from_rows jsonb) returns void
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  own text;
begin
  if of_table not in ('orders', 'order_line', 'payment', 'payment_entry', 'stock_hold', 'outbox') then
    raise invalid_parameter_value using message = format('%s is not in the archive', of_table);
  end if;
  select string_agg(quote_ident(a.attname), ', ' order by a.attnum) into own from pg_attribute a
  where a.attrelid = to_regclass(format('shop.%I', of_table)) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and exists (select from jsonb_array_elements(from_rows) r where r ? a.attname);
  if own is null then return; end if;
  execute format('insert into shop.%1$I (%2$s) select %2$s from jsonb_populate_recordset(null::shop.%1$I, $1)', of_table, own)
    using from_rows;
end $$;

-- Brings an order back, as it was, because there is news of its money; false when it is not in the archive.
create function shop_meta.bring_back_order(of_shopper uuid, of_order uuid) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC' as $$
declare
  kept jsonb;
  own jsonb;
begin
  delete from shop.order_archive a where a.order_id = of_order and a.shopper_id = of_shopper returning a.document into kept;
  if not found then return false; end if;
  if kept->>'version' <> '1' then
    raise feature_not_supported using message = format('order %s is archived in version %s', of_order, kept->>'version');
  end if;
  own := kept->'order' || jsonb_build_object('is_from_archive', true);
  -- the release before does not count the tries of a cart that are archived: this one was before all those
  if exists (select from shop.orders o where o.shopper_id = of_shopper and o.cart_id = (own->>'cart_id')::uuid
    and o.attempt = (own->>'attempt')::int) then
    own := own || jsonb_build_object('attempt', (select min(o.attempt) - 1 from shop.orders o
      where o.shopper_id = of_shopper and o.cart_id = (own->>'cart_id')::uuid));
  end if;
  perform shop_meta.put_back('orders', jsonb_build_array(own));
  perform shop_meta.put_back('order_line', kept->'lines');
  perform shop_meta.put_back('payment', kept->'payments');
  perform shop_meta.put_back('payment_entry', kept->'entries');
  perform shop_meta.put_back('stock_hold', kept->'stock');
  perform shop_meta.put_back('outbox', kept->'outbox');
  return true;
end $$;

-- An order's number is given once, and its cart ordered once, wherever the order is.
create function shop.is_not_archived() returns trigger language plpgsql as $$
begin
  if exists (select from added n join shop.order_archive a on a.order_number = n.order_number) then
    raise unique_violation using message = 'an archived order has this number', constraint = 'orders_number', table = 'orders', schema = 'shop';
  end if;
  if exists (select from added n join shop.order_archive a on a.shopper_id = n.shopper_id and a.cart_id = n.cart_id
    where n.state <> 'refused' and a.state <> 'refused') then
    raise unique_violation using message = 'this cart was ordered, and the order is archived',
      constraint = 'orders_one_live_per_cart', table = 'orders', schema = 'shop';
  end if;
  return null;
end $$;
create trigger is_not_archived after insert on shop.orders referencing new table as added
  for each statement execute function shop.is_not_archived();

-- Gifts and claims are of an order that is there, or in the archive: no constraint can say so of two tables.
create function shop.is_of_order() returns trigger language plpgsql as $$
declare
  of_shopper uuid := case tg_table_name when 'order_claim' then to_jsonb(new)->>'placed_by' else to_jsonb(new)->>'shopper_id' end;
begin
  if not exists (select from shop.orders o where o.shopper_id = of_shopper and o.order_id = new.order_id)
    and not exists (select from shop.order_archive a where a.order_id = new.order_id and a.shopper_id = of_shopper) then
    raise foreign_key_violation using message = format('there is no order %s', new.order_id), table = tg_table_name, schema = 'shop';
  end if;
  return null;
end $$;
create trigger is_of_order after insert or update of shopper_id, order_id on shop.registry_gift
  for each row execute function shop.is_of_order();
create trigger is_of_order after insert or update of placed_by, order_id on shop.order_claim
  for each row execute function shop.is_of_order();
alter table shop.registry_gift drop constraint registry_gift_shopper_id_order_id_fkey;
alter table shop.order_claim drop constraint order_claim_placed_by_order_id_fkey;

select shop_meta.make_archive_years();

-- Whoever may place orders reads the archive and moves orders there and back; nobody else does, and nobody writes to it.
revoke all on function shop_meta.make_archive_years(), shop_meta.archive_orders(int, interval), shop_meta.bring_back_order(uuid, uuid),
  shop_meta.put_back(text, jsonb), shop_meta.is_order_done(uuid, uuid) from public;
do $$
declare
  each record;
begin
  for each in select a.grantee::regrole as grantee from pg_class c, aclexplode(c.relacl) a
    where c.oid = 'shop.orders'::regclass and a.grantee not in (0, c.relowner) and a.privilege_type = 'INSERT'
  loop
    execute format('grant select on shop.order_archive to %s', each.grantee);
    execute format('grant execute on function shop_meta.make_archive_years(), shop_meta.archive_orders(int, interval), shop_meta.bring_back_order(uuid, uuid) to %s',
      each.grantee);
  end loop;
  for each in
    select case k.relkind when 'p' then 'table shop.order_archive' else format('table shop_part.%I', k.relname) end as what
      from pg_class k where k.oid = 'shop.order_archive'::regclass
        or k.oid in (select i.inhrelid from pg_inherits i where i.inhparent = 'shop.order_archive'::regclass)
    union all select format('function %s', p.oid::regprocedure) from pg_proc p where p.oid in ('shop_meta.make_archive_years'::regproc,
      'shop_meta.archive_orders'::regproc, 'shop_meta.bring_back_order'::regproc, 'shop_meta.put_back'::regproc,
      'shop_meta.is_order_done'::regproc, 'shop.is_not_archived'::regproc, 'shop.is_of_order'::regproc)
    union all select 'schema shop_part'
  loop
    execute format('alter %s owner to %s', each.what, (select c.relowner::regrole from pg_class c where c.oid = 'shop.orders'::regclass));
  end loop;
end $$;
