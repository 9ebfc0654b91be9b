-- What of a cart is there besides its lines: 1 recipients, 2 payments, 4 tenders, 8 gifts for a registry. Who reads a cart looks for
-- nothing else. Whoever writes one of these rows, a person by hand too, changes the bits with it; a row that goes or comes is rare beside a
-- change of a line, which costs nothing.
-- Carts from before say that all may be there, which is always right to read, until the live ones are counted below.
alter table shop.cart add column parts smallint not null default 15 check (parts between 0 and 15);
alter table shop.cart alter column parts set default 0;

create function shop.parts_of_cart(of_shopper uuid, of_cart uuid) returns smallint language sql stable as $$
  select (case when exists (select from shop.recipient where shopper_id = of_shopper and cart_id = of_cart) then 1 else 0 end
    + case when exists (select from shop.cart_payment where shopper_id = of_shopper and cart_id = of_cart) then 2 else 0 end
    + case when exists (select from shop.cart_tender where shopper_id = of_shopper and cart_id = of_cart) then 4 else 0 end
    + case when exists (select from shop.cart_line where shopper_id = of_shopper and cart_id = of_cart
        and gift_registry_id <> 0 and list = 'cart') then 8 else 0 end)::smallint $$;

create function shop.count_parts_of_cart() returns trigger language plpgsql as $$
declare changed record;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  update shop.cart c set parts = shop.parts_of_cart(c.shopper_id, c.cart_id)
  where c.shopper_id = changed.shopper_id and c.cart_id = changed.cart_id
    and c.parts <> shop.parts_of_cart(c.shopper_id, c.cart_id);
  return null;
end $$;
create trigger parts_of_cart after insert or delete on shop.recipient
  for each row execute function shop.count_parts_of_cart();
create trigger parts_of_cart after insert or delete on shop.cart_payment
  for each row execute function shop.count_parts_of_cart();
create trigger parts_of_cart after insert or delete on shop.cart_tender
  for each row execute function shop.count_parts_of_cart();
create trigger parts_of_cart_come after insert on shop.cart_line
  for each row when (new.gift_registry_id <> 0) execute function shop.count_parts_of_cart();
create trigger parts_of_cart_go after delete on shop.cart_line
  for each row when (old.gift_registry_id <> 0) execute function shop.count_parts_of_cart();
create trigger parts_of_cart_change after update on shop.cart_line
  for each row when ((old.gift_registry_id <> 0) <> (new.gift_registry_id <> 0)
    or old.list <> new.list and new.gift_registry_id <> 0)
  execute function shop.count_parts_of_cart();

update shop.cart set parts = shop.parts_of_cart(shopper_id, cart_id) where state in ('open', 'placing');
