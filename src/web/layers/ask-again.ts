import type { Route } from '#contracts/call.ts'
import { GivenUp } from '#web/calls/errors.ts'
import { whileAsking } from '#web/calls/loading.ts'
import { logError, routeErrorContext } from '#web/calls/log.ts'
import { openLayer } from '#web/layers/open-layer.ts'

let asked: Promise<boolean> | null = null

/** The store cannot be reached: asks, once for all that wait, whether to try again; the page stays as it is (CALM-20). */
export function wantsAgain(): Promise<boolean> {
  asked ??= whileAsking(() => openLayer('genericError', { errorMessage: '', isCutOff: true }))
    .then((answer) => answer === 'again')
    .finally(() => {
      asked = null
    })
  return asked
}

/**
 * For a call outside the checkout that the network cuts off: logged, and told in the generic popup (OPEN-22), where the
 * shopper may send the very request again. Rejects when she lets it be.
 */
export async function askAgain(route: Route): Promise<void> {
  logError(new Error('Failed to fetch'), routeErrorContext(route))
  if (!(await wantsAgain())) throw new GivenUp()
}

/** What is asked of the store on a press, asked again for as long as the shopper wants to; null when she lets it be. */
export async function fetchOrAsk<Value>(fetchIt: () => Promise<Value>): Promise<Value | null> {
  for (;;) {
    try {
      return await fetchIt()
    } catch {
      if (!(await wantsAgain())) return null
    }
  }
}
