import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { tableRights } from '#server/db/roles/table-rights.ts'
import { goneFiles, goneNames } from './gone-words.ts'
import { isTest, type SourceFile, sourceFiles } from './source-tree.ts'
import { tableOwners } from './table-owners.ts'

const files = sourceFiles('src')
const product = files.filter((file) => !isTest(file.path))

const topics = [
  'catalog',
  'personalization',
  'registry',
  'address',
  'cart',
  'shipping',
  'gift',
  'promo',
  'pricing',
  'tender',
  'payment',
  'checkout',
  'order',
  'account',
]

const mayImport: { readonly [zone: string]: readonly string[] } = {
  domain: ['domain'],
  contracts: ['contracts', 'domain'],
  server: ['server', 'contracts', 'domain'],
  web: ['web', 'contracts', 'domain'],
  sandbox: ['sandbox', 'domain'],
}

const zoneOf = (path: string): string => path.split('/')[1] ?? ''
const topicOf = (path: string): string => path.split('/')[2] ?? ''
/** Which table a file changes by a statement of its own. */
const changes = product
  .filter((file) => file.path.startsWith('src/server/'))
  .flatMap((file) =>
    [
      ...withoutComments(file.text).matchAll(
        /\b(?:insert\s+into|update|delete\s+from)\s+(?:only\s+)?(?:shop\.)?(\w+)/gi,
      ),
    ].map((match) => ({ path: file.path, topic: topicOf(file.path), table: match[1] ?? '' })),
  )
const runtimeImports = (file: SourceFile) => file.imports.filter((entry) => !entry.isTypeOnly)

describe('the house', () => {
  test('a zone imports only the zones it may trust', () => {
    const wrong = product.flatMap((file) =>
      file.imports
        .filter((entry) => entry.path.startsWith('src/') && !mayImport[zoneOf(file.path)]?.includes(zoneOf(entry.path)))
        .filter((entry) => !(file.path.startsWith('src/server/pages/') && entry.path === 'src/web/entry-server.tsx'))
        .map((entry) => `${file.path} -> ${entry.path}`),
    )
    expect(wrong).toEqual([])
  })

  test('what is served imports no bundler: Vite belongs to the build and to scripts/dev-storefront.ts', () => {
    const served = [...product, ...sourceFiles('packages')].filter(({ path }) => !isTest(path))
    const wrong = served.filter(({ text }) => /['"](vite|@vitejs\/[^'"]*|rolldown)['"]/.test(text))
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  test('the browser takes types and path tables from contracts, never a schema', () => {
    const wrong = product
      .filter((file) => zoneOf(file.path) === 'web')
      .flatMap((file) =>
        runtimeImports(file)
          .filter((entry) => entry.path.startsWith('src/contracts/') && !/paths\.ts$/.test(entry.path))
          .map((entry) => `${file.path} -> ${entry.path}`),
      )
    expect(wrong).toEqual([])
  })

  test('rules, services and stores import only topics before their own', () => {
    const joins = /(handlers|view|command|page|layer|form)s?\.tsx?$/
    const wrong = product
      .filter(
        (file) =>
          ['domain', 'server'].includes(zoneOf(file.path)) &&
          topics.includes(topicOf(file.path)) &&
          !joins.test(file.path),
      )
      .flatMap((file) =>
        file.imports
          .filter((entry) => ['domain', 'server'].includes(zoneOf(entry.path)) && topics.includes(topicOf(entry.path)))
          .filter((entry) => topics.indexOf(topicOf(entry.path)) > topics.indexOf(topicOf(file.path)))
          .map((entry) => `${file.path} -> ${entry.path}`),
      )
    expect(wrong).toEqual([])
  })

  test('only stores and the database folder declare SQL', () => {
    const wrong = product
      .filter(
        (file) =>
          !/-store\.ts$/.test(file.path) &&
          !file.path.startsWith('src/server/db/') &&
          !file.path.startsWith('src/sandbox/'),
      )
      .filter(
        (file) =>
          /\bstatement(<[^(]*>)?\(\s*['"`]/.test(file.text) ||
          /\.query\(\s*['"`]\s*(select|insert|update|delete)\b/i.test(file.text),
      )
      .map((file) => file.path)
    expect(wrong).toEqual([])
  })

  test('every table of the database has an owner', () => {
    const made = readdirSync('migrations')
      .map((name) => readFileSync(join('migrations', name), 'utf8'))
      .flatMap((text) => [...text.matchAll(/create table (?:if not exists )?(?:shop\.)?(\w+)/gi)])
      .map((match) => match[1] ?? '')
    expect(Object.keys(tableOwners).sort()).toEqual([...new Set([...made, 'shop_meta'])].sort())
  })

  test('every table of the database has a line in the rights of its roles', () => {
    const shop = Object.keys(tableRights).filter((name) => name.startsWith('shop.'))
    const owned = Object.keys(tableOwners).filter((name) => name !== 'shop_meta')
    expect(shop.sort()).toEqual(owned.map((name) => `shop.${name}`).sort())
  })

  test('a store changes only the tables of its own topic, and others as the list of owners says, which says no more', () => {
    const wrong = changes.filter(({ table, topic }) => {
      const found = tableOwners[table]
      return found !== undefined && found.owner !== topic && found.also?.[topic] === undefined
    })
    expect(wrong.map(({ path, table }) => `${path} changes ${table}`)).toEqual([])
    const unused = Object.entries(tableOwners).flatMap(([table, { also }]) =>
      Object.keys(also ?? {}).filter((topic) => !changes.some((each) => each.table === table && each.topic === topic)),
    )
    expect(unused).toEqual([])
  })

  test('domain knows no clock, chance, promise, Node or page', () => {
    const forbidden =
      /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bPromise\b|\basync\b|\bprocess\.|\bwindow\.|\bdocument\.|from 'node:/
    const wrong = product
      .filter((file) => zoneOf(file.path) === 'domain' && forbidden.test(withoutComments(file.text)))
      .map((file) => file.path)
    expect(wrong).toEqual([])
  })

  test('only the configuration reads the environment', () => {
    const allowed = ['src/server/config/config.ts', 'src/sandbox/main.ts']
    const wrong = product
      .filter((file) => /\bprocess\.env\b/.test(file.text) && !allowed.includes(file.path))
      .map((file) => file.path)
    expect(wrong).toEqual([])
  })

  test('no drawer is called utils, helpers, common or manager', () => {
    expect(
      files
        .map((file) => file.path)
        .filter((path) => /(^|\/)(utils?|helpers?|common|managers?|misc)(\/|\.|-)/.test(path)),
    ).toEqual([])
  })

  test('no room of src holds more than 25 files beside tests', () => {
    const rooms = Map.groupBy(
      execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', 'src'], { encoding: 'utf8' })
        .split('\n')
        .filter((path) => path !== '' && !/\.test\.tsx?$/.test(path) && existsSync(path)),
      (path) => dirname(path),
    )
    expect([...rooms].filter(([, held]) => held.length > 25).map(([room, held]) => `${room}: ${held.length}`)).toEqual(
      [],
    )
  })

  test('words that are gone do not come back: docs/glossary.md says what each became', () => {
    const isGone = (name: string, { was, but }: (typeof goneNames)[number]) =>
      was.test(name) && !but?.names.includes(name)
    const wrong = [
      ...product.flatMap((file) =>
        namesIn(file).flatMap((name) =>
          goneNames.filter((word) => isGone(name, word)).map(({ use }) => `${file.path}: ${name}, say ${use}`),
        ),
      ),
      ...files.flatMap(({ path }) =>
        goneFiles.filter((word) => isGone(basename(path), word)).map(({ use }) => `${path}, say ${use}`),
      ),
    ]
    expect(wrong).toEqual([])
  })

  test('no file is over 300 lines', () => {
    const data = /(messages|postal-prefixes|tax-rates|states)\.ts$/
    const wrong = product
      .filter((file) => !data.test(file.path))
      .map((file) => ({ path: file.path, lines: file.text.split('\n').length }))
    expect(wrong.filter((file) => file.lines > 301)).toEqual([])
  })

  test('every browser test watches the focus (CALM-23)', () => {
    const all = sourceFiles('test/e2e').filter(({ path }) => path.endsWith('.e2e.ts'))
    expect(all.length).toBeGreaterThan(60)
    expect(
      all
        .filter(({ imports }) => !imports.some((from) => from.path.endsWith('/focus-watch.ts')))
        .map(({ path }) => path),
    ).toEqual([])
  })

  test('run-time imports make no cycle, scripts fetched later among them', () => {
    const graph = new Map(product.map((file) => [file.path, runtimeImports(file).map((entry) => entry.path)]))
    expect(cyclesOf(graph)).toEqual([])
  })

  test('imports make no cycle, types among them', () => {
    const graph = new Map(
      product.map(({ path, imports }) => [
        path,
        // every popup may open others by name, whose types come from this list of all popups: their scripts stay out
        imports
          .filter(({ isDynamic }) => !(isDynamic && path === 'src/web/layers/registry.ts'))
          .map((each) => each.path),
      ]),
    )
    expect(cyclesOf(graph)).toEqual([])
  })
})

/** The names in a file's code: not its strings and comments, nor the classes of style sheets. */
function namesIn({ path, text }: SourceFile): readonly string[] {
  const names = new Set<string>()
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, name, object, property } = node as { readonly [key: string]: unknown }
    if (typeof name === 'string' && /Identifier$/.test(String(type))) names.add(name)
    const isStyle = type === 'MemberExpression' && (object as { readonly name?: unknown }).name === 'styles'
    for (const value of Object.values(node)) if (!(isStyle && value === property)) visit(value)
  }
  visit(parseSync(path, text).program)
  return [...names]
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '')
}

function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[] = []
  const visit = (path: string, trail: readonly string[]): void => {
    if (state.get(path) === 'done') return
    if (state.get(path) === 'open') {
      cycles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '))
      return
    }
    state.set(path, 'open')
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path])
    state.set(path, 'done')
  }
  for (const path of graph.keys()) visit(path, [])
  return cycles
}
