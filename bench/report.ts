import { type BrowseFigures, printBrowse } from './browse.ts'
import type { ImportFigures } from './import-run.ts'
import { limitText } from './limits/limit-report.ts'
import type { LimitFigures } from './limits/limited.ts'
import type { Figures } from './measure.ts'
import { type PressureFigures, printPressure } from './pressure.ts'
import { type Look, soakText, type Verdict } from './soak-judge.ts'
import type { Starts } from './starts.ts'

export type Row = {
  readonly what: string
  readonly shoppers: number
  readonly product: Figures
  readonly limit: Figures
  /** Operations a second as a part of the limit's. */
  readonly ratio: number
  /** The limit's CPU time for one operation as a part of all that the product's takes: what the ratio tends to on a full machine. */
  readonly cpuRatio: number
  /** SQL statements of one operation, and how many different forms the recorded operations had. */
  readonly sql: { readonly statements: number; readonly shapes: number } | null
  /** The bar, where there is one. */
  readonly bar: number | null
}

export type Result = {
  readonly at: string
  readonly machine: string
  readonly node: string
  readonly postgres: string
  /** Load of the machine before the bench began: other programs make every figure worse. */
  readonly loadBefore: number
  readonly counts: object
  readonly rows: readonly Row[]
  readonly limits?: LimitFigures
  readonly import?: ImportFigures
  readonly browse?: BrowseFigures
  readonly pressure?: PressureFigures
  readonly soak?: { readonly looks: readonly Look[]; readonly verdict: Verdict }
  readonly starts?: Starts
}

/** The least part of its limit that an operation must reach, at sixteen shoppers. */
const bars: { readonly [what: string]: number } = { getCart: 0.5, addItem: 0.5, placeOrder: 0.4 }

/** A page from the cache reaches half of Fastify's rate; with a proxy's headers nine tenths of that without. */
const pageBars: { readonly [what: string]: number } = { 'the same behind proxies': 0.9 }

export function rowOf(
  what: string,
  shoppers: number,
  product: Figures,
  limit: Figures,
  recording?: { readonly statements: number; readonly shapes: number },
): Row {
  const isPage = recording === undefined
  return {
    what,
    shoppers,
    product,
    limit,
    ratio: product.perSecond / limit.perSecond,
    cpuRatio: total(limit) / total(product),
    sql: recording === undefined ? null : { statements: recording.statements, shapes: recording.shapes },
    bar: isPage ? (pageBars[what] ?? 0.5) : shoppers === 16 ? (bars[what] ?? null) : null,
  }
}

function total({ cpu }: Figures): number {
  return cpu.server + cpu.postgres + cpu.gateway + cpu.client
}

/** The table for people. */
export function print(result: Result): void {
  const { machine, node, postgres, rows, loadBefore } = result
  console.log(`\n${machine}, Node ${node}, PostgreSQL ${postgres}, load ${loadBefore.toFixed(1)} before\n`)
  const head = [
    '',
    'at',
    '/s',
    'p50',
    'p99',
    'CPU ms',
    'server',
    'SQL',
    'MB',
    'limit /s',
    'p50',
    'p99',
    'CPU ms',
    'of limit',
    'others',
  ]
  const lines = rows.map(({ what, shoppers, product, limit, ratio }) => [
    what,
    String(shoppers),
    ...[round(product.perSecond), ms(product.p50), ms(product.p99), ms(total(product)), ms(product.cpu.server)],
    ...[ms(product.cpu.postgres), round(product.serverMb)],
    ...[round(limit.perSecond), ms(limit.p50), ms(limit.p99), ms(total(limit))],
    ...[percent(ratio), percent(Math.max(product.others, limit.others))],
  ])
  printTable([head, ...lines])
  for (const row of rows) if (row.bar !== null) console.log(judge(row))
  if (result.limits !== undefined) console.log(`\n${limitText(result.limits)}`)
  if (result.import !== undefined) {
    const { skus, fileMb, seconds, againSeconds, peakMb } = result.import
    const times = `${seconds.toFixed(1)} s, the same file again ${againSeconds.toFixed(1)} s`
    console.log(`\nimport of ${skus} skus (${fileMb.toFixed(0)} MB): ${times}, at most ${peakMb.toFixed(0)} MB`)
  }
  if (result.browse !== undefined) printBrowse(result.browse)
  if (result.pressure !== undefined) printPressure(result.pressure)
  if (result.soak !== undefined) console.log(`\n${soakText(result.soak.looks, result.soak.verdict)}\n`)
  if (result.starts !== undefined) {
    const { coldMs, secondMs, afterKillMs, serverMb } = result.starts
    const times = [coldMs, secondMs, afterKillMs].map((time) => `${(time / 1000).toFixed(2)} s`)
    console.log(
      `ready after ${times[0]} the first time, ${times[1]} the second, ${times[2]} after kill -9; ${serverMb.toFixed(0)} MB`,
    )
  }
}

/** The bar, and where the time goes when it is missed. */
function judge({ what, shoppers, ratio, cpuRatio, bar, product, limit, sql }: Row): string {
  const need = `${what} at ${shoppers}: ${(ratio * 100).toFixed(0)} % of its limit, ${((bar ?? 0) * 100).toFixed(0)} % wanted`
  if (ratio >= (bar ?? 0)) return `good    ${need}`
  const { cpu } = product
  const waiting = Math.max(0, product.p50 - total(product))
  const parts = [
    `server ${ms(cpu.server)} ms`,
    `PostgreSQL ${ms(cpu.postgres)} ms (${ms(limit.cpu.postgres)} replayed)`,
    `gateway ${ms(cpu.gateway)} ms`,
    `load client ${ms(cpu.client)} ms`,
    `waiting ${ms(waiting)} ms of a median of ${ms(product.p50)}`,
  ]
  const statements = sql === null ? '' : ` in ${sql.statements} statements`
  return `MISSED  ${need}; of its CPU time ${(cpuRatio * 100).toFixed(0)} % is the limit's own${statements}: ${parts.join(', ')}; others took ${(product.others * 100).toFixed(0)} % of the machine`
}

function printTable(lines: readonly (readonly string[])[]): void {
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? []
  for (const line of lines) {
    console.log(
      line
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
  }
  console.log('')
}

const percent = (value: number) => `${Math.round(value * 100)} %`
const round = (value: number) => value.toFixed(0)
const ms = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(1))
