-- How far the guard of the books is (OPS-42): with what changed, and with its full pass behind it. What is in check_cursor is read
-- by the release before only.
alter table shop.check_mark
  -- all that changed before was looked at; with an id: this far, in the middle of what changed
  add column upto_at timestamptz, add column upto_id uuid,
  -- of the full pass that goes on: when it began, and what it looked at last
  add column full_started_at timestamptz, add column full_upto jsonb,
  -- of the one that ended last
  add column full_done_from timestamptz, add column full_done_at timestamptz,
  -- broken invariants that are not over
  add column breaches int;
insert into shop.check_mark (name, upto_at, full_done_at)
  select 'books', max(through), min(turned_at) from shop.check_cursor having count(*) > 0
  on conflict (name) do update set upto_at = excluded.upto_at, full_done_at = excluded.full_done_at;
