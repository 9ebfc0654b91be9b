import type { Day } from '#domain/days.ts'

const dayMs = 86_400_000

/** Days that one may wait for the last piece of an in-home delivery before two deliveries are offered (CALM-15). */
const patienceDays = 14

type DatedLine = { readonly lineId: string; readonly day: Day | null }

/**
 * The lines that come so much later than the rest that they may be a delivery of their own: those after the longest wait
 * between two days, when it is longer than two weeks. None when all come soon enough after one another.
 */
export function lateLines(lines: readonly DatedLine[]): string[] {
  const days = [...new Set(lines.flatMap(({ day }) => day ?? []))].sort()
  let [longest, from] = [patienceDays, '']
  for (const [at, day] of days.entries()) {
    const before = days[at - 1]
    const wait = before === undefined ? 0 : (Date.parse(day) - Date.parse(before)) / dayMs
    if (wait > longest) [longest, from] = [wait, day]
  }
  return from === '' ? [] : lines.flatMap(({ lineId, day }) => (day !== null && day >= from ? lineId : []))
}
