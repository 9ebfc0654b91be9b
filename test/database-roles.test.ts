import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rolesSql } from '#server/db/roles/roles-sql.ts'
import { tableRights, verbsOf } from '#server/db/roles/table-rights.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { applyRoles, superuserOf } from '#test/superuser.ts'

let made: TestDatabase
let admin: pg.Client
beforeAll(async () => {
  made = await createTestDatabase({ max: 1 })
  admin = new pg.Client({ connectionString: superuserOf(made.url) })
  await admin.connect()
  await applyRoles(admin)
})
afterAll(async () => {
  await admin.end()
  await made.drop()
})

const sql = () => rolesSql(async (text) => (await admin.query(text)).rows)
const read = async (text: string) => (await admin.query(text)).rows
/** All that PostgreSQL knows of rights in this database. */
const rights = () =>
  read(`select 'class' as kind, oid::regclass::text as name, relowner::regrole::text as owner, relacl::text as acl from pg_class
      where relnamespace::regnamespace::text in ('shop', 'shop_meta', 'graphile_worker')
    union all select 'column', attrelid::regclass || '.' || attname, null, attacl::text from pg_attribute where attacl is not null
    union all select 'schema', nspname, nspowner::regrole::text, nspacl::text from pg_namespace
    union all select 'routine', oid::regprocedure::text, proowner::regrole::text, proacl::text from pg_proc where oid > 16384
    union all select 'database', datname, datdba::regrole::text, datacl::text from pg_database where datname = current_database()
    union all select 'policy', polrelid::regclass || ' ' || polname, null, polroles::text from pg_policy
    union all select 'role', rolname, null, rolconfig::text from pg_roles where rolname like 'cartwright%'
    order by 1, 2`)

/** Runs a statement as a role; answers the code of its fault, or null. */
async function as(role: string, text: string): Promise<string | null> {
  await admin.query('begin')
  try {
    await admin.query(`set local session authorization ${role}`)
    await admin.query(text)
    return null
  } catch (error) {
    return (error as pg.DatabaseError).code ?? String(error)
  } finally {
    await admin.query('rollback')
  }
}

describe('OPS-19: the roles of the database', () => {
  test('applied twice change nothing', async () => {
    const before = await rights()
    expect(before.length).toBeGreaterThan(300)
    await applyRoles(admin)
    expect(await rights()).toEqual(before)
  })

  test('of each role, on each table, with each verb', async () => {
    const verbs = ['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']
    const found = await read(
      `select r.role || ' ' || t.name || ' ' || v.verb as line from
        (select c.oid, n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where n.nspname in ('shop', 'shop_meta') and c.relkind in ('r', 'p')) t,
        unnest('{cartwright_web,cartwright_worker,cartwright_read,public}'::text[]) r(role), unnest('{${verbs}}'::text[]) v(verb)
       where has_table_privilege(r.role, t.oid, v.verb)`,
    )
    const expected = Object.entries(tableRights).flatMap(([table, { change, secret }]) => [
      ...['cartwright_web', 'cartwright_worker'].flatMap((role) =>
        verbsOf[change].map((verb) => `${role} ${table} ${verb}`),
      ),
      ...(secret === undefined ? [`cartwright_read ${table} select`] : []),
    ])
    expect(found.map(({ line }) => line).sort()).toEqual(expected.sort())
  })

  test('every table has a line, and a line a table', async () => {
    const tables = await read(
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('shop', 'shop_meta') and c.relkind in ('r', 'p')`,
    )
    expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(tableRights).sort())
    await admin.query('begin; create table shop.new_one(n int)')
    await expect(sql()).rejects.toThrow('shop.new_one has no line in src/server/db/roles/table-rights.ts')
    await admin.query('rollback')
  })

  test.each(['cartwright_web', 'cartwright_worker'])('%s makes, empties and forges nothing', async (role) => {
    const denied = [
      'create table shop.mine(n int)',
      'create table public.mine(n int)',
      'create temp table mine(n int)',
      'alter table shop.cart add column mine int',
      'drop table shop.cart',
      'drop table shop_part.cart_event',
      'delete from shop_part.cart_event_default',
      'create table shop_part.mine(n int)',
      'create index on shop.cart (cart_id)',
      'create schema mine',
      'create role mine',
      'truncate shop.cart',
      'update shop.gift_card_entry set amount_cents = 1',
      'delete from shop.gift_card_entry',
      'update shop.provider_call set outcome = null',
      'delete from shop.provider_call',
      'delete from shop.orders',
      'delete from shop.order_line',
      'delete from shop.payment',
      'delete from shop_meta.migration',
      'select rolpassword from pg_authid',
      'select passwd from pg_shadow',
      "select pg_read_file('postgresql.conf')",
      'set role cartwright_owner',
    ]
    for (const text of denied) expect(await as(role, text), text).toBe('42501')
    const allowed = [
      'insert into shop.cart (shopper_id) select null where false',
      'update shop.orders set tries = 1',
      'delete from shop.cart_line',
      'select from shop.turn for update',
      "select graphile_worker.add_job('mail', '{}'::json)",
      'select from graphile_worker.jobs',
      'select from shop_meta.server_identity()',
      "select shop_meta.make_partition('cart_event', current_date + 300)",
      "select shop_meta.rows_in_default('provider_call')",
    ]
    for (const text of allowed) expect(await as(role, text), text).toBe(null)
  })

  test('cartwright_read reads what is no secret, and changes nothing', async () => {
    const denied = [
      'select from shop.session',
      'select password_hash from shop.account',
      'select * from shop.account',
      'select token from shop.account_card',
      'select from shop.sign_in_token',
      'select from shop.password_reset',
      'select pin_mac from shop.gift_card',
      'select payload from shop.outbox',
      'select from graphile_worker.jobs',
      'update shop.cart set parts = 0',
      'insert into shop.message default values',
      'select from shop.turn for update',
      "select shop_meta.make_partition('cart_event', current_date)",
      "select shop_meta.drop_partition('cart_event', 'cart_event')",
      "select shop_meta.rows_in_default('cart_event')",
    ]
    for (const text of denied) expect(await as('cartwright_read', text), text).toBe('42501')
    for (const text of [
      'select email from shop.account',
      'select * from shop.orders',
      'select last_four from shop.payment',
    ]) {
      expect(await as('cartwright_read', text), text).toBe(null)
    }
  })

  test('cartwright_owner changes the schema and gives itself nothing of the server', async () => {
    for (const text of [
      'alter table shop.cart add column mine int',
      'create table shop.mine(n int)',
      'create schema mine',
    ]) {
      expect(await as('cartwright_owner', text), text).toBe(null)
    }
    for (const text of ['create role mine', 'select rolpassword from pg_authid']) {
      expect(await as('cartwright_owner', text), text).toBe('42501')
    }
  })
})
