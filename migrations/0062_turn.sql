-- What is done by one at a time, where there is no row of its own to lock: a row is locked for as long as a transaction lasts and never
-- changed. Of many keys several share a row.
create table shop.turn(turn text primary key);
insert into shop.turn select 'catalog import' union all select 'recommendations'
  union all select 'card try ' || n from generate_series(0, 1023) n
  union all select 'new address ' || n from generate_series(0, 255) n;
