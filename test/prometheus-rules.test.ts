import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { metricTable } from '#server/watch/metric-table.ts'
import { unknownMetrics } from '#test/metric-names.ts'

const folder = 'deploy/prometheus'
const text = readFileSync(`${folder}/rules.yml`, 'utf8')

type Rule = { readonly name: string; readonly expr: string; readonly text: string }
const textOf = (of: string, key: string) => new RegExp(`^ +${key}: '?(.*?)'?$`, 'm').exec(of)?.[1]

/** The rules of one kind, as the file writes each of them. */
function rulesOf(kind: 'alert' | 'record'): Rule[] {
  return text
    .split(/^ {6}- (?=alert:|record:)/m)
    .filter((each) => each.startsWith(`${kind}:`))
    .map((each) => ({
      name: /: (.*)$/m.exec(each)?.[1] ?? '',
      expr: /^ {8}expr: >-\n((?: {10}.*\n)+)/m.exec(each)?.[1] ?? '',
      text: each,
    }))
}
const alerts = rulesOf('alert')
const records = rulesOf('record')

test('OPS-35: every alert of the list is there, once', () => {
  expect(alerts.map(({ name }) => name.replace('Cartwright', '')).sort()).toEqual(
    `AlarmOpen AvailabilityFast AvailabilitySlow BackupOld Breaches ClockSkew DeliveriesLate DeliveriesParked DiskFull FullPassLate
     GuardBehind Hold NoOrders OrderPending OrdersFail PoolWaiting ReplicaLag ReplicaUnused ShopUnread WorkerAbsent`.split(
      /\s+/,
    ),
  )
  for (const [name, limit] of Object.entries({
    ...{ AvailabilityFast: '14.4 * 0.001', AvailabilitySlow: '6 * 0.001', OrdersFail: '0.05', OrderPending: '> 300' },
    ...{
      DeliveriesLate: '> 900',
      GuardBehind: '> 600',
      FullPassLate: '> 7 * 86400',
      ClockSkew: '> 2',
      DiskFull: '< 0.15',
    },
    ...{ BackupOld: '> 26 * 3600', NoOrders: '[15m]' },
  })) {
    expect(alerts.find((each) => each.name === `Cartwright${name}`)?.expr, name).toContain(limit)
  }
})

test('OPS-35: every metric that a rule names is in the table of metrics, or made by a rule', () => {
  const made = records.map(({ name }) => name)
  for (const { name, expr } of [...alerts, ...records]) {
    expect(expr, name).not.toBe('')
    expect(unknownMetrics(expr, made), name).toEqual([])
  }
  expect(unknownMetrics('sum(rate(http_requests_total{status="x"}[5m])) / no_such_metric', made)).toEqual([
    'no_such_metric',
  ])
  expect(Object.keys(metricTable).length).toBeGreaterThan(40)
})

test.each(alerts)(
  'OPS-35: $name says what is wrong, how grave it is, and leads to a heading of a guide',
  ({ name, text: rule }) => {
    expect(textOf(rule, 'severity')).toMatch(/^(page|ticket)$/)
    expect(textOf(rule, 'summary')?.length).toBeGreaterThan(20)
    const [page = '', anchor = ''] = textOf(rule, 'runbook')?.split('#') ?? []
    const headings = [...readFileSync(page, 'utf8').matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)
    expect(headings.map((each) => each?.toLowerCase().replaceAll(' ', '-'))).toContain(anchor)
    const section = readFileSync(page, 'utf8').split(`\n## ${name}\n`)[1]?.trim() ?? ''
    expect(section.toLowerCase().startsWith(`${textOf(rule, 'severity')}.`)).toBe(true)
  },
)

test('OPS-35: each alert has a firing and a quiet case', () => {
  const cases = readFileSync(`${folder}/rules.test.yml`, 'utf8')
  for (const { name } of alerts) {
    for (const kind of ['fires', 'is quiet']) expect(cases).toContain(`  - name: ${name} ${kind}\n`)
  }
})

const hasPromtool = spawnSync('promtool', ['--version']).error === undefined

test.skipIf(!hasPromtool)(
  'OPS-35: promtool (package prometheus) takes the rules, and every case comes out as written',
  () => {
    const promtool = (...args: string[]) => execFileSync('promtool', args, { cwd: folder, encoding: 'utf8' })
    expect(promtool('check', 'rules', 'rules.yml')).toContain('SUCCESS')
    expect(promtool('test', 'rules', 'rules.test.yml')).toContain('SUCCESS')
  },
  300_000,
)
