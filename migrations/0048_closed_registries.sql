-- No gift of a closed registry is ordered, by a server from before registries could be closed either: while a new version is
-- rolled out both are at work. A gift of an order is written in the order's own transaction, under the lock of its registry.
create function shop.only_of_open_registry() returns trigger language plpgsql as $$
begin
  if exists (select from shop.registry where gr_id = new.gr_id and closed_at is not null) then
    raise exception 'registry % is closed', new.gr_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger registry_gift_of_open before insert on shop.registry_gift
  for each row execute function shop.only_of_open_registry();

-- pictures of registries that were closed long ago are looked for each minute
create index registry_closed on shop.registry (closed_at) where closed_at is not null;
