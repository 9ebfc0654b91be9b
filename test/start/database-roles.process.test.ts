import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, roleUrl } from '#test/database.ts'
import { makeRoles, superuserOf } from '#test/superuser.ts'
import { freePort, productionSettings, run, start, untilReady } from './server.ts'

test('OPS-19: the command makes the roles and prints how; a production start serves and works as them, and jobs run', {
  timeout: 120_000,
}, async () => {
  const { url, drop } = await createTestDatabase({ max: 1 })
  onTestFinished(() => drop())
  await makeRoles(url)
  const admin = { ...productionSettings, DATABASE_URL: superuserOf(url) }
  const command = (...words: readonly string[]) => run(['src/server/db/roles/roles-cli.ts', ...words], admin)
  const printed = await command('--print')
  expect(printed.code).toBe(0)
  expect(printed.said).toContain(
    'grant select, insert on shop.gift_card_entry to cartwright_web, cartwright_worker; grant select on shop.gift_card_entry to cartwright_read;',
  )
  const admins = new pg.Client({ connectionString: superuserOf(url) })
  await admins.connect()
  onTestFinished(() => admins.end())
  await admins.query('begin')
  await admins.query('create table public.last as select * from shop_meta.migration order by number desc limit 1')
  await admins.query('delete from shop_meta.migration m using public.last l where m.number = l.number')
  await admins.query('commit')
  expect(await command('--apply')).toEqual({
    code: 1,
    said: expect.stringMatching(/^It failed: Migration 00\d\d is missing: npm run db:migrate comes first\n$/),
  })
  await admins.query('insert into shop_meta.migration select * from public.last; drop table public.last')
  // another test may be at the roles of this server at the very moment
  await expect
    .poll(() => command('--apply'), { timeout: 60_000 })
    .toEqual({
      code: 0,
      said: 'cartwright_owner, cartwright_web, cartwright_worker and cartwright_read have their rights.\n',
    })
  expect((await command()).code).toBe(2)
  const settingsOf = (role: string) => ({ ...productionSettings, ROLE: role, DATABASE_URL: roleUrl(url, role) })
  const opsPort = await freePort()
  const web = await start(settingsOf('web'))
  const worker = await start({ ...settingsOf('worker'), OPS_PORT: String(opsPort) })
  onTestFinished(() => Promise.all([web.stop(), worker.stop()]).then(() => undefined))
  await untilReady(web)
  const readyz = () => fetch(`http://127.0.0.1:${opsPort}/readyz`).then((answer) => answer.status, String)
  await expect.poll(readyz, { timeout: 60_000 }).toBe(200)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  const users = async () =>
    (
      await client.query(
        `select distinct usename from pg_stat_activity where datname = current_database() and application_name like 'cartwright%' order by 1`,
      )
    ).rows.map(({ usename }) => usename)
  expect(await users()).toEqual(['cartwright_web', 'cartwright_worker'])
  await client.query(`select graphile_worker.add_job('expire', '{}'::json)`)
  const left = async () => (await client.query('select last_error from graphile_worker.jobs')).rows
  await expect.poll(left, { timeout: 60_000 }).toEqual([])
})
