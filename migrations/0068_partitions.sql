-- Four tables in partitions (SCALE-04, docs/decisions/0149). The tables that were there become the first of each, up to `ends` below.
set local timezone = 'UTC';
lock table shop.cart_event, shop.provider_call, shop.client_log, shop.product_view in access exclusive mode;
create schema shop_part;

create function shop.month_of(moment timestamptz) returns date language sql immutable
  return date_trunc('month', moment at time zone 'UTC')::date;

-- What is partitioned: the key, how much of it a partition holds, and how young nobody may drop one.
create function shop_meta.partitioning(of_table text, out key text, out unit text, out youngest interval)
  language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
begin
  select p.key, p.unit, p.youngest::interval into key, unit, youngest
  from (values ('cart_event', 'cart_month', 'month', '1 month'), ('provider_call', 'order_month', 'month', '13 months'),
    ('client_log', 'at', 'day', '1 day'), ('product_view', 'day', 'day', '30 days')) p(name, key, unit, youngest)
  where p.name = of_table;
  if not found then raise invalid_parameter_value using message = format('%s is not partitioned', of_table); end if;
end $$;

-- Partitions of a table; the first has no beginning.
create function shop_meta.partitions(of_table text)
  returns table(name text, part oid, starts timestamptz, ends timestamptz, is_default boolean)
  language sql stable set search_path = pg_catalog, pg_temp set timezone = 'UTC' as $$
  select c.relname, c.oid, substring(bound from $re$FROM \('([^']+)'\)$re$)::timestamptz,
    substring(bound from $re$TO \('([^']+)'\)$re$)::timestamptz, bound = 'DEFAULT'
  from pg_inherits i join pg_class c on c.oid = i.inhrelid, pg_get_expr(c.relpartbound, c.oid) bound
  where i.inhparent = (select k.oid from pg_class k join pg_namespace n on n.oid = k.relnamespace
    where n.nspname = 'shop' and k.relname = of_table)
$$;

-- Rows that no partition was there for, by the first day of the one that is missing.
create function shop_meta.rows_in_default(of_table text) returns table(starts date, count bigint)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC' as $$
declare rule record;
begin
  select * into rule from shop_meta.partitioning(of_table);
  return query execute format(
    'select date_trunc(%1$L, %2$I)::date, count(*) from shop_part.%3$I where %2$I > ''-infinity'' group by 1 order by 1',
    rule.unit, rule.key, of_table || '_default');
end $$;

-- Makes the partition of a day unless it is there, and moves into it what fell into the default one; answers how many, null: it was there.
create function shop_meta.make_partition(of_table text, of_day date) returns bigint
  language plpgsql security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC' set lock_timeout = '500ms' as $$
declare
  rule record;
  first_day timestamp;
  next_day timestamp;
  made text;
  moved bigint;
begin
  select * into rule from shop_meta.partitioning(of_table);
  if of_day is null or of_day not between '2000-01-01' and now() + interval '400 days' then
    raise invalid_parameter_value using message = format('no partition of %s for %s', of_table, of_day);
  end if;
  first_day := date_trunc(rule.unit, of_day::timestamp);
  next_day := first_day + ('1 ' || rule.unit)::interval;
  if exists (select from shop_meta.partitions(of_table) p where coalesce(p.starts, '-infinity') < next_day and p.ends > first_day) then
    return null;
  end if;
  -- before the table that is referred to: whoever changes a cart has read its changes before
  execute format('lock table shop_part.%I in access exclusive mode', of_table || '_default');
  if exists (select from shop_meta.partitions(of_table) p where coalesce(p.starts, '-infinity') < next_day and p.ends > first_day) then
    return null;
  end if;
  made := of_table || to_char(first_day, case rule.unit when 'month' then '_YYYY_MM' else '_YYYY_MM_DD' end);
  execute format('create table %I.%I (like shop.%I including defaults including constraints including storage)', 'shop_part', made, of_table);
  execute format('with moved as (delete from shop_part.%1$I where %2$I >= %3$L and %2$I < %4$L returning *)
    insert into shop_part.%5$I select * from moved', of_table || '_default', rule.key, first_day, next_day, made);
  get diagnostics moved = row_count;
  execute format('alter table shop.%I attach partition shop_part.%I for values from (%L) to (%L)', of_table, made, first_day, next_day);
  return moved;
end $$;

-- Drops a partition all of which is over; false: something of it is still in use. Answers that of the changes of carts that are open,
-- and of calls of orders that are there.
create function shop_meta.drop_partition(of_table text, part_name text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC' set lock_timeout = '500ms' as $$
declare
  rule record;
  one record;
begin
  select * into rule from shop_meta.partitioning(of_table);
  select * into one from shop_meta.partitions(of_table) p where p.name = part_name and not p.is_default;
  if not found then
    raise invalid_parameter_value using message = format('%s has no partition %s', of_table, part_name);
  end if;
  if one.ends > now() - rule.youngest then
    raise invalid_parameter_value using message = format('%s is not over', part_name);
  end if;
  if of_table = 'provider_call' and exists (select from shop.orders o
    where o.created_at >= coalesce(one.starts, '-infinity') and o.created_at < one.ends) then
    return false;
  end if;
  if of_table = 'cart_event' then
    execute format('lock table shop.%I in access exclusive mode', of_table);
    if exists (select from shop.cart c where c.state in ('open','placing') and c.created_at < one.ends
      and coalesce(c.events_month, shop.month_of(c.created_at)) >= coalesce(one.starts, '-infinity')
      and coalesce(c.events_month, shop.month_of(c.created_at)) < one.ends) then
      return false;
    end if;
  end if;
  execute format('drop table shop_part.%I', part_name);
  return true;
end $$;

-- The release before knows no months: its rows find theirs when they are in.
create function shop_meta.cart_event_finds_month() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update shop.cart_event e set cart_month = coalesce(c.events_month, shop.month_of(c.created_at))
  from shop.cart c where c.shopper_id = new.shopper_id and c.cart_id = new.cart_id
    and e.shopper_id = new.shopper_id and e.cart_id = new.cart_id and e.version = new.version and e.cart_month = '-infinity';
  return null;
end $$;
create function shop_meta.provider_call_finds_month() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update shop.provider_call c set order_month = shop.month_of(coalesce((select o.created_at from shop.payment p
      join shop.orders o using (shopper_id, order_id) where p.shopper_id = new.shopper_id and p.payment_id = new.payment_id), new.sent_at))
  where c.shopper_id = new.shopper_id and c.call_id = new.call_id and c.order_month = '-infinity';
  return null;
end $$;

-- What changed in a cart after a version up to another; a cart that is read alone, as nearly each is, opens none of the partitions.
create function shop.cart_changes(shopper uuid, cart uuid, month date, since int, upto int) returns json language plpgsql stable as $$
begin
  return (select json_agg(e.changes order by e.version) from shop.cart_event e
    where e.shopper_id = shopper and e.cart_id = cart and (e.cart_month = month or e.cart_month = '-infinity')
      and e.version > since and e.version <= upto);
end $$;

-- Numbers go on where they were; a partition cannot give its own.
do $$
declare
  each record;
  latest bigint;
begin
  for each in select name, of_column, format('%s_%s_seq', name, of_column) as numbers
    from (values ('provider_call', 'call_id'), ('client_log', 'log_id')) n(name, of_column)
  loop
    execute format('select nextval(pg_get_serial_sequence(%L, %L))', 'shop.' || each.name, each.of_column) into latest;
    execute format('alter table shop.%I alter column %I drop identity', each.name, each.of_column);
    execute format('create sequence shop.%I start %s', each.numbers, latest);
    execute format('alter table shop.%I alter column %I set default nextval(%L)', each.name, each.of_column, 'shop.' || each.numbers);
  end loop;
end $$;

alter table shop.cart_event set schema shop_part;
alter table shop.provider_call set schema shop_part;
alter table shop.client_log set schema shop_part;
alter table shop.product_view set schema shop_part;
alter table shop_part.cart_event add constraint cart_event_once unique using index cart_event_once;
alter table shop_part.provider_call add constraint provider_call_once unique using index provider_call_once;
alter table shop_part.client_log add constraint client_log_once unique using index client_log_once;

create table shop.cart_event(like shop_part.cart_event including defaults including storage,
  constraint cart_event_once unique (shopper_id, cart_id, version, cart_month),
  constraint cart_event_cart foreign key (shopper_id, cart_id) references shop.cart) partition by range (cart_month);
create index cart_event_design on shop.cart_event ((event->'removed'->'personalization'->>'designHash'))
  where event->'removed'->'personalization'->>'designHash' is not null;
create table shop.provider_call(like shop_part.provider_call including defaults including storage,
  constraint provider_call_once unique (shopper_id, call_id, order_month),
  check (op in ('auth','capture','void','refund','lookup')),
  check (outcome in ('ok','refused','4xx','5xx','timeout','reset','not-sent'))) partition by range (order_month);
create table shop.client_log(like shop_part.client_log including defaults including storage,
  constraint client_log_once unique (log_id, at),
  check (level in ('error','warn','info')), check (length(message) <= 4000)) partition by range (at);
create index client_log_age on shop.client_log (at);
create table shop.product_view(like shop_part.product_view including defaults including storage,
  primary key (shopper_id, brand, country, product_id, day)) partition by range (day);
create index product_view_age on shop.product_view (at);
alter sequence shop.provider_call_call_id_seq owned by shop.provider_call.call_id;
alter sequence shop.client_log_log_id_seq owned by shop.client_log.log_id;

-- The first partition ends where all that is in it is sure to lie before: with the month, or as 0066 said; it began empty: at once.
do $$
declare
  each record;
  is_empty boolean;
  until date;
begin
  for each in select t.name, t.name || '_before' as proof, t.name || '_default' as rest, p.unit
    from unnest('{cart_event,provider_call,client_log,product_view}'::text[]) t(name), shop_meta.partitioning(t.name) p
  loop
    execute format('select not exists (select from shop_part.%I)', each.name) into is_empty;
    select case when is_empty then date_trunc(each.unit, now())::date
      when each.unit = 'month' then (date_trunc('month', now()) + interval '1 month')::date
      else substring(pg_get_constraintdef(c.oid) from '\d{4}-\d{2}-\d{2}')::date end
    into strict until from pg_constraint c where c.conname = each.proof;
    execute format('alter table shop.%I attach partition shop_part.%I for values from (minvalue) to (%L)', each.name, each.name, until);
    execute format('alter table shop_part.%I drop constraint %I', each.name, each.proof);
    execute format('create table %I.%I partition of shop.%I default', 'shop_part', each.rest, each.name);
    perform shop_meta.make_partition(each.name, d.day::date)
    from generate_series(date_trunc(each.unit, now()), now() + case each.unit when 'month' then interval '3 months' else interval '14 days' end,
      ('1 ' || each.unit)::interval) d(day);
  end loop;
end $$;

create trigger finds_month after insert on shop_part.cart_event for each row when (new.cart_month = '-infinity')
  execute function shop_meta.cart_event_finds_month();
create trigger finds_month after insert on shop_part.cart_event_default for each row when (new.cart_month = '-infinity')
  execute function shop_meta.cart_event_finds_month();
create trigger finds_month after insert on shop_part.provider_call for each row when (new.order_month = '-infinity')
  execute function shop_meta.provider_call_finds_month();
create trigger finds_month after insert on shop_part.provider_call_default for each row when (new.order_month = '-infinity')
  execute function shop_meta.provider_call_finds_month();

-- Who had rights to the tables has them to what takes their place, whoever migrates; the release before is at work meanwhile.
revoke all on function shop_meta.rows_in_default(text), shop_meta.make_partition(text, date), shop_meta.drop_partition(text, text),
  shop_meta.cart_event_finds_month(), shop_meta.provider_call_finds_month() from public;
do $$
declare
  each record;
  functions constant text := 'function shop_meta.rows_in_default(text), shop_meta.make_partition(text, date), shop_meta.drop_partition(text, text)';
begin
  for each in select c.relname as name, c.relowner::regrole as owner, a.grantee::regrole as grantee, a.privilege_type as verb,
      pg_get_serial_sequence('shop.' || c.relname, n.of_column) as numbers
    from unnest('{cart_event,provider_call,client_log,product_view}'::text[], '{null,call_id,log_id,null}'::text[]) n(name, of_column)
    join pg_class c on c.oid = ('shop_part.' || n.name)::regclass
    cross join lateral aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) a
  loop
    if each.grantee = each.owner then continue; end if;
    execute format('grant %s on shop.%I to %s', each.verb, each.name, each.grantee);
    if each.verb = 'INSERT' then
      execute format('grant execute on %s to %s', functions, each.grantee);
      if each.numbers is not null then execute format('grant usage, select on sequence %s to %s', each.numbers, each.grantee); end if;
    end if;
  end loop;
  for each in select format('table %s', k.oid::regclass) as what, c.relowner::regrole as owner
      from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'shop_part', pg_class k
      where c.relname = 'cart_event' and k.relowner <> c.relowner
        and (k.relnamespace = c.relnamespace and k.relkind = 'r' or k.relnamespace = 'shop'::regnamespace and k.relkind = 'p')
    union all select format('schema shop_part'), c.relowner::regrole from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'shop_part' and c.relname = 'cart_event' and n.nspowner <> c.relowner
    union all select format('function %s', p.oid::regprocedure), c.relowner::regrole from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'shop_part', pg_proc p
      where c.relname = 'cart_event' and p.proowner <> c.relowner and p.oid in ('shop_meta.rows_in_default'::regproc,
        'shop_meta.make_partition'::regproc, 'shop_meta.drop_partition'::regproc, 'shop_meta.cart_event_finds_month'::regproc,
        'shop_meta.provider_call_finds_month'::regproc)
  loop
    execute format('alter %s owner to %s', each.what, each.owner);
  end loop;
end $$;
