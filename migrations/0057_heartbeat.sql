-- Who works for the shop, and when each was heard of last. A process writes its row every 2 s by the connection that its
-- readiness has for itself; what it cannot write down it cannot sell either (docs/decisions/0130).
create table shop.heartbeat(
  instance text primary key,
  role text not null check (role in ('web','worker','all')),
  version text not null,
  started_at timestamptz not null, seen_at timestamptz not null,
  -- how far the clock of the process is ahead of the database's, milliseconds, half the round trip allowed; null: not known yet
  skew_ms int,
  database_host text not null
) with (fillfactor = 50);
