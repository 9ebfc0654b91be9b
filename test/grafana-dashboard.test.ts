import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { unknownMetrics } from '#test/metric-names.ts'

type Panel = {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly fieldConfig?: { readonly defaults: { readonly unit?: string } }
  readonly targets?: readonly {
    readonly expr: string
    readonly refId: string
    readonly datasource: { readonly uid: string }
  }[]
}

const text = readFileSync('deploy/grafana/cartwright.json', 'utf8')
const dashboard = JSON.parse(text) as {
  readonly panels: readonly Panel[]
  readonly templating: { readonly list: readonly { readonly name: string; readonly type: string }[] }
}
const rows = dashboard.panels.filter(({ type }) => type === 'row')
const panels = dashboard.panels.filter(({ type }) => type !== 'row')

test('OPS-36: four rows, no more than 24 panels, each with a title and a unit, none over another, each id once', () => {
  expect(rows.map(({ title }) => title)).toEqual(['Business', 'Shoppers', 'Orders and money', 'Machine'])
  expect(panels.length).toBeLessThanOrEqual(24)
  expect(panels.length).toBeGreaterThanOrEqual(20)
  for (const { title, fieldConfig } of panels) {
    expect(title).not.toBe('')
    expect(fieldConfig?.defaults.unit, title).toMatch(/^[a-z]+$/)
  }
  expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length)
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
  const places = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) => {
    expect(x + w).toBeLessThanOrEqual(24)
    return Array.from({ length: w * h }, (_, nth) => `${x + (nth % w)} ${y + Math.floor(nth / w)}`)
  })
  expect(new Set(places).size).toBe(places.length)
})

test('OPS-36: every expression is of metrics that there are', () => {
  for (const { title, targets = [] } of panels) {
    expect(targets.length, title).toBeGreaterThan(0)
    expect(new Set(targets.map(({ refId }) => refId)).size, title).toBe(targets.length)
    for (const { expr } of targets) expect(unknownMetrics(expr), `${title}: ${expr}`).toEqual([])
  }
})

test('OPS-36: it asks the Prometheus that is chosen, and none by its id', () => {
  expect(dashboard.templating.list).toEqual([expect.objectContaining({ name: 'source', type: 'datasource' })])
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana's own variable
  expect([...text.matchAll(/"uid": "([^"]+)"/g)].map(([, uid]) => uid).filter((uid) => uid !== '${source}')).toEqual([
    'cartwright',
  ])
})
