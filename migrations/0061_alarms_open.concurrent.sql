-- What is to be told, asked every second, and what is not over.
create index concurrently if not exists alarm_to_tell on shop.alarm (tell_at) where tell_at is not null;
create index concurrently if not exists alarm_open on shop.alarm (kind, last_at) where resolved_at is null;
