-- Which shop this is among those that share a processor: six characters at the head of every payment reference (SAFE-62).
create table shop.installation(
  only_row boolean primary key default true check (only_row),
  installation_id text not null check (installation_id ~ '^[a-z2-7]{6}$'),
  -- payments of before there was an id are ours, if there were any
  owns_unmarked boolean not null,
  made_at timestamptz not null default now());
insert into shop.installation (installation_id, owns_unmarked)
select (select string_agg(substr('abcdefghijklmnopqrstuvwxyz234567', 1 + (get_byte(r.bytes, n) & 31), 1), '' order by n)
    from generate_series(0, 5) n),
  exists (select from shop.payment)
from (select uuid_send(gen_random_uuid()) as bytes) r;

-- What one round of reconciling would give back when that is too much to be done without a person (SAFE-63).
create table shop.reconcile_round(
  round_id bigint generated always as identity primary key, provider text not null, at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  -- the processor's list was asked for from then on
  since timestamptz not null,
  compared int not null, would jsonb not null,
  state text not null check (state in ('done','held','released','dropped')), ended_at timestamptz);
create unique index reconcile_round_held on shop.reconcile_round (provider) where state = 'held';
