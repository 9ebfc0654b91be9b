-- A personalization as it will be made, by the hash of its normalized design: preview, cart, confirmation, mail and
-- production file are all drawn of this row (BEYOND-09). Nobody's own: equal designs are one.
create table shop.design(
  hash text primary key check (hash ~ '^[0-9a-f]{32}$'),
  -- {version, type, template, location, ground, lines: [{elementName, text, textColor, font}]}
  design jsonb not null,
  created_at timestamptz not null default now(),
  -- saved, so that it may be in a cart, an order or a registry; what was only looked at is swept
  kept_at timestamptz);
create index design_seen on shop.design (created_at) where kept_at is null;

-- '' for what was saved before pictures were made
alter table shop.saved_design add column design_hash text not null default '';
-- the registry that holds it, and how many are wanted (OPEN-46)
alter table shop.saved_design add column gr_id bigint;
alter table shop.saved_design add column wanted int check (wanted between 1 and 99);
alter table shop.saved_design add constraint saved_design_in_registry
  check ((gr_id is null) = (in_registry_at is null) and (gr_id is null) = (wanted is null)) not valid;
create index saved_design_registry on shop.saved_design (gr_id) where gr_id is not null;
