-- A payment that waits for its shopper at the page of her card's bank (3-D Secure), and what she brought back from there.
alter table shop.payment drop constraint payment_state_check;
alter table shop.payment add constraint payment_state_check check
  (state in ('started','sent','challenged','authorized','captured','refused','unknown','voiding','voided'));
alter table shop.payment add column challenge_url text, add column challenge_result text,
  add column challenge_until timestamptz,
  add check ((state = 'challenged') <= (challenge_url is not null and challenge_until is not null));
-- When an order went on after such a wait: from then on its payments count as young again.
alter table shop.orders add column resumed_at timestamptz;
