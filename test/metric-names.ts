import { type MetricName, metricOf, metricTable } from '#server/watch/metric-table.ts'

/** Words of PromQL that are no metrics. */
const language = new Set(
  `abs and avg by clamp_min count for group_left histogram_quantile hour ignoring increase le max min offset on or rate sum time
   topk unless vector without`.split(/\s+/),
)

/** Names that stand in an expression for metrics, and that are neither in the table nor among those that are made. */
export function unknownMetrics(expr: string, made: readonly string[] = []): string[] {
  const bare = expr
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}/g, ' ')
    .replaceAll(/\[[^\]]*\]/g, ' ')
    .replaceAll(/\b(by|on|without|ignoring)\s*\([^)]*\)/g, ' ')
    .replaceAll(/\boffset \w+/g, ' ')
  const names = [...bare.matchAll(/(?<![\w.:])[a-zA-Z_][\w:]*/g)].map(([name]) => name)
  return names.filter((name) => !language.has(name) && !made.includes(name) && !isMetric(name))
}

function isMetric(name: string): boolean {
  if (name in metricTable) return metricOf(name as MetricName).kind !== 'histogram'
  const base = name.replace(/_(bucket|sum|count)$/, '')
  return base !== name && base in metricTable && metricOf(base as MetricName).kind === 'histogram'
}
