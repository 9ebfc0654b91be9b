-- What a registrant changes of a registry, how it is closed, and what she is mailed of its gifts.

-- the names that owner_names is made of; all '' of a registry from before, whose owner_names says them
alter table shop.registry add column first_name text not null default '';
alter table shop.registry add column last_name text not null default '';
alter table shop.registry add column partner_name text not null default '';
-- who else is told of gifts; never shown to anybody but the registrant
alter table shop.registry add column partner_email text not null default '';
alter table shop.registry add column greeting text not null default '' check (char_length(greeting) <= 300);
-- the mail of the day says what was bought, only that something was, or is not sent
alter table shop.registry add column gift_mail text not null default 'what' check (gift_mail in ('what', 'surprise', 'none'));
-- found by nobody and no gift bought from then on; what was bought stays. Null: open
alter table shop.registry add column closed_at timestamptz;

-- The picture of a registry, as we drew it anew from what was sent; another picture has another address.
create table shop.registry_picture(
  gr_id bigint primary key references shop.registry (gr_id) on delete cascade,
  picture_id uuid not null unique default gen_random_uuid(),
  file bytea not null check (octet_length(file) between 1 and 1000000),
  width int not null check (width > 0), height int not null check (height > 0),
  added_at timestamptz not null default now());

-- The day (of the stores) whose mail told of a gift, or left it out; null: it waits for one. What was bought before there were such
-- mails is told by none.
alter table shop.registry_gift add column told_on date default '-infinity';
alter table shop.registry_gift alter column told_on drop default;
create index registry_gift_untold on shop.registry_gift (gr_id) where told_on is null;

-- Addresses without an account that want no mail of gifts, by their keyed hash.
create table shop.registry_mail_stop(
  email_mac bytea primary key, stopped_at timestamptz not null default now());
