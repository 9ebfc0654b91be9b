import { afterAll, beforeAll, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

test('a migrated database is ready', async () => {
  expect(await db.database.ready()).toBe(true)
})

test('columns come as plain values', async () => {
  const row = await db.database.row(
    statement(
      'test.types',
      `select 9007199254740991::bigint as big, sum(2::bigint) as total, date '2026-02-03' as day, array[1, null]::bigint[] as list,
        timestamptz '2026-02-03 04:05:06.789Z' as at, '{"a":[1]}'::jsonb as json`,
    ),
  )
  expect(row).toEqual({
    big: 9007199254740991,
    total: 2,
    day: '2026-02-03',
    list: [1, null],
    at: new Date('2026-02-03T04:05:06.789Z'),
    json: { a: [1] },
  })
})
