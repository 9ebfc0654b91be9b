import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { migrationFolder } from '#server/db/migration/migration-files.ts'
import { createEmptyDatabase } from '#test/database.ts'
import { applyRoles, superuserOf } from '#test/superuser.ts'

const log = { info: () => undefined, warn: () => undefined }
const before = mkdtempSync(join(tmpdir(), 'cartwright-migrations-'))
const last = '0065'

let made: Awaited<ReturnType<typeof createEmptyDatabase>>
let client: pg.Client
/** A connection of the release before, which is open all the time. */
let older: pg.Client
const olderInsert = {
  name: 'insert',
  text: `insert into shop.cart_event (shopper_id, cart_id, version, kind, event) values ($1, $1, $2, 'x', '{}') returning version`,
}
const olderRead = {
  name: 'read',
  text: 'select version from shop.cart_event where shopper_id = $1 and cart_id = $1 order by version',
}
const idOfFirst = createHash('md5').update('person0').digest('hex')
beforeAll(async () => {
  for (const file of readdirSync(migrationFolder).filter((name) => name.endsWith('.sql') && name.slice(0, 4) <= last)) {
    copyFileSync(join(migrationFolder, file), join(before, file))
  }
  made = await createEmptyDatabase()
  await migrate({ url: made.url, folder: before, log })
  client = new pg.Client({ connectionString: superuserOf(made.url) })
  await client.connect()
  // the roles have their rights to what is there, and are at work while it is migrated
  await client.query(`do $$ declare role text; begin
    foreach role in array '{cartwright_owner,cartwright_web,cartwright_read}'::text[] loop
      begin execute 'create role ' || role || ' login'; exception when duplicate_object or unique_violation then null; end;
    end loop; end $$;
    grant usage on schema shop, shop_meta to cartwright_web, cartwright_owner;
    grant select, insert, update, delete on shop.cart, shop.cart_event, shop.client_log, shop.product_view to cartwright_web;
    grant select, insert on shop.provider_call to cartwright_web;
    grant usage on all sequences in schema shop to cartwright_web;
    grant usage on schema shop, shop_meta to cartwright_read; grant select on shop.cart_event to cartwright_read`)
  await client.query(fill)
  older = new pg.Client({ connectionString: made.url })
  await older.connect()
  await older.query("set plan_cache_mode = 'force_generic_plan'")
  await older.query({ ...olderInsert, values: [idOfFirst, 5] })
  await older.query({ ...olderRead, values: [idOfFirst] })
  await migrate({ url: made.url, log })
}, 60_000)
afterAll(async () => {
  await older.end()
  await client.end()
  await made.drop()
  rmSync(before, { recursive: true })
})

const person = "md5('person' || n)::uuid"
const fill = `
  insert into shop.cart (shopper_id, cart_id, brand, country, currency, created_at)
    select ${person}, ${person}, 'CB', 'US', 'USD', now() - n * interval '10 days' from generate_series(0, 19) n;
  insert into shop.cart_event (shopper_id, cart_id, version, kind, event)
    select ${person}, ${person}, version, 'x', '{}' from generate_series(0, 19) n, generate_series(2, 4) version;
  insert into shop.provider_call (shopper_id, op, reference) select ${person}, 'auth', 'x' from generate_series(0, 19) n;
  insert into shop.client_log (level, message, at) select 'info', 'old', now() - n * interval '1 day' from generate_series(0, 19) n;
  insert into shop.product_view (shopper_id, brand, country, product_id, day, at)
    select ${person}, 'CB', 'US', 'sofa', current_date - n, now() - n * interval '1 day' from generate_series(0, 19) n`

const read = async (text: string) => (await client.query(text)).rows
async function as(role: string, text: string) {
  await client.query(`begin; set local session authorization ${role}`)
  try {
    return await read(text)
  } finally {
    await client.query('commit')
  }
}

describe('SCALE-04: a database that has rows', () => {
  test('SCALE-04: all rows are there, in the first partition of each table; three months ahead are there too', async () => {
    for (const [table, count, ahead] of [
      ['cart_event', 61, 3],
      ['provider_call', 20, 3],
      ['client_log', 20, 0],
      ['product_view', 20, 0],
    ] as const) {
      const found = await read(`select tableoid::regclass::text as part, count(*)::int from shop.${table} group by 1`)
      expect(found).toEqual([{ part: `shop_part.${table}`, count }])
      const parts = await read(
        `select starts is null as first, is_default, ends > now() as "isYoung" from shop_meta.partitions('${table}')`,
      )
      expect(parts.filter(({ first, is_default }) => first && !is_default)).toHaveLength(1)
      expect(parts.filter(({ is_default }) => is_default)).toHaveLength(1)
      expect(parts.length).toBe(2 + ahead)
      expect(parts.every(({ isYoung, is_default }) => isYoung || is_default)).toBe(true)
    }
    expect(await read(`select conname from pg_constraint where conname like '%\\_before'`)).toEqual([])
  })

  test('SCALE-04: what was there is not looked through again, and cannot lose its cart', async () => {
    const foreign = await read(`select conparentid <> 0 as "isOfAll", convalidated as "isHeld" from pg_constraint
      where contype = 'f' and conrelid = 'shop_part.cart_event'::regclass`)
    expect(foreign).toEqual([{ isOfAll: true, isHeld: true }])
    await expect(read("delete from shop.cart where cart_id = md5('person3')::uuid")).rejects.toMatchObject({
      code: '23503',
    })
  })

  test('SCALE-04: a connection of the release before goes on with the statements that it prepared', async () => {
    const written = await older.query({ ...olderInsert, values: [idOfFirst, 6] })
    expect(written.rows).toEqual([{ version: 6 }])
    const found = await older.query<{ version: number }>({ ...olderRead, values: [idOfFirst] })
    expect(found.rows.map(({ version }) => version)).toEqual([2, 3, 4, 5, 6])
    await expect(older.query({ ...olderInsert, values: [idOfFirst, 4] })).rejects.toMatchObject({ code: '23505' })
    await older.query('delete from shop.cart_event where cart_id = $1 and version = 6', [idOfFirst])
  })

  test('SCALE-04: the release before goes on with the rights it had, and versions stay unique', async () => {
    const insert = (version: number) => `insert into shop.cart_event (shopper_id, cart_id, version, kind, event)
      select shopper_id, cart_id, ${version}, 'x', '{}' from shop.cart where cart_id = md5('person5')::uuid returning version`
    expect(await as('cartwright_web', insert(5))).toEqual([{ version: 5 }])
    for (const version of [3, 5])
      await expect(as('cartwright_web', insert(version))).rejects.toMatchObject({ code: '23505' })
    // and where a newer one writes the month
    const withMonth = insert(3)
      .replace('kind, event)', 'kind, event, cart_month)')
      .replace("'{}' from", "'{}', shop.month_of(created_at) from")
    await expect(as('cartwright_web', withMonth)).rejects.toMatchObject({ code: '23505' })
    await as('cartwright_web', "insert into shop.client_log (level, message) values ('info', 'new')")
    await as(
      'cartwright_web',
      `insert into shop.provider_call (shopper_id, op, reference) values (md5('person1')::uuid, 'void', 'y')`,
    )
    await as(
      'cartwright_web',
      `insert into shop.product_view (shopper_id, brand, country, product_id) values (md5('x')::uuid, 'CB', 'US', 'sofa') on conflict do nothing`,
    )
    expect(await read('select max(log_id)::int as id, count(*)::int from shop.client_log')).toEqual([
      { id: 21, count: 21 },
    ])
    expect(await read('select max(call_id)::int as id, count(*)::int from shop.provider_call')).toEqual([
      { id: 21, count: 21 },
    ])
    await expect(
      as('cartwright_read', "select shop_meta.make_partition('cart_event', current_date)"),
    ).rejects.toMatchObject({ code: '42501' })
    expect(await as('cartwright_read', 'select count(*)::int from shop.cart_event')).toEqual([{ count: 62 }])
    await expect(as('cartwright_web', 'select from shop_part.cart_event')).rejects.toMatchObject({ code: '42501' })
  })

  test('SCALE-04: with its roles, partitions are made by whoever may not, and are the owner’s', async () => {
    await applyRoles(client)
    const [day] = await read('select (current_date + 200)::text as day')
    await as('cartwright_web', `select shop_meta.make_partition('cart_event', '${day.day}')`)
    const owners = await read(`select distinct c.relowner::regrole::text as owner from pg_class c
      where c.relnamespace = 'shop_part'::regnamespace and c.relkind = 'r'`)
    expect(owners).toEqual([{ owner: 'cartwright_owner' }])
    await as('cartwright_web', "insert into shop.client_log (level, message) values ('info', 'newer')")
  })
})
