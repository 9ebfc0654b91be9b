import { describe, expect, test } from 'vitest'
import { concurrentSteps } from '#server/db/migration/concurrent-migration.ts'

describe('SCALE-06: what stands in a concurrent migration', () => {
  test.each([
    ['create index concurrently if not exists a on shop.note (n)'],
    ['CREATE UNIQUE INDEX\n  CONCURRENTLY if not exists "A" on shop.note (n)'],
    ["create index concurrently if not exists a on note (n) -- it's ; here\n where 'a;b' <> n::text"],
    ['drop index concurrently if exists shop.a'],
    ['alter table shop.note validate constraint note_small'],
    ['alter table shop.visit detach partition shop.visit_1 concurrently'],
    ["call shop_meta.backfill('shop.note', 'n = 1', 'n is null')"],
  ])('%s', (text) => {
    expect(concurrentSteps('0002_more.concurrent.sql', `-- why; not\n${text};\n/* ; */`)).toHaveLength(1)
  })

  test.each([
    ['create index a on shop.note (n)'],
    ['create index concurrently a on shop.note (n)'],
    ['create index if not exists a on shop.note (n)'],
    ['drop index concurrently shop.a'],
    ['drop index if exists shop.a'],
    ['drop index concurrently if exists shop.a cascade'],
    ['alter table shop.note add column m int'],
    ['alter table shop.visit detach partition shop.visit_1'],
    ['alter table shop.note validate constraint note_small, add column m int'],
    ['update shop.note set n = 1'],
    ['begin'],
    ['call shop_meta.other()'],
  ])('not %s', (text) => {
    const file = `create index concurrently if not exists a on shop.note (n);\n${text};`
    expect(() => concurrentSteps('0002_more.concurrent.sql', file)).toThrow(
      `Migration 0002_more.concurrent.sql may not contain "${text}"`,
    )
  })
})
