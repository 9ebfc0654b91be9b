-- The version in which the facts of an event were written: 1 is every event from before they had one. No row is written anew.
alter table shop.cart_event add column facts_version smallint not null default 1;
