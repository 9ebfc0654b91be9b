import { AsyncLocalStorage } from 'node:async_hooks'

type SpanKind = 'server' | 'client' | 'internal' | 'consumer'
/** What is told of a span: words and numbers of ours, never a value that somebody sent. */
export type SpanFacts = { readonly [name: string]: string | number }

/** A stretch of work in a trace. */
export type Span = {
  readonly traceId: string
  /** As the header `traceparent` names it (W3C Trace Context): for what is left for later. */
  readonly traceParent: string
  below(name: string, kind: SpanKind, facts?: SpanFacts): Span
  end(facts?: SpanFacts): void
}

/** Whoever keeps traces. */
export type Tracer = {
  /**
   * Begins what came from outside this process.
   * @param cause the `traceparent` of what led to it; without one a trace of its own begins
   */
  begin(name: string, kind: SpanKind, cause: string | undefined, facts?: SpanFacts): Span
}

let tracer: Tracer | null = null
const spans = new AsyncLocalStorage<Span>()

/** From now on everything is traced by it; null: nothing is, which costs a comparison where something would be. */
export function traceWith(own: Tracer | null): void {
  tracer = own
}

/** Whether anything is traced. */
export function isTracing(): boolean {
  return tracer !== null
}

/** Begins what came from outside this process; null where nothing is traced. */
export function beginTrace(name: string, kind: SpanKind, cause: string | undefined, facts?: SpanFacts): Span | null {
  return tracer === null ? null : tracer.begin(name, kind, cause, facts)
}

/** Begins a part of what is worked for now; null where that is not traced. */
export function beginSpan(name: string, kind: SpanKind, facts?: SpanFacts): Span | null {
  return tracer === null ? null : (spans.getStore()?.below(name, kind, facts) ?? null)
}

/** Does something, and all that follows from it, as a part of a span. */
export function within<Result>(span: Span, work: () => Result): Result {
  return spans.run(span, work)
}

/** The span that is worked for, for what is left for a job; undefined where nothing is traced. */
export function traceParentNow(): string | undefined {
  return tracer === null ? undefined : spans.getStore()?.traceParent
}
