-- One order, many homes: a line can be divided into parts that go to different recipients. Checked at commit, because a
-- new division may hand the key of one line to another.
alter table shop.cart_line add column part smallint not null default 0 check (part >= 0);
alter table shop.cart_line drop constraint cart_line_shopper_id_cart_id_list_merge_key_key;
alter table shop.cart_line add constraint cart_line_one_part
  unique (shopper_id, cart_id, list, merge_key, part) deferrable initially deferred;

-- Printed mailings are welcome at an address (OPEN-70); the recipient's own column is there.
alter table shop.cart add column is_billing_mail_welcome boolean not null default false;

-- Windows of in-home delivery with no place left, which are few and asked for with every look at the step.
create index trip_full on shop.trip (region, day) where held + booked >= capacity;
