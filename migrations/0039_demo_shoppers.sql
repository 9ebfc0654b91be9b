-- Promotion codes and shoppers that came with the demo: production does not start while they are there (SAFE-01, SAFE-03).
alter table shop.promo add column is_demo boolean not null default false;
alter table shop.account add column is_demo boolean not null default false;
