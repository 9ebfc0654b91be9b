/** A new trace, as the header `traceparent` names it: what the server does for one press can be found by it (W3C Trace Context). */
export function traceParent(): string {
  const digits = crypto.randomUUID().replaceAll('-', '')
  return `00-${digits}-${digits.slice(16)}-01`
}
