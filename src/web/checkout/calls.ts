import { pathTable } from '#contracts/paths.ts'
import { type Client, clientOf } from '#web/calls/client.ts'
import { GivenUp } from '#web/calls/errors.ts'
import { whileAsking } from '#web/calls/loading.ts'
import { openLayer } from '#web/layers/open-layer.ts'

let asked: Promise<void> | null = null

/**
 * The network failed, also after the retries: the shopper is asked, once for all calls that wait. Resolves when the very
 * requests are to go out again; rejects when she stays on the step or leaves for the cart (CALM-20, ROUTE-04).
 */
export function askAgain(): Promise<void> {
  asked ??= whileAsking(() => openLayer('networkError', { isRepeatable: true }))
    .then((answer) => {
      if (answer !== 'again') throw new GivenUp()
    })
    .finally(() => {
      asked = null
    })
  return asked
}

/** The calls of the checkout's steps: one that the network cuts off asks before it fails. PlaceOrder finds out by itself (BEYOND-02). */
export const calls = clientOf(pathTable, { onCutOff: askAgain }) as Client
