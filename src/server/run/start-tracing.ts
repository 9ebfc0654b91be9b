import type { Config } from '#server/config/config.ts'
import { version } from '#server/config/version.ts'
import { traceWith } from '#server/watch/traces/tracing.ts'
import type { Shutdown } from './shutdown.ts'

/** Traces what this process does where a collector is named; OpenTelemetry is loaded for that alone (SPEED-13). */
export async function startTracing(
  { tracing, instanceName, role }: Pick<Config, 'tracing' | 'instanceName' | 'role'>,
  shutdown: Shutdown,
): Promise<void> {
  if (tracing === null) return
  const { openTelemetryTracing } = await import('#server/watch/traces/otel-tracing.ts')
  const traced = openTelemetryTracing(tracing, { instance: instanceName, role, version })
  traceWith(traced.tracer)
  shutdown.add('traces', () => traced.stop())
}
