-- A use of a code counts for a mailbox, however its address is written (SAFE-57). Uses noted before carry the address as it was
-- written; a job writes them anew, and until then they count for that address.
alter table shop.promo_use add column is_of_mailbox boolean not null default false;
create index promo_use_of_address on shop.promo_use (order_id) where not is_of_mailbox and email_mac is not null;
