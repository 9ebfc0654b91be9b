-- Of one address several registrations may wait, each of its own browser: what a stranger asks for ends nobody else's link.
drop index shop.registration_newest;
create index registration_by_address on shop.registration (email_key, shopper_id, created_at);

-- Where a provider does not vouch for the address, its person waits for the link too: with the identity in place of a
-- password. shop.identity_offer is of the version before and is written no more.
alter table shop.registration alter column password_hash drop not null;
alter table shop.registration add column provider text, add column issuer text,
  add column subject text check (length(subject) between 1 and 255);
alter table shop.registration add constraint registration_by_password_or_identity
  check (num_nonnulls(provider, issuer, subject) = case when password_hash is null then 3 else 0 end);
