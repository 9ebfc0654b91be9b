-- What shipping costs, a table for each store front: whole cents of its country's currency. A retailer changes the rows by
-- `npm run rates:import`; that every store front has one is what the last statement begins.
create table shop.shipping_rate(
  brand text not null check (brand in ('CB', 'CB2')),
  country text not null check (country in ('US', 'CA')),
  -- above the last band: this share of the merchandise, in millionths, at most cap_cents
  above_millionths integer not null check (above_millionths between 0 and 1000000),
  cap_cents integer not null check (cap_cents >= 0),
  premium_extra_cents integer not null check (premium_extra_cents >= 0),
  express_extra_cents integer not null check (express_extra_cents >= 0),
  local_in_home_cents integer not null check (local_in_home_cents >= 0),
  long_distance_in_home_cents integer not null check (long_distance_in_home_cents >= 0),
  basic_freight_cents integer not null check (basic_freight_cents >= 0),
  gift_card_cents integer not null check (gift_card_cents >= 0),
  -- Alaska, Hawaii and the territories, standard shipping only
  surcharge_cents integer not null check (surcharge_cents >= 0),
  primary key (brand, country));

-- standard shipping of merchandise worth at most to_cents
create table shop.shipping_band(
  brand text not null,
  country text not null,
  to_cents integer not null check (to_cents > 0),
  fee_cents integer not null check (fee_cents >= 0),
  primary key (brand, country, to_cents),
  foreign key (brand, country) references shop.shipping_rate);

insert into shop.shipping_rate
select brand, country, 100000, 4995, 1500, 2500, 11900, 19900, 8900, 0, 1000
from (values ('CB'), ('CB2')) as b (brand), (values ('US'), ('CA')) as c (country);

insert into shop.shipping_band
select brand, country, to_cents, fee_cents
from shop.shipping_rate,
  (values (2500, 695), (5000, 995), (10000, 1495), (20000, 1995)) as band (to_cents, fee_cents);
