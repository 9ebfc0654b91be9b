-- What stored value was worth when it was put on the basket: the shopper was told so, and whoever orders without saying what
-- she saw is not charged more than that on another tender (docs/decisions/0027).
alter table shop.cart_tender add column worth_cents bigint check (worth_cents >= 0);
update shop.cart_tender t set worth_cents = greatest(0, g.balance_cents - g.held_cents)
from shop.gift_card g where t.kind = 'giftCard' and g.card_id = t.tender_id;
update shop.cart_tender t set worth_cents = v.amount_cents
from shop.certificate v where t.kind <> 'giftCard' and v.certificate_id = t.tender_id;
