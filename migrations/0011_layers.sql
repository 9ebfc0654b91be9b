-- What a shopper had designed for one piece, kept until it is bought: the name of a saved design goes into the cart once
-- and into a registry once (OPEN-46).
create table shop.saved_design(
  shopper_id uuid not null,
  design_id uuid not null,
  brand text not null, country char(2) not null,
  sku bigint not null references shop.sku,
  quantity int not null check (quantity between 1 and 99),
  order_type text not null, profile_guid text not null,
  personalization_type smallint not null,
  template_name text not null, location_name text not null,
  -- as it will be made: [{elementName, text, textColor, font}], every line of the template in its order
  lines jsonb not null,
  created_at timestamptz not null default now(),
  in_cart_at timestamptz,
  in_registry_at timestamptz,
  primary key (shopper_id, design_id));
create index saved_design_age on shop.saved_design (created_at);
