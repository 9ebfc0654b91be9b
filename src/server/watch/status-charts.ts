import { escapeHtml } from '#domain/escape-html.ts'
import type { OrdersOfMinute } from './status-store.ts'

const minuteMs = 60_000
const minutesShown = 180
const columns = 10

/** 9:05 as 09:05, in UTC. */
export function clockTime(ms: number): string {
  return new Date(ms).toISOString().slice(11, 16)
}

/** The numbers of the last 180 minutes, 0 where there were none; the last one is the minute of `nowMs`. */
export function minuteSeries(found: readonly OrdersOfMinute[], nowMs: number): readonly OrdersOfMinute[] {
  const counts = new Map(found.map(({ at, count }) => [Math.floor(Date.parse(at) / minuteMs), count]))
  const last = Math.floor(nowMs / minuteMs)
  return Array.from({ length: minutesShown }, (_, nth) => {
    const minute = last - minutesShown + 1 + nth
    return { at: new Date(minute * minuteMs).toISOString(), count: counts.get(minute) ?? 0 }
  })
}

/** Bars, one a minute, with the greatest number at their left and the hours below them. */
export function minutesChart(series: readonly OrdersOfMinute[]): string {
  const greatest = Math.max(1, ...series.map(({ count }) => count))
  const sum = series.reduce((all, { count }) => all + count, 0)
  const height = 100
  const bars = series
    .map(({ count }, nth) => {
      const high = Math.round((count / greatest) * height * 10) / 10
      return count === 0 ? '' : `<rect x="${nth * 4}" y="${height - high}" width="3" height="${high}"/>`
    })
    .join('')
  const words = `Orders per minute of the last 3 hours: ${sum} in all, at most ${greatest} in a minute`
  const ticks = series
    .filter((_, nth) => nth % 45 === 0 || nth === series.length - 1)
    .map(({ at }) => `<span>${clockTime(Date.parse(at))}</span>`)
    .join('')
  return `<div class="chart"><span class="scale" aria-hidden="true">${greatest}</span>
<svg role="img" aria-label="${escapeHtml(words)}" viewBox="0 0 ${series.length * 4} ${height}" preserveAspectRatio="none"><line x1="0" x2="${series.length * 4}" y1="${height}" y2="${height}"/>${bars}</svg>
<div class="ticks" aria-hidden="true">${ticks}</div></div>`
}

/** The same numbers: a row for ten minutes, a column for each of them. */
export function minutesTable(series: readonly OrdersOfMinute[]): string {
  const rows: string[] = []
  for (let first = 0; first < series.length; first += columns) {
    const ten = series.slice(first, first + columns)
    const sum = ten.reduce((all, { count }) => all + count, 0)
    const cells = ten.map(({ count }) => `<td>${count}</td>`).join('')
    rows.push(`<tr><th scope="row">${clockTime(Date.parse(ten[0]?.at ?? ''))}</th>${cells}<td><b>${sum}</b></td></tr>`)
  }
  const heads = Array.from({ length: columns }, (_, nth) => `<th scope="col">+${nth}</th>`).join('')
  return `<table><caption>Orders per minute, from the minute at the left on (UTC)</caption>
<thead><tr><th scope="col">From</th>${heads}<th scope="col">All</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

const outcomeWords: { readonly [state: string]: string } = {
  placed: 'Placed',
  refused: 'Refused',
  cancelled: 'Cancelled',
  pending: 'Without an outcome yet',
}

/** What became of the day's orders, with a bar for each. */
export function outcomesTable(outcomes: { readonly [state: string]: number }): string {
  const all = Object.values(outcomes).reduce((sum, count) => sum + count, 0)
  const rows = Object.entries(outcomeWords).map(([state, words]) => {
    const count = outcomes[state] ?? 0
    const share = all === 0 ? 0 : Math.round((count / all) * 1000) / 10
    const bar = `<svg class="bar" role="img" aria-label="${share} %" viewBox="0 0 100 10" preserveAspectRatio="none"><rect class="${state}" width="${share}" height="10"/></svg>`
    return `<tr><th scope="row">${words}</th><td>${count}</td><td>${share.toFixed(1)} %</td><td class="of">${bar}</td></tr>`
  })
  return `<table><caption>Orders of today by what became of them (UTC)</caption>
<thead><tr><th scope="col">Outcome</th><th scope="col">Orders</th><th scope="col">Share</th><th scope="col">Of all</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}
