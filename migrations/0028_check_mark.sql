-- How the rounds of a check went: when it last ran through, and how often it could not since (SAFE-64).
create table shop.check_mark(
  name text primary key, done_at timestamptz, took_ms int,
  failed_rounds int not null default 0, failed_at timestamptz, last_error text);
