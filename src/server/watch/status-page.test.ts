import { expect, test } from 'vitest'
import type { ShopState } from './shop-state-store.ts'
import { minuteSeries, minutesChart, minutesTable, outcomesTable } from './status-charts.ts'
import { ago, type Status, statusPage, wanted } from './status-page.ts'
import type { StatusFacts } from './status-store.ts'

const nowMs = Date.parse('2026-11-24T10:00:30Z')
const own = { version: '1.2.3', startedAt: '2026-11-24T08:00:00Z', databaseHost: '10.0.0.5:5432' }
const well: ShopState = {
  orders: { pending: 0, oldestSeconds: 0 },
  outbox: { due: 3, parked: 0, oldestSeconds: 4 },
  jobs: [{ state: 'due', count: 3 }],
  guardUptoSeconds: 61,
  guardFullPassSeconds: 3_600 * 20,
  backupSeconds: 3_600 * 5,
  processes: [
    { instance: 'shop-1', role: 'web', seenSeconds: 1, skewMs: 12, ...own },
    { instance: 'shop-2', role: 'worker', seenSeconds: 2, skewMs: null, ...own },
    { instance: 'shop-0', role: 'worker', seenSeconds: 4_000, skewMs: 9_000, ...own },
  ],
  retention: [{ line: 'session', oldestSeconds: 86_400 * 3, ranSeconds: 20, removed: 12 }],
  replicas: [{ replica: 'standby', lagSeconds: 0.25 }],
  lastImport: { state: 'applying', lines: 12_000, doneLines: 3_000, startedSeconds: 90 },
  alarms: { page: 0, ticket: 0 },
  mode: { isHeld: false, reason: null, sinceSeconds: null },
  timeline: '00000003',
}
const facts: StatusFacts = {
  hasOrders: true,
  minutes: [
    { at: '2026-11-24T07:01:00Z', count: 2 },
    { at: '2026-11-24T10:00:00Z', count: 8 },
  ],
  outcomes: { placed: 17, refused: 2, cancelled: 1 },
  isCut: false,
  alarms: [],
}
const good: Status = { nowMs, version: '1.2.3', replica: null, state: well, facts }

/** What somebody reads. */
const words = (html: string) =>
  html
    .replaceAll(/<style>[\s\S]*?<\/style>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

test.each([
  [null, 'Lag of replicas standby 0.3 s Last backup'],
  [{ server: 'db2:5432', why: null, lagMs: 840 }, 'Pages are read from db2:5432, 0.8 s behind Last backup'],
  [
    { server: 'db2:5432', why: 'lag', lagMs: 61_000 },
    'Pages are read from the primary, and not db2:5432, 61.0 s behind: it is too far behind Last backup',
  ],
  [
    { server: null, why: 'away', lagMs: null },
    'Pages are read from the primary, and not the replica: it cannot be asked Last backup',
  ],
] as const)('SCALE-12: with the replica %j the page says %s', (replica, sentence) => {
  expect(words(statusPage({ ...good, replica }))).toContain(sentence)
})

test('OPS-37: the page tells of processes, database, mode, alarms, queues, retention, the last import and the orders', () => {
  const page = statusPage(good)
  const read = words(page)
  for (const part of [
    'Nothing wants a person now.',
    'shop-1 web 1.2.3 2026-11-24 08:00 1 s ago 0.01 s',
    'shop-2 worker 1.2.3 2026-11-24 08:00 2 s ago not known',
    'shop-0 worker 1.2.3 2026-11-24 08:00 gone, 67 min ago 9.00 s',
    'Host 10.0.0.5:5432',
    'Timeline 00000003',
    'Lag of replicas standby 0.3 s',
    'Mode live',
    'Alarms None is open.',
    'Orders without an outcome 0',
    'Deliveries due 3, oldest 4 s',
    'Jobs due 3',
    'Books checked up to 61 s ago',
    'All books checked 20 h ago',
    'Last backup 5 h ago',
    'session 3 d 12',
    'State applying',
    'Lines 3,000 of 12,000',
    'Placed 17 85.0 %',
    'Refused 2 10.0 %',
    'Cancelled 1 5.0 %',
    'Without an outcome yet 0 0.0 %',
  ])
    expect(read).toContain(part)
  expect(page).not.toMatch(/<script|<button|<input|<form|<a /)
})

test('OPS-37: the chart and its table have the same numbers, 180 minutes of them up to now', () => {
  const series = minuteSeries(facts.minutes, nowMs)
  expect(series).toHaveLength(180)
  expect(series[0]).toEqual({ at: '2026-11-24T07:01:00.000Z', count: 2 })
  expect(series.at(-1)).toEqual({ at: '2026-11-24T10:00:00.000Z', count: 8 })
  const chart = minutesChart(series)
  expect(chart).toContain('aria-label="Orders per minute of the last 3 hours: 10 in all, at most 8 in a minute"')
  const bars = [...chart.matchAll(/<rect x="(\d+)" y="(\d+)" width="3" height="(\d+)"/g)].map((each) =>
    each.slice(1).map(Number),
  )
  expect(bars).toEqual([
    [0, 75, 25],
    [716, 0, 100],
  ])
  const cells = [...minutesTable(series).matchAll(/<td>(\d+)<\/td>/g)].map(([, count]) => Number(count))
  expect(cells).toEqual(series.map(({ count }) => count))
  expect(outcomesTable(facts.outcomes)).toContain('<rect class="placed" width="85" height="10"/>')
})

test('OPS-37: before the first order it says so, and without a database it says that', () => {
  const page = words(statusPage({ ...good, facts: { ...facts, hasOrders: false, minutes: [], outcomes: {} } }))
  expect(page).toContain('Orders No orders yet')
  expect(page).not.toContain('Orders per minute')
  for (const away of [{ state: null }, { facts: null }]) {
    const read = words(statusPage({ ...good, ...away }))
    expect(read).toContain('The database cannot be read now.')
    expect(read).not.toContain('Processes')
  }
})

test.each<[string, Partial<ShopState>, string]>([
  [
    'a hold',
    { mode: { isHeld: true, reason: 'timeline', sinceSeconds: 90 } },
    'Hold: nothing is given back that the database does not know (timeline).',
  ],
  ['an alarm that wakes', { alarms: { page: 1, ticket: 0 } }, '1 alarm to get up for.'],
  ['alarms of the day', { alarms: { page: 0, ticket: 2 } }, '2 alarms for the working day.'],
  [
    'no worker',
    { processes: well.processes.filter(({ role }) => role === 'web') },
    'No worker was heard of: mails wait, and nothing runs by the clock.',
  ],
  [
    'a worker that is gone',
    { processes: well.processes.filter(({ instance }) => instance !== 'shop-2') },
    'No worker was heard of: mails wait, and nothing runs by the clock.',
  ],
  ['an old order', { orders: { pending: 1, oldestSeconds: 301 } }, 'An order has been without an outcome for 5 min.'],
  ['an old delivery', { outbox: { due: 1, parked: 0, oldestSeconds: 901 } }, 'A delivery has been waiting for 15 min.'],
  ['what was given up', { outbox: { due: 0, parked: 2, oldestSeconds: 0 } }, 'Nobody tries 2 deliveries any more.'],
  [
    'a wrong clock',
    { processes: well.processes.map((each) => ({ ...each, skewMs: each.instance === 'shop-2' ? -2_500 : 0 })) },
    'The clock of shop-2 is off by -2.50 s.',
  ],
])('OPS-37: of %s a person is told at the top', (_name, change, sentence) => {
  expect(wanted(good)).toEqual([])
  expect(wanted({ ...good, state: { ...well, ...change } })).toEqual([sentence])
})

test('OPS-37: nothing of an alarm but its kind and its times is shown, and what is shown is text', () => {
  const alarm = { severity: 'page', times: 3, sinceSeconds: 7_300, lastSeconds: 5 }
  const alarms = [{ kind: '<b>no-worker</b>', acknowledgedBy: 'Ada Lovelace', ...alarm }]
  const page = statusPage({ ...good, facts: { ...facts, alarms } })
  expect(page).toContain('&lt;b&gt;no-worker&lt;/b&gt;')
  expect(words(page)).toContain('page 3 2 h ago 5 s ago somebody')
  expect(page).not.toContain('Ada')
  expect([ago(119), ago(120), ago(7_199), ago(7_200), ago(172_800), ago(null)]).toEqual([
    '119 s',
    '2 min',
    '120 min',
    '2 h',
    '2 d',
    '-',
  ])
})
