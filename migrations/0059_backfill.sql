-- A value for all rows of a table that have none yet, page after page, each few in a transaction of its own: nobody waits for more
-- than a moment, and what was done stays done when it is cut off. Called from a concurrent migration:
--   call shop_meta.backfill('shop.orders', 'country = ''US''', 'country is null')
create procedure shop_meta.backfill(relation regclass, assignments text, pending text) language plpgsql as $$
declare
  part regclass;
  pages bigint;
begin
  for part in
    select relid from pg_partition_tree(relation) where isleaf
    union all select relation where not exists (select from pg_partition_tree(relation))
  loop
    pages := pg_relation_size(part) / current_setting('block_size')::bigint;
    for page in 0 .. pages by 64
    loop
      execute format('update %s set %s where ctid >= $1 and ctid < $2 and (%s)', part, assignments, pending)
        using format('(%s,0)', page)::tid, format('(%s,0)', page + 64)::tid;
      commit;
    end loop;
  end loop;
end $$;
