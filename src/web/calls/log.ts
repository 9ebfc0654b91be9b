import type { Route } from '#contracts/call.ts'
import { calls } from '#web/calls/client.ts'

/** Where an error came up: the action as code names it, the call's path, and the cart where one is known (ERR-05, ERR-18). */
export type ErrorContext = { readonly action: string; readonly api: string; readonly basketId?: string }

/** The place of a call by its route: the action is the last word of the path, unless another name is given. */
export function routeErrorContext({ path }: Route, action: string = path.replace(/.*\//, '')): ErrorContext {
  return { action, api: path }
}

let masking: typeof import('#domain/client-log.ts') | undefined

/**
 * Sends an error with action name and API details to the server's log (PLAT-16, CART-27). An IsReset is not an error of
 * ours and is never sent (PLAT-14); a log that fails is not logged again. `leave` runs when it is on its way: for who
 * then leaves the page.
 */
export function logError(error: unknown, context: ErrorContext, leave: () => void = () => {}): void {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) }
  if (name === 'IsReset' || name === 'AbortError') leave()
  else logMessage(message, context, leave)
}

/** Sends a message with its place, also for an IsReset that must be told (CART-22). */
export function logMessage(message: string, context: ErrorContext, leave: () => void = () => {}): void {
  const cart = context.basketId === undefined ? '' : ` basket ${context.basketId}`
  const send = ({ logEntry }: NonNullable<typeof masking>) => {
    const entry = logEntry(`${context.action} ${context.api}${cart}: ${message}`, 'error')
    calls.platform.log(entry, { keepalive: true }).catch(() => {})
  }
  if (masking !== undefined) {
    send(masking)
    leave()
  } else {
    loadMasking()
      .then(send)
      .catch(() => {})
      .finally(leave)
  }
}

/** What takes card numbers out of a message before it leaves; fetched when the page is idle, or with the first error. */
export async function loadMasking() {
  masking ??= await import('#domain/client-log.ts')
  return masking
}
