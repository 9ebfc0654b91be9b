-- Whether the terms of the financing were accepted for this cart (PROMO-04): below a total there are none, and a cart that grows
-- past it has to be asked.
alter table shop.cart_payment add column has_accepted_terms boolean not null default false;
