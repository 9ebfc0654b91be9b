-- Every change of a sku, of its price or of its product gives the sku a new version, so that facts held in memory are known
-- to be those of now. Versions rise, and none is ever used twice: where a restore or a failover takes the sequence back, the
-- random part tells the new ones from those that were lost.
create sequence shop.facts_version;
create function shop.new_facts_version() returns bigint language sql volatile as
  $$ select nextval('shop.facts_version') * 1048576 + floor(random() * 1048576)::bigint $$;
alter table shop.sku add column facts_version bigint not null default 1;
alter table shop.sku alter column facts_version set default shop.new_facts_version();

-- whatever is written of a sku: so a row of this transaction has a version of this transaction, which nobody has seen
create function shop.next_facts_version() returns trigger language plpgsql as $$
begin
  new.facts_version := shop.new_facts_version();
  return new;
end $$;
create trigger sku_facts_version before update on shop.sku
  for each row execute function shop.next_facts_version();

-- a change of the product that is under way would not see the sku, and readers of the sku not the change
create function shop.wait_for_product() returns trigger language plpgsql as $$
begin
  perform from shop.product p where p.brand = new.brand and p.product_id = new.product_id for share;
  return new;
end $$;
create trigger sku_of_product before insert or update of brand, product_id on shop.sku
  for each row execute function shop.wait_for_product();

create function shop.facts_of_prices_changed() returns trigger language plpgsql as $$
begin
  case tg_op
    when 'INSERT' then
      -- a first import writes each sku once: those of this transaction have their version
      update shop.sku k set facts_version = default
      where k.sku in (select sku from changed_rows) and k.xmin <> pg_current_xact_id()::xid;
    when 'UPDATE' then
      update shop.sku k set facts_version = default
      where k.sku in (
        select coalesce(n.sku, o.sku) from new_rows n full join old_rows o on o.sku = n.sku and o.country = n.country
        where n is distinct from o);
    when 'DELETE' then
      update shop.sku k set facts_version = default where k.sku in (select sku from changed_rows);
    when 'TRUNCATE' then
      update shop.sku k set facts_version = default;
  end case;
  return null;
end $$;
create trigger price_inserted after insert on shop.price referencing new table as changed_rows
  for each statement execute function shop.facts_of_prices_changed();
create trigger price_deleted after delete on shop.price referencing old table as changed_rows
  for each statement execute function shop.facts_of_prices_changed();
create trigger price_updated after update on shop.price referencing old table as old_rows new table as new_rows
  for each statement execute function shop.facts_of_prices_changed();
create trigger price_truncated after truncate on shop.price
  for each statement execute function shop.facts_of_prices_changed();

create function shop.facts_of_products_changed() returns trigger language plpgsql as $$
begin
  update shop.sku k set facts_version = default
  from new_rows n join old_rows o on o.brand = n.brand and o.product_id = n.product_id
  where n is distinct from o and k.brand = n.brand and k.product_id = n.product_id;
  return null;
end $$;
create trigger product_updated after update on shop.product referencing old table as old_rows new table as new_rows
  for each statement execute function shop.facts_of_products_changed();
