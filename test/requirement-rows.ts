import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { sourceFiles } from '#test/source-tree.ts'

/** How near to a shopper a test stands, nearest last; a browser's test counts for every other. */
export const levels = ['Unit', 'API', 'Component', 'Browser'] as const
export type Level = (typeof levels)[number]

/** A row of docs/requirements: its id, and the levels its 'how it is checked' asks for; none where it names none. */
export type Row = { readonly id: string; readonly wants: readonly Level[] }

const folder = 'docs/requirements'

/** Every row, in the order of the files. */
export function requirementRows(): Row[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => rowsOf(readFileSync(join(folder, name), 'utf8')))
}

function rowsOf(text: string): Row[] {
  let checked = -1
  return text.split('\n').flatMap((line) => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
    if (cells[1] === 'id' || cells[1] === '#') checked = cells.indexOf('how it is checked')
    const id = /^([A-Z]+-\d+[a-z]?|P\d+)$/.exec(cells[1] ?? '')?.[1]
    if (id === undefined) return []
    return [{ id, wants: levels.filter((level) => new RegExp(`\\b${level}\\b`).test(cells[checked] ?? '')) }]
  })
}

/** The tests that name each row in a title, or in the table of a `test.each`, by level. */
export function testsOfRows(): ReadonlyMap<string, ReadonlyMap<Level, ReadonlySet<string>>> {
  const found = new Map<string, Map<Level, Set<string>>>()
  const files = ['src', 'test', 'packages', 'bench', 'catalog'].flatMap(sourceFiles)
  for (const { path, text } of files.filter((file) => /\.(test|e2e)\.tsx?$/.test(file.path))) {
    const level = levelOf(path)
    for (const id of new Set(titlesIn(path, text).flatMap(idsIn))) {
      const byLevel = found.get(id) ?? new Map<Level, Set<string>>()
      found.set(id, byLevel.set(level, (byLevel.get(level) ?? new Set()).add(path)))
    }
  }
  return found
}

/** Whether the tests that name a row stand where it asks for: at one of its levels, or in a browser. */
export function isShown({ wants }: Row, named: ReadonlyMap<Level, unknown> | undefined): boolean {
  if (named === undefined) return false
  return wants.length === 0 || wants.includes('Unit') || named.has('Browser') || wants.some((level) => named.has(level))
}

function levelOf(path: string): Level {
  if (path.startsWith('test/e2e/')) return 'Browser'
  if (/^(src|test)\/web\//.test(path)) return 'Component'
  return /^src\/(domain|contracts)\//.test(path) ? 'Unit' : 'API'
}

function idsIn(title: string): string[] {
  return [...title.matchAll(/\b(?:[A-Z]+-\d+[a-z]?|P\d+)\b/g)].map((found) => found[0])
}

type Node = { readonly type: string; readonly [name: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** The words of each test and suite of a file: their titles, and the first words of a table's rows. */
function titlesIn(path: string, text: string): string[] {
  const titles: string[] = []
  walk(parseSync(path, text).program, (node) => {
    if (node.type !== 'CallExpression' || !isNode(node.callee) || !Array.isArray(node.arguments)) return
    if (!['test', 'it', 'describe'].includes(nameOf(node.callee))) return
    const [first] = node.arguments
    if (isTable(node.callee))
      walk(first, (each) => titles.push(...wordsOf(each).filter((words) => /^[A-Z]+-?\d/.test(words))))
    else titles.push(...wordsOf(first))
  })
  return titles
}

/** What a call is made on at its root: `test` of `test.each(rows)('…')`. */
function nameOf(callee: Node): string {
  if (callee.type === 'Identifier') return String(callee.name)
  const inner = callee.type === 'MemberExpression' ? callee.object : callee.callee
  return isNode(inner) ? nameOf(inner) : ''
}

function isTable({ type, property }: Node): boolean {
  return type === 'MemberExpression' && isNode(property) && property.name === 'each'
}

function wordsOf(node: unknown): string[] {
  if (!isNode(node)) return []
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : []
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return []
  return [node.quasis.map((part: { readonly value: { readonly raw: string } }) => part.value.raw).join('…')]
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) walk(each, visit)
  else if (isNode(value)) {
    visit(value)
    for (const child of Object.values(value)) walk(child, visit)
  }
}
