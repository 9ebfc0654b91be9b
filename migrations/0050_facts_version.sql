-- Every change of a sku, of its price or of its product gives the sku a new version, so that facts held in memory are known
-- to be those of now. A number of one sequence is never used twice, also where a sku is taken out and comes again.
create sequence shop.facts_version start 2;
alter table shop.sku add column facts_version bigint not null default 1;
alter table shop.sku alter column facts_version set default nextval('shop.facts_version');

create function shop.next_facts_version() returns trigger language plpgsql as $$
begin
  new.facts_version := nextval('shop.facts_version');
  return new;
end $$;
create trigger sku_facts_version before update on shop.sku
  for each row when (old is distinct from new) execute function shop.next_facts_version();

-- a sku that this transaction has written already has its new version: nobody has seen it yet
create function shop.facts_of_prices_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    update shop.sku k set facts_version = nextval('shop.facts_version')
    where k.xmin <> pg_current_xact_id()::xid and k.sku in (
      select coalesce(n.sku, o.sku) from new_rows n full join old_rows o on o.sku = n.sku and o.country = n.country
      where n is distinct from o);
  else
    update shop.sku k set facts_version = nextval('shop.facts_version')
    where k.xmin <> pg_current_xact_id()::xid and k.sku in (select sku from changed_rows);
  end if;
  return null;
end $$;
create trigger price_inserted after insert on shop.price referencing new table as changed_rows
  for each statement execute function shop.facts_of_prices_changed();
create trigger price_deleted after delete on shop.price referencing old table as changed_rows
  for each statement execute function shop.facts_of_prices_changed();
create trigger price_updated after update on shop.price referencing old table as old_rows new table as new_rows
  for each statement execute function shop.facts_of_prices_changed();

create function shop.facts_of_products_changed() returns trigger language plpgsql as $$
begin
  update shop.sku k set facts_version = nextval('shop.facts_version')
  from new_rows n join old_rows o on o.brand = n.brand and o.product_id = n.product_id
  where n is distinct from o and k.brand = n.brand and k.product_id = n.product_id;
  return null;
end $$;
create trigger product_updated after update on shop.product referencing old table as old_rows new table as new_rows
  for each statement execute function shop.facts_of_products_changed();
