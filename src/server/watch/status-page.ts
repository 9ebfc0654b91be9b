import { createHash } from 'node:crypto'
import { escapeHtml } from '#domain/escape-html.ts'
import type { Refusal } from '#server/run/replica/replica-judge.ts'
import type { ReplicaState } from '#server/run/replica/replica-reads.ts'
import type { ShopState } from './shop-state-store.ts'
import { minuteSeries, minutesChart, minutesTable, outcomesTable } from './status-charts.ts'
import { maxOrders, type StatusFacts } from './status-store.ts'
import { statusStyles } from './status-styles.ts'

/** What the page is made of; null: the database could not be read. */
export type Status = {
  readonly nowMs: number
  readonly version: string
  /** What this process reads from in the database's place for what everybody may see; null: nothing is set. */
  readonly replica: Pick<ReplicaState, 'server' | 'why' | 'lagMs'> | null
  readonly state: ShopState | null
  readonly facts: StatusFacts | null
}

/** For the content policy: the page's only styles. */
const stylesHash = `'sha256-${createHash('sha256').update(statusStyles).digest('base64')}'`

/** The page loads nothing and runs nothing. */
export const statusPolicy = `default-src 'none'; style-src ${stylesHash}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`

/** A time that has passed, short. */
export function ago(seconds: number | null): string {
  if (seconds === null) return '-'
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 120) return `${whole} s`
  if (whole < 7_200) return `${Math.round(whole / 60)} min`
  if (whole < 172_800) return `${Math.round(whole / 3_600)} h`
  return `${Math.round(whole / 86_400)} d`
}

/** A process that was not heard of for so long is taken for gone, seconds. */
const goneSeconds = 10

/** What a person should look at, a sentence each. */
export function wanted({ state, facts }: Status): readonly string[] {
  if (state === null || facts === null) return ['The database cannot be read now.']
  const { processes, mode, alarms, orders, outbox } = state
  const isAlive = ({ seenSeconds }: { readonly seenSeconds: number }) => seenSeconds < goneSeconds
  const works = processes.some((each) => each.role !== 'web' && isAlive(each))
  const skewed = processes.filter((each) => isAlive(each) && Math.abs(each.skewMs ?? 0) > 2_000)
  return [
    ...(mode.isHeld
      ? [`Hold: nothing is given back that the database does not know (${mode.reason ?? 'no reason'}).`]
      : []),
    ...(alarms.page > 0 ? [`${count(alarms.page, 'alarm')} to get up for.`] : []),
    ...(alarms.ticket > 0 ? [`${count(alarms.ticket, 'alarm')} for the working day.`] : []),
    ...(works ? [] : ['No worker was heard of: mails wait, and nothing runs by the clock.']),
    ...(orders.oldestSeconds > 300 ? [`An order has been without an outcome for ${ago(orders.oldestSeconds)}.`] : []),
    ...(outbox.oldestSeconds > 900 ? [`A delivery has been waiting for ${ago(outbox.oldestSeconds)}.`] : []),
    ...(outbox.parked > 0 ? [`Nobody tries ${count(outbox.parked, 'delivery', 'deliveries')} any more.`] : []),
    ...skewed.map(({ instance, skewMs }) => `The clock of ${instance} is off by ${seconds(skewMs)}.`),
  ]
}

/** One page for operators: without scripts, without buttons, without anybody's data. */
export function statusPage(status: Status): string {
  const { nowMs, version, replica, state, facts } = status
  const wants = wanted(status)
  const asOf = new Date(nowMs).toISOString().slice(0, 19).replace('T', ' ')
  const verdict =
    wants.length === 0
      ? '<p class="verdict good">Nothing wants a person now.</p>'
      : `<ul class="verdict">${wants.map((each) => `<li>${escapeHtml(each)}</li>`).join('')}</ul>`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>Status | Cartwright</title><style>${statusStyles}</style></head>
<body><header><h1>Cartwright</h1><p>As of ${asOf} UTC, version ${escapeHtml(version)}. Load the page again for newer numbers.</p></header>
<main>${verdict}${state === null || facts === null ? '' : sections(nowMs, state, facts, replica)}</main></body></html>
`
}

function sections(nowMs: number, state: ShopState, facts: StatusFacts, replica: Status['replica']): string {
  return [ordersSection(nowMs, facts), alarmsSection(facts), processesSection(state), databaseSection(state, replica)]
    .concat([queuesSection(state), importSection(state), retentionSection(state)])
    .join('\n')
}

function section(title: string, content: string, kind = ''): string {
  return `<section class="${kind}"><h2>${title}</h2>${content}</section>`
}

/** A table that is wider than a phone scrolls by itself, by the keyboard too. */
function scrolled(name: string, table: string): string {
  return `<div class="scrolled" role="region" aria-label="${name}" tabindex="0">${table}</div>`
}

function ordersSection(nowMs: number, { hasOrders, minutes, outcomes, isCut }: StatusFacts): string {
  if (!hasOrders) return section('Orders', '<p>No orders yet</p>', 'whole')
  const series = minuteSeries(minutes, nowMs)
  const cut = isCut ? `<p>Of today the newest ${maxOrders.toLocaleString('en-US')} are counted.</p>` : ''
  const chart = `<h3>Orders per minute, the last 3 hours (UTC)</h3>${minutesChart(series)}
<details><summary>The same numbers as a table</summary>${scrolled('Orders per minute', minutesTable(series))}</details>`
  return section(
    'Orders',
    `${chart}<h3>Outcomes of the day</h3>${scrolled('Outcomes of the day', outcomesTable(outcomes))}${cut}`,
    'whole',
  )
}

function alarmsSection({ alarms }: StatusFacts): string {
  if (alarms.length === 0) return section('Alarms', '<p>None is open.</p>', 'whole')
  const rows = alarms.map(({ kind, severity, times, sinceSeconds, lastSeconds, acknowledgedBy }) => [
    kind,
    severity,
    String(times),
    `${ago(sinceSeconds)} ago`,
    `${ago(lastSeconds)} ago`,
    acknowledgedBy === null ? 'nobody' : 'somebody',
  ])
  const heads = ['Kind', 'Severity', 'Times', 'First', 'Last', 'Who has it']
  const hint =
    '<p>What each means and what to do: <code>docs/how-to/when-it-burns.md</code>. Whose and of what: <code>npm run alarms -- --list</code>.</p>'
  return section('Alarms', scrolled('Alarms', table('Alarms that are not over', heads, rows)) + hint, 'whole')
}

function processesSection({ processes }: ShopState): string {
  if (processes.length === 0) return section('Processes', '<p>None was heard of within a day.</p>', 'whole')
  const rows = processes.map(({ instance, role, version, startedAt, seenSeconds, skewMs }) => [
    instance,
    role,
    version,
    `${startedAt.slice(0, 16).replace('T', ' ')}`,
    seenSeconds < goneSeconds ? `${ago(seenSeconds)} ago` : `gone, ${ago(seenSeconds)} ago`,
    seconds(skewMs),
  ])
  const heads = ['Process', 'Role', 'Version', 'Started (UTC)', 'Heard of', 'Clock ahead']
  return section(
    'Processes',
    scrolled('Processes', table('Processes that were heard of within a day', heads, rows)),
    'whole',
  )
}

const whyNoReplica = {
  away: 'it cannot be asked',
  lag: 'it is too far behind',
  catalogue: 'it lacks an import',
  promoted: 'it follows no other server',
} as const satisfies { readonly [Why in Refusal]: string }

function replicaText({ server, why, lagMs }: NonNullable<Status['replica']>): string {
  const behind = lagMs === null ? '' : `, ${(lagMs / 1_000).toFixed(1)} s behind`
  const name = server ?? 'the replica'
  return why === null ? `${name}${behind}` : `the primary, and not ${name}${behind}: ${whyNoReplica[why]}`
}

function databaseSection(state: ShopState, replica: Status['replica']): string {
  const { processes, timeline, replicas, mode, backupSeconds } = state
  const hosts = [
    ...new Set(processes.filter((each) => each.seenSeconds < goneSeconds).map((each) => each.databaseHost)),
  ]
  const lags = replicas.map(({ replica, lagSeconds }) => `${replica} ${lagSeconds.toFixed(1)} s`)
  const held = `hold for ${ago(mode.sinceSeconds)}: ${mode.reason ?? 'no reason'}`
  return section(
    'Database',
    list([
      ['Host', hosts.join(', ') || 'not known'],
      ['Timeline', timeline ?? 'not told'],
      ['Lag of replicas', lags.join(', ') || 'no replica seen'],
      ...(replica === null ? [] : [['Pages are read from', replicaText(replica)] as const]),
      ['Last backup', backupSeconds === null ? 'not noted' : `${ago(backupSeconds)} ago`],
      ['Mode', mode.isHeld ? held : 'live'],
    ]),
  )
}

function queuesSection({ orders, outbox, jobs, guardUptoSeconds, guardFullPassSeconds }: ShopState): string {
  const jobsOf = (name: string) => String(jobs.find(({ state }) => state === name)?.count ?? 0)
  const aged = (number: number, oldest: number) => (number === 0 ? '0' : `${number}, oldest ${ago(oldest)}`)
  return section(
    'Queues',
    list([
      ['Orders without an outcome', aged(orders.pending, orders.oldestSeconds)],
      ['Deliveries due', aged(outbox.due, outbox.oldestSeconds)],
      ['Deliveries parked', String(outbox.parked)],
      ['Jobs due', jobsOf('due')],
      ['Jobs at work', jobsOf('at work')],
      ['Jobs for later', jobsOf('later')],
      ['Jobs given up', jobsOf('given up')],
      ['Books checked up to', guardUptoSeconds === null ? 'not yet' : `${ago(guardUptoSeconds)} ago`],
      ['All books checked', guardFullPassSeconds === null ? 'not yet' : `${ago(guardFullPassSeconds)} ago`],
    ]),
    'tall',
  )
}

function importSection({ lastImport }: ShopState): string {
  if (lastImport === null) return section('Last import', '<p>There was none.</p>')
  const { state, lines, doneLines, startedSeconds } = lastImport
  return section(
    'Last import',
    list([
      ['State', state],
      ['Lines', `${doneLines.toLocaleString('en-US')} of ${lines.toLocaleString('en-US')}`],
      ['Begun', `${ago(startedSeconds)} ago`],
    ]),
  )
}

function retentionSection({ retention }: ShopState): string {
  if (retention.length === 0) return section('Retention', '<p>Nothing was removed yet.</p>', 'whole')
  const last = Math.min(...retention.map(({ ranSeconds }) => ranSeconds))
  const rows = retention
    .filter(({ removed, oldestSeconds }) => removed > 0 || oldestSeconds !== null)
    .map(({ line, removed, oldestSeconds }) => [
      line,
      oldestSeconds === null ? '-' : ago(oldestSeconds),
      String(removed),
    ])
  const heads = ['Rows of', 'Oldest left', 'Removed in the last round']
  const lines =
    rows.length === 0
      ? '<p>There is nothing that is removed after a time.</p>'
      : scrolled('Retention', table('What is removed after a time', heads, rows))
  return section('Retention', `<p>Last round ${ago(last)} ago.</p>${lines}`, 'whole')
}

function list(pairs: readonly (readonly [string, string])[]): string {
  return `<dl>${pairs.map(([name, value]) => `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`).join('')}</dl>`
}

function table(caption: string, heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads.map((each) => `<th scope="col">${each}</th>`).join('')
  const body = rows.map(([first = '', ...rest]) => {
    const cells = rest.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')
    return `<tr><th scope="row">${escapeHtml(first)}</th>${cells}</tr>`
  })
  return `<table><caption>${caption}</caption><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`
}

function seconds(ms: number | null): string {
  return ms === null ? 'not known' : `${(ms / 1_000).toFixed(2).replace('-0.00', '0.00')} s`
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`
}
