-- Which key a row of stored value is known by: a number made of the key itself (docs/decisions/0132). null: of before they were numbered.
-- Of a gift card it is the key of its pin: the number is rewritten with the new key when it is asked for, the pin when it was right.
alter table shop.gift_card add column key_no int;
alter table shop.certificate add column key_no int;
alter table shop.rewards_account add column key_no int;
alter table shop.rewards_card add column key_no int;
