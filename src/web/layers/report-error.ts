import { isAbort } from '#web/calls/errors.ts'
import { type ErrorContext, logError } from '#web/calls/log.ts'
import { openLayer } from '#web/layers/open-layer.ts'

/** Logs a failed action, which an IsReset never is, and tells it in the error popup; `text` is the server's own sentence. */
export function reportError(error: unknown, text: string, context: ErrorContext): false {
  // told already, and let be
  if (isAbort(error)) return false
  logError(error, context)
  openLayer('genericError', { errorMessage: error instanceof Error ? error.message : '', text })
  return false
}
