-- An alarm is told to people, by webhook and by mail (docs/decisions/0141). How grave it is, whether it is over and who has it:
alter table shop.alarm
  add column severity text not null default 'ticket' check (severity in ('page','ticket')),
  add column resolved_at timestamptz, add column acknowledged_at timestamptz, add column acknowledged_by text,
  -- when it is to be told next; null: not before something becomes of it
  add column tell_at timestamptz,
  -- how often it was told and when last; whether people take it for open; when they were told last that it is over
  add column told int not null default 0, add column told_at timestamptz,
  add column is_told boolean not null default false, add column resolved_told_at timestamptz;

-- One message of a kind a minute, however many workers there are.
create table shop.alarm_told(kind text primary key, told_at timestamptz not null);

-- A message to people, as it is sent by each channel; nth: of the messages about that alarm.
create table shop.alarm_delivery(
  alarm_id bigint not null references shop.alarm on delete cascade, channel text not null check (channel in ('webhook','mail')), nth int not null,
  message jsonb not null, made_at timestamptz not null default now(),
  -- when it is tried next; null: it was sent, or given up
  due_at timestamptz, tries int not null default 0, sent_at timestamptz, last_error text,
  primary key (alarm_id, channel, nth));
create index alarm_delivery_due on shop.alarm_delivery (due_at) where due_at is not null;
create index alarm_delivery_made on shop.alarm_delivery (made_at) where due_at is null;
