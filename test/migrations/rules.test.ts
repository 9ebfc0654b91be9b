import { describe, expect, test } from 'vitest'
import { fileName, migrationFolder, readMigrations } from '#server/db/migration/migration-files.ts'
import { type File, judge, type Rule } from './rules.ts'

const many = 'create table shop.visit(n int);\n-- why\n'

/** What of files that were delivered before there were rules breaks one: they have run. Nobody adds to it. */
const excused: { readonly [file: string]: readonly Rule[] } = {
  '0024_design_references.sql': ['index'],
  '0026_webhook_events.sql': ['index'],
  '0027_promo_mailbox.sql': ['index'],
  '0029_request_key_of_order.sql': ['index'],
  '0035_sweep_by_age.sql': ['index'],
  '0036_registrations_by_browser.sql': ['index'],
  '0037_books_in_slices.sql': ['index'],
  '0046_account_undo.sql': ['index'],
  '0047_registry_changes.sql': ['index'],
  '0048_closed_registries.sql': ['index'],
}

describe('OPS-17: a new migration file', () => {
  test.each<[string, Rule, number?, string?]>([
    ['create index visit_n on shop.visit (n)', 'index'],
    ['create unique index concurrently if not exists visit_n on shop.visit (n)', 'index'],
    ['alter table shop.visit add constraint visit_pk primary key (n)', 'unique constraint'],
    ['alter table shop.visit alter column n set not null', 'set not null'],
    ['alter table shop.visit add column m int not null', 'not null without a value'],
    ['alter table shop.visit\n  add constraint visit_order foreign key (n) references shop.orders', 'foreign key', 2],
    ['-- a\n-- b\nalter table shop.visit add column o int references shop.orders', 'foreign key', 3],
    ['alter table shop.visit alter column n type bigint', 'type'],
    ['alter table shop.visit rename column n to m', 'rename'],
    ['alter table shop.visit rename to visits', 'rename'],
    ['select 1;\nalter table shop.visit add a int,\n  drop column n', 'drop', 2],
    ['-- contract: unused since 0099\ndrop table shop.visit', 'drop', 2],
    ['alter table shop.visit add column id uuid default gen_random_uuid()', 'default of each row'],
    ['alter table shop.visit add column id bigserial', 'default of each row'],
    ['create table shop.a(n int)', 'concurrent file', 1, '0061_more.concurrent.sql'],
    ['alter table shop.visit add constraint u unique (n), alter column n set not null', 'unique constraint'],
    [
      "alter table shop.visit\n  add k text default 'é',\n  add at timestamptz default clock_timestamp()",
      'default of each row',
      3,
    ],
  ])('%s is refused', async (text, rule, line = 1, name = '0061_more.sql') => {
    const [first] = await judge([
      { name: '0001_first.sql', text: many },
      { name, text },
    ])
    expect(first).toEqual({ file: name, line, rule, instead: expect.stringMatching(/\w{3}/) })
  })

  test.each<[string, string?]>([
    ['create table shop.a(n int primary key references shop.orders); create index on shop.a (n)'],
    ['create unique index concurrently if not exists visit_n on shop.visit (n)', '0061_more.concurrent.sql'],
    ['alter table shop.visit add column m int'],
    [
      "alter table shop.visit add column m text not null default 'new', add column at timestamptz not null default now()",
    ],
    ['alter table shop.visit add constraint f foreign key (n) references shop.orders not valid'],
    ['alter table shop.visit validate constraint f', '0061_more.concurrent.sql'],
    ["call shop_meta.backfill('shop.visit', 'm = 1', 'm is null')", '0061_more.concurrent.sql'],
    ['alter table shop.visit add constraint u unique using index visit_n'],
    ['-- contract: unused since 0060\nalter table shop.visit drop column n'],
    ['alter table shop.visit alter column n set default gen_random_uuid(), alter column n drop not null'],
    ['create function shop.f() returns int language sql as $$ select 1 $$; insert into shop.visit values (1)'],
  ])('%s is let through', async (text, name = '0061_more.sql') => {
    expect(
      await judge([
        { name: '0001_first.sql', text: many },
        { name, text },
      ]),
    ).toEqual([])
  })

  test('sets a column not null once a check of it was validated, and not before', async () => {
    const files: File[] = [
      { name: '0001_a.sql', text: many },
      { name: '0002_b.sql', text: 'alter table shop.visit add constraint full_n check (n is not null) not valid' },
      { name: '0003_c.concurrent.sql', text: 'alter table shop.visit validate constraint full_n' },
      { name: '0004_d.sql', text: 'alter table shop.visit alter column n set not null, drop constraint full_n' },
    ]
    expect(await judge(files)).toEqual([])
    expect((await judge(files.filter(({ name }) => name !== '0003_c.concurrent.sql'))).map(({ rule }) => rule)).toEqual(
      ['set not null'],
    )
  })

  test('that is no SQL is a fault of its own', async () => {
    await expect(judge([{ name: '0001_a.sql', text: 'alter table shop.visit ad column m int' }])).rejects.toThrow(
      'syntax',
    )
  })
})

test('OPS-17: all migrations after 0021 obey, but those that were delivered before the rules', async () => {
  const files = readMigrations(migrationFolder).map((file) => ({ name: fileName(file), text: file.text }))
  const found = (await judge(files)).filter(({ file }) => file.slice(0, 4) > '0021')
  const told = found.filter(({ file, rule }) => !excused[file]?.includes(rule))
  expect(told).toEqual([])
  // an excuse that nothing needs is taken out
  const used = found.map(({ file, rule }) => `${file} ${rule}`)
  for (const [file, broken] of Object.entries(excused)) {
    for (const rule of broken) expect(used).toContain(`${file} ${rule}`)
  }
})
