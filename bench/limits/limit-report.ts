import type { LimitFigures, LimitRow } from './limited.ts'

/** Megabytes that a server may hold after all these orders. */
const maxResidentMb = 300

/** What the product costs beside what is written by hand, and where the rest is when that is too much. */
export function limitText({ rows, memory }: LimitFigures): string {
  const { orders, residentMb } = memory
  const held = `${residentMb.toFixed(0)} MB resident after ${orders} orders at 16 shoppers, ${maxResidentMb} at most wanted`
  return [...rows.flatMap(rowText), `${judged(residentMb <= maxResidentMb)}${held}`].join('\n')
}

function rowText({ what, product, limit, bar, sql }: LimitRow): string[] {
  const [ours, theirs] = [totalOf(product), totalOf(limit)]
  const need = `${what}: ${ms(ours)} ms of CPU, ${(ours / theirs).toFixed(2)} x of ${ms(theirs)} by hand, ${bar.toFixed(2)} x at most wanted`
  const where = `; server ${ms(product.server)} ms (${ms(limit.server)}), PostgreSQL ${ms(product.postgres)} ms (${ms(limit.postgres)})`
  const isGood = ours <= bar * theirs
  const lines = [`${judged(isGood)}${need}${isGood ? '' : where}`]
  if (sql === undefined) return lines
  const { statements, commits, bars } = sql
  const counts = `${what}: ${statements} statements, BEGIN and COMMIT among them, and ${commits} commits`
  if (bars === null) return [...lines, `        ${counts}`]
  const areFew = statements <= bars[0] && commits <= bars[1]
  return [...lines, `${judged(areFew)}${counts}, ${bars[0]} and ${bars[1]} at most wanted`]
}

const judged = (isGood: boolean) => (isGood ? 'good    ' : 'MISSED  ')
const totalOf = ({ server, postgres }: LimitRow['product']) => server + postgres
const ms = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(1))
