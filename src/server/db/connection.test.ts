import { afterAll, beforeAll, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

let db: TestDatabase
beforeAll(async () => {
  // one connection, so that what it prepared can be asked of it
  db = await createTestDatabase({ max: 1 })
})
afterAll(() => db.drop())

const byKeys = statement('test.by-keys', 'select version from shop.catalog_import i, unnest($1::bigint[]) v(version)')
const plans = statement<{ generic: number; custom: number }>(
  'test.plans',
  `select generic_plans as generic, custom_plans as custom from pg_prepared_statements where name = 'test.by-keys'`,
)

test('a statement is planned once per connection, also one that takes an array of keys', async () => {
  for (const keys of [[1], [1, 2], [1, 2, 3]]) await db.database.rows(byKeys, [keys])
  expect(await db.database.row(plans)).toEqual({ generic: 3, custom: 0 })
})
