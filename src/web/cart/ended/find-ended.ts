import { errorType } from '#domain/cart/error-types.ts'
import { calls } from '#web/calls/client.ts'
import { clearEndedSession, type EndedSession, endLastStep, readEndedSession } from '#web/checkout/ended-session.ts'

/**
 * The session that ended since a step was shown in this tab, such as before a reload of it; null when the cart is as empty as
 * it looks. No cart at all is the mark of it: an empty one keeps its id, and one that was ordered is told by IsReset (CALM-21).
 */
export async function findEnded(): Promise<EndedSession | null> {
  if (readEndedSession() !== null) return readEndedSession()
  const verdict = await calls.checkout.validateCart().catch(() => null)
  const isEnded = verdict?.errorType === errorType.emptyBasket && verdict.basketId === ''
  if (isEnded) endLastStep()
  else clearEndedSession()
  return readEndedSession()
}
