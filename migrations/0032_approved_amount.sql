-- What the sheet that was open when an approval of a wallet was shown first asked for: no later sheet makes it more (SAFE-19).
alter table shop.token_owner add column approved_cents integer;
