import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'libpg-query'
import { afterAll, describe, expect, test } from 'vitest'
import { declaredStatements, forgetDeclared } from '#test/declared-statements.ts'
import { isTest, sourceFiles } from './source-tree.ts'

afterAll(() => forgetDeclared())

type Node = { readonly [key: string]: unknown }

/** What a statement does to the session it runs in, beyond its transaction: behind a pooler another process has that session next. */
async function leftovers(text: string): Promise<string[]> {
  const found: string[] = []
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [kind, node] of Object.entries(value)) {
      const fault = faultOf(kind, (node ?? {}) as Node)
      if (fault !== null) found.push(fault)
      visit(node)
    }
  }
  visit(await parse(text))
  return found
}

function faultOf(kind: string, node: Node): string | null {
  switch (kind) {
    case 'FuncCall':
      return faultOfCall(lastName(node.funcname), (node.args ?? []) as Node[])
    case 'VariableSetStmt':
      return node.is_local === true ? null : 'a session variable'
    case 'ListenStmt':
    case 'UnlistenStmt':
      return 'LISTEN'
    case 'CreateStmt':
      return isTemporary(node) && node.oncommit !== 'ONCOMMIT_DROP' ? 'a temporary table' : null
    case 'into':
    case 'intoClause':
      return isTemporary({ relation: node.rel }) && node.onCommit !== 'ONCOMMIT_DROP' ? 'a temporary table' : null
    case 'DeclareCursorStmt':
      return (Number(node.options) & 0x20) !== 0 ? 'a cursor with hold' : null
    case 'PrepareStmt':
    case 'DiscardStmt':
      return 'a prepared statement'
    default:
      return null
  }
}

function faultOfCall(name: string, args: readonly Node[]): string | null {
  if (/^pg_(try_)?advisory_/.test(name)) return 'an advisory lock'
  if (name === 'pg_listening_channels') return 'LISTEN'
  if (name !== 'set_config') return null
  // of set_config the third says whether it lasts for the transaction alone
  return JSON.stringify(args[2] ?? '').includes('"boolval":{"boolval":true}') ? null : 'a session variable'
}

function lastName(names: unknown): string {
  const last = ((names ?? []) as Node[]).at(-1)?.String as Node | undefined
  return String(last?.sval ?? '')
}

function isTemporary({ relation }: Node): boolean {
  return ((relation ?? {}) as Node).relpersistence === 't'
}

describe('OPS-14: what a statement may not leave behind', () => {
  test('nothing that the product declares does', async () => {
    const declared = await declaredStatements()
    const faults: string[] = []
    for (const [name, text] of declared) {
      for (const fault of await leftovers(text)) faults.push(`${name}: ${fault}`)
    }
    expect(faults).toEqual([])
    expect(declared.size).toBeGreaterThan(400)
  })

  test.each([
    ['select pg_advisory_lock(1)', 'an advisory lock'],
    ['select 1 where pg_catalog.pg_try_advisory_xact_lock(hashtext($1))', 'an advisory lock'],
    ['with a as (select pg_advisory_xact_lock_shared(1, 2)) select from a', 'an advisory lock'],
    ['set statement_timeout = 5', 'a session variable'],
    ['reset all', 'a session variable'],
    ["select set_config('search_path', 'shop', false)", 'a session variable'],
    ["select set_config('search_path', 'shop', $1)", 'a session variable'],
    ['create temp table a(n int)', 'a temporary table'],
    ['create temporary table a as select 1', 'a temporary table'],
    ['select 1 into temp a', 'a temporary table'],
    ['listen jobs', 'LISTEN'],
    ['declare c cursor with hold for select 1', 'a cursor with hold'],
    ['prepare a as select 1', 'a prepared statement'],
    ['discard all', 'a prepared statement'],
  ])('%s is caught', async (text, fault) => {
    expect(await leftovers(text)).toContain(fault)
  })

  test.each([
    ["select set_config('lock_timeout', '100', true)"],
    ['set local lock_timeout = 5'],
    ['create temp table a(n int) on commit drop'],
    ['notify jobs'],
    ['select from shop.turn for update skip locked'],
  ])('%s is let through', async (text) => {
    expect(await leftovers(text)).toEqual([])
  })

  /** What is said to a session that nobody else gets. */
  const sessions: { readonly [path: string]: string } = {
    'src/server/db/connection.ts': 'the connect step',
    'src/server/db/migrate.ts': 'the connection of migrations, which goes past a pooler',
    'src/server/db/migration/concurrent-migration.ts': 'the same',
    'src/server/db/migration/migration-plan.ts': 'the same',
  }

  test('nor is it said past the declared ones, but to a session of one’s own', () => {
    const spoken =
      /['"`]\s*(?:begin;\s*)?(?:set (?!local\b|config)\w+ ?=|reset \w+_|listen \w|create temp)|pg_(?:try_)?advisory|set_config\([^)]*false\)/
    const found = sourceFiles('src/server')
      .filter(({ path, text }) => !isTest(path) && spoken.test(text))
      .map(({ path }) => path)
    expect(found.sort()).toEqual(Object.keys(sessions).sort())
    for (const name of readdirSync('migrations')) {
      expect(readFileSync(`migrations/${name}`, 'utf8'), name).not.toMatch(/pg_(try_)?advisory|\blisten\b|create temp/i)
    }
  })
})
