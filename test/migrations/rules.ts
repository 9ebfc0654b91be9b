import { parse } from 'libpg-query'
import { concurrentSteps } from '#server/db/migration/concurrent-migration.ts'

/** What a migration of a shop that is open must not do, and what to write instead. */
const rules = {
  index: 'create index concurrently if not exists, in a .concurrent.sql',
  'unique constraint': 'make the index concurrently first, then add constraint … unique using index',
  'set not null':
    'add check (column is not null) not valid, validate it in a .concurrent.sql, and set not null in a later file',
  'not null without a value': 'give it a default, or leave it nullable until call shop_meta.backfill(…) has filled it',
  'foreign key': 'add constraint … not valid, and validate it in a .concurrent.sql',
  type: 'add a column of the new type, fill it by call shop_meta.backfill(…), and drop the old one a release later',
  rename: 'add the new one, write both, and drop the old one a release later',
  drop: 'say since when nothing uses it, in a comment before the statement: -- contract: unused since 00NN',
  'default of each row':
    'add the column without it, alter column … set default, and fill it by call shop_meta.backfill(…)',
  'concurrent file': 'only what concurrent-migration.ts names may stand there; all else in a file of its own',
} as const

export type Rule = keyof typeof rules

/** A breach for a person: file, line, rule, and what to write instead. */
export type Breach = { readonly file: string; readonly line: number; readonly rule: Rule; readonly instead: string }

export type File = { readonly name: string; readonly text: string }

/** A node of PostgreSQL's own parse tree. */
type Node = { readonly [key: string]: unknown }

/** Functions that answer the same for all rows of a statement, so that a new column's default is one value and no row is written. */
const oneForAll = new Set(['now', 'transaction_timestamp', 'statement_timestamp', 'current_setting', 'lower', 'upper'])
const serial = new Set(['serial', 'bigserial', 'smallserial', 'serial2', 'serial4', 'serial8'])

/** What the breaches of one file may be judged by: what was made before. */
type Known = {
  /** Tables of this very file: nobody uses them yet. */
  readonly made: Set<string>
  /** `table.constraint` of checks that a column is not null, with `table.column`. */
  readonly checks: Map<string, string>
  /** `table.column` whose check was validated in a file before. */
  readonly filled: Set<string>
}

/** Judges migration files, oldest first, by PostgreSQL's own parser. */
export async function judge(files: readonly File[]): Promise<Breach[]> {
  const breaches: Breach[] = []
  const known = { checks: new Map<string, string>(), filled: new Set<string>() }
  for (const file of files) breaches.push(...(await judgeFile(file, { ...known, made: new Set() })))
  return breaches
}

async function judgeFile({ name, text }: File, known: Known): Promise<Breach[]> {
  const bytes = Buffer.from(text)
  const isConcurrent = name.endsWith('.concurrent.sql')
  const found: Breach[] = []
  const breach = (rule: Rule, at: number) => {
    const line = bytes.subarray(0, at).toString().split('\n').length
    found.push({ file: name, line, rule, instead: rules[rule] })
  }
  const { stmts = [] } = (await parse(text)) as {
    stmts?: { stmt: Node; stmt_location?: number; stmt_len?: number }[]
  }
  let after = 0
  const validated: string[] = []
  for (const { stmt, stmt_location = 0, stmt_len = bytes.length - stmt_location } of stmts) {
    const end = stmt_location + stmt_len
    const whole = bytes.subarray(after, end).toString()
    const at = after + Buffer.byteLength(/^(?:\s+|;|--[^\n]*|\/\*[\s\S]*?\*\/)*/.exec(whole)?.[0] ?? '')
    const judged: Statement = { stmt, at, file: name, isContract: contractOf(whole, name), known, breach }
    if (isConcurrent) judgeConcurrent(judged, bytes.subarray(at, end).toString(), validated)
    else judgeStatement(judged)
    after = end
  }
  for (const one of validated) known.filled.add(one)
  return found
}

type Statement = {
  readonly stmt: Node
  readonly at: number
  readonly file: string
  readonly isContract: boolean
  readonly known: Known
  breach(rule: Rule, at: number): void
}

/** Whether a comment before the statement says since which migration, an older one, nothing uses what goes. */
function contractOf(text: string, file: string): boolean {
  const since = /--\s*contract: unused since (\d{4})\b/.exec(text)?.[1]
  return since !== undefined && since < file.slice(0, 4)
}

function judgeConcurrent({ stmt, at, file, known, breach }: Statement, text: string, validated: string[]): void {
  try {
    concurrentSteps(file, text)
  } catch {
    breach('concurrent file', at)
  }
  const [kind, body] = only(stmt)
  if (kind !== 'AlterTableStmt') return
  for (const command of commandsOf(body)) {
    const column = known.checks.get(`${tableOf(body.relation)}.${command.name}`)
    if (command.subtype === 'AT_ValidateConstraint' && column !== undefined) validated.push(column)
  }
}

function judgeStatement({ stmt, at, isContract, known, breach }: Statement): void {
  const [kind, body] = only(stmt)
  const isNew = known.made.has(tableOf(body.relation))
  if (kind === 'CreateStmt') known.made.add(tableOf(body.relation))
  if (kind === 'CreateTableAsStmt') known.made.add(tableOf((body.into as Node | undefined)?.rel))
  if (kind === 'IndexStmt' && (!isNew || body.concurrent === true)) breach('index', at)
  if (kind === 'RenameStmt' && !isNew && isOfRows(body)) breach('rename', at)
  if (kind === 'DropStmt' && !isContract && ['OBJECT_TABLE', 'OBJECT_COLUMN'].includes(String(body.removeType))) {
    breach('drop', at)
  }
  if (kind !== 'AlterTableStmt' || isNew) return
  for (const command of commandsOf(body)) {
    judgeCommand(command, tableOf(body.relation), { at, isContract, known, breach })
  }
}

function judgeCommand(
  command: Node,
  table: string,
  { at, isContract, known, breach }: Pick<Statement, 'at' | 'isContract' | 'known' | 'breach'>,
): void {
  const [, def] = only((command.def as Node | undefined) ?? {})
  const here = typeof def.location === 'number' ? def.location : at
  switch (command.subtype) {
    case 'AT_AddColumn':
      judgeColumn(def, here, breach)
      return
    case 'AT_AddConstraint':
      noteCheck(def, table, known)
      if (def.contype === 'CONSTR_FOREIGN' && def.skip_validation !== true) breach('foreign key', here)
      if (isUnique(def) && def.indexname === undefined) breach('unique constraint', here)
      return
    case 'AT_SetNotNull':
      if (!known.filled.has(`${table}.${command.name}`)) breach('set not null', at)
      return
    case 'AT_AlterColumnType':
      breach('type', here)
      return
    case 'AT_DropColumn':
      if (!isContract) breach('drop', at)
  }
}

function judgeColumn(column: Node, at: number, breach: Statement['breach']): void {
  const constraints = ((column.constraints as Node[] | undefined) ?? []).map((one) => only(one)[1])
  const has = (type: string) => constraints.some(({ contype }) => contype === type)
  const value = constraints.find(({ contype }) => contype === 'CONSTR_DEFAULT')
  const types = JSON.stringify(column.typeName ?? {})
  const isSerial = [...serial].some((name) => types.includes(`"${name}"`))
  const isStored = constraints.some(({ generated_kind }) => generated_kind === 's')
  const functions = [...JSON.stringify(value ?? {}).matchAll(/"funcname":(\[.*?\])/g)].map(
    ([, names = '']) => /"sval":"(\w+)"\}\}\]$/.exec(names)?.[1] ?? '',
  )
  if (isSerial || isStored || has('CONSTR_IDENTITY') || functions.some((name) => !oneForAll.has(name))) {
    breach('default of each row', at)
  } else if (has('CONSTR_NOTNULL') && value === undefined) {
    breach('not null without a value', at)
  }
  if (has('CONSTR_FOREIGN')) breach('foreign key', at)
  if (constraints.some(isUnique)) breach('unique constraint', at)
}

function isUnique({ contype }: Node): boolean {
  return contype === 'CONSTR_UNIQUE' || contype === 'CONSTR_PRIMARY'
}

/** A check that a column is not null, which makes `set not null` a matter of a moment once it is validated. */
function noteCheck(constraint: Node, table: string, known: Known): void {
  const test = (constraint.raw_expr as Node | undefined)?.NullTest as Node | undefined
  const fields = ((test?.arg as Node | undefined)?.ColumnRef as Node | undefined)?.fields as Node[] | undefined
  const column = (fields?.at(-1)?.String as Node | undefined)?.sval
  if (test?.nulltesttype !== 'IS_NOT_NULL' || column === undefined || constraint.skip_validation !== true) return
  known.checks.set(`${table}.${constraint.conname}`, `${table}.${column}`)
}

/** What holds rows or is named in statements: tables, views, columns, types; a constraint or an index may have any name. */
function isOfRows({ renameType }: Node): boolean {
  return !['OBJECT_TABCONSTRAINT', 'OBJECT_INDEX', 'OBJECT_TRIGGER'].includes(String(renameType))
}

function only(node: Node): [string, Node] {
  const [first] = Object.entries(node)
  return [first?.[0] ?? '', (first?.[1] as Node | undefined) ?? {}]
}

function commandsOf(body: Node): Node[] {
  return ((body.cmds as Node[] | undefined) ?? []).map((one) => only(one)[1])
}

function tableOf(relation: unknown): string {
  return String((relation as Node | undefined)?.relname ?? '')
}
