-- The kinds of goods, besides parcels, that come all together with the last of their shipment; is_ship_complete goes on
-- saying it of parcels, as it always has.
alter table shop.recipient add column complete_kinds text[] not null default '{}'
  check (complete_kinds <@ array['furniture', 'freight', 'giftCard']);
