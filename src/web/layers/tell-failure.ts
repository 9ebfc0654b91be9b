import { type ErrorPlace, logError } from '#web/calls/log.ts'
import { openLayer } from '#web/layers/open-layer.ts'

/** Logs a failed action, which an IsReset never is, and tells it in the error popup; `text` is the server's own sentence. */
export function tellFailure(error: unknown, text: string, place: ErrorPlace): false {
  logError(error, place)
  openLayer('genericError', { errorMessage: error instanceof Error ? error.message : '', text })
  return false
}
