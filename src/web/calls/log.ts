import { calls } from '#web/calls/client.ts'

/** Where an error came up: the action as code names it, the call's path, and the basket where one is known (ERR-05, ERR-18). */
export type ErrorPlace = { readonly action: string; readonly api: string; readonly basketId?: string }

/**
 * Sends an error with action name and API details to the server's log (PLAT-16, CART-27). An IsReset is not an error of
 * ours and is never sent (PLAT-14); a log that fails is not logged again.
 */
export function logError(error: unknown, place: ErrorPlace): void {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) }
  if (name === 'IsReset' || name === 'AbortError') return
  logMessage(message, place)
}

/** Sends a message with its place, also for an IsReset that must be told (CART-22). */
export function logMessage(message: string, place: ErrorPlace): void {
  const basket = place.basketId === undefined ? '' : ` basket ${place.basketId}`
  loadMasking()
    .then(({ logEntry }) => {
      const entry = logEntry(`${place.action} ${place.api}${basket}: ${message}`, 'error')
      return calls.platform.log(entry, { keepalive: true })
    })
    .catch(() => {})
}

/** What takes card numbers out of a message before it leaves; fetched when the page is idle, or with the first error. */
export function loadMasking() {
  return import('#domain/client-log.ts')
}
