-- A database in which production has opened is a shop that sells, for good: nothing of the demo comes into it any more, and
-- what is in it of the demo's stored value, whose numbers everybody knows, pays nothing (SAFE-01 to SAFE-03).
alter table shop.installation add column is_production boolean not null default false;

create function shop.demo_pays() returns boolean language sql stable as
  $$ select not is_production from shop.installation $$;
