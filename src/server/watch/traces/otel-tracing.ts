import {
  type Attributes,
  type Context,
  type Span as OtelSpan,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { NodeSDK, resources, tracing } from '@opentelemetry/sdk-node'
import { maskCardNumbers } from '#domain/payment/card-numbers-in-text.ts'
import type { Span, SpanFacts, Tracer } from './tracing.ts'
import type { TracingConfig } from './tracing-settings.ts'

type Traced = { readonly tracer: Tracer; stop(): Promise<void> }
type Instance = { readonly instance: string; readonly role: string; readonly version: string }

/** A collector that does not answer is waited for so long, milliseconds: by what sends, and by the end of the process. */
const patienceMs = 2_000

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
  consumer: SpanKind.CONSUMER,
} as const

/** Traces by OpenTelemetry, sent in lots to a collector (OPS-38); what it does not take in time is dropped. */
export function openTelemetryTracing(
  { endpoint, ratio }: TracingConfig,
  { instance, role, version }: Instance,
  everyMs = 1_000,
): Traced {
  const ofRatio = new tracing.TraceIdRatioBasedSampler(ratio)
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: patienceMs })
  const sdk = new NodeSDK({
    autoDetectResources: false,
    resource: resources.resourceFromAttributes({
      ...{ 'service.name': 'cartwright', 'service.version': version },
      ...{ 'service.instance.id': instance, 'cartwright.role': role },
    }),
    // whoever asks us from outside does not say how much we keep: the trace's id decides, in every process alike
    sampler: new tracing.ParentBasedSampler({
      ...{ root: ofRatio, remoteParentSampled: ofRatio, remoteParentNotSampled: ofRatio },
    }),
    spanProcessors: [
      new tracing.BatchSpanProcessor(exporter, { scheduledDelayMillis: everyMs, exportTimeoutMillis: patienceMs }),
    ],
    ...{ metricReaders: [], logRecordProcessors: [], instrumentations: [], textMapPropagator: null },
    idGenerator: wholeIds(),
  })
  sdk.start()
  const tracer = trace.getTracer('cartwright', version)
  return {
    tracer: { begin: (name, kind, cause, facts) => begun(tracer, name, kind, cause, facts) },
    async stop() {
      const over = new Promise<void>((resolve) => setTimeout(resolve, patienceMs).unref())
      await Promise.race([sdk.shutdown().catch(() => undefined), over])
      trace.disable()
    },
  }
}

function begun(
  tracer: OtelTracer,
  name: string,
  kind: keyof typeof kinds,
  cause: string | undefined,
  facts?: SpanFacts,
): Span {
  const parent = cause === undefined ? undefined : contextOf(cause)
  const context = parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent)
  // a job is done after what led to it was over: it is linked to that, besides
  const links = kind === 'consumer' && parent !== undefined ? [{ context: parent }] : []
  const options = { kind: kinds[kind], links, attributes: { ...facts } satisfies Attributes }
  return spanOf(tracer, context, tracer.startSpan(name, options, context))
}

function spanOf(tracer: OtelTracer, around: Context, span: OtelSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    traceId,
    traceParent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    below(name, kind, facts) {
      const context = trace.setSpan(around, span)
      return spanOf(tracer, context, tracer.startSpan(name, { kind: kinds[kind], attributes: { ...facts } }, context))
    },
    end(facts) {
      if (facts !== undefined) span.setAttributes({ ...facts })
      span.end()
    },
  }
}

function contextOf(traceParent: string): SpanContext {
  const [, traceId = '', spanId = '', flags = '0'] = traceParent.split('-')
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
}

/** Ids that the log writes whole: none reads as the number of a card. */
function wholeIds(): tracing.IdGenerator {
  const random = new tracing.RandomIdGenerator()
  return {
    generateTraceId() {
      for (;;) {
        const id = random.generateTraceId()
        if (maskCardNumbers(id) === id) return id
      }
    },
    generateSpanId: () => random.generateSpanId(),
  }
}
