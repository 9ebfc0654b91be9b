-- The links to an order that its mails carry are signed over this too: raised, all of them end at once.
alter table shop.orders add column link_version int not null default 1 check (link_version > 0);
