import { migrationFolder, readMigrations } from '#server/db/migration/migration-files.ts'
import { newerSetting, sessionSettings } from '#server/db/session-settings.ts'
import { tableRights, verbsOf } from './table-rights.ts'

/** The roles of the database: who changes the schema, who serves, who works, who only looks. */
const roles = ['cartwright_owner', 'cartwright_web', 'cartwright_worker', 'cartwright_read'] as const
const processes = 'cartwright_web, cartwright_worker'
const others = `${processes}, cartwright_read`
const schemas = ['shop', 'shop_meta', 'graphile_worker'] as const
/** Partitions are reached by the tables that they are parts of. */
const owned = [...schemas, 'shop_part'] as const
const list = owned.map((name) => `'${name}'`).join(', ')

type Row = { readonly [column: string]: string }
/** Reads what is in a database. */
export type Ask = (text: string) => Promise<readonly Row[]>

/**
 * The SQL that makes the roles and gives each its rights, for a superuser or the database's administrator. Applied again it
 * changes nothing.
 * @throws for a table without a line in table-rights.ts, or before all migrations of this version are applied
 */
export async function rolesSql(ask: Ask): Promise<string> {
  const [database] = await ask(
    `select quote_ident(current_database()) as name, (current_setting('server_version_num')::int >= 170000)::text as "isNew"`,
  )
  const name = database?.name ?? ''
  const tables = await ask(
    `select format('%I.%I', n.nspname, c.relname) as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where n.nspname in ('shop', 'shop_meta') and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
     group by 1 order by 1`,
  )
  if (!tables.some((each) => each.name === 'shop_meta.job_library')) {
    throw new Error('The database is not migrated: npm run db:migrate comes first')
  }
  // what a later migration makes would have no rights, and nobody would come back for them
  const applied = new Set(
    (await ask('select number::text as number from shop_meta.migration')).map((each) => each.number),
  )
  const missing = readMigrations(migrationFolder).find(({ number }) => !applied.has(String(number)))
  if (missing !== undefined) {
    throw new Error(`Migration ${String(missing.number).padStart(4, '0')} is missing: npm run db:migrate comes first`)
  }
  return [
    '-- Each may log in once it has a password: \\password cartwright_web',
    ...roles.map(
      (role) =>
        `do $$ begin create role ${role} login; exception when duplicate_object or unique_violation then null; end $$;`,
    ),
    '\n-- Whoever waits for a lock, or exports what is settled, is told how long others are at it',
    'grant pg_read_all_stats to cartwright_owner, cartwright_worker;',
    '\n-- All that there is belongs to the owner; nobody else makes anything',
    `grant create, connect, temporary on database ${name} to cartwright_owner;`,
    `grant connect on database ${name} to ${others};`,
    `revoke temporary on database ${name} from public;`,
    'revoke create on schema public from public;',
    ownership,
    `revoke all on schema ${owned.join(', ')} from ${others};`,
    `grant usage on schema ${schemas.join(', ')} to ${processes};`,
    'grant usage on schema shop, shop_meta to cartwright_read;',
    '\n-- What processes may do with the rows of each table, and what of it may be read',
    ...tables.map((table) => tableGrants(table.name ?? '', table.columns ?? '')),
    `grant usage, select on all sequences in schema shop to ${processes};`,
    `grant execute on function shop_meta.rows_in_default(text), shop_meta.make_partition(text, date), shop_meta.drop_partition(text, text) to ${processes};`,
    '\n-- Jobs',
    `grant select, insert, update, delete on all tables in schema graphile_worker to ${processes};`,
    `revoke insert, update, delete on graphile_worker.migrations from ${processes};`,
    `grant usage, select on all sequences in schema graphile_worker to ${processes};`,
    jobPolicies,
    '\n-- Orders of long ago: nobody deletes an order but by these',
    `grant execute on function shop_meta.make_archive_years(), shop_meta.archive_orders(int, interval), shop_meta.bring_back_order(uuid, uuid) to ${processes};`,
    '\n-- What a connection brings along by its role: behind a pooler it is told nothing (docs/how-to/use-a-pooler.md)',
    ...['cartwright_web', 'cartwright_worker'].flatMap((role) =>
      Object.entries(sessionSettings)
        .filter(([setting]) => setting !== newerSetting || database?.isNew === 'true')
        .map(([setting, value]) => `alter role ${role} in database ${name} set ${setting} = '${value}';`),
    ),
    '',
  ].join('\n')
}

function tableGrants(table: string, columns: string): string {
  const rights = tableRights[table]
  if (rights === undefined) {
    throw new Error(
      `${table} has no line in src/server/db/roles/table-rights.ts: what may processes do with it, and what is a secret?`,
    )
  }
  const { change, secret = [] } = rights
  const open = columns.split(', ').filter((column) => secret !== 'all' && !secret.includes(column))
  const all = open.length === columns.split(', ').length
  return [
    `revoke all on ${table} from ${others};`,
    `grant ${verbsOf[change].join(', ')} on ${table} to ${processes};`,
    ...(open.length > 0 ? [`grant select${all ? '' : ` (${open.join(', ')})`} on ${table} to cartwright_read;`] : []),
  ].join(' ')
}

/** What is not the owner's already becomes it; sequences go with their tables. */
const ownership = `do $$
declare each record;
begin
  for each in
    select format('alter schema %I owner to cartwright_owner', n.nspname) as change from pg_namespace n
      where n.nspname in (${list}) and pg_get_userbyid(n.nspowner) <> 'cartwright_owner'
    union all select format('alter table %s owner to cartwright_owner', c.oid::regclass) from pg_class c
      where c.relnamespace::regnamespace::text in (${list}) and c.relkind in ('r', 'p', 'v', 'm')
        and pg_get_userbyid(c.relowner) <> 'cartwright_owner'
    union all select format('alter sequence %s owner to cartwright_owner', c.oid::regclass) from pg_class c
      where c.relnamespace::regnamespace::text in (${list}) and c.relkind = 'S'
        and pg_get_userbyid(c.relowner) <> 'cartwright_owner'
        and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i'))
    union all select format('alter routine %s owner to cartwright_owner', p.oid::regprocedure) from pg_proc p
      -- the one that may read a file of the server stays its maker's
      where p.pronamespace::regnamespace::text in (${list}) and p.proname <> 'server_identity'
        and pg_get_userbyid(p.proowner) <> 'cartwright_owner'
    union all select format('alter type %s owner to cartwright_owner', t.oid::regtype) from pg_type t
      where t.typnamespace::regnamespace::text in (${list}) and t.typtype in ('c', 'd', 'e')
        and (t.typrelid = 0 or exists (select from pg_class k where k.oid = t.typrelid and k.relkind = 'c'))
        and pg_get_userbyid(t.typowner) <> 'cartwright_owner'
    union all select format('alter text search configuration %s owner to cartwright_owner', t.oid::regconfig) from pg_ts_config t
      where t.cfgnamespace::regnamespace::text in (${list}) and pg_get_userbyid(t.cfgowner) <> 'cartwright_owner'
    union all select format('alter text search dictionary %s owner to cartwright_owner', t.oid::regdictionary) from pg_ts_dict t
      where t.dictnamespace::regnamespace::text in (${list}) and pg_get_userbyid(t.dictowner) <> 'cartwright_owner'
  loop
    execute each.change;
  end loop;
end $$;`

/** The library shows its rows to their owner alone unless a policy says otherwise. */
const jobPolicies = `do $$
declare part regclass;
begin
  for part in select c.oid from pg_class c where c.relnamespace = 'graphile_worker'::regnamespace and c.relrowsecurity
    and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'cartwright')
  loop
    execute format('create policy cartwright on %s to ${processes} using (true) with check (true)', part);
  end loop;
end $$;`
