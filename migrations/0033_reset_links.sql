-- A browser that signed in before counts for itself (LOGIN-26) while its cookie is of the account's present round: a new
-- password by a mailed link begins the next, and forgets them all.
alter table shop.account add column device_round integer not null default 0;
-- The browser that asked for a link: its next link ends this one, nobody else's does.
alter table shop.password_reset add column asked_by uuid;
