-- After a restore the processor knows more than the database: money is then given back only for what is known (OPS-28,
-- docs/decisions/0147). What tells this database from another, when it was known for good last, and what a person decided.
alter table shop.installation
  add column system_identifier text, add column timeline int, add column database_oid bigint,
  -- where its timeline left the one before, and why: the last line of the timeline's history; null: not told
  add column switch_point text,
  -- a worker looked at it; a copy of before is behind what the worker wrote beside it
  add column seen_at timestamptz,
  add column mode text not null default 'live' check (mode in ('live','hold')),
  add column reason text, add column since timestamptz,
  -- what was written from then on may be missing
  add column unknown_since timestamptz,
  -- the first of two rounds without anything to give back
  add column clean_at timestamptz,
  add column released_by text, add column released_at timestamptz;

-- Payments at a processor that no order of ours knows and that a person let stand.
create table shop.payment_left_alone(
  provider text not null, provider_ref text not null, reference text not null,
  decided_by text not null, decided_at timestamptz not null default now(),
  primary key (provider, provider_ref));

-- What the server tells of the database; null where it does not. With its maker's rights, so that an operator who makes a superuser
-- its owner lets it read one file, the history of the timeline, and nothing else of the data folder.
create function shop_meta.server_identity(
  out system_identifier text, out timeline int, out database_oid bigint, out switch_point text, out lsn pg_lsn)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  select d.oid::bigint into database_oid from pg_database d where d.datname = current_database();
  begin
    select s.system_identifier::text into system_identifier from pg_control_system() s;
  exception when insufficient_privilege or undefined_function or feature_not_supported then null;
  end;
  begin
    timeline := ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int;
    -- what is only written may be lost with the machine; what was flushed is not
    lsn := pg_current_wal_flush_lsn();
  exception when insufficient_privilege or undefined_function or feature_not_supported then null;
  end;
  if timeline > 1 then
    begin
      select l.line into switch_point
      from string_to_table(pg_read_file('pg_wal/' || upper(lpad(to_hex(timeline), 8, '0')) || '.history', 0, 1000000, true), E'\n')
        with ordinality l(line, no)
      where btrim(l.line) <> '' order by l.no desc limit 1;
    exception when insufficient_privilege or undefined_function or feature_not_supported then null;
    end;
  end if;
end $$;
