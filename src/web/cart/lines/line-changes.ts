import { cartPaths } from '#contracts/cart/paths.ts'
import type { CartReply } from '#contracts/pages.ts'
import { track } from '#web/analytics/data-layer.ts'
import { calls as plain } from '#web/calls/client.ts'
import { isAbort, isNetworkFailure } from '#web/calls/errors.ts'
import { type ErrorContext, logError, routeErrorContext } from '#web/calls/log.ts'
import { calls } from '#web/cart/cart-calls.ts'
import { handleCartFault, showCartError } from '#web/cart/cart-faults.ts'
import type { CartStore, LineIntent } from '#web/cart/cart-store.ts'
import { loadCart, noteUnsure } from '#web/cart/load-cart.ts'
import { announce } from '#web/ui/announcer.tsx'

export type LineChanges = { want(lineId: string, intent: LineIntent): void }

/**
 * Quantities and removals: of each line only the last intent is sent, one call after the other, and the cart is loaded
 * once when all are settled. So ten clicks make two or three calls, and a removed line never returns (SCENE-14).
 */
export function createLineChanges(store: CartStore): LineChanges {
  let isRunning = false

  const run = async () => {
    isRunning = true
    const before = store.read().cart.lineItems
    const sent = new Map<string, LineIntent>()
    const notRemoved: string[] = []
    let isReached = false
    for (let next = nextOf(store, sent); next !== null; next = nextOf(store, sent)) {
      const [lineId, intent] = next
      const outcome = await settle(lineId, intent)
      if (outcome === 'cutOff') noteUnsure(store)
      else isReached = true
      sent.set(lineId, intent)
      // What was refused is not wanted any more, unless something else is by now.
      if (outcome !== 'done' && store.read().intents.get(lineId) === intent) {
        store.setIntent(lineId, null)
        sent.delete(lineId)
        if (intent.kind === 'remove') notRemoved.push(lineId)
      }
    }
    trackChanges(before, sent)
    // nobody was reached, which has been told: what is shown is the last that is known
    if (isReached) await loadCart(store)
    for (const line of store.read().cart.lineItems) {
      if (!notRemoved.includes(line.id)) continue
      store.noteNotRemoved(line.id)
      announceStillThere(line.title)
    }
    for (const [lineId, intent] of sent) {
      if (store.read().intents.get(lineId) === intent) store.setIntent(lineId, null)
    }
    isRunning = false
    if (store.read().intents.size > 0) run()
  }

  return {
    want(lineId, intent) {
      // A line that is on its way out has no other wishes but to stay.
      if (store.read().intents.get(lineId)?.kind === 'remove' && intent.kind !== 'restore') return
      store.setIntent(lineId, intent)
      if (!isRunning) run()
    },
  }
}

/** That it was removed has been said already. */
function announceStillThere(title: string): void {
  announce(`${title} could not be removed. It is still in your cart.`)
}

/** What came and what went, once for all presses that led there. */
function trackChanges(before: CartReply['lineItems'], sent: ReadonlyMap<string, LineIntent>): void {
  for (const [lineId, intent] of sent) {
    const old = before.find(({ id }) => id === lineId)
    const line = intent.kind === 'restore' ? intent.line : old
    if (line === undefined) continue
    const from = old?.quantity ?? 0
    const to = intent.kind === 'quantity' ? intent.quantity : intent.kind === 'restore' ? line.quantity : 0
    const article = { ...line, variant: line.optionChoices.map(({ value }) => value).join(', ') }
    if (from !== to) track({ kind: 'lineChanged', article, currency: line.currencyCode, from, to })
  }
}

/** The next intent that the server has not been told. */
function nextOf(store: CartStore, sent: ReadonlyMap<string, LineIntent>): [string, LineIntent] | null {
  return [...store.read().intents].find(([lineId, intent]) => sent.get(lineId) !== intent) ?? null
}

/** What became of an intent: taken over, refused, or the store could not be reached with it. */
type Outcome = 'done' | 'refused' | 'cutOff'

/** Tells the server. */
function settle(lineId: string, intent: LineIntent): Promise<Outcome> {
  if (intent.kind === 'remove') return settleRemoval(lineId)
  return intent.kind === 'restore' ? settleUndo(lineId) : settleQuantity(lineId, intent.quantity)
}

function settleQuantity(lineItemId: string, quantity: number): Promise<Outcome> {
  return reportingRefusal(calls.cart.updateItem({ lineItemId, quantity }), routeErrorContext(cartPaths.updateItem))
}

function settleUndo(lineItemId: string): Promise<Outcome> {
  return reportingRefusal(calls.cart.restoreItem({ lineItemId }), routeErrorContext(cartPaths.restoreItem))
}

/** A call whose refusal and failure the shopper is told of. */
async function reportingRefusal(
  call: Promise<{ readonly isSuccess: boolean; readonly errorMessage: string }>,
  context: ErrorContext,
): Promise<Outcome> {
  try {
    const reply = await call
    if (!reply.isSuccess) showCartError(reply.errorMessage, context)
    return reply.isSuccess ? 'done' : 'refused'
  } catch (error) {
    handleCartFault(error, context)
    return isAbort(error) ? 'cutOff' : 'refused'
  }
}

/** A removal that failed is only logged; no popup (CART-08). */
async function settleRemoval(lineItemId: string): Promise<Outcome> {
  const context = routeErrorContext(cartPaths.removeItem)
  try {
    const reply = await plain.cart.removeItem({ lineItemId })
    if (!reply.isSuccess) logError(new Error(reply.errorMessage), context)
    return reply.isSuccess ? 'done' : 'refused'
  } catch (error) {
    logError(error, context)
    return isNetworkFailure(error) ? 'cutOff' : 'refused'
  }
}
